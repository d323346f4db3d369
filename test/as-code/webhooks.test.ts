/** Webhooks in the file. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { disableWebhook } from '../../src/db/webhooks.ts';
import { allowEndpoints, succeeded } from '../support/drivers/api.ts';
import {
  applied,
  exported,
  killAtAnswer,
  runAsProcess,
  type Service,
  startService,
  withFile,
} from '../support/drivers/as-code.ts';
import { describeOnBothDatabases } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

const SCHEDULE = {
  external_id: 'primary',
  name: 'Primary',
  time_zone: 'UTC',
  layers: [
    {
      name: 'Rotation',
      rotation_start: '2026-11-02T08:00:00Z',
      concurrent_oncall_users: 1,
      shift_length: { amount: 1, unit: 'weeks' },
      users: ['owner@example.com'],
    },
  ],
};
const PAGER = {
  external_id: 'pager',
  url: 'https://127.0.0.1/hooks/t0ken',
  events: ['oncall.changed', 'gap.ahead'],
  schedules: ['primary'],
};
const ALL = { external_id: 'all', url: 'https://127.0.0.1', events: ['schedule.created'], teams: ['platform'] };

function fileOf(webhooks: readonly object[] | undefined, more: object = {}): string {
  const teams = [{ external_id: 'platform', name: 'Platform' }];
  return JSON.stringify({ version: 1, managed_by: 'hooks', teams, schedules: [SCHEDULE], webhooks, ...more }, null, 2);
}

describeOnBothDatabases('[CODE-1] webhooks in the file', (create) => {
  let service: Service;
  beforeEach(async () => {
    service = await startService(create, NOW);
    allowEndpoints(service.watchbill, ['127.0.0.1']);
  });
  afterEach(() => service.watchbill.stop());

  const webhooks = async () => succeeded(await service.watchbill.owner.get('/webhooks/')).webhooks;

  it('are created, changed, exported and pruned; the plan shows neither secret nor path', async () => {
    const text = await applied(service, fileOf([PAGER, ALL]));
    assert.match(
      text,
      /^\+ webhook pager \(https:\/\/127\.0\.0\.1\/…\)\n {4}oncall\.changed, gap\.ahead of schedules primary\n {4}Its secret is not shown: rotate it to get one\.\n$/m,
    );
    assert.match(text, /^\+ webhook all \(https:\/\/127\.0\.0\.1\)\n {4}schedule\.created of teams platform\n/m);
    assert.doesNotMatch(text, /whsec_|t0ken/);
    const [{ id, schedule_ids: ids }, other] = await webhooks();
    const { schedules } = succeeded(await service.watchbill.owner.get('/schedules'));
    assert.deepEqual([ids, other.team_ids.length, other.managed_by], [[schedules[0].id], 1, 'hooks']);
    assert.match(await applied(service, fileOf([PAGER, ALL])), /^Nothing to change: all 4 match the file\.\n$/);
    // The order of events means nothing, and absent fields stay.
    const { schedules: _, ...bare } = PAGER;
    const same = { ...bare, events: PAGER.events.toReversed() };
    assert.match(await applied(service, fileOf([same, ALL])), /^Nothing to change/);

    const changed = { ...PAGER, url: 'https://127.0.0.1/hooks/0ther', description: 'Wakes the bot', enabled: false };
    const plan = await applied(service, fileOf([{ ...changed, schedules: null, teams: ['platform'] }, ALL]));
    assert.match(
      plan,
      /^~ webhook pager .*\n {4}~ url: "https:\/\/127\.0\.0\.1\/…" → "https:\/\/127\.0\.0\.1\/…, another path"\n {4}~ description: none → "Wakes the bot"\n {4}~ enabled: yes → no\n {4}~ events of: schedules primary → teams platform\n/m,
    );
    const [now] = await webhooks();
    assert.deepEqual(
      [now.id, now.url, now.enabled, now.schedule_ids, now.team_ids.length],
      [id, changed.url, false, undefined, 1],
    );

    const file = await exported(service);
    assert.match(
      file,
      /^webhooks:\n {2}- external_id: all\n {4}url: https:\/\/127\.0\.0\.1\/\n {4}events:\n {6}- schedule\.created\n {4}teams:\n {6}- platform\n {2}- external_id: pager\n/m,
    );
    assert.match(await applied(service, file), /^Nothing to change/);

    const without = fileOf(undefined);
    assert.match(await applied(service, without), /^Not in the file any more: webhook pager .*--prune deletes it\.$/m);
    assert.equal((await webhooks()).length, 2);
    assert.match(await applied(service, without, { prune: true }), /^- webhook all \(https:\/\/127\.0\.0\.1\)$/m);
    assert.deepEqual(await webhooks(), []);
  });

  it('take over one with the same address that has no external_id, and leave it when pruning', async () => {
    const { owner } = service.watchbill;
    const { url, events } = PAGER;
    const { webhook } = succeeded(await owner.post('/webhooks/', { url, events }), 201);
    const text = await applied(service, fileOf([{ ...PAGER, schedules: null }]));
    assert.match(text, /^~ webhook pager .*\n {4}~ external_id: none → "pager"\n\n/m);
    await applied(service, fileOf([]), { prune: true });
    assert.deepEqual(
      (await webhooks()).map(({ id, external_id: name }: Record<string, string>) => [id, name]),
      [[webhook.id, 'pager']],
    );
  });

  it('are refused with their line before anything is changed', async () => {
    await applied(service, fileOf([PAGER]));
    for (const [hooks, rule] of [
      [[PAGER, { ...ALL, external_id: 'pager' }], 'webhooks[1].external_id must occur once; webhooks[0] has the same.'],
      [
        [{ ...PAGER, teams: ['platform'] }],
        'webhooks[0].teams cannot be given together with schedules: choose one of them.',
      ],
      [
        [{ ...PAGER, schedules: ['primary', 'none'] }],
        'webhooks[0].schedules[1] must be the external_id of a schedule; there is no schedule "none".',
      ],
      [[{ ...ALL, teams: ['no'] }], 'webhooks[0].teams[0] must be the external_id of a team; there is no team "no".'],
      [[{ ...PAGER, schedules: [] }], 'webhooks[0].schedules must not have fewer than 1 items; it is [].'],
      [[{ ...PAGER, events: ['oncall'] }], 'webhooks[0].events[0] must be one of oncall.changed, schedule.created,'],
      [[{ ...PAGER, schedules: ['primary', 'primary'] }], 'webhooks[0].schedules[1] must occur once;'],
      [
        Array.from({ length: 21 }, (_, i) => ({ ...PAGER, external_id: `w${i}` })),
        'webhooks must not have more than 20 items; it is not shown here.',
      ],
      [[{ ...PAGER, secret: 'whsec_x' }], 'webhooks[0].secret is not a known field.'],
    ] as const) {
      await assert.rejects(applied(service, fileOf(hooks, { teams: [] })), ({ message }: Error) => {
        assert.match(message, /^\S+\.yaml:\d+:\d+ /);
        assert.ok(message.includes(rule), message);
        assert.equal(message.split('\n').length, 1, message);
        return true;
      });
    }
    assert.equal((await webhooks()).length, 1);
  });

  it('never show the path of an address, whatever is wrong with it', async () => {
    for (const [url, rule] of [
      ['hooks.example.com/t0ken', 'webhooks[0].url must be an address that begins with https://.'],
      ['ftp://hooks.example.com/t0ken', 'webhooks[0].url must be an address that begins with https://.'],
      ['https://me:t0ken@hooks.example.com/', 'webhooks[0].url must have no user name, no password and no fragment.'],
      ['https://hooks.example.com/t0ken\n', 'webhooks[0].url must be one line without control characters'],
      [['https://hooks.example.com/t0ken'], 'webhooks[0].url must be string; it is not shown here.'],
      [
        `https://hooks.example.com/t0ken${'x'.repeat(2_000)}`,
        'webhooks[0].url must not have more than 2000 characters',
      ],
    ] as const) {
      await assert.rejects(applied(service, fileOf([{ ...PAGER, url }])), ({ message }: Error) => {
        assert.match(message, /^\S+\.yaml:\d+:\d+ /);
        assert.ok(message.includes(rule), message);
        assert.doesNotMatch(message, /t0ken/);
        return true;
      });
    }
    // What only the service knows is found when it is applied.
    await assert.rejects(
      applied(service, fileOf([{ ...PAGER, url: 'https://10.1.2.3/t0ken' }])),
      ({ message }: Error) => {
        assert.match(
          message,
          /^webhook pager \(https:\/\/10\.1\.2\.3\/…\): url: 10\.1\.2\.3 is not a public address\./,
        );
        return !message.includes('t0ken');
      },
    );
  });

  it('are replaced in one apply though there are as many as an organization may have', async () => {
    const many = (from: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        ...ALL,
        external_id: `w${from + i}`,
        url: `https://127.0.0.1/${from + i}`,
      }));
    await applied(service, fileOf(many(0)));
    await assert.rejects(
      applied(service, fileOf(many(1))),
      /webhooks must leave at most 20 webhooks in the organization; there would be 21\./,
    );
    await applied(service, fileOf(many(1)), { prune: true });
    const names = (await webhooks()).map((one: { external_id: string }) => one.external_id).sort();
    assert.deepEqual(
      names,
      many(1)
        .map(({ external_id }) => external_id)
        .sort(),
    );
  });

  it('can be about a schedule with the id "none"', async () => {
    const none = { ...SCHEDULE, external_id: 'none' };
    await applied(service, fileOf([{ ...PAGER, schedules: ['none'] }], { schedules: [none] }));
    assert.equal((await webhooks())[0].schedule_ids?.length, 1);
  });

  it('and schedules cannot name a team or a schedule that the same apply deletes', async () => {
    const spare = { ...SCHEDULE, external_id: 'spare', name: 'Spare', teams: ['platform'] };
    await applied(service, fileOf([PAGER, ALL], { schedules: [SCHEDULE, spare] }));
    const fewer = fileOf([{ ...PAGER, schedules: ['spare'] }, ALL], {
      teams: [],
      schedules: [{ ...SCHEDULE, teams: ['platform'] }],
    });
    await assert.rejects(applied(service, fewer, { prune: true }), ({ message }: Error) => {
      const rules = message.split('\n').map((line) => line.replace(/^\S+ /, ''));
      assert.deepEqual(rules, [
        'schedules[0].teams[0] must be the external_id of a team; --prune deletes "platform".',
        'webhooks[0].schedules[0] must be the external_id of a schedule; --prune deletes "spare".',
        'webhooks[1].teams[0] must be the external_id of a team; --prune deletes "platform".',
      ]);
      return true;
    });
    assert.match(await applied(service, fewer), /2 to change, 0 to delete/, 'without --prune they stay');
  });

  it('need the key of an admin, in the file and in an export', async () => {
    const standard = await service.watchbill.addPerson('Stan');
    const theirs = { ...service, address: { ...service.address, key: standard.key } };
    await assert.rejects(applied(theirs, fileOf([PAGER])), /webhooks needs the key of an admin/);
    const { exitCode, stdout, stderr } = await runAsProcess(theirs, 'export');
    assert.equal(exitCode, 1);
    assert.match(stdout, /^calendar_rules:/m);
    assert.equal(stderr, 'Webhooks are not in the file, because only the key of an admin may read them.\n');
    const pruned = await applied(theirs, JSON.stringify({ version: 1, managed_by: 'hooks' }), { prune: true });
    assert.match(pruned, /^Webhooks are left alone, because only the key of an admin may read them\.$/m);
    const json = { isPlan: true, prune: true, json: true };
    const plan = JSON.parse(await applied(theirs, JSON.stringify({ version: 1, managed_by: 'hooks' }), json));
    assert.equal(plan.webhooks_compared, false);
  });

  it('are there once when apply is killed after it created one, or two run at the same time', async () => {
    await withFile(fileOf([PAGER, ALL]), async (path) => {
      await killAtAnswer(service, ['apply', path], ({ method, url }) => method === 'POST' && url === '/webhooks/');
      assert.equal((await webhooks()).length, 1);
      const both = await Promise.all([1, 2].map(() => runAsProcess(service, 'apply', path)));
      assert.deepEqual(
        both.map(({ exitCode, stderr }) => [exitCode, stderr]),
        [
          [0, ''],
          [0, ''],
        ],
      );
    });
    assert.deepEqual((await webhooks()).map((one: { external_id: string }) => one.external_id).sort(), [
      'all',
      'pager',
    ]);
  });

  it('keep a filter whose schedule was deleted, and one that Watchbill disabled is not disabled in the export', async () => {
    await applied(service, fileOf([PAGER]));
    const [{ id, schedule_ids: ids }] = await webhooks();
    succeeded(await service.watchbill.owner.delete(`/schedules/${ids[0]}`), 204);
    const { exitCode, stdout: file, stderr } = await runAsProcess(service, 'export');
    assert.deepEqual(
      [exitCode, stderr],
      [1, `The webhook pager names what is not in the file, because it was deleted or is broken: ${ids[0]}.\n`],
    );
    assert.match(file, new RegExp(`schedules:\\n {6}- ${ids[0]}\\n`));
    assert.match(await applied(service, file), /^Nothing to change/);
    succeeded(await service.watchbill.owner.patch(`/webhooks/${id}`, { enabled: false }));
    succeeded(await service.watchbill.owner.patch(`/webhooks/${id}`, { schedule_ids: null }));
    assert.match(await exported(service), /^ {4}enabled: false$/m);
    succeeded(await service.watchbill.owner.patch(`/webhooks/${id}`, { enabled: true }));
    const { services, owner } = service.watchbill;
    const { organization } = succeeded(await owner.get('/organization/'));
    const given = {
      organizationId: organization.id,
      id,
      reason: 'It failed for three days.',
      now: services.clock.now(),
    };
    await services.db.transaction((tx) => tx.run(disableWebhook, given));
    assert.equal((await webhooks())[0].enabled, false);
    assert.doesNotMatch(await exported(service), /enabled/);
  });
});
