/** Rule TRU-2: `watchbill oncall` as a process, of a service and of a database, and commands where no database is. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { createFolder, startChild } from '../support/servers/child-processes.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import {
  compiledCode,
  type ServerProcess,
  startCommand,
  startServer,
  stopped,
} from '../support/servers/server-process.ts';

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));
const SCHEDULES = 103;

async function finished(child: ChildProcess) {
  assert.ok(child.stdout !== null && child.stderr !== null);
  const [[exitCode], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}

/** In an empty folder, with nothing of this environment. */
function runIn(cwd: string, env: Record<string, string>, ...words: string[]) {
  const child = startChild(process.execPath, [...commandFlags(), MAIN, ...words], {
    cwd,
    env: { ...compiledCode(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return finished(child);
}

describeOnBothDatabases('[TRU-2] watchbill oncall', (create, itOnSqlite) => {
  let place: TestDatabase;
  let server: ServerProcess;
  let folder: Awaited<ReturnType<typeof createFolder>>;
  const key = newApiKey();

  before(async () => {
    folder = await createFolder('watchbill-oncall-');
    place = await create();
    server = await startServer(place.config, key);
    const layer = {
      name: 'Rotation',
      rotation_start: '2026-01-05T09:00:00Z',
      concurrent_oncall_users: 1,
      shift_length: { amount: 1, unit: 'weeks' },
      user_references: [{ type: 'email', value: 'owner@example.com' }],
    };
    for (let number = 1; number <= SCHEDULES; number++) {
      const body = JSON.stringify({ name: `Schedule ${number}`, time_zone: 'UTC', team_ids: [], layers: [layer] });
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      assert.equal((await fetch(`${server.address}/schedules`, { method: 'POST', headers, body })).status, 201);
    }
  });
  after(async () => {
    await stopped(server);
    await place.remove();
    await folder.remove();
  });

  it('asks the service if address and key are set, in whatever folder, and prints the same as on the database', async () => {
    const there = { WATCHBILL_URL: server.address, WATCHBILL_API_KEY: key };
    const [service, database] = [
      await runIn(folder.path, there, 'oncall'),
      await finished(startCommand(place.config, ['oncall'])),
    ];
    assert.deepEqual([service.exitCode, service.stderr], [0, '']);
    const lines = service.stdout.trimEnd().split('\n');
    assert.equal(lines.length, SCHEDULES, 'also those after the first page');
    assert.match(lines[0] ?? '', /^Schedule 1: \S.*, until \d{4}-\S+Z$/);
    assert.deepEqual(database, service);
    const one = await runIn(folder.path, there, 'oncall', '--schedule', 'schedule 77');
    assert.match(one.stdout, /^Schedule 77: [^\n]*\n$/);
    assert.deepEqual(await readdir(folder.path), []);
  });

  itOnSqlite('a schedule that does not exist is an error', async () => {
    const there = { WATCHBILL_URL: server.address, WATCHBILL_API_KEY: key };
    const told = {
      exitCode: 1,
      stdout: '',
      stderr: 'There is no schedule whose name contains "nothing".\n',
    };
    assert.deepEqual(await runIn(folder.path, there, 'oncall', '--schedule', 'nothing'), told);
    assert.deepEqual(await finished(startCommand(place.config, ['oncall', '--schedule', 'nothing'])), told);
  });

  itOnSqlite('a wrong key, or a service that does not answer, is an error', async () => {
    const wrong = await runIn(folder.path, { WATCHBILL_URL: server.address, WATCHBILL_API_KEY: newApiKey() }, 'oncall');
    assert.deepEqual([wrong.exitCode, wrong.stdout], [1, '']);
    assert.match(wrong.stderr, /does not accept WATCHBILL_API_KEY/);
    const gone = await runIn(folder.path, { WATCHBILL_URL: 'http://127.0.0.1:9', WATCHBILL_API_KEY: key }, 'oncall');
    assert.deepEqual([gone.exitCode, gone.stdout], [1, '']);
    assert.match(gone.stderr, /^No answer from http:\/\/127\.0\.0\.1:9/);
  });
});

describe('[TRU-2] where there is no database', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  before(async () => {
    folder = await createFolder('watchbill-nothing-');
  });
  after(() => folder.remove());

  for (const line of [
    'oncall',
    'users add --email a@example.com --name A',
    'users erase --id x',
    'users link --email a@example.com',
    'users identities --email a@example.com',
    'users unlink --email a@example.com --id x',
    'keys create --email a@example.com',
    'keys list',
    'keys revoke --id x',
    'backup copy.db',
  ]) {
    it(`${line}: names the missing file, and creates nothing`, async () => {
      const { exitCode, stdout, stderr } = await runIn(folder.path, {}, ...line.split(' '));
      assert.deepEqual([exitCode, stdout], [1, '']);
      assert.match(stderr, /data\/watchbill\.db/);
      assert.deepEqual(await readdir(folder.path), []);
    });
  }

  it('but that of the demo, users link names it', async () => {
    const demo = await createFolder('watchbill-demo-');
    await mkdir(join(demo.path, 'data'));
    await writeFile(join(demo.path, 'data', 'demo.db'), '');
    const { exitCode, stderr } = await runIn(demo.path, {}, 'users', 'link', '--email', 'a@example.com');
    await demo.remove();
    assert.equal(exitCode, 1);
    assert.match(stderr, /or name another file, such as sqlite:data\/demo\.db, the database of the demo\n$/);
  });

  it('an empty file is not filled', async () => {
    await mkdir(join(folder.path, 'empty'));
    await writeFile(join(folder.path, 'empty', 'empty.db'), '');
    const env = { DATABASE_URL: 'sqlite:empty/empty.db', WATCHBILL_SECRET: 'x'.repeat(32) };
    const { exitCode, stderr } = await runIn(folder.path, env, 'keys', 'list');
    assert.equal(exitCode, 1);
    assert.match(stderr, /The database is empty: start the service once, with "serve"\./);
  });

  it('oncall with an address and no key says what is missing', async () => {
    const { exitCode, stdout, stderr } = await runIn(
      folder.path,
      { WATCHBILL_URL: 'https://oncall.example.com' },
      'oncall',
    );
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, /^WATCHBILL_API_KEY is not set; to call the service at WATCHBILL_URL .* it must be `wb_`/);
  });

  it('with DATABASE_URL, the address of the service alone changes nothing: it is a setting of the service', async () => {
    const env = { WATCHBILL_URL: 'https://oncall.example.com', DATABASE_URL: 'sqlite:none.db' };
    const { stderr } = await runIn(folder.path, env, 'oncall');
    assert.match(stderr, /^DATABASE_URL is "sqlite:none\.db"; there is no such file\./);
  });
});
