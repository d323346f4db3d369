/** User groups of the chat in the file, against the fake Slack. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import { failed, succeeded } from '../support/drivers/api.ts';
import { applied, exported, killAtAnswer, type Service, startService, withFile } from '../support/drivers/as-code.ts';
import { addPersonInSlack, slackChat } from '../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

/** Schedules by their names: who is on call, and the handle of the group. */
function fileOf(
  schedules: Readonly<Record<string, readonly [person: string, handle?: string, name?: string]>>,
): string {
  return [
    'version: 1',
    'managed_by: groups',
    'schedules:',
    ...Object.entries(schedules).map(([name, [person, handle, title = 'Platform on call']]) =>
      [
        `  - external_id: ${name.toLowerCase()}`,
        `    name: ${name}`,
        '    time_zone: UTC',
        ...(handle === undefined ? [] : [`    chat_user_group: { name: ${title}, handle: ${handle} }`]),
        '    layers:',
        '      - name: Rotation',
        '        rotation_start: 2026-11-02T08:00:00Z',
        '        concurrent_oncall_users: 1',
        '        shift_length: { amount: 1, unit: weeks }',
        `        users: [${person}@example.com]`,
      ].join('\n'),
    ),
    '',
  ].join('\n');
}

const SHARED = fileOf({ Days: ['ada', 'platform-oncall'], Nights: ['bob', 'platform-oncall'] });

describeOnSqlite('[IMP-3] user groups in the file', (create) => {
  let slack: FakeSlack;
  let service: Service;
  before(async () => {
    slack = await startFakeSlack();
    service = await connected(slack);
  });
  after(async () => {
    await service.watchbill.stop();
    await slack.stop();
  });

  async function connected(to: FakeSlack): Promise<Service> {
    const service = await startService(create, NOW, slackChat(to));
    for (const name of ['Ada', 'Bob']) await addPersonInSlack(service.watchbill, to, name);
    return service;
  }

  const groupsIn = ({ workspace }: FakeSlack) =>
    [...workspace.groups.values()]
      .filter(({ date_delete }) => date_delete === 0)
      .map(({ name, handle, users }) => `@${handle} ${name}: ${users.toSorted().join(' ')}`)
      .sort();
  const groupOf = async (name: string) => {
    const { schedules } = succeeded(await service.watchbill.owner.get(`/schedules?query=${name}`));
    return succeeded(await service.watchbill.owner.get(`/schedules/${schedules[0].id}/chat_user_group/`)).user_group;
  };

  it('[CODE-1] are planned, created, shared by schedules, exported, and right the second time', async () => {
    const plan = await applied(service, SHARED, { isPlan: true });
    assert.match(
      plan,
      /^\+ schedule Days \(days\)\n {4}UTC\n.*\n {4}\+ user group @platform-oncall \(Platform on call\)\n/m,
    );
    assert.deepEqual(groupsIn(slack), []);
    await applied(service, SHARED);
    assert.deepEqual(groupsIn(slack), ['@platform-oncall Platform on call: U0ADA U0BOB']);
    assert.match(
      await exported(service),
      / {4}teams: \[\]\n {4}chat_user_group:\n {6}name: Platform on call\n {6}handle: platform-oncall\n {4}layers:/,
    );
    assert.match(await applied(service, SHARED), /^Nothing to change: all 2 match the file\.\n$/);
    // Without the field, the group stays.
    assert.match(await applied(service, fileOf({ Days: ['ada'], Nights: ['bob'] })), /^Nothing to change/);
    assert.deepEqual(groupsIn(slack), ['@platform-oncall Platform on call: U0ADA U0BOB']);
  });

  it('[CODE-1] are renamed where all schedules of the group agree, and left by one that does not', async () => {
    const renamed = fileOf({
      Days: ['ada', 'platform', 'The platform'],
      Nights: ['bob', 'platform', 'The platform'],
    });
    const line = /^ {4}~ user group @platform-oncall \(Platform on call\) → @platform \(The platform\)$/gm;
    assert.equal((await applied(service, renamed)).match(line)?.length, 2);
    assert.deepEqual(groupsIn(slack), ['@platform The platform: U0ADA U0BOB']);

    const named = fileOf({ Days: ['ada', 'platform', 'All of it'], Nights: ['bob', 'platform', 'All of it'] });
    assert.match(await applied(service, named), /^ {4}~ user group @platform: The platform → All of it$/m);

    const parted = fileOf({ Days: ['ada', 'platform', 'All of it'], Nights: ['bob', 'nights', 'Nights'] });
    await applied(service, parted);
    assert.equal(groupsIn(slack)[0], '@nights Nights: U0BOB');
    assert.deepEqual([(await groupOf('Days')).handle, (await groupOf('Nights')).handle], ['platform', 'nights']);
    assert.match(await applied(service, parted), /^Nothing to change/);

    // And back, and both at once the other way round.
    await applied(service, named);
    assert.deepEqual([(await groupOf('Days')).id], [(await groupOf('Nights')).id]);
    await applied(service, parted);
    await applied(service, fileOf({ Days: ['ada', 'nights', 'Nights'], Nights: ['bob', 'platform', 'All of it'] }));
    assert.deepEqual([(await groupOf('Days')).handle, (await groupOf('Nights')).handle], ['nights', 'platform']);
  });

  it('[CODE-1] keep to the schedules that the file gives them, in whatever order it has them', async () => {
    const other = await startFakeSlack();
    const own = await connected(other);
    const steps: [schedules: Parameters<typeof fileOf>[0], groups: string[]][] = [
      [{ Days: ['ada', 'days', 'Days'] }, ['@days Days: U0ADA']],
      // A new schedule gets the handle that Days gives up.
      [{ Early: ['bob', 'days', 'Days'], Days: ['ada', 'late', 'Late'] }, ['@days Days: U0BOB', '@late Late: U0ADA']],
      // Two groups become one with a third handle.
      [{ Early: ['bob', 'all', 'All'], Days: ['ada', 'all', 'All'] }, ['@all All: U0ADA U0BOB']],
      // A new schedule wants the handle that the group gets.
      [
        { Dawn: ['bob', 'any', 'Any'], Early: ['bob', 'any', 'Any'], Days: ['ada', 'any', 'Any'] },
        ['@any Any: U0ADA U0BOB'],
      ],
    ];
    try {
      for (const [schedules, groups] of steps) {
        assert.match(await applied(own, fileOf(schedules)), /\nApplied\.\n$/);
        await runAllDue(own.watchbill.services);
        assert.deepEqual(groupsIn(other), groups);
        assert.match(await applied(own, fileOf(schedules)), /^Nothing to change/);
      }
    } finally {
      await own.watchbill.stop();
      await other.stop();
    }
  });

  it('[CODE-1] end the same when apply is killed between them and run again', async () => {
    const [other, straight] = [await startFakeSlack(), await startFakeSlack()];
    const [killed, whole] = [await connected(other), await connected(straight)];
    try {
      // A new schedule gets the handle that the group of the others gives up.
      const renamed = fileOf({
        Early: ['bob', 'platform-oncall'],
        Days: ['ada', 'late', 'Late'],
        Nights: ['bob', 'late', 'Late'],
      });
      const steps: [file: string, kills: string[], groups: string[]][] = [
        [SHARED, ['POST', 'PUT'], ['@platform-oncall Platform on call: U0ADA U0BOB']],
        [renamed, ['PUT'], ['@late Late: U0ADA U0BOB', '@platform-oncall Platform on call: U0BOB']],
      ];
      for (const [file, kills, groups] of steps) {
        await withFile(file, async (path) => {
          for (const last of kills) await killAtAnswer(killed, ['apply', path], ({ method }) => method === last);
        });
        for (const [service, chat] of [
          [killed, other],
          [whole, straight],
        ] as const) {
          assert.match(await applied(service, file), /\nApplied\.\n$/);
          await runAllDue(service.watchbill.services);
          assert.deepEqual(groupsIn(chat), groups);
        }
        assert.equal(await exported(killed), await exported(whole));
      }
    } finally {
      for (const { watchbill } of [killed, whole]) await watchbill.stop();
      for (const fake of [other, straight]) await fake.stop();
    }
  });

  it('[CODE-1] are refused before anything is changed: without a chat, on a free plan, with two names', async () => {
    for (const [chat, rule] of [
      [{ provider: 'none' }, 'needs a chat; none is connected to this service'],
      [{ provider: 'local', plan: 'free' }, 'needs a paid plan of the chat; the plan is free'],
    ] as const) {
      const without = await startService(create, NOW, chat);
      try {
        for (const name of ['Ada', 'Bob']) await without.watchbill.addPerson(name);
        await assert.rejects(applied(without, SHARED), ({ message }: Error) => {
          assert.match(message, /^\S+\.yaml:7:22 schedules\[0\]\.chat_user_group /m);
          return message.includes(rule);
        });
        assert.deepEqual(succeeded(await without.watchbill.owner.get('/schedules')).schedules, []);
      } finally {
        await without.watchbill.stop();
      }
    }
    await assert.rejects(
      applied(service, fileOf({ Days: ['ada', 'one', 'This'], Nights: ['bob', 'one', 'That'] })),
      /schedules\[1\]\.chat_user_group\.name must be that of schedules\[0\]\.chat_user_group\.name, "This": the handle is the same\./,
    );
    await assert.rejects(
      applied(service, fileOf({ Days: ['ada', '"@Platform"'] })),
      /chat_user_group\.handle must be lower case letters, digits, -, _ and \./,
    );
  });

  it('[CODE-1] that the chat has already need an admin; all the rest is applied', async () => {
    slack.workspace.groups.set('S0OTHER', {
      id: 'S0OTHER',
      name: 'Other',
      handle: 'others',
      date_delete: 0,
      users: [],
    });
    const eve = await addPersonInSlack(service.watchbill, slack, 'Eve');
    const asEve = { ...service, address: { ...service.address, key: eve.key } };
    const file = fileOf({ Evening: ['eve', 'others', 'Others'], Late: ['eve'] });
    await assert.rejects(
      applied(asEve, file),
      /^ApiError: schedule Evening \(evening\): WATCHBILL_API_KEY may not do this: The chat already has a user group @others\. Only an admin/,
    );
    const { schedules } = succeeded(await eve.get('/schedules?query=late'));
    assert.deepEqual(
      schedules.map(({ name }: { name: string }) => name),
      ['Late'],
    );
    await applied(service, file);
    assert.equal((await groupOf('Evening')).id, 'S0OTHER');
  });

  it('are listed for all schedules at once, in pages', async () => {
    const { owner } = service.watchbill;
    const all = succeeded(await owner.get('/chat/user_groups/?per_page=100'));
    assert.equal(all.meta.total, all.user_groups.length);
    assert.deepEqual(Object.keys(all.user_groups[0]).sort(), ['handle', 'id', 'name', 'schedule_id']);
    const second = succeeded(await owner.get('/chat/user_groups/?per_page=1&page=2'));
    assert.deepEqual(second.user_groups, [all.user_groups[1]]);
    failed(await owner.get('/chat/user_groups/?page=0'), 400, 'bad_request');
  });
});
