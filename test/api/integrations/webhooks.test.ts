/** Rule HOOK-1: the API of webhooks. test/worker/outbox/webhooks.test.ts tests what is sent. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { WEBHOOK_EVENTS } from '../../../src/schemas/webhooks.ts';
import { allowEndpoints, failed, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const URL = 'https://hooks.example.com/watchbill';

describeOnSqlite('/webhooks/', (create) => {
  const { watchbill, owner, ada } = givenFreshWatchbill(create, { ada: 'Ada' });

  const add = (more: object = {}) => owner.post('/webhooks/', { url: URL, events: ['oncall.changed'], ...more });

  it('shows a webhook as it was created, and its secret once', async () => {
    const { webhook, secret } = succeeded(await add({ description: ' Pager ', events: WEBHOOK_EVENTS }), 201);
    assert.deepEqual(webhook, {
      id: webhook.id,
      url: URL,
      description: 'Pager',
      events: [...WEBHOOK_EVENTS],
      enabled: true,
      created_at: '2026-01-05T09:00:00Z',
    });
    assert.match(webhook.id, /^whk_/);
    assert.deepEqual(succeeded(await owner.get(`/webhooks/${webhook.id}`)), { webhook });
    assert.deepEqual(succeeded(await owner.get('/webhooks/')).webhooks, [webhook]);
    const stored = await watchbill.services.db.exclusively((tx) => tx.execute('select * from webhooks'));
    assert.ok(!JSON.stringify(stored).includes(secret.slice('whsec_'.length, -2)));
    const { audit_log } = succeeded(await owner.get('/audit_log/'));
    assert.ok(!JSON.stringify(audit_log).includes('whsec_'));
  });

  it('changes only the given fields, and removes a filter with null', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const { webhook } = succeeded(await add({ schedule_ids: [schedule.id], description: 'Pager' }), 201);
    const path = `/webhooks/${webhook.id}`;
    const changed = succeeded(await owner.patch(path, { events: ['gap.ahead'], enabled: false })).webhook;
    assert.deepEqual(changed, { ...webhook, events: ['gap.ahead'], enabled: false });
    const all = succeeded(await owner.patch(path, { schedule_ids: null, enabled: true, description: '' })).webhook;
    assert.deepEqual([all.schedule_ids, all.description, all.enabled], [undefined, undefined, true]);
    succeeded(await owner.delete(path), 204);
    failed(await owner.get(path), 404, 'not_found');
  });

  it('can be changed though a schedule or a team of its filter is gone, or its address is not allowed any more', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    allowEndpoints(watchbill, ['10.0.0.0/8']);
    const filtered = succeeded(await add({ schedule_ids: [schedule.id], url: 'https://10.1.2.3/' }), 201).webhook;
    const ofTeam = succeeded(await add({ team_ids: [team.id] }), 201).webhook;
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    succeeded(await owner.delete(`/teams/${team.id}`), 204);
    allowEndpoints(watchbill, []);
    for (const webhook of [filtered, ofTeam]) {
      const { schedule_ids, team_ids, url } = webhook;
      const change = { enabled: false, url, ...(schedule_ids && { schedule_ids }), ...(team_ids && { team_ids }) };
      const changed = succeeded(await owner.patch(`/webhooks/${webhook.id}`, change)).webhook;
      assert.deepEqual(changed, { ...webhook, enabled: false });
      succeeded(await owner.patch(`/webhooks/${webhook.id}`, { description: 'Off' }));
    }
    failed(
      await owner.patch(`/webhooks/${ofTeam.id}`, { team_ids: null, schedule_ids: [schedule.id] }),
      404,
      'not_found',
    );
    failed(await owner.patch(`/webhooks/${ofTeam.id}`, { url: 'https://10.1.2.3/' }), 422, 'unprocessable_entity');
  });

  const REFUSED: readonly (readonly [what: string, body: object, status: number, message: RegExp])[] = [
    ['an address without https', { url: 'http://hooks.example.com/' }, 422, /^url: The address must begin with https/],
    [
      'another scheme',
      { url: 'ftp://hooks.example.com/' },
      422,
      /^url must be an address that begins with https:\/\/\.$/,
    ],
    ['no address', { url: 'hooks' }, 422, /^url must be an address that begins with https:\/\/\.$/],
    ['a password in the address', { url: 'https://me:secret@hooks.example.com/' }, 422, /no password/],
    ['an address that is not public', { url: 'https://[::ffff:127.0.0.1]/' }, 422, /is not a public address/],
    ['the metadata service', { url: 'https://169.254.169.254/latest' }, 422, /is not a public address/],
    [
      'an address that is written as a number',
      { url: 'https://2130706433/' },
      422,
      /^url: 127\.0\.0\.1 is not a public/,
    ],
    ['no events', { events: [] }, 400, /events/],
    ['an unknown event', { events: ['oncall.exploded'] }, 400, /events/],
    ['the same event twice', { events: ['gap.ahead', 'gap.ahead'] }, 400, /events/],
    ['an unknown schedule', { schedule_ids: ['sch_01ke6p4ym06kayg5fpbgm9ahjg'] }, 404, /There is no schedule/],
    ['an unknown team', { team_ids: ['tea_01ke6p4ym06kayg5fpbgm9ahjg'] }, 404, /There is no team/],
    ['a control character', { description: 'a\u0000b' }, 400, /description/],
  ];
  for (const [what, body, status, message] of REFUSED) {
    it(`refuses ${what}`, async () => {
      const answer = await add(body);
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.match(answer.body.error.message, message);
    });
  }

  it('refuses both filters at once, also if the second comes later', async () => {
    const schedule = await createSchedule(owner, [ada]);
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const both = { schedule_ids: [schedule.id], team_ids: [team.id] };
    assert.match(failed(await add(both), 422, 'unprocessable_entity'), /cannot both be given/);
    const { webhook } = succeeded(await add({ schedule_ids: [schedule.id] }), 201);
    const path = `/webhooks/${webhook.id}`;
    failed(await owner.patch(path, { team_ids: [team.id] }), 422, 'unprocessable_entity');
    const moved = succeeded(await owner.patch(path, { team_ids: [team.id], schedule_ids: null })).webhook;
    assert.deepEqual([moved.team_ids, moved.schedule_ids], [[team.id], undefined]);
  });

  it('allows at most 20', async () => {
    for (let i = 0; i < 20; i++) succeeded(await add(), 201);
    assert.match(failed(await add(), 422, 'unprocessable_entity'), /the maximum is 20/);
  });
});
