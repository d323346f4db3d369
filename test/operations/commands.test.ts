/** The command line as a process, on a database that a server uses at the same time. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { isApiKey, newApiKey } from '../../src/secrets/api-key-format.ts';
import type { Answer } from '../support/drivers/answer.ts';
import { PASSWORD } from '../support/drivers/sessions.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import type { Outcome } from '../support/servers/command-series.ts';
import { createSqlite, describeOnSqlite, type TestDatabase } from '../support/servers/databases.ts';
import {
  environmentFor,
  runSeries,
  type ServerProcess,
  startCommand,
  startServer,
  stopped,
} from '../support/servers/server-process.ts';

async function finished(child: ChildProcess): Promise<Outcome> {
  assert.ok(child.stdout !== null && child.stderr !== null);
  const [[exitCode], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}

describeOnSqlite('the command line', (create) => {
  let place: TestDatabase;
  let server: ServerProcess;
  const ownerKey = newApiKey();

  function run(...words: string[]): Promise<Outcome> {
    return finished(startCommand(place.config, words));
  }

  /** Sends a request as the page of a sign-in link does. */
  async function postFromPage(path: string, body: object): Promise<Pick<Answer, 'status' | 'body'>> {
    const answer = await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-watchbill-request': '1', origin: server.address },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async function addOwner(email: string): Promise<string> {
    const answer = await fetch(`${server.address}/users/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': ownerKey },
      body: JSON.stringify({ email, name: 'Another owner', role: 'owner' }),
    });
    assert.equal(answer.status, 201);
    return (await answer.json()).user.id;
  }

  async function call(path: string, key: string): Promise<Pick<Answer, 'status' | 'body'>> {
    const answer = await fetch(`${server.address}${path}`, { headers: { 'x-api-key': key } });
    return { status: answer.status, body: await answer.json() };
  }

  before(async () => {
    place = await create();
    server = await startServer(place.config, ownerKey);
  });
  after(async () => {
    await cleanUp(
      () => stopped(server),
      () => place.remove(),
    );
  });

  it("serve: the first start writes the link for the owner's password to a file, or names the command for one", async () => {
    const { file, message } = JSON.parse(await server.said('first start: ')) as { file?: string; message: string };
    assert.equal(file !== undefined, place.config.kind === 'sqlite');
    const [, command = ''] = /"(users link [^"]+)"/.exec(message) ?? [];
    const shown = file === undefined ? (await run(...command.split(' '))).stdout : await readFile(file, 'utf8');
    const [, origin, token] = /(http:\/\/\S+)\/app\/welcome#([\w-]{43})$/m.exec(shown) ?? [];
    assert.equal(origin, file === undefined ? 'http://localhost:0' : server.address);
    const set = await postFromPage('/sign_in_links/use', { token, password: PASSWORD });
    assert.deepEqual([set.status, set.body.user.role], [201, 'owner']);
    const signedIn = await postFromPage('/session/', { email: 'owner@example.com', password: PASSWORD });
    assert.equal(signedIn.status, 201);
  });

  describe('users link', () => {
    it('prints a link for a user who is locked out, also for an owner; the earlier link is invalid', async () => {
      const id = await addOwner('locked.out@example.com');
      const links: string[] = [];
      for (let i = 0; i < 2; i++) {
        const { exitCode, stdout, stderr } = await run('users', 'link', '--email', 'LOCKED.OUT@example.com');
        assert.equal(exitCode, 0);
        assert.match(stdout, /^http:\/\/localhost:0\/app\/welcome#[\w-]{43}\n$/);
        assert.match(stderr, /^The link is for LOCKED\.OUT@example\.com only\. It works once, until \S+Z\. /);
        assert.match(
          stderr,
          /\nIf the service is not at http:\/\/localhost:0, set PORT or WATCHBILL_URL as it has it\.\n$/,
        );
        links.push(stdout.trim().split('#')[1] ?? '');
      }
      const [older, newer] = links;
      assert.equal((await postFromPage('/sign_in_links/look', { token: older })).status, 404);
      const { status, body } = await postFromPage('/sign_in_links/look', { token: newer });
      assert.deepEqual([status, body.sign_in_link.user.email], [200, 'locked.out@example.com']);
      const { body: log } = await call(`/audit_log/?action=sign_in_link.created&target_id=${id}`, ownerKey);
      assert.deepEqual([log.meta.total, log.audit_log[0].actor], [2, undefined]);
    });

    it('names an unknown user', async () => {
      assert.deepEqual(await run('users', 'link', '--email', 'nobody@example.com'), {
        exitCode: 1,
        stdout: '',
        stderr: 'There is no user with the email "nobody@example.com".\n',
      });
    });
  });

  describe('users identities and users unlink', () => {
    it('print the identities of single sign-on of a user, and unlink one', async () => {
      const email = 'linked@example.com';
      const id = await addOwner(email);
      const db = await openDatabase(place.config);
      await db.exclusively((tx) =>
        tx.execute(`insert into oidc_identities (organization_id, issuer, subject, user_id, created_at)
          select organization_id, 'https://id.example.com', 'sub\u001bject', id, 0 from users where id = '${id}'`),
      );
      await db.close();
      const { exitCode, stdout } = await run('users', 'identities', '--email', 'LINKED@example.com');
      assert.equal(exitCode, 0);
      const [, identity = ''] =
        /^(idn_\w{26})\thttps:\/\/id\.example\.com\tsub\ufffdject\t1970-01-01T00:00:00Z\taccepted\n$/.exec(stdout) ??
        [];
      assert.deepEqual(await run('users', 'unlink', '--email', email, '--id', identity), {
        exitCode: 0,
        stdout: '',
        stderr: '',
      });
      assert.deepEqual(await run('users', 'unlink', '--email', email, '--id', identity), {
        exitCode: 1,
        stdout: '',
        stderr: `The user ${id} has no identity "${identity}".\n`,
      });
      assert.equal((await run('users', 'identities', '--email', email)).stdout, '');
      const { body: log } = await call(`/audit_log/?action=user.oidc_unlinked&target_id=${id}`, ownerKey);
      assert.deepEqual([log.meta.total, log.audit_log[0].actor, log.audit_log[0].address], [1, undefined, undefined]);
    });
  });

  describe('users add', () => {
    it('prints the id of a user, whom the running server knows at once', async () => {
      const { exitCode, stdout, stderr } = await run(
        ...['users', 'add', '--email', 'ada@example.com', '--name', ' Ada ', '--role', 'admin', '--seat', 'member'],
        ...['--time-zone', 'europe/berlin', '--chat-id', 'U0ADA'],
      );
      assert.deepEqual([exitCode, stderr], [0, '']);
      assert.deepEqual((await call(`/users/${stdout.trim()}`, ownerKey)).body.user, {
        id: stdout.trim(),
        name: 'Ada',
        email: 'ada@example.com',
        role: 'admin',
        seat: 'member',
        time_zone: 'Europe/Berlin',
        chat_id: 'U0ADA',
      });
    });

    it('may add owners, and is in the audit log without an actor', async () => {
      const { stdout } = await run('users', 'add', '--email', 'boss@example.com', '--name', 'Boss', '--role', 'owner');
      const { body } = await call(`/audit_log/?target_id=${stdout.trim()}`, ownerKey);
      const [{ action, actor, detail }] = body.audit_log;
      assert.deepEqual(
        [action, actor, detail],
        ['user.created', undefined, { email: 'boss@example.com', name: 'Boss', role: 'owner' }],
      );
    });

    it('prints why the service refuses, and exits with 1', async () => {
      const again = await run('users', 'add', '--email', 'OWNER@example.com', '--name', 'Again');
      assert.deepEqual(again, {
        exitCode: 1,
        stdout: '',
        stderr: 'Another user already has this email or this account in the chat.\n',
      });
      const viewer = await run(
        ...['users', 'add', '--email', 'v@example.com', '--name', 'V', '--role', 'admin', '--seat', 'viewer'],
      );
      assert.equal(viewer.stderr, 'The role admin needs the seat member: seat is viewer.\n');
      assert.equal(viewer.exitCode, 1);
    });
  });

  describe('keys', () => {
    it('create prints only the key, which works until it is revoked', async () => {
      const created = await run('keys', 'create', '--email', 'Owner@Example.com', '--name', 'Deploys');
      assert.equal(created.exitCode, 0);
      const key = created.stdout.trimEnd();
      assert.ok(isApiKey(key) && created.stdout === `${key}\n`);
      assert.equal((await call('/user/', key)).body.user.email, 'owner@example.com');

      const { api_keys } = (await call('/user/api_keys/', key)).body;
      const { id, name, hint } = api_keys.at(-1);
      assert.deepEqual([name, hint], ['Deploys', key.slice(-4)]);
      assert.match(created.stderr, new RegExp(`keys revoke --id ${id}\n$`));

      assert.deepEqual(await run('keys', 'revoke', '--id', id), { exitCode: 0, stdout: '', stderr: '' });
      assert.equal((await call('/user/', key)).status, 401);
      assert.deepEqual(await run('keys', 'revoke', '--id', id), {
        exitCode: 1,
        stdout: '',
        stderr: `There is no API key "${id}".\n`,
      });

      const { body } = await call(`/audit_log/?target_id=${id}`, ownerKey);
      assert.deepEqual(
        body.audit_log.map((entry: { action: string; actor?: object }) => [entry.action, entry.actor]),
        [
          ['api_key.revoked', undefined],
          ['api_key.created', undefined],
        ],
      );
    });

    it('create accepts an expiry in the future', async () => {
      const words = ['keys', 'create', '--email', 'owner@example.com', '--expires'];
      const { stdout } = await run(...words, '2199-01-01T00:00:00+01:00');
      const { api_keys } = (await call('/user/api_keys/', stdout.trim())).body;
      assert.deepEqual([api_keys.at(-1).expires_at, api_keys.at(-1).name], ['2198-12-31T23:00:00Z', 'Command line']);
      assert.deepEqual(await run(...words, '2020-01-01T00:00:00Z'), {
        exitCode: 1,
        stdout: '',
        stderr: 'A key must expire in the future, not at 2020-01-01T00:00:00Z.\n',
      });
    });

    it('list prints a line for each key that is not revoked, with its owner, but not the key', async () => {
      const words = ['keys', 'create', '--email', 'owner@example.com', '--name', 'Dashboard', '--read-only'];
      const key = (await run(...words)).stdout.trim();
      assert.equal((await call('/user/', key)).status, 200);
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'Mine' });
      assert.equal((await fetch(`${server.address}/teams/`, { method: 'POST', headers, body })).status, 403);

      const db = await openDatabase(place.config);
      await db.exclusively((tx) => tx.execute(`update api_keys set name = 'Dash\u001bboard' where name = 'Dashboard'`));
      await db.close();
      const { exitCode, stdout, stderr } = await run('keys', 'list');
      assert.deepEqual([exitCode, stderr], [0, '']);
      const lines = stdout.trimEnd().split('\n');
      const { meta } = (await call('/api_keys/', ownerKey)).body;
      assert.equal(lines.length, meta.total);
      const line = lines.find((each) => each.includes(`Dash\ufffdboard (…${key.slice(-4)})`)) ?? '';
      assert.match(
        line,
        /^key_\w{26}, owner@example\.com, Dash\ufffdboard \(…\w{4}\), read-only, created \S+Z, never expires, /,
      );
      assert.doesNotMatch(stdout, /wb_|[0-9a-f]{64}/);
    });

    it('create names an unknown user', async () => {
      assert.deepEqual(await run('keys', 'create', '--email', 'nobody@example.com'), {
        exitCode: 1,
        stdout: '',
        stderr: 'There is no user with the email "nobody@example.com".\n',
      });
    });
  });

  it('on an empty database says what to do first', async () => {
    const empty = await create();
    try {
      const { exitCode, stderr } = await finished(startCommand(empty.config, ['keys', 'create', '--email', 'a@b.c']));
      assert.equal(exitCode, 1);
      assert.match(stderr, /[Ss]tart the service once, with "serve"/);
    } finally {
      await empty.remove();
    }
  });
});

describe('backup, where it does not apply', () => {
  async function backUp(database: DatabaseConfig, file: string): Promise<Outcome> {
    return finished(startCommand(database, ['backup', file]));
  }

  it('names the tool of PostgreSQL', async () => {
    assert.deepEqual(await backUp({ kind: 'postgres', url: 'postgres://nobody@nowhere.invalid/none' }, 'copy.db'), {
      exitCode: 1,
      stdout: '',
      stderr: 'DATABASE_URL is a PostgreSQL database; back it up with pg_dump: see docs/operations.md\n',
    });
  });

  it('does not create an empty copy of a missing database, nor folders', async () => {
    const place = await createSqlite();
    assert.ok(place.config.kind === 'sqlite');
    const { path } = place.config;
    const absent = await backUp(place.config, `${path}.copy`);
    assert.deepEqual(absent, { exitCode: 1, stdout: '', stderr: `There is no database at ${path}.\n` });
    await finished(startCommand(place.config, ['migrate']));
    const { exitCode, stderr } = await backUp(place.config, `${path}.no/copy.db`);
    assert.equal(exitCode, 1);
    assert.equal(stderr, `There is no backup in ${path}.no/copy.db: there is no folder ${path}.no.\n`);
    assert.deepEqual(await readdir(dirname(path)), ['watchbill.db']);
    await place.remove();
  });
});

/** A database that could not be opened: these commands are refused before. */
const NO_DATABASE: DatabaseConfig = { kind: 'sqlite', path: '/dev/null/none.db' };

const BAD_ARGUMENTS: Readonly<Record<string, RegExp>> = {
  'users add --email ada@example.com': /^--name is required\.\n$/,
  'users add --email ada --name Ada': /^--email must be an email address; it is "ada"\.\n$/,
  'users add --email a@b.org> --name Ada': /^--email must be an email address; it is "a@b\.org>"\.\n$/,
  'users add --email a@b.c --name A --role king': /^--role must be one of owner, admin, standard; it is "king"\.\n$/,
  'users add --email a@b.c --name A --time-zone Mars': /^--time-zone must be an IANA time zone, .*\n$/,
  'users add --email a@b.c --name A --colour red': /^Unknown option '--colour'.*\n$/,
  'users link': /^--email is required\.\n$/,
  'users link x@y': /^Unexpected argument 'x@y'\. Did you mean --email x@y\? Options: --email\.\n$/,
  'oncall payments': /^Unexpected argument 'payments'\. Did you mean --schedule payments\? Options: --schedule\.\n$/,
  'serve now': /^Unexpected argument 'now'\. Options: --no-worker, --read-only\.\n$/,
  'migrate now': /^Unexpected argument 'now'\. Options: none\.\n$/,
  'users unlink': /^--email and --id are required\.\n$/,
  'users unlink --email a@b.c': /^--id is required\.\n$/,
  'keys create --email': /^Option '--email <value>' argument missing.*\n$/,
  'keys create --email a@b.c --expires tomorrow': /^--expires must be a date-time with an offset, .*\n$/,
  'keys create --email a@b.c more': /^Unexpected argument 'more'.*\n$/,
  'keys list --all': /^Unknown option '--all'.*\n$/,
  'keys revoke': /^--id is required\.\n$/,
  backup: /^Expected one file; got 0\.\n$/,
  'backup one.db two.db': /^Expected one file; got 2\.\n$/,
};

/** Unknown commands, which print the list of commands. */
const NO_COMMAND = ['sink', 'users', 'keys eat'];

describe('bad arguments get one line, or the list of commands, and exit code 64', () => {
  const outcomes = new Map<string, Outcome>();

  before(async () => {
    const lines = [...Object.keys(BAD_ARGUMENTS), ...NO_COMMAND];
    const series = lines.map((line) => ({ words: line.split(' ') }));
    const ended = await runSeries(series, { ...process.env, ...environmentFor(NO_DATABASE) });
    for (const [i, outcome] of ended.entries()) outcomes.set(lines[i] ?? '', outcome);
  });

  for (const [line, message] of Object.entries(BAD_ARGUMENTS)) {
    it(line, () => {
      const { exitCode, stdout, stderr } = outcomes.get(line) as Outcome;
      assert.deepEqual([exitCode, stdout], [64, '']);
      assert.match(stderr, message);
    });
  }

  for (const line of NO_COMMAND) {
    it(line, () => {
      const { exitCode, stderr } = outcomes.get(line) as Outcome;
      assert.equal(exitCode, 64);
      assert.ok(stderr.startsWith(`There is no command "${line}".\n\nusage: watchbill <command>\n`), stderr);
    });
  }

  for (const line of ['bogus --help', 'keys eat --help', 'bogus add --help']) {
    it(`${line}: there is no such command`, async () => {
      const { exitCode, stdout, stderr } = await finished(startCommand(NO_DATABASE, line.split(' ')));
      assert.deepEqual([exitCode, stdout], [64, '']);
      assert.match(stderr, /^There is no command "(bogus|keys eat|bogus add)"\.\n/);
    });
  }

  for (const line of ['--help', 'users --help', 'oncall --schedule x --help']) {
    it(`${line}: prints the list of commands`, async () => {
      const { exitCode, stdout, stderr } = await finished(startCommand(NO_DATABASE, line.split(' ')));
      assert.deepEqual([exitCode, stderr], [0, '']);
      assert.match(stdout, /^usage: watchbill <command>\n/);
    });
  }

  it('--help after a command prints the list of commands, and is no error', async () => {
    const { exitCode, stdout, stderr } = await finished(startCommand(NO_DATABASE, ['users', 'add', '--help']));
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /^usage: watchbill <command>\n/);
  });

  it('no command at all, as a separate process', async () => {
    const { exitCode, stderr } = await finished(startCommand(NO_DATABASE, []));
    assert.equal(exitCode, 64);
    assert.match(stderr, /^usage: watchbill <command>\n/);
  });
});
