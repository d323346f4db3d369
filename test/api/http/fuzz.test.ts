/**
 * Sends random requests to all operations of the OpenAPI document, most of them invalid in some way. The service must refuse each with a
 * documented error or carry it out; it must never fail.
 */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import fc from 'fast-check';
import { ERRORS } from '../../../src/errors.ts';
import { rightRequestsTo, type WireRequest, wrongRequestsTo } from '../../support/arbitraries/request-arbitraries.ts';
import { furnish, type Things } from '../../support/arbitraries/things.ts';
import { byChance } from '../../support/chance.ts';
import { inDepth } from '../../support/depth.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { assertDocumented, documentedOperations, type Operation } from '../../support/drivers/openapi.ts';
import { createOverride, createSchedule, lines } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const SEED = 20260105;
const REQUESTS = byChance({ seed: SEED, numRuns: inDepth(100, 300) });

/** Operations with more that can go wrong are tried more often, and creations more often than deletions. */
function weightOf({ method, requestBody }: Operation): number {
  if (requestBody !== undefined) return 8;
  return method === 'GET' ? 2 : 3;
}

/** A valid request may still be refused, such as covering oneself. Among this many, one succeeds. */
const TRIES = 150;

/** Making them takes longer than sending them, and one of the first few mostly succeeds. */
const FIRST_TRIES = 6;

/** Operations that random input cannot complete: it would have to guess a password, the token of a link, or who is on call when. */
const UNGUESSABLE = [
  'POST /session/',
  'POST /coverage_requests',
  'POST /sign_in_links/look',
  'POST /sign_in_links/use',
  'GET /calendars/{token}.ics',
];

const ON_EVERY_ANSWER = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-api-version'];

describeOnBothDatabases('requests of all kinds', (create, itOnSqlite) => {
  let things: Things;
  let operations: readonly Operation[];

  // Some operations are refused without mail.
  const mailer = { send: async () => {} };
  const { watchbill } = givenFreshWatchbill(create, {}, undefined, undefined, { mailer });
  beforeEach(async () => {
    things = await furnish(watchbill);
    operations = documentedOperations().filter(({ path }) => path !== '/events');
  });

  itOnSqlite('start from valid requests, which succeed', async () => {
    for (const operation of operations) {
      if (UNGUESSABLE.includes(`${operation.method} ${operation.path}`)) continue;
      if (!Object.keys(operation.responses).some((status) => status.startsWith('2'))) continue;
      const tries = (numRuns: number) => fc.sample(rightRequestsTo(operation), { seed: SEED, numRuns });
      const isDone = (await isDoneOnce(tries(FIRST_TRIES))) || (await isDoneOnce(tries(TRIES).slice(FIRST_TRIES)));
      assert.ok(isDone, `${operation.method} ${operation.path}: none of ${TRIES} was done`);
    }
  });

  it('get documented responses, never a 500, and the service still works', async () => {
    const requests = fc.oneof(
      ...operations.map((operation) => ({
        weight: weightOf(operation),
        arbitrary: fc.oneof(rightRequestsTo(operation), wrongRequestsTo(operation), wrongRequestsTo(operation)),
      })),
    );
    const property = fc.asyncProperty(requests, async (request) => {
      await tryOut(request);
    });
    await fc.assert(property, REQUESTS);
    await assertWorks();
  });

  it('can come concurrently, and the service still works', async () => {
    const requests = fc.oneof(
      ...operations
        .filter(({ method }) => method !== 'GET')
        .map((operation) => ({ weight: weightOf(operation), arbitrary: rightRequestsTo(operation) })),
    );
    const atOnce = fc.array(requests, { minLength: 20, maxLength: 20 });
    const property = fc.asyncProperty(atOnce, async (all) => {
      await Promise.all(all.map(tryOut));
    });
    await fc.assert(property, { ...REQUESTS, numRuns: Math.ceil(REQUESTS.numRuns / 40), endOnFailure: true });
    await assertWorks();
  });

  async function assertWorks(): Promise<void> {
    const { owner } = watchbill;
    const [ada] = things.people;
    succeeded(await owner.patch('/user/', { name: 'Owner' }));
    succeeded(await ada.patch('/user/', { name: 'Ada' }));
    assert.deepEqual(succeeded(await owner.get('/readyz')), { status: 'ok' });
    const schedule = await createSchedule(owner, [owner], { name: 'Afterwards' });
    const override = await createOverride(owner, schedule, [ada], '2026-01-05T12:00:00Z', '2026-01-05T15:00:00Z');
    assert.deepEqual(lines(await owner.get(`/schedules/${schedule.id}/shifts/?per_page=3`)), [
      'Owner 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z',
      'Ada 2026-01-05T12:00:00Z/2026-01-05T15:00:00Z',
      'Owner 2026-01-05T15:00:00Z/2026-01-06T09:00:00Z',
    ]);
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
    assert.deepEqual(Object.keys(Object.prototype), []);
  }

  async function isDoneOnce(tries: readonly WireRequest[]): Promise<boolean> {
    for (const request of tries) {
      if ((await tryOut(request)) < 300) return true;
    }
    return false;
  }

  /** Sends the request, asserts that the response is as documented, and returns the status. */
  async function tryOut(request: WireRequest): Promise<number> {
    const url = things.putInto(request.url);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, things.putInto(value)]);
    const response = await watchbill.app.inject({
      method: request.method as 'GET',
      url,
      headers: Object.fromEntries(headers),
      ...(request.body !== undefined && { payload: Buffer.from(things.putInto(request.body), request.encoding) }),
    });
    const { statusCode: status, body: text } = response;
    assert.ok(status < 500, `${status} ${text}`);
    for (const name of ON_EVERY_ANSWER) {
      assert.notEqual(response.headers[name], undefined, `${status} without ${name}: ${text}`);
    }
    // A response to HEAD is that to GET without its body: nothing more to check.
    if (request.method === 'HEAD') return status;
    const isText = /^text\/(csv|plain)/.test(String(response.headers['content-type']));
    const body = isText ? text : text === '' ? undefined : JSON.parse(text);
    const answer: Answer = { status, body, headers: response.headers };
    assertDocumented(request.method, url, answer);
    if (status >= 400) assert.equal(ERRORS[answer.body.error.code as keyof typeof ERRORS]?.status, status, text);
    else things.learnFrom(request.method, url, answer);
    if (status === 401 && request.headers.cookie !== undefined) await things.signInAgain();
    return status;
  }
});
