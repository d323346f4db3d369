/**
 * Rules BUD-1 and BUD-2: every route gets valid requests, and every read its most expensive one, where it costs most: with schedules as an attacker
 * makes them, and in a large company. Work is counted in shifts; see also shift-guard.ts, which fails each of these tests by itself.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../../src/time/units.ts';
import { rightRequestsTo } from '../../../support/arbitraries/request-arbitraries.ts';
import { furnish, type Things } from '../../../support/arbitraries/things.ts';
import { inDepth } from '../../../support/depth.ts';
import type { Watchbill } from '../../../support/drivers/api.ts';
import { addHourlySchedules, addOrdinarySchedules } from '../../../support/drivers/large-organizations.ts';
import { documentedOperations, type Operation } from '../../../support/drivers/openapi.ts';
import { countingShifts } from '../../../support/drivers/shift-guard.ts';
import { givenWatchbill } from '../../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../../support/servers/databases.ts';

const MOST_IN_A_TURN = 10_000;

/** The budget, and what is computed to load the schedules. */
const MOST = 1_050_000;

const REQUESTS_TO_EACH = 2;

/** A viewer may read less than a member. */
const CALLERS = ['owner', 'member', 'viewer'].slice(0, inDepth(2, 3));

/** The longest intervals of any route. */
const INTERVALS = ['to=2026-02-05T00:00:00Z', 'to=2027-01-05T00:00:00Z'].map((to) => `from=2026-01-05T00:00:00Z&${to}`);

/** Admins get their reports whatever the size. */
const UNLIMITED = /^\/reports\/hours/;

const ORGANIZATIONS = {
  '115 schedules with hourly turns': addHourlySchedules,
  '2,000 people in 2,000 schedules': addOrdinarySchedules,
} as const;

for (const [what, fill] of Object.entries(ORGANIZATIONS)) {
  describeOnSqlite(`every route, with ${what}`, (create) => {
    const mailer = { send: async () => {} };
    const { watchbill } = givenWatchbill(create, {}, undefined, undefined, {
      mailer,
      rateLimit: 0,
      workMs: 10 * MINUTE_MS,
    });
    let things: Things;
    let operations: readonly Operation[];
    before(async () => {
      things = await furnish(watchbill);
      await fill(watchbill, [watchbill.owner, ...things.people]);
      operations = documentedOperations().filter(({ path }) => path !== '/events');
    });

    it('stays in its budget with its most expensive read', async () => {
      for (const operation of operations.filter(({ method }) => method === 'GET')) {
        for (const caller of CALLERS) {
          for (const url of expensiveUrls(operation)) await send(watchbill, things, 'GET', url, caller);
        }
      }
    });

    it('stays in its budget with valid requests', async () => {
      for (const operation of operations) {
        for (const request of fc.sample(rightRequestsTo(operation), { seed: 20260105, numRuns: REQUESTS_TO_EACH })) {
          const { method, url, headers, body } = request;
          await send(watchbill, things, method, url, undefined, headers, body);
        }
      }
    });
  });
}

/** The path with real ids, whole pages and the longest interval that the route takes. */
function expensiveUrls(operation: Operation): string[] {
  const [{ url } = { url: '' }] = fc.sample(rightRequestsTo(operation), { seed: 20260105, numRuns: 1 });
  const [path = ''] = url.split('?');
  const names = new Set(operation.parameters.map(({ name }) => name));
  const page = names.has('per_page') ? ['per_page=100'] : [];
  const intervals = names.has('from') && names.has('to') ? INTERVALS : [''];
  return intervals.map((interval) => `${path}?${[...page, ...(interval === '' ? [] : [interval])].join('&')}`);
}

async function send(
  watchbill: Watchbill,
  things: Things,
  method: string,
  url: string,
  caller?: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<void> {
  const sent = { ...headers, ...(caller !== undefined && { 'x-api-key': `~key.${caller}~` }) };
  const told = `${caller ?? ''} ${method} ${url}`;
  await nextTurn();
  const { result, total, mostInATurn } = await countingShifts(() =>
    watchbill.app.inject({
      method: method as 'GET',
      url: things.putInto(url),
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, things.putInto(value)])),
      ...(body !== undefined && { payload: things.putInto(body) }),
    }),
  );
  assert.ok(result.statusCode < 500, `${told}: ${result.statusCode} ${result.body.slice(0, 200)}`);
  assert.ok(mostInATurn <= MOST_IN_A_TURN, `${told}: ${mostInATurn} shifts in a turn`);
  if (!UNLIMITED.test(url)) assert.ok(total <= MOST, `${told}: ${total} shifts`);
}
