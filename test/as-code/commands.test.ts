/** `watchbill export` and `watchbill apply` as processes, against a running service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parse } from 'yaml';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { fillWithDemo } from '../../src/services/setup/demo.ts';
import { succeeded } from '../support/drivers/api.ts';
import {
  applied,
  exported,
  killAtAnswer,
  runAsProcess,
  type Service,
  startService,
  withFile,
} from '../support/drivers/as-code.ts';
import { createOverride, createSchedule, namesOf } from '../support/drivers/schedules.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

const NOW = '2026-11-16T12:00:00Z';

const EXAMPLE = new URL('../../docs/demo-organization.yaml', import.meta.url);

/** Dates that are past or future on any clock: the commands use the clock of the machine. */
const FILE = `
version: 1
managed_by: northwind
people:
  - { email: ada@example.com, name: Ada }
  - { email: ben@example.com, name: Ben, time_zone: europe/berlin }
teams:
  - external_id: platform
    name: Platform
    members: [ada@example.com, ben@example.com]
schedules:
  - external_id: primary
    name: Primary
    time_zone: Europe/Berlin
    teams: [platform]
    layers:
      - name: Rotation
        rotation_start: 2026-11-02T08:00:00Z
        concurrent_oncall_users: 1
        shift_length: { amount: 1, unit: weeks }
        users: [ada@example.com, ben@example.com]
      - name: Later
        rotation_start: 2150-01-05T08:00:00Z
        concurrent_oncall_users: 1
        shift_length: { amount: 2, unit: weeks }
        users: [ben@example.com]
    overrides:
      - { start: 2149-12-24T08:00:00Z, end: 2149-12-25T08:00:00Z, users: [ben@example.com], reason: Christmas }
      - { start: 2149-12-24T12:00:00Z, end: 2149-12-24T14:00:00Z, users: [ada@example.com] }
  - external_id: secondary
    name: Secondary
    time_zone: UTC
    layers:
      - name: Rotation
        rotation_start: 2026-11-02T08:00:00Z
        concurrent_oncall_users: 1
        shift_length: { amount: 1, unit: days }
        users: []
`;

describeOnSqlite('[CODE-1] the commands', (create) => {
  let service: Service;
  beforeEach(async () => {
    service = await startService(create, NOW);
    const { owner } = service.watchbill;
    await createSchedule(owner, [owner], { name: 'By hand' });
  });
  afterEach(() => service.watchbill.stop());

  it('plan, apply, change and prune, each as a process', async () => {
    const { owner } = service.watchbill;
    await withFile(FILE, async (path) => {
      const plan = await runAsProcess(service, 'apply', path, '--plan');
      assert.equal(
        // Whose turn it is depends on the clock of the machine.
        plan.stdout.replace(/ {4}First shifts .*\n( {6}.*\n)+/, ''),
        `+ person Ada (ada@example.com)
    standard, member seat

+ person Ben (ben@example.com)
    standard, member seat, europe/berlin

+ team Platform (platform)
    + member Ada
    + member Ben

+ schedule Primary (primary)
    Europe/Berlin, team Platform
    from now: Ada, Ben, 1 week each
    then from Mon 2150-01-05 09:00: Ben, 2 weeks each
    + override Wed 2149-12-24 09:00 to Thu 2149-12-25 09:00: Ben (Christmas)
    + override Wed 2149-12-24 13:00 to Wed 2149-12-24 15:00: Ada

+ schedule Secondary (secondary)
    UTC
    from now: nobody

5 to create, 0 to change, 0 to delete, 0 unchanged.
This is a plan: nothing was changed.
`,
      );
      assert.deepEqual(namesOf(succeeded(await owner.get('/schedules')).schedules), ['By hand']);
      const first = await runAsProcess(service, 'apply', path);
      assert.deepEqual([first.exitCode, first.stdout.split('\n').at(-2), first.stderr], [0, 'Applied.', '']);
      const second = await runAsProcess(service, 'apply', path);
      assert.deepEqual([second.exitCode, second.stdout], [0, 'Nothing to change: all 5 match the file.\n']);
    });
    const { schedules } = succeeded(await owner.get('/schedules'));
    assert.deepEqual(
      schedules.map(({ name, managed_by }: Record<string, string>) => [name, managed_by]),
      [
        ['By hand', undefined],
        ['Primary', 'northwind'],
        ['Secondary', 'northwind'],
      ],
    );
    const { teams } = succeeded(await owner.get('/teams/'));
    const { users } = succeeded(await owner.get(`/teams/${teams[0].id}/members/`));
    assert.deepEqual(namesOf(users), ['Ada', 'Ben'], 'the one whose key it was is not a member');
  });

  it('show what a change means, from when, and whose shifts move', async () => {
    await applied(service, FILE);
    const changed = FILE.replace(
      'users: [ada@example.com, ben@example.com]',
      'users: [ben@example.com, ada@example.com]',
    )
      .replace(/ {2}- external_id: secondary[\s\S]*/, '')
      .replace(/ {6}- \{ start: 2149-12-24T12.*\n/, '');
    const expected = `~ schedule Primary (primary)
    ~ from now: people: Ada, Ben → Ben, Ada
    Shifts change from now (Europe/Berlin):
      on call now: Ada → Ben
      Ada: next shift Mon 2026-11-30 09:00 → Mon 2026-11-23 09:00
      Ben: next shift Mon 2026-11-23 09:00 → Mon 2026-11-30 09:00

Not in the file any more: schedule Secondary (secondary). --prune deletes it.
0 to create, 1 to change, 0 to delete, 3 unchanged.
This is a plan: nothing was changed.
`;
    assert.equal(await applied(service, changed, { isPlan: true }), expected);
    const pruned = await applied(service, changed, { prune: true });
    assert.match(pruned, /^ {4}- override Wed 2149-12-24 13:00 to Wed 2149-12-24 15:00: Ada$/m);
    assert.match(pruned, /^- schedule Secondary \(secondary\)$/m);
    assert.match(await applied(service, changed, { prune: true }), /^Nothing to change: all 4/);
    const { schedules } = succeeded(await service.watchbill.owner.get('/schedules'));
    assert.deepEqual(namesOf(schedules), ['By hand', 'Primary']);
    const { users } = schedules[1].current_oncall_shift;
    assert.deepEqual(namesOf(users), ['Ben']);
  });

  it('take over a thing with the same name and no external_id, and leave it unmanaged', async () => {
    const taking = FILE.replace('external_id: secondary', 'external_id: by-hand').replace('Secondary', 'by hand');
    const text = await applied(service, taking);
    assert.match(text, /~ schedule by hand \(by-hand\)\n {4}~ external_id: none → "by-hand"\n/);
    assert.match(await applied(service, FILE, { prune: true }), /\+ schedule Secondary/);
    const { schedules } = succeeded(await service.watchbill.owner.get('/schedules'));
    assert.deepEqual(namesOf(schedules), ['by hand', 'Primary', 'Secondary'], 'what a person made is not pruned');
  });

  it('take over a thing whose name differs only in its Unicode form, with its members and overrides', async () => {
    const { owner, addPerson } = service.watchbill;
    const ada = await addPerson('Ada');
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Café'.normalize(form));
    const { team } = succeeded(await owner.post('/teams/', { name: composed }), 201);
    const schedule = await createSchedule(owner, [ada], { name: composed, time_zone: 'UTC' });
    const [start, end] = ['2149-12-24T08:00:00Z', '2149-12-25T08:00:00Z'];
    await createOverride(owner, schedule, [ada], start, end);
    const { layers } = parse(FILE.replace('users: []', 'users: [ada@example.com]')).schedules[1];
    const overrides = [{ start, end, users: ['ada@example.com'] }];
    const file = JSON.stringify({
      version: 1,
      managed_by: 'cafe',
      teams: [{ external_id: 'cafe', name: decomposed, members: ['ada@example.com'] }],
      schedules: [{ external_id: 'cafe', name: decomposed, time_zone: 'UTC', layers, overrides }],
    });
    await applied(service, file);
    assert.match(await applied(service, file), /^Nothing to change/);
    assert.deepEqual(namesOf(succeeded(await owner.get(`/teams/${team.id}/members/`)).users), ['Ada']);
    assert.equal(
      succeeded(await owner.get(`/schedules/${schedule.id}/overrides/?unfinished=true`)).overrides.length,
      1,
    );
  });

  it('give a user a viewer seat after removing them from everything', async () => {
    const { watchbill } = service;
    await watchbill.addPerson('Vera');
    await applied(service, FILE.replace('users: []', 'users: [vera@example.com]'));
    const viewer = FILE.replace('people:\n', 'people:\n  - { email: vera@example.com, name: Vera, seat: viewer }\n');
    assert.match(
      await applied(service, viewer),
      /~ person Vera .*\n {4}~ seat: "member" → "viewer"\n[\s\S]*\nApplied\.\n$/,
    );
    assert.match(await applied(service, viewer), /^Nothing to change/);
  });

  it('swap the names of teams, through a temporary name, also where a run was interrupted', async () => {
    const { owner } = service.watchbill;
    const fileWith = (first: string, second: string, third?: string) =>
      `version: 1\nmanaged_by: swaps\nteams:\n${[first, second, third]
        .flatMap((name, i) => (name === undefined ? [] : [`  - { external_id: swap-${i}, name: ${name} }`]))
        .join('\n')}\n`;
    const names = async () =>
      succeeded(await owner.get('/teams/?per_page=100')).teams.flatMap(
        ({ external_id, name }: Record<string, string>) => (external_id?.startsWith('swap-') ? [name] : []),
      );
    await applied(service, fileWith('Red', 'Blue'));
    await applied(service, fileWith('Blue', 'Red'));
    assert.deepEqual(await names(), ['Blue', 'Red']);
    // In a row, and with a new team that takes a name which becomes free.
    await applied(service, fileWith('Red', 'Green', 'Blue'));
    assert.deepEqual(await names(), ['Red', 'Green', 'Blue']);

    await withFile(fileWith('Green', 'Blue', 'Red'), (path) =>
      killAtAnswer(service, ['apply', path], ({ method }) => method === 'PATCH'),
    );
    assert.match((await names()).join(), /Renamed by apply tea_/);
    await applied(service, fileWith('Green', 'Blue', 'Red'));
    assert.deepEqual(await names(), ['Green', 'Blue', 'Red']);
  });

  it('create overlapping overrides in the order of the file', async () => {
    const earlier = '      - { start: 2149-12-24T00:00:00Z, end: 2149-12-24T20:00:00Z, users: [ben@example.com] }\n';
    await applied(service, FILE.replace('    overrides:\n', `    overrides:\n${earlier}`));
    const file = await exported(service);
    const starts = [...file.matchAll(/start: "(2149-12-24T..)/g)].map(([, start]) => start);
    assert.deepEqual(starts, ['2149-12-24T00', '2149-12-24T08', '2149-12-24T12']);
  });

  it('report what the organization refuses, with its line, before anything is changed', async () => {
    await applied(service, FILE);
    const before = await exported(service);
    const refusals = {
      'schedules[0].layers[0].users[1] must be in people, or a user of the organization; "zoe@example.com" is neither.':
        ['users: [ada@example.com, ben@', 'users: [ada@example.com, zoe@'],
      'schedules[0].time_zone cannot be changed once the schedule exists; it is "Europe/Berlin" there.': [
        'time_zone: Europe/Berlin',
        'time_zone: UTC',
      ],
      'schedules[0].teams[0] must be the external_id of a team; there is no team "none".': ['[platform]', '[none]'],
      'teams[0].name must be unique; a team named "Platform" exists with the external_id "platform".': [
        'external_id: platform',
        'external_id: other',
      ],
    } as const;
    const { schedules } = succeeded(await service.watchbill.owner.get('/schedules?query=Primary'));
    const twice = FILE.replace('external_id: secondary', `external_id: ${schedules[0].id}`);
    await assert.rejects(
      applied(service, twice),
      /schedules\[1\]\.external_id must not name the same as schedules\[0\]/,
    );
    for (const [refusal, [from, to]] of Object.entries(refusals)) {
      await assert.rejects(applied(service, FILE.replace(from, to)), ({ message }: Error) => {
        assert.match(message, /^\S+\.yaml:\d+:\d+ /);
        return message.includes(refusal);
      });
    }
    assert.equal(await exported(service), before);
  });

  it('reach the same state when they are killed and run again', async () => {
    const [killed, straight] = [await startService(create, NOW), await startService(create, NOW)];
    try {
      await withFile(FILE, async (path) => {
        for (const writes of [3, 4]) {
          let left = writes;
          await killAtAnswer(killed, ['apply', path], ({ method }) => method !== 'GET' && --left === 0);
        }
      });
      await applied(killed, FILE);
      const text = await applied(straight, FILE);
      assert.match(text, / {4}First shifts \(Europe\/Berlin\):\n {6}on call now: Ada\n {6}Ben: Mon 2026-11-23 09:00\n/);
      assert.equal(await exported(killed), await exported(straight));
    } finally {
      await killed.watchbill.stop();
      await straight.watchbill.stop();
    }
  });

  it('create everything once when two run concurrently', async () => {
    const [twice, straight] = [await startService(create, NOW), await startService(create, NOW)];
    try {
      await Promise.all([applied(twice, FILE), applied(twice, FILE)]);
      await applied(straight, FILE);
      assert.equal(await exported(twice), await exported(straight));
    } finally {
      await twice.watchbill.stop();
      await straight.watchbill.stop();
    }
  });

  it('create an override again that was deleted within the same hour', async () => {
    const { owner } = service.watchbill;
    await applied(service, FILE);
    const { schedules } = succeeded(await owner.get('/schedules?query=Primary'));
    const path = `/schedules/${schedules[0].id}/overrides/`;
    const list = async () => succeeded(await owner.get(`${path}?unfinished=true`)).overrides;
    const before = await list();
    succeeded(await owner.delete(path + before.at(-1).id), 204);
    await applied(service, FILE);
    assert.equal((await list()).length, before.length);
  });

  describe('fail with a clear message', () => {
    async function messageWith(address: Partial<Service['address']>): Promise<string> {
      const failing = { ...service, address: { ...service.address, ...address } };
      return exported(failing).then(
        () => assert.fail('it should fail'),
        ({ message }: Error) => message,
      );
    }

    it('for a wrong key, and if nothing listens', async () => {
      const { url } = service.address;
      const wrongKey = `${url} does not accept WATCHBILL_API_KEY: it is unknown, expired or revoked.`;
      assert.equal(await messageWith({ key: newApiKey() }), wrongKey);
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      const address = { ...service.address, url: `http://127.0.0.1:${port}` };
      const { exitCode, stderr } = await runAsProcess({ address }, 'export');
      assert.equal(exitCode, 1);
      assert.match(stderr, /^No answer from http:\/\/127\.0\.0\.1:\d+ \(WATCHBILL_URL\): connect ECONNREFUSED .*\n$/);
    });

    it('for a key without permission, with what it needs', async () => {
      const { watchbill } = service;
      const standard = await watchbill.addPerson('Stan');
      const theirs = { watchbill, address: { ...service.address, key: standard.key } };
      const more = FILE.replace('people:\n', 'people:\n  - { email: eve@example.com, name: Eve }\n');
      await assert.rejects(
        applied(theirs, more),
        /^ApiError: person Eve \(eve@example\.com\): WATCHBILL_API_KEY may not do this: /,
      );
    });

    it('for another service, and wait for the rate limit', async () => {
      let answers: [status: number, headers: Record<string, string>, body: string][] = [];
      const other = createServer((_, response) => {
        const [status, headers, body] = answers.shift() ?? [200, {}, '<html>'];
        response.writeHead(status, headers).end(body);
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const limited = JSON.stringify({ error: { code: 'too_many_requests', message: 'Too many.' } });
      answers = [[429, { 'retry-after': '0' }, limited]];
      const elsewhere = `${url} answers with status 200, but not as Watchbill does. Is WATCHBILL_URL the address of the service?`;
      assert.equal(await messageWith({ url }), elsewhere);
      for (const body of ['{', '[]', '{}', '{"users":{}}']) {
        answers = [[200, { 'content-type': 'application/json' }, body]];
        assert.equal(await messageWith({ url }), elsewhere, body);
      }
      answers = [[302, { location: 'https://login.example.com/' }, '']];
      assert.equal(
        await messageWith({ url }),
        `${url} leads to https://login.example.com/. Set WATCHBILL_URL to the address of the service.`,
      );
      other.close();
    });
  });

  it('export the demo as docs/demo-organization.yaml shows it', async () => {
    const demo = await startService(create, NOW);
    try {
      await fillWithDemo(demo.watchbill.services, demo.address.key);
      const { exitCode, stdout } = await runAsProcess(demo, 'export');
      assert.equal(exitCode, 0);
      const text = stdout.replace(demo.address.url, 'https://oncall.example.com');
      if (process.env.WRITE_EXAMPLE !== undefined) await writeFile(EXAMPLE, text);
      assert.equal(text, await readFile(EXAMPLE, 'utf8'), 'run this suite with WRITE_EXAMPLE=1 to write it anew');
      const schema = await demo.watchbill.app.inject({ url: '/schemas/watchbill-file.json' });
      assert.equal(schema.statusCode, 200);
      assert.equal(
        schema.json().properties.schedules.items.properties.external_id.description,
        'Identifies the schedule',
      );
    } finally {
      await demo.watchbill.stop();
    }
  });
});
