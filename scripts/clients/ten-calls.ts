/** Ten calls with the types of openapi-typescript: `npm run clients` generates the types, and starts the service that this program calls. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { OverrideCreatedEvent, paths } from '../../src/api-client/schema.d.ts';

const { URL: baseUrl = '', KEY = '', EVENT = '' } = process.env;
const watchbill = createClient<paths>({ baseUrl, headers: { 'x-api-key': KEY } });
const OWNER = { type: 'email', value: 'owner@example.com' } as const;
const GRACE = { type: 'email', value: 'grace@example.com' } as const;

// 1. A new schedule.
const creation = {
  params: { header: { 'idempotency-key': randomUUID() } },
  body: {
    name: 'TypeScript',
    time_zone: 'Europe/Berlin',
    team_ids: [],
    layers: [
      {
        name: 'Weeks',
        rotation_start: '2026-01-05T09:00:00+01:00',
        concurrent_oncall_users: 1,
        shift_length: { amount: 1, unit: 'weeks' as const },
        user_references: [OWNER],
      },
    ],
  },
};
const created = await watchbill.POST('/schedules', creation);
assert.ok(created.data, JSON.stringify(created.error));
const path = { schedule_id: created.data.schedule.id };

// 2. The same request again creates nothing.
const replayed = await watchbill.POST('/schedules', creation);
assert.equal(replayed.data?.schedule.id, path.schedule_id);
assert.equal(replayed.response.headers.get('idempotency-replayed'), 'true');

// 3. Who is on call now.
const now = await watchbill.GET('/oncall', { params: { query: { name: 'TypeScript' } } });
assert.deepEqual(
  now.data?.oncall.map(({ users }) => users.map(({ email }) => email)),
  [[OWNER.value]],
);

// 4. Somebody else takes a day.
const override = await watchbill.POST('/schedules/{schedule_id}/overrides/', {
  params: { path },
  body: { start: inDays(7), end: inDays(8), user_references: [GRACE], reason: 'Swap' },
});
assert.equal(override.data?.override.users[0]?.email, GRACE.value);

// 5. A change to what somebody else has changed.
const stale = await watchbill.PATCH('/schedules/{schedule_id}', {
  params: { path, header: { 'if-match': '"outdated"' } },
  body: { name: 'Renamed' },
});
assert.equal(stale.response.status, 412);
assert.equal(stale.error?.error.code, 'precondition_failed');

// 6. A page of shifts.
const shifts = await watchbill.GET('/schedules/{schedule_id}/shifts/', { params: { path, query: { per_page: 2 } } });
assert.equal(shifts.data?.shifts.length, 2);
assert.ok(shifts.data.meta.total > 2);

// 7. The hours of a person.
const report = await watchbill.GET('/reports/hours', { params: { query: { ...path, from: inDays(0) } } });
const hours = report.data?.hours.people.find(({ user }) => user.email === OWNER.value);
assert.ok(hours && hours.coming.total_ms > 58 * 86_400_000);

// 8. Asking for cover.
const cover = await watchbill.POST('/user/coverage_requests', {
  body: { start: inDays(1), end: inDays(3), reason: 'Holiday', schedule_ids: [path.schedule_id] },
});
assert.equal(cover.data?.coverage_request.status, 'pending');
assert.ok(cover.data.coverage_request.shifts.length > 0);

// 9. An error.
const unknown = await watchbill.GET('/schedules/{schedule_id}', { params: { path: { schedule_id: 'sch_unknown' } } });
assert.equal(unknown.error?.error.code, 'not_found');

// 10. An event of a webhook.
const event: OverrideCreatedEvent = JSON.parse(await readFile(EVENT, 'utf8'));
assert.equal(event.type, 'override.created');
assert.equal(event.data.override.users[0]?.email, GRACE.value);

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
