/**
 * Rule TRU-8: where the first start shows the credentials of the owner. Real processes; "is a terminal" is set in the process before its code runs,
 * because npm has no terminal to offer.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { DatabaseConfig } from '../../src/config/database.ts';
import {
  createPostgres,
  createSqlite,
  describeOnBothDatabases,
  type TestDatabase,
} from '../support/servers/databases.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { killed, listening, startCommand } from '../support/servers/server-process.ts';

const SHOWS = /wb_|welcome#|Welcome/;

/** Runs before the code of the service. */
const IS_TERMINAL = 'Object.defineProperty(process.stderr, "isTTY", { value: true })';

/** The process dies when the transaction that creates the owner commits: after the credentials were shown. */
const DIES_AT_COMMIT = `
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (/^commit/i.test(sql) && globalThis.hasShown) process.kill(process.pid, 'SIGKILL');
    return exec.call(this, sql);
  };
  Object.defineProperty(process.stderr, "isTTY", { value: true });
  const { write } = process.stderr;
  process.stderr.write = function (...given) {
    globalThis.hasShown = true;
    return write.apply(this, given);
  };
`;

function start(database: DatabaseConfig, { before = '', more = {}, command = 'serve' } = {}): ChildProcess {
  const flags = before === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`];
  return startCommand(database, [command], more, [...flags, ...commandFlags()]);
}

/** Starts the service, kills it when it listens, and returns what it wrote. */
async function started(database: DatabaseConfig, given: Parameters<typeof start>[1] = {}) {
  const child = start(database, given);
  assert.ok(child.stdout !== null && child.stderr !== null);
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const server = await listening(child);
  const { address } = server;
  return {
    address,
    /** Asks the running service. */
    async keyWorks(key: string): Promise<boolean> {
      return (await fetch(`${address}/user/`, { headers: { 'x-api-key': key } })).status === 200;
    },
    async linkWorks(token: string): Promise<boolean> {
      const headers = { 'content-type': 'application/json', 'x-watchbill-request': '1', origin: address };
      const body = JSON.stringify({ token });
      return (await fetch(`${address}/sign_in_links/look`, { method: 'POST', headers, body })).status === 200;
    },
    async ended() {
      await killed(server);
      return { stdout: await stdout, stderr: await stderr };
    },
  };
}

function shownIn(shown: string): { readonly key: string; readonly token: string } {
  const [key = ''] = /wb_\w+/.exec(shown) ?? [];
  const [, token = ''] = /welcome#([\w-]{43})/.exec(shown) ?? [];
  assert.ok(key !== '' && token !== '', shown);
  return { key, token };
}

function assertJsonLines(stdout: string): Record<string, string>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function shownFileOf(path: string): string {
  return join(dirname(path), 'watchbill.first-start.txt');
}

describeOnBothDatabases('[TRU-8] the first start', (create, itOnSqlite) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await create();
  });
  afterEach(() => place.remove());

  it('shows link and key on a terminal, once, and standard output has JSON lines only', async () => {
    const first = await started(place.config, { before: IS_TERMINAL, more: { WATCHBILL_RATELIMIT: '7' } });
    const { stdout, stderr } = await first.ended();
    const lines = assertJsonLines(stdout);
    assert.doesNotMatch(stdout, SHOWS);
    assert.ok(stderr.includes(`${first.address}/app/welcome#`));
    const warning = lines.find(({ level }) => level === 'warn');
    assert.equal(
      warning?.message,
      'the setting WATCHBILL_RATELIMIT is not known and has no effect; the nearest name is WATCHBILL_RATE_LIMIT',
    );
    const again = await started(place.config, { before: IS_TERMINAL });
    const { key, token } = shownIn(stderr);
    assert.deepEqual([await again.keyWorks(key), await again.linkWorks(token)], [true, true]);
    assert.equal((await again.ended()).stderr, '');
    if (place.config.kind === 'sqlite') assert.ok(!existsSync(shownFileOf(place.config.path)));
  });

  itOnSqlite('the demo shows nothing on standard output either', async () => {
    const { ended } = await started(place.config, { command: 'demo' });
    const { stdout, stderr } = await ended();
    assertJsonLines(stdout);
    assert.doesNotMatch(stdout + stderr, SHOWS);
  });

  it('with the port taken it shows and creates nothing, and the next start shows everything', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const child = start(place.config, { before: IS_TERMINAL, more: { PORT: String(port) } });
    assert.ok(child.stdout !== null && child.stderr !== null);
    const [[exitCode], stdout, stderr] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    taken.close();
    assert.deepEqual(
      [exitCode, stderr, SHOWS.test(stdout)],
      [1, `PORT is ${port}; another program listens there\n`, false],
    );
    const next = await started(place.config, { before: IS_TERMINAL });
    await next.ended().then((ended) => shownIn(ended.stderr));
  });
});

describe('[TRU-8] the first start without a terminal, on SQLite', () => {
  let place: Awaited<ReturnType<typeof createSqlite>>;
  let shownFile: string;
  beforeEach(async () => {
    place = await createSqlite();
    shownFile = shownFileOf(place.config.path);
  });
  afterEach(() => place.remove());

  it('writes them to a file for this user only if there is no terminal, and the log names it', async () => {
    writeFileSync(shownFile, 'of a start that was interrupted', { mode: 0o644 });
    const first = await started(place.config);
    const shown = readFileSync(shownFile, 'utf8');
    const { key, token } = shownIn(shown);
    assert.deepEqual([await first.keyWorks(key), await first.linkWorks(token)], [true, true]);
    assert.equal(statSync(shownFile).mode & 0o777, 0o600);
    const { stdout, stderr } = await first.ended();
    assert.doesNotMatch(stdout + stderr, SHOWS);
    assert.equal(assertJsonLines(stdout).find(({ file }) => file !== undefined)?.file, shownFile);
    rmSync(shownFile);
    const again = await (await started(place.config)).ended();
    assert.doesNotMatch(again.stdout, /first start/);
    assert.ok(!existsSync(shownFile));
  });

  it('if it dies between showing and storing, the next start shows credentials that work', async () => {
    const child = start(place.config, { before: DIES_AT_COMMIT });
    assert.ok(child.stderr !== null);
    const [[, signal], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    assert.equal(signal, 'SIGKILL');
    const lost = shownIn(stderr);
    const next = await started(place.config);
    const { key, token } = shownIn(readFileSync(shownFile, 'utf8'));
    assert.deepEqual([await next.keyWorks(key), await next.linkWorks(token)], [true, true]);
    assert.deepEqual([await next.keyWorks(lost.key), await next.linkWorks(lost.token)], [false, false]);
    await next.ended();
  });
});

describe('[TRU-8] the first start without a terminal, on PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createPostgres>>;
  beforeEach(async () => {
    place = await createPostgres();
  });
  afterEach(() => place.remove());

  it('the log names the commands, and no key is created', async () => {
    const first = await started(place.config);
    const { stdout, stderr } = await first.ended();
    assert.doesNotMatch(stdout + stderr, SHOWS);
    assert.match(
      assertJsonLines(stdout)[0]?.message ?? '',
      /^first start: "users link --email owner@example\.com" prints a link .*"keys create --email owner@example\.com"/,
    );
    const listing = startCommand(place.config, ['keys', 'list']);
    assert.ok(listing.stdout !== null);
    assert.equal(await text(listing.stdout), '');
  });
});
