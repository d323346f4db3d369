/** A read-only node, as a real process on a PostgreSQL that refuses every write, like a replica. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import { statement } from '../../src/db/driver/statement.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { PASSWORD } from '../support/drivers/sessions.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createPostgres } from '../support/servers/databases.ts';
import {
  follow,
  listening,
  type ServerProcess,
  startCommand,
  startServer,
  stopped,
} from '../support/servers/server-process.ts';

type Postgres = Awaited<ReturnType<typeof createPostgres>>;

/** The same database, with read-only transactions. */
function readingOnly({ config: { url } }: Postgres): DatabaseConfig {
  return { kind: 'postgres', url: `${url}?options=-c%20default_transaction_read_only%3Don` };
}

/** Used so long ago that the next use would be stored. */
const SEEN_LONG_AGO = `
  update api_keys set last_used_at = null;
  update sessions set last_seen_at = last_seen_at - 2 * 3600 * 1000;
`;

describe('serve --read-only on a replica', () => {
  let place: Postgres;
  let node: ServerProcess;
  let withSession: Record<string, string>;
  const key = newApiKey();
  const withKey = { 'x-api-key': key };

  before(async () => {
    place = await createPostgres();
    const primary = await startServer(place.config, key);
    assert.match(await primary.said('first start: '), /users link --email owner@example\.com/);
    const linking = follow(startCommand(place.config, ['users', 'link', '--email', 'owner@example.com']));
    const [, token] = /#([\w-]{43})$/.exec(await linking.said('/app/welcome#')) ?? [];
    await linking.exited;
    const signedIn = await post(primary, '/sign_in_links/use', { token, password: PASSWORD });
    assert.equal(signedIn.status, 201);
    withSession = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' };
    assert.equal((await post(primary, '/teams/', { name: 'Platform' }, withKey)).status, 201);
    primary.process.kill('SIGTERM');
    await primary.exited;

    const client = new pg.Client({ connectionString: place.config.url });
    await client.connect();
    await client.query(SEEN_LONG_AGO);
    await client.end();
    node = await listening(startCommand(readingOnly(place), ['serve', '--read-only'], { WATCHBILL_ACCESS_LOG: 'on' }));
  });
  after(async () => {
    await cleanUp(
      () => stopped(node),
      () => place.remove(),
    );
  });

  /** Sends a request as our own pages do. */
  function post({ address }: ServerProcess, path: string, body: object, headers: object = {}): Promise<Response> {
    return fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-watchbill-request': '1', origin: address, ...headers },
      body: JSON.stringify(body),
    });
  }

  it('serves all reads, with a key and with a session', async () => {
    const documented = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, { get?: object }>;
    };
    const paths = Object.keys(documented.paths).filter((path) => documented.paths[path]?.get && !path.includes('{'));
    assert.ok(paths.length > 20);
    const refused: string[] = [];
    for (const headers of [withKey, withSession]) {
      for (const path of paths) {
        const { status } = await fetch(`${node.address}${path}`, { headers });
        if (status !== 200) refused.push(`${status} ${path} with ${Object.keys(headers)}`);
      }
    }
    assert.deepEqual(refused, []);
    const { teams } = (await (await fetch(`${node.address}/teams/`, { headers: withKey })).json()) as {
      teams: { name: string }[];
    };
    assert.deepEqual(
      teams.map(({ name }) => name),
      ['Platform'],
    );
  });

  it('refuses writes with 503, and says when to retry', async () => {
    for (const [path, body, headers] of [
      ['/teams/', { name: 'Network' }, withKey],
      ['/teams/', { name: 'Network' }, withSession],
      ['/session/', { email: 'owner@example.com', password: PASSWORD }, {}],
    ] as const) {
      const answer = await post(node, path, body, headers);
      const { error } = (await answer.json()) as { error: { code: string } };
      assert.deepEqual([answer.status, error.code], [503, 'service_unavailable'], path);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  });

  it('[OPS-1] refuses them as planned: neither errors in the log nor failed requests', async () => {
    const refused = await post(node, '/teams/', { name: 'Network' }, withKey);
    assert.equal(refused.status, 503);
    const text = await (await fetch(`${node.address}/metrics`)).text();
    assert.deepEqual(text.match(/^watchbill_requests_total\{.*status="5..".*\} [1-9].*$/gm), null);
    // The first line about a failed request is that of the failure.
    const line = JSON.parse(await node.said(`"request_id":"${refused.headers.get('x-request-id')}"`));
    assert.deepEqual([line.level, line.message, line.status], ['info', 'request', 503]);
  });

  it('does not start before the primary has been migrated, and says so', async () => {
    const empty = await createPostgres();
    const child = startCommand(readingOnly(empty), ['serve', '--read-only']);
    const { exited } = follow(child);
    const errors = await child.stderr?.setEncoding('utf8').toArray();
    assert.deepEqual(await exited, [1, null]);
    assert.match(
      errors?.join('') ?? '',
      /^DATABASE_URL is "[^"]+"; The database is not migrated to this version yet: run "migrate" first\.\n$/,
    );
    await empty.remove();
  });
});

describe('a writing node on a replica', () => {
  it('serves reads, refuses writes, and is not ready', async () => {
    const place = await createPostgres();
    const key = newApiKey();
    const primary = await startServer(place.config, key);
    assert.equal((await fetch(`${primary.address}/readyz`)).status, 200);
    primary.process.kill('SIGTERM');
    await primary.exited;

    const node = await listening(startCommand(readingOnly(place), ['serve', '--no-worker']));
    const ready = await fetch(`${node.address}/readyz`);
    const { error } = (await ready.json()) as { error: { message: string } };
    assert.deepEqual(
      [ready.status, error.message],
      [503, 'The database takes no writes: it is a standby, or read-only.'],
    );
    assert.equal((await fetch(`${node.address}/user/`, { headers: { 'x-api-key': key } })).status, 200);
    node.process.kill('SIGTERM');
    assert.deepEqual(await node.exited, [0, null]);
    await place.remove();
  });
});

const SERIALIZATION_FAILURES = `create function called_off() returns bigint language plpgsql as $$
  begin
    raise exception 'canceling statement due to conflict with recovery' using errcode = '40001';
  end
$$`;

const askCalledOff = statement((q, _: Record<never, never>) => q.selectNoFrom(sql`called_off()`.as('nothing')));

describe('a read that a replica cancels', () => {
  it('can be retried later: it is not an internal error', async () => {
    const place = await createPostgres();
    const db = await openDatabase(place.config);
    await db.exclusively((tx) => tx.execute(SERIALIZATION_FAILURES));
    await assert.rejects(db.first(askCalledOff, {}), { code: 'service_unavailable' });
    await db.close();
    await place.remove();
  });
});
