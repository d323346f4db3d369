/** Failing starts, with real processes: one line that names the variable, the value and the reason. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { parse } from 'yaml';
import { ConfigError } from '../../src/config/config-error.ts';
import { listenError } from '../../src/process/start-errors.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { createFolder, run, startChild } from '../support/servers/child-processes.ts';
import type { Outcome } from '../support/servers/command-series.ts';
import { createPostgres } from '../support/servers/databases.ts';
import { commandFlags } from '../support/servers/quick-start.ts';
import { compiledCode, follow, killed, listening, runSeries, startCommand } from '../support/servers/server-process.ts';
import { WITHOUT_RIGHTS } from '../support/servers/unprivileged.ts';

const MAIN = fileURLToPath(new URL('../../bin/watchbill.mjs', import.meta.url));

describe('a start that cannot succeed', () => {
  let folder: string;
  let server: Server;
  let postgres: URL;
  const refusals = new Map<string, Outcome>();

  before(async () => {
    folder = (await createFolder('watchbill-starts-')).path;
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    postgres = new URL(process.env.TEST_POSTGRES_URL ?? '');
    await writeFile(join(folder, 'text.db'), 'This is no database, however long it may be.\n'.repeat(50));
    await mkdir(join(folder, 'folder.db'));
    await mkdir(join(folder, 'locked'), { mode: 0o500 });
    for (const name of ['newer.db', 'unwritable.db', 'other.db']) new DatabaseSync(join(folder, name)).close();
    const newer = new DatabaseSync(join(folder, 'newer.db'));
    newer.exec(`create table later_migrations (number, name, applied_at, oldest_peer);
      insert into later_migrations values (999, 'from the future', 0, 999)`);
    newer.close();
    const other = new DatabaseSync(join(folder, 'other.db'));
    other.exec('create table users (id integer)');
    other.close();
    await chmod(join(folder, 'unwritable.db'), 0o400);
    const cases = Object.entries(CASES).map(([what, [environment]]) => ({ what, environment: environment() }));
    const series = cases.map(({ environment }) => ({ words: ['serve'], environment }));
    const ended = await runSeries(series, baseEnvironment(), WITHOUT_RIGHTS);
    for (const [i, { what }] of cases.entries()) refusals.set(what, ended[i] as Outcome);
  });
  after(() => server.close());

  function baseEnvironment(): NodeJS.ProcessEnv {
    return { ...compiledCode(), PORT: '0', WATCHBILL_SECRET: 'x'.repeat(32), PATH: process.env.PATH };
  }

  /** What `serve` prints in a process of its own, before it ends. */
  async function refusal(environment: Record<string, string>, expected = 1): Promise<string> {
    const env = { ...baseEnvironment(), ...environment };
    const [program = '', ...words] = [...WITHOUT_RIGHTS, process.execPath, ...commandFlags(), MAIN, 'serve'];
    const child = startChild(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    assert.ok(child.stdout !== null && child.stderr !== null);
    const [[code], , said] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    assert.equal(code, expected, said);
    assert.match(said, /^[^\n]+\n$/);
    return said.trimEnd();
  }

  const sqlite = (name: string) => ({ DATABASE_URL: `sqlite:${resolve(folder, name)}` });

  function otherPostgres(change: (url: URL) => void): { DATABASE_URL: string } {
    const url = new URL(postgres);
    url.pathname = '/postgres';
    change(url);
    return { DATABASE_URL: String(url) };
  }

  /** With another exit code than 1: a start would fail again, whatever else changes. */
  const WRONG_SETTING = 78;

  const CASES: Readonly<
    Record<string, [environment: () => Record<string, string>, reason: RegExp, exitCode?: typeof WRONG_SETTING]>
  > = {
    'a file that is not a database': [() => sqlite('text.db'), /text\.db"; the file is not an SQLite database$/],
    'a folder': [() => sqlite('folder.db'), /folder\.db"; it cannot be opened: it is a folder, or /],
    'a file that may not be written': [
      () => sqlite('unwritable.db'),
      /unwritable\.db"; this user may not write the file$/,
    ],
    'a place that may not be written': [
      () => sqlite('locked/new.db'),
      /locked\/new\.db"; it cannot be opened: .*may not/,
    ],
    'a place in a file': [() => sqlite('text.db/new.db'), /text\.db\/new\.db"; E[A-Z]+: .*mkdir/],
    'a place where nothing can be made': [
      () => sqlite('/proc/none/new.db'),
      /"sqlite:\/proc\/none\/new\.db"; E[A-Z]+: .*mkdir/,
    ],
    'a newer version': [
      () => sqlite('newer.db'),
      /newer\.db"; the database was migrated by a newer version .*from the future/,
    ],
    'the database of another program': [() => sqlite('other.db'), /other\.db"; table users already exists$/],
    'a PostgreSQL that is not there': [
      () => otherPostgres((url) => (url.port = '1')),
      /^DATABASE_URL is "postgres:\/\/postgres:…@localhost:1\/postgres"; .*ECONNREFUSED/,
    ],
    'a wrong password': [
      () => otherPostgres((url) => (url.password = 'mistyped')),
      /^DATABASE_URL is "postgres:\/\/postgres:…@[^"]+"; password authentication failed for user "postgres"$/,
    ],
    'an unknown database': [
      () => otherPostgres((url) => (url.pathname = '/nowhere')),
      /"; database "nowhere" does not exist$/,
    ],
    'a server without TLS': [
      () => otherPostgres((url) => (url.search = '?sslmode=verify-full')),
      /"; The server does not support SSL connections$/,
    ],
    'a certificate that is not there': [
      () => otherPostgres((url) => (url.search = '?sslmode=verify-full&sslrootcert=/none.crt')),
      /"; ENOENT: .*\/none\.crt'$/,
    ],
    'an address of another machine': [
      () => ({ ...sqlite('fine.db'), HOST: '192.0.2.1' }),
      /^HOST is "192\.0\.2\.1"; this machine has no such address$/,
    ],
    'a name without an address': [
      () => ({ ...sqlite('fine.db'), HOST: 'nowhere.invalid' }),
      /^HOST is "nowhere\.invalid"; there is no address of this name$/,
    ],
    'a port that is taken': [
      () => ({ ...sqlite('fine.db'), PORT: String((server.address() as { port: number }).port) }),
      /^PORT is \d+; another program listens there$/,
    ],
    'a file without the secret': [
      () => ({ ...sqlite('fine.db'), WATCHBILL_SECRET: '', WATCHBILL_SECRET_FILE: join(folder, 'none') }),
      /^WATCHBILL_SECRET_FILE is "[^"]+none"; it cannot be read: ENOENT/,
      WRONG_SETTING,
    ],
    'a value that is not allowed': [
      () => ({ ...sqlite('fine.db'), PORT: 'http' }),
      /^PORT is "http"; allowed is a whole number/,
      WRONG_SETTING,
    ],
  };
  for (const [what, [, reason, expected = 1]] of Object.entries(CASES)) {
    it(`names ${what}`, () => {
      const { exitCode, stderr } = refusals.get(what) as Outcome;
      assert.equal(exitCode, expected, stderr);
      assert.match(stderr, /^[^\n]+\n$/);
      assert.match(stderr.trimEnd(), reason);
      assert.doesNotMatch(stderr, /mistyped/);
    });
  }

  for (const what of [
    'a file that is not a database',
    'a wrong password',
    'a port that is taken',
    'a value that is not allowed',
  ]) {
    it(`names ${what} in a process of its own, which ends`, async () => {
      const [environment, reason, expected] = CASES[what] as (typeof CASES)[string];
      assert.match(await refusal(environment(), expected), reason);
    });
  }

  /** Fails if it lasts longer than five other starts that fail, one after the other. */
  async function atOnce<T>(ends: Promise<T>): Promise<T> {
    const [environment] = CASES['a port that is taken'] as (typeof CASES)[string];
    let isOver = false;
    const others = (async () => {
      for (let i = 0; i < 5 && !isOver; i++) await refusal(environment());
      return 'later' as const;
    })();
    const first = await Promise.race([ends, others]);
    isOver = true;
    await others;
    assert.notEqual(first, 'later');
    return first as T;
  }

  it('ends at once, and does not drain, if the port is taken', async () => {
    const [environment, reason] = CASES['a port that is taken'] as (typeof CASES)[string];
    assert.match(await atOnce(refusal({ ...environment(), WATCHBILL_DRAIN_SECONDS: '300' })), reason);
  });

  it('ends at once if a worker cannot listen for changes', async () => {
    const direct = String(Object.assign(new URL(postgres), { port: '1' }));
    const place = await createPostgres('migrated');
    const pooled = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct };
    const { exited } = follow(startCommand(place.config, ['worker'], pooled));
    assert.deepEqual(await atOnce(exited), [1, null]);
    await place.remove();
  });

  it('names a port below 1024', async () => {
    const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
    const reason = 'PORT is 80; this user may not listen there: ports below 1024 need a right of their own';
    assert.equal(listenError({ host: '127.0.0.1', port: 80 }, refused)?.message, reason);
    assert.ok(listenError({ host: '127.0.0.1', port: 80 }, refused) instanceof ConfigError);
    assert.equal(listenError({ host: '127.0.0.1', port: 80 }, new Error('a fault')), undefined);
    // Some systems let everybody listen there.
    const first = Number(await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => 1_024));
    if (first > 80) assert.equal(await refusal({ ...sqlite('fine.db'), PORT: '80' }), reason);
  });
});

describe('the first start', () => {
  it('does not print a key that the operator has chosen, and creates files for their owner only', async () => {
    const folder = await createFolder('watchbill-first-');
    const path = join(folder.path, 'data/watchbill.db');
    const key = newApiKey();
    const keyFile = join(folder.path, 'key');
    await writeFile(keyFile, `${key}\n`);
    const settings = { PORT: '0', DATABASE_URL: `sqlite:${path}`, WATCHBILL_BOOTSTRAP_API_KEY_FILE: keyFile };
    const env = { ...compiledCode(), ...settings };
    const start = () =>
      startChild('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, ...commandFlags(), MAIN, 'serve'], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const child = start();
    assert.ok(child.stdout !== null && child.stderr !== null);
    const [said, complained] = [text(child.stdout), text(child.stderr)];
    const server = await listening(child);
    const answer = await fetch(`${server.address}/user/`, { headers: { 'x-api-key': key } });
    assert.equal(answer.status, 200);
    const files = [path, `${path}-wal`, `${path}-shm`];
    for (const file of files) assert.equal((await stat(file)).mode & 0o777, 0o600, file);
    await killed(server);
    assert.ok(!((await said) + (await complained)).includes(key));
    const shown = await readFile(join(folder.path, 'data/watchbill.first-start.txt'), 'utf8');
    assert.match(shown, /Your API key is the one that WATCHBILL_BOOTSTRAP_API_KEY names\./);
    assert.ok(!shown.includes(key));

    for (const file of files) await chmod(file, 0o644);
    const again = await listening(start());
    for (const file of files) assert.equal((await stat(file)).mode & 0o777, 0o600, file);
    await killed(again);
    await folder.remove();
  });
});

describe('a start with a public address and without passwords', () => {
  it('accepts requests of pages from that address only, and no passwords', async () => {
    const folder = await createFolder('watchbill-public-');
    const server = await listening(
      startCommand({ kind: 'sqlite', path: join(folder.path, 'watchbill.db') }, ['serve', '--no-worker'], {
        WATCHBILL_URL: 'https://watchbill.example.com',
        WATCHBILL_PASSWORDS: 'off',
        OIDC_ISSUER: 'https://id.example.com',
        OIDC_CLIENT_ID: 'watchbill',
        OIDC_CLIENT_SECRET: 'secret',
      }),
    );
    const signIn = async (origin: string) => {
      const headers = { origin, 'x-watchbill-request': '1', 'content-type': 'application/json' };
      const body = JSON.stringify({ email: 'owner@example.com', password: 'a long one of my own' });
      const answer = await fetch(`${server.address}/session/`, { method: 'POST', headers, body });
      const { error } = (await answer.json()) as { error: { message: string } };
      return [answer.status, error.message];
    };
    const fromElsewhere = await signIn(server.address);
    assert.equal(fromElsewhere[0], 403);
    assert.doesNotMatch(String(fromElsewhere[1]), /Passwords are turned off/);
    assert.deepEqual(await signIn('https://watchbill.example.com'), [
      403,
      'Passwords are turned off here: use single sign-on.',
    ]);
    const { headers } = await fetch(`${server.address}/healthz`);
    assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d+/);
    await killed(server);
    await folder.remove();
  });
});

describe('the password of PostgreSQL', () => {
  it('may be any text if it is not part of the address, as in compose.yaml', async () => {
    const compose = parse(await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8'), { merge: true });
    const { DATABASE_URL, PGPASSWORD } = compose.services.worker.environment;
    assert.equal(DATABASE_URL, 'postgres://watchbill@postgres/watchbill');
    assert.match(PGPASSWORD, /POSTGRES_PASSWORD/);

    const { directUrl, remove } = await createPostgres();
    const role = `role_${randomUUID().replaceAll('-', '')}`;
    const password = 'p@ss/w%rd:#?&';
    const client = new pg.Client(directUrl);
    await client.connect();
    await client.query(`create role ${role} login superuser password '${password}'`);
    const { host, pathname } = new URL(directUrl);
    const url = DATABASE_URL.replace('watchbill@postgres/watchbill', `${role}@${host}${pathname}`);
    const env = { ...compiledCode(), DATABASE_URL: url, PGPASSWORD: password, WATCHBILL_SECRET: 'x'.repeat(32) };
    await run(process.execPath, [...commandFlags(), MAIN, 'migrate'], { env });
    const { rows } = await client.query("select tableowner from pg_tables where tablename = 'users'");
    assert.deepEqual(rows, [{ tableowner: role }]);
    await client.end();
    await remove();
  });
});
