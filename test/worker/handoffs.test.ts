import assert from 'node:assert/strict';
import { it } from 'node:test';
import { processHandoffs } from '../../src/services/jobs/handoffs.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { HOUR_MS } from '../../src/time/units.ts';
import { succeeded } from '../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../support/drivers/suites.ts';
import { messagesIn, workAt } from '../support/drivers/worker.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

describeOnBothDatabases('handoffs', (create, itOnSqlite) => {
  const { watchbill, ada, bob } = givenFreshWatchbill(create, { ada: 'Ada', bob: 'Bob' });

  /** Daily turns of Ada and Bob, from Monday 5 January at 09:00, with a channel. */
  async function schedule(name: string, channel: string, options: object = {}) {
    const made = await createSchedule(watchbill.owner, [ada, bob], { name, ...options });
    succeeded(await watchbill.owner.put(`/schedules/${made.id}/chat_channels/${channel}`), 204);
    return made;
  }

  itOnSqlite('are announced on time: who is on call until when, who was, who is next', async () => {
    watchbill.at('2026-01-05T10:00:00Z');
    const { id } = await schedule('Primary', 'C0ONCALL');
    await workAt(watchbill, '2026-01-06T08:59:59Z');
    assert.deepEqual(await messagesIn(watchbill.owner, 'C0ONCALL'), []);
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    const [message, ...others] = await messagesIn(watchbill.owner, 'C0ONCALL');
    assert.deepEqual(others, []);
    assert.match(
      message ?? '',
      /^Primary: Bob is on call until .*7 Jan.*09:00.*\.\nBefore: Ada\.\nNext: Ada from .*7 Jan.*09:00.*\.$/,
    );
    await workAt(watchbill, '2026-01-06T23:00:00Z');
    assert.equal((await messagesIn(watchbill.owner, 'C0ONCALL')).length, 1);
    succeeded(await watchbill.owner.delete(`/schedules/${id}`), 204);
  });

  itOnSqlite('that were missed become one message about the current state', async () => {
    watchbill.at('2026-01-12T10:00:00Z');
    const { id } = await schedule('Missed', 'C0GENERAL');
    await workAt(watchbill, '2026-01-17T12:00:00Z');
    const messages = (await messagesIn(watchbill.owner, 'C0GENERAL')).filter((text) => text.startsWith('Missed: '));
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /^Missed: Ada is on call until .*18 Jan/);
    await workAt(watchbill, '2026-01-19T12:00:00Z');
    const later = (await messagesIn(watchbill.owner, 'C0GENERAL')).filter((text) => text.startsWith('Missed: '));
    assert.equal(later.length, 1, 'Ada has it again: nothing to tell');
    succeeded(await watchbill.owner.delete(`/schedules/${id}`), 204);
  });

  itOnSqlite('into a gap and out of it are announced', async () => {
    watchbill.at('2026-02-02T10:00:00Z');
    const restriction_intervals = [
      { day: 'monday', from: '09:00', to: '17:00' },
      { day: 'tuesday', from: '09:00', to: '17:00' },
    ];
    const { id } = await schedule('Office', 'C0GENERAL', { layers: [layer([ada, bob], { restriction_intervals })] });
    await workAt(watchbill, '2026-02-02T17:00:00Z');
    await workAt(watchbill, '2026-02-03T09:00:00Z');
    const [gap, back] = (await messagesIn(watchbill.owner, 'C0GENERAL')).filter((text) => text.startsWith('Office'));
    assert.match(gap ?? '', /^Office: nobody is on call until .*3 Feb.*09:00/);
    assert.match(back ?? '', /^Office: \w+ is on call until .*3 Feb.*17:00.*\.\nBefore: nobody\./);
    succeeded(await watchbill.owner.delete(`/schedules/${id}`), 204);
  });

  itOnSqlite('join consecutive turns of a person', async () => {
    const carol = await watchbill.addPerson('Carol');
    watchbill.at('2026-01-05T10:00:00Z');
    await schedule('Turns', 'C0ONCALL', { layers: [layer([ada, bob, bob, carol])] });
    await workAt(watchbill, '2026-01-06T09:00:00Z');
    await workAt(watchbill, '2026-01-07T09:00:00Z');
    assert.deepEqual(await messagesIn(watchbill.owner, 'C0ONCALL'), [
      [
        'Turns: Bob is on call until Thu 8 Jan 2026, 09:00 UTC.',
        'Before: Ada.',
        'Next: Carol from Thu 8 Jan 2026, 09:00 UTC.',
      ].join('\n'),
    ]);
  });

  it('are announced once by several concurrent workers', async () => {
    watchbill.at('2026-03-02T10:00:00Z');
    const made = await Promise.all(Array.from({ length: 30 }, (_, i) => schedule(`Storm ${i}.`, 'C0ONCALL')));
    watchbill.at('2026-03-03T09:00:00Z');
    const counts = await Promise.all(Array.from({ length: 8 }, () => processHandoffs(watchbill.services)));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      made.length,
    );
    await workAt(watchbill, '2026-03-03T09:00:01Z');
    const told = (await messagesIn(watchbill.owner, 'C0ONCALL')).filter((text) => text.startsWith('Storm'));
    assert.equal(told.length, made.length);
    assert.equal(new Set(told.map((text) => text.split(':')[0])).size, made.length);
    for (const { id } of made) succeeded(await watchbill.owner.delete(`/schedules/${id}`), 204);
  });

  itOnSqlite('at the end of an override are announced too', async () => {
    watchbill.at('2026-04-06T10:00:00Z');
    const made = await schedule('Swap', 'C0GENERAL');
    const [first] = succeeded(await watchbill.owner.get(`/schedules/${made.id}/shifts/`)).shifts;
    const other = first.users[0].id === ada.id ? bob : ada;
    await createOverride(watchbill.owner, made, [other], '2026-04-06T12:00:00Z', '2026-04-06T14:00:00Z');
    await workAt(watchbill, '2026-04-06T11:00:00Z');
    await workAt(watchbill, '2026-04-06T12:00:00Z');
    await workAt(watchbill, '2026-04-06T14:00:00Z');
    const told = (await messagesIn(watchbill.owner, 'C0GENERAL')).filter((text) => /^Swap: \w+ is on call/.test(text));
    assert.equal(told.length, 2);
    succeeded(await watchbill.owner.delete(`/schedules/${made.id}`), 204);
  });

  itOnSqlite(
    '[SH-4] that are too far to search for are searched for again later, and nothing is announced meanwhile',
    async () => {
      const { owner } = watchbill;
      const hoursAfter = (hours: number) => formatInstant(Date.parse('2026-01-05T09:00:00Z') + hours * HOUR_MS);
      watchbill.at(hoursAfter(0));
      const users = [...Array<typeof ada>(49).fill(ada), bob];
      const made = await schedule('Covered', 'C0ONCALL', {
        layers: [layer(users, { shift_length: { amount: 1, unit: 'hours' } })],
      });
      // Bob has every fiftieth hour, and Ada covers the first 25 of them.
      for (let i = 0; i < 25; i++) {
        await createOverride(owner, made, [ada], hoursAfter(49 + 50 * i), hoursAfter(50 + 50 * i));
      }
      await workAt(watchbill, hoursAfter(999));
      const before = await messagesIn(owner, 'C0ONCALL');
      assert.equal(await processHandoffs(watchbill.services), 0);
      watchbill.at(hoursAfter(1_000));
      assert.equal(await processHandoffs(watchbill.services), 1);
      await workAt(watchbill, hoursAfter(1_298));
      assert.deepEqual(await messagesIn(owner, 'C0ONCALL'), before);
      await workAt(watchbill, hoursAfter(1_299));
      const [message] = (await messagesIn(owner, 'C0ONCALL')).slice(before.length);
      assert.match(message ?? '', /^Covered: Bob is on call until .*\nBefore: Ada\./);
    },
  );
});
