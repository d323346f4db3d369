/** What `npm run build` makes and `npm start` runs, with real processes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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

/** A line of a stack trace: the function, if it has a name, and where it had got to. */
const FRAME = /at (?:async )?(?:\w+\.)*(\S+) \((?:file:\/\/)?(\S+):(\d+):\d+\)/g;

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
    const database = new DatabaseSync(place.config.path, { timeout: 5_000 });
    database.exec('alter table teams rename to missing_teams');
    assert.equal((await ask('/teams/')).status, 500);
    database.exec('alter table missing_teams rename to teams');
    database.close();
    const { error } = JSON.parse(await server.said('no such table: teams')) as { error: string };
    const frames = [...error.matchAll(FRAME)].map(([, name = '', file = '', line]) => ({ name, file, line }));
    assert.ok(frames.length >= 5, error);
    const calls: string[] = [];
    for (const [i, { file, line }] of frames.entries()) {
      assert.ok(file.startsWith(join(ROOT, 'src/')), error);
      const text = (await readFile(file, 'utf8')).split('\n')[Number(line) - 1] ?? '';
      const called = frames[i - 1]?.name ?? '<anonymous>';
      if (text.includes(`${called}(`)) calls.push(called);
    }
    // Not all: some functions are called by another name.
    assert.ok(calls.length >= 3, `only ${calls.join(', ')} are called where the trace says so: ${error}`);
  });

  it('reads a calendar file in a thread of its own', async () => {
    const calendar = calendarOf(['UID:1', 'DTSTART:20260210T000000Z', 'DTEND:20260211T000000Z']);
    const answer = await ask('/user/time_off/import', { calendar });
    assert.equal(answer.status, 200, await answer.text());
  });

  it('has its pages: the web application and the reference', async () => {
    for (const path of ['/app/', '/docs', '/docs/errors']) {
      const page = await ask(path);
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
    }
  });
});

describe('an installation', () => {
  let installation: Installation;

  before(async () => {
    installation = await createInstallation(['bin', 'package.json']);
  });
  after(() => installation.remove());

  function start(...flags: string[]): Promise<object> {
    return run(process.execPath, [...flags, 'bin/watchbill.mjs', 'serve'], { cwd: installation.path });
  }

  it('without a build says in one sentence what to do', async () => {
    const stderr = 'Watchbill is not built. Run `npm run build` first.\n';
    await assert.rejects(start(), { code: 1, stdout: '', stderr });
  });

  it('with an older Node says in one sentence what to do', async () => {
    const stderr =
      'This is Node 22.20.0, and Watchbill needs Node 26: `npm ci` installs it, and `npm start` uses it.\n';
    await assert.rejects(start('--import', OLDER), { code: 1, stdout: '', stderr });
  });
});
