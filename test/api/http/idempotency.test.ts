import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, it } from 'node:test';
import { claimIdempotencyKey } from '../../../src/db/idempotency-keys.ts';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import { sweep } from '../../../src/services/jobs/retention.ts';
import { answerOnce } from '../../../src/services/shared/idempotency.ts';
import { parseInstant } from '../../../src/time/iso.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { callFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule, newOverride } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { cleanUp } from '../../support/servers/clean-up.ts';
import { describeOnBothDatabases, describeOnSqlite, type TestDatabase } from '../../support/servers/databases.ts';
import { killed, type ServerProcess, startServer } from '../../support/servers/server-process.ts';

const START = '2026-01-05T09:00:00Z';
const FOREVER = { auditLogDays: undefined, deliveryDays: undefined, endedSessionDays: undefined };

describeOnBothDatabases('[IDEM-1] a POST with an idempotency key', (create) => {
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' }, START);
  let schedule: { readonly id: string };
  let overrides: string;

  beforeEach(async () => {
    watchbill.at(START);
    schedule = await createSchedule(owner, [ada]);
    overrides = `/schedules/${schedule.id}/overrides/`;
  });

  function post(as: Person, key: string, path: string, body?: object): Promise<Answer> {
    const headers = { 'x-api-key': as.key, 'idempotency-key': key };
    return callFrom(watchbill.app, { headers }, 'POST', path, body);
  }

  const override = (hour: number) =>
    newOverride([ada], `2026-01-06T${String(hour).padStart(2, '0')}:00:00Z`, '2026-01-07T00:00:00Z');
  const count = async () => succeeded(await owner.get(overrides)).meta.total;

  it('is carried out once: a retry gets the response of the first', async () => {
    const first = await post(owner, 'once', overrides, override(1));
    const again = await post(owner, 'once', overrides, override(1));
    assert.deepEqual([again.status, again.body], [201, succeeded(first, 201)]);
    assert.deepEqual(
      [first, again].map(({ headers }) => headers['idempotency-replayed']),
      [undefined, 'true'],
    );
    assert.equal(await count(), 1);

    const cover = { start: '2026-01-08T09:00:00Z', end: '2026-01-09T09:00:00Z', reason: 'Dentist' };
    const { coverage_request } = succeeded(await post(ada, 'cover', '/user/coverage_requests', cover), 201);
    const accept = `/coverage_requests/${coverage_request.id}/accept`;
    assert.deepEqual(succeeded(await post(owner, 'take', accept)), succeeded(await post(owner, 'take', accept)));
  });

  it('is separate for another user or route, and refused for another body or path', async () => {
    succeeded(await post(owner, 'shared', overrides, override(1)), 201);
    succeeded(await post(owner, 'shared', '/teams/', { name: `Team of ${schedule.id}` }), 201);
    assert.equal((await post(ada, 'shared', overrides, override(1))).status, 201);
    assert.equal(await count(), 2);
    failed(await post(owner, 'shared', overrides, override(2)), 422, 'idempotency_key_reused');
    const other = await createSchedule(owner, [ada]);
    failed(
      await post(owner, 'shared', `/schedules/${other.id}/overrides/`, override(1)),
      422,
      'idempotency_key_reused',
    );
    assert.equal(await count(), 2);
  });

  it('creates one thing when it comes ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(owner, 'at once', overrides, override(1))));
    failed(await post(owner, 'at once', overrides, override(1)), 400, 'bad_request');
    assert.ok(
      answers.every(({ status }) => status === 400),
      'a space is no part of a key',
    );
    const racing = await Promise.all(Array.from({ length: 10 }, () => post(owner, 'at-once', overrides, override(1))));
    assert.ok(racing.some(({ status }) => status === 201));
    for (const answer of racing) if (answer.status !== 201) failed(answer, 409, 'idempotency_key_in_use');
    assert.equal(new Set(racing.flatMap(({ status, body }) => (status === 201 ? [body.override.id] : []))).size, 1);
    assert.equal(await count(), 1);
  });

  it('leaves its key free when it fails', async () => {
    failed(await post(owner, 'failing', overrides, newOverride([ada], START, START)), 422, 'unprocessable_entity');
    succeeded(await post(owner, 'failing', overrides, override(1)), 201);
  });

  it('is new after a day, whether or not its key was deleted', async () => {
    succeeded(await post(owner, 'daily', overrides, override(1)), 201);
    watchbill.at('2026-01-06T09:00:00Z');
    assert.equal((await post(owner, 'daily', overrides, override(1))).headers['idempotency-replayed'], 'true');
    watchbill.at('2026-01-06T09:00:00.001Z');
    assert.equal((await post(owner, 'daily', overrides, override(1))).headers['idempotency-replayed'], undefined);
    assert.equal(await count(), 2);
    watchbill.at('2026-01-08T09:00:00Z');
    await sweep(watchbill.services, FOREVER);
    failed(await post(owner, 'daily', overrides, override(1)), 422, 'unprocessable_entity');
  });

  it('waits for a running one with the same key, for 30 seconds at most', async () => {
    const { services } = watchbill;
    const { organization } = succeeded(await owner.get('/organization/'));
    const claim = {
      organizationId: organization.id,
      userId: owner.id as never,
      route: 'POST /teams/',
      idempotencyKey: 'abandoned',
      fingerprint: '',
      leaseId: services.newId('lease'),
      now: parseInstant(START) as number,
      abandonedBefore: 0,
      forgottenBefore: 0,
    };
    const caller = {
      organizationId: organization.id,
      userId: owner.id as never,
      role: 'owner',
      seat: 'member',
    } as const;
    const asked = { key: 'abandoned', route: 'POST /teams/', path: '/teams/', body: { name: 'Abandoned' } };
    // The first request stops after its claim, as if its process was killed.
    let first: Promise<unknown> | undefined;
    await new Promise<void>((claimed) => {
      const hang = () => {
        claimed();
        return new Promise<never>(() => undefined);
      };
      first = answerOnce(services, caller, asked, hang, { isShared: false });
    });
    assert.ok(first !== undefined);
    const inUse = await post(owner, 'abandoned', '/teams/', { name: 'Abandoned' });
    failed(inUse, 409, 'idempotency_key_in_use');
    assert.equal(inUse.headers['retry-after'], '30');
    failed(await post(owner, 'abandoned', '/teams/', { name: 'Other' }), 422, 'idempotency_key_reused');
    watchbill.at('2026-01-05T09:00:30.001Z');
    succeeded(await post(owner, 'abandoned', '/teams/', { name: 'Abandoned' }), 201);
    const rows = await services.db.transaction((tx) => tx.all(claimIdempotencyKey, claim));
    assert.deepEqual(rows, [], 'an answered key cannot be claimed');
  });

  it('that finishes after its key was taken over changes nothing', async () => {
    const { services } = watchbill;
    const { organization } = succeeded(await owner.get('/organization/'));
    const caller = {
      organizationId: organization.id,
      userId: owner.id as never,
      role: 'owner',
      seat: 'member',
    } as const;
    const asked = { key: 'late', route: 'POST /late', path: '/late', body: {} };
    const late = answerOnce(
      services,
      caller,
      asked,
      async () => {
        watchbill.at('2026-01-05T09:00:31Z');
        const second = await answerOnce(services, caller, asked, async () => ({ status: 200, body: 'second' }), {
          isShared: false,
        });
        assert.equal(second.body, 'second');
        return { status: 200, body: 'first' };
      },
      { isShared: false },
    );
    await assert.rejects(late, { code: 'idempotency_key_in_use' });
    const replay = await answerOnce(services, caller, asked, async () => assert.fail('again'), { isShared: false });
    assert.deepEqual([replay.body, replay.isReplay], ['second', true]);
  });
});

describeOnSqlite('[IDEM-1] idempotency keys', (create) => {
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' }, START);

  it('are documented for every POST with a key or session whose response has no secret', async () => {
    const { paths } = JSON.parse((await watchbill.app.inject('/openapi.json')).body);
    type Operation = { security?: unknown[]; parameters?: { name?: string }[] };
    const without = Object.entries(paths as Record<string, { post?: Operation }>)
      .filter(([, { post }]) => post !== undefined && post.security?.length !== 0)
      .filter(([, { post }]) => !post?.parameters?.some(({ name }) => name === 'idempotency-key'))
      .map(([path]) => path);
    assert.deepEqual(without.sort(), [
      '/user/api_keys/',
      '/user/calendar_feeds/',
      '/users/{user_id}/sign_in_link/',
      '/webhooks/',
      '/webhooks/{webhook_id}/rotate_secret',
    ]);
    const docs = await readFile('docs/api.md', 'utf8');
    const [, listed = ''] = /which ignore it: (.*?)\.\n/s.exec(docs) ?? [];
    assert.deepEqual([...listed.matchAll(/`([^`]+)`/g)].map(([, path]) => path).sort(), without);
  });

  it('of responses that name a user are deleted when that user is erased', async () => {
    const headers = { 'x-api-key': owner.key, 'idempotency-key': 'traces' };
    const schedule = await createSchedule(owner, [ada]);
    const body = newOverride([ada], '2026-01-06T09:00:00Z', '2026-01-06T10:00:00Z');
    succeeded(await callFrom(watchbill.app, { headers }, 'POST', `/schedules/${schedule.id}/overrides/`, body), 201);
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    succeeded(await owner.post(`/users/${ada.id}/erase`), 204);
    const rows = await watchbill.services.db.exclusively((tx) => tx.execute('select * from idempotency_keys'));
    assert.deepEqual(rows, []);
  });
});

describeOnBothDatabases('[IDEM-1] a service that is killed', (create) => {
  let place: TestDatabase;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    place = await create();
  });
  afterEach(() => cleanUp(async () => server && killed(server), place.remove));

  it('has carried out each request once, or not at all', async () => {
    const person = (key: string) => ({ name: 'Somebody', email: `${key}@example.com` });
    await killDuring('/users/', person, { status: 201, made: 1 });
  });

  it('[OPS-4] has carried out each request once whose answer is too large to be stored', async () => {
    const email = (key: string, i: number) => `somebody.${i}.of.${key}@${'a'.repeat(60)}.example.com`;
    const fifty = (key: string) => ({ users: Array.from({ length: 50 }, (_, i) => ({ email: email(key, i) })) });
    await killDuring('/users/batch', fifty, { status: 200, made: 50 });
  });

  /** `made`: how many users a request makes. */
  async function killDuring(
    path: string,
    bodyFor: (key: string) => object,
    { status: right, made }: { readonly status: number; readonly made: number },
  ): Promise<void> {
    const key = newApiKey();
    server = await startServer(place.config, key);
    const post = async (idempotencyKey: string) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
      const body = JSON.stringify(bodyFor(idempotencyKey));
      return fetch(`${server?.address}${path}`, { method: 'POST', headers, body });
    };
    const keys = Array.from({ length: 30 }, (_, i) => `key-${i}`);
    const first = keys.map((one) =>
      post(one).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await Promise.race(first);
    await killed(server);
    const answered = (await Promise.all(first)).filter((status) => status === right).length;

    server = await startServer(place.config, key);
    const retried = await Promise.all(keys.map(async (one) => (await post(one)).status));
    for (const status of retried) assert.ok(status === right || status === 409, String(status));
    const answer = await fetch(`${server.address}/users/?query=Somebody&per_page=100`, {
      headers: { 'x-api-key': key },
    });
    const { meta } = (await answer.json()) as { meta: { total: number } };
    assert.equal(meta.total, made * retried.filter((status) => status === right).length);
    assert.ok(answered > 0 && meta.total >= made * answered);
  }
});
