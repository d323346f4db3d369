/** What `npm run build` makes and `npm start` runs, with real processes. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { calendarOf } from '../support/drivers/calendars.ts';
import { run } from '../support/servers/child-processes.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createSqlite, type TestDatabase } from '../support/servers/databases.ts';
import { createInstallation, type Installation } from '../support/servers/installation.ts';
import { killed, type ServerProcess, startServer } from '../support/servers/server-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Makes Node say that it is an older version. */
const OLDER = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.20.0' } })",
)}`;

/** A call in a stack trace: the function that made it, and where. */
const FRAME = /at (?:async )?(?:\w+\.)*(\w+) \((?:file:\/\/)?(\S+):(\d+):\d+\)/g;

describe('the built service', () => {
  let place: TestDatabase;
  let server: ServerProcess;
  const key = newApiKey();

  before(async () => {
    place = await createSqlite();
    server = await startServer(place.config, key);
  });
  after(() => cleanUp(() => killed(server), place.remove));

  function ask(path: string, body?: object): Promise<Response> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    return fetch(`${server.address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  it('logs an unexpected error with the lines of the sources', async () => {
    assert.ok(place.config.kind === 'sqlite');
    const database = new DatabaseSync(place.config.path);
    database.exec('alter table teams rename to missing_teams');
    assert.equal((await ask('/teams/')).status, 500);
    database.exec('alter table missing_teams rename to teams');
    database.close();
    const { error } = JSON.parse(await server.said('no such table: teams')) as { error: string };
    const frames = [...error.matchAll(FRAME)].map(([, name = '', file = '', line]) => ({ name, file, line }));
    const ours = frames.filter(({ file }) => file.startsWith(join(ROOT, 'src/')));
    assert.ok(ours.length >= 3, error);
    assert.ok(!error.includes('/dist/'), error);
    for (const [i, { file, line }] of ours.entries()) {
      const called = ours[i - 1]?.name ?? '';
      const text = (await readFile(file, 'utf8')).split('\n')[Number(line) - 1] ?? '';
      assert.ok(text.includes(called), `line ${line} of ${file} does not call ${called}: ${error}`);
    }
  });

  it('reads a calendar file in a thread of its own', async () => {
    const calendar = calendarOf(['UID:1', 'DTSTART:20260210T000000Z', 'DTEND:20260211T000000Z']);
    const answer = await ask('/user/time_off/import', { calendar });
    assert.equal(answer.status, 200, await answer.text());
  });

  it('has its pages: the web application and the reference', async () => {
    for (const path of ['/app/', '/docs/static/index.html']) {
      const page = await ask(path);
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
    }
  });
});

describe('a build', () => {
  let installation: Installation;

  before(async () => {
    installation = await createInstallation(['bin', 'src', 'scripts', 'package.json', 'tsconfig.json']);
  });
  after(() => installation.remove());

  function start(...flags: string[]): Promise<object> {
    return run(process.execPath, [...flags, 'bin/watchbill.mjs', 'serve'], { cwd: installation.path });
  }

  it('is asked for in one sentence when it is missing', async () => {
    const stderr = 'Watchbill is not built. Run `npm run build` first.\n';
    await assert.rejects(start(), { code: 1, stdout: '', stderr });
  });

  it('does not run with an older Node, which gets one sentence', async () => {
    const stderr = 'This is Node 22.20.0, and Watchbill needs Node 26. Run `npm ci` first: it installs it.\n';
    await assert.rejects(start('--import', OLDER), { code: 1, stdout: '', stderr });
  });

  it('in another folder has the same bytes, so it can be moved', async () => {
    await run(process.execPath, ['scripts/build-server.ts'], { cwd: installation.path });
    assert.deepEqual(await bytesIn(installation.path), await bytesIn(ROOT));
  });

  async function bytesIn(root: string): Promise<Map<string, string>> {
    const folder = join(root, 'dist/server');
    const names = (await readdir(folder)).sort();
    return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const)));
  }
});
