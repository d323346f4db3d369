/**
 * Thousands of requests to every operation of the OpenAPI document, most of them broken in some way. Whatever is sent, the
 * service refuses it in its own words or does what was asked; it never fails.
 *
 * They are the same on every run, and others by chance. When one fails, fast-check prints the seed: with `FC_SEED=…` the
 * same are sent again. `FC_RUNS=20000` sends more.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { ERRORS } from '../../src/errors.ts';
import { type Answer, addKey, type Person, startWatchbill, succeeded, type Watchbill } from '../support/api.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { TOKEN } from '../support/json-arbitraries.ts';
import { assertDocumented, type Operation, operationsOf } from '../support/openapi.ts';
import { requestsTo, type WireRequest } from '../support/request-arbitraries.ts';
import { createOverride, createSchedule, lines } from '../support/schedules.ts';

const { FC_SEED, FC_RUNS } = process.env;
const RUNS = [
  { which: 'the same every time', seed: 20260105, numRuns: 1600 },
  { which: 'by chance', numRuns: Number(FC_RUNS ?? 1600), ...(FC_SEED !== undefined && { seed: Number(FC_SEED) }) },
];

/** Of each kind, as many as a request chooses from. */
const CHOICE = 6;

/** What tokens stand for: the key of each caller, and the things that there are, newest first. */
type Things = Record<string, string[]>;

describeOnBothDatabases('requests of all kinds', (create) => {
  for (const { which, ...parameters } of RUNS) {
    describe(which, () => {
      let watchbill: Watchbill;
      let owner: Person;
      let things: Things;
      let keys: Readonly<Record<string, string>>;
      let operations: readonly Operation[];
      const done = new Set<string>();
      const refused = new Set<string>();

      before(async () => {
        watchbill = await startWatchbill(create);
        owner = watchbill.owner;
        operations = await operationsOf(watchbill.app);
        await furnish();
      });
      after(() => watchbill.stop());

      it('are answered as documented, and never with a failure', async () => {
        const requests = fc.oneof(...operations.map(requestsTo));
        await fc.assert(fc.asyncProperty(requests, tryOut), parameters);
      });

      it('were each done at least once, and refused at least once', () => {
        const names = operations.map(({ method, path }) => `${method} ${path}`);
        assert.deepEqual(
          [names.filter((name) => !done.has(name)), names.filter((name) => !refused.has(name))],
          [[], []],
        );
      });

      it('leave a service that works', async () => {
        assert.deepEqual(succeeded(await owner.get('/readyz')), { status: 'ok' });
        const schedule = await createSchedule(owner, [owner], { name: 'Afterwards' });
        const override = await createOverride(
          owner,
          schedule,
          [{ id: things.person_id?.[1] ?? '' }],
          '2026-01-05T12:00:00Z',
          '2026-01-05T15:00:00Z',
        );
        assert.deepEqual(lines(await owner.get(`/schedules/${schedule.id}/shifts/?per_page=3`)), [
          'Owner 2026-01-05T09:00:00Z/2026-01-05T12:00:00Z',
          'Ada 2026-01-05T12:00:00Z/2026-01-05T15:00:00Z',
          'Owner 2026-01-05T15:00:00Z/2026-01-06T09:00:00Z',
        ]);
        succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
        assert.deepEqual(Object.keys(Object.prototype), []);
      });

      /** A little of everything. Who calls is none of the users that requests may delete. */
      async function furnish(): Promise<void> {
        const ada = await watchbill.addPerson('Ada');
        const vera = await watchbill.addPerson('Vera', { seat: 'viewer' });
        const ben = await watchbill.addPerson('Ben');
        const cleo = await watchbill.addPerson('Cleo');
        keys = { owner: owner.key, member: ada.key, viewer: vera.key };
        things = {
          user_id: [ben.id, cleo.id],
          person_id: [owner.id, ada.id, ben.id, owner.id, ada.id, vera.id],
          person_email: ['owner@example.com', 'ADA@example.com', 'ben@example.com', 'nobody@example.com'],
          actor_id: [owner.id, ada.id],
          channel_id: ['C0GENERAL', 'C0ONCALL', 'C0GENERAL', 'C0ONCALL', 'C0LEADS', 'C0NONE'],
        };
        for (let i = 0; i < CHOICE; i++) {
          learn(await owner.post('/teams/', { name: `Team ${i}` }));
          const schedule = await createSchedule(owner, [owner, ada, ben], { team_ids: things.team_id });
          learn({ status: 201, body: { schedule } });
          succeeded(await owner.put(`/schedules/${schedule.id}/chat_user_group/`, { name: 'Group', handle: `g${i}` }));
          succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
          succeeded(await owner.put(`/teams/${things.team_id?.[0]}/members/${ben.id}`), 204);
          const override = await createOverride(owner, schedule, [ben], '2026-01-07T12:00:00Z', '2026-01-07T15:00:00Z');
          learn({ status: 201, body: { override } }, schedule.id);
          const [start, end] = [`2026-02-0${i + 1}T09:00:00Z`, `2026-02-0${i + 4}T09:00:00Z`];
          const asking = i % 2 === 0 ? owner : ada;
          const request = { start, end, reason: 'Away', schedule_ids: [schedule.id] };
          learn(await asking.post('/user/coverage_requests', request));
          await addKey(watchbill.services, owner.id);
        }
        const { api_keys } = succeeded(await owner.get('/user/api_keys/'));
        // The first is the one that the owner calls with.
        things.api_key_id = api_keys.slice(1).map(({ id }: { id: string }) => id);
      }

      async function tryOut(request: WireRequest): Promise<void> {
        const url = withThings(request.url);
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, withThings(value)]),
        );
        const response = await watchbill.app.inject({
          method: request.method as 'GET',
          url,
          headers,
          ...(request.body !== undefined && { payload: Buffer.from(withThings(request.body), request.encoding) }),
        });
        assert.ok(response.statusCode < 500, `${response.statusCode} ${response.body}`);
        for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-api-version']) {
          assert.notEqual(
            response.headers[name],
            undefined,
            `${response.statusCode} without ${name}: ${response.body}`,
          );
        }
        // The answer to HEAD is that to GET without its body, which leaves nothing more to see.
        if (request.method === 'HEAD') return;
        const body = response.body === '' ? undefined : JSON.parse(response.body);
        const answer: Answer = { status: response.statusCode, body, headers: response.headers };
        await assertDocumented(watchbill.app, request.method, url, answer);
        if (answer.status >= 400) {
          const { code, status } = body.error;
          assert.equal(ERRORS[code as keyof typeof ERRORS]?.status, status, response.body);
          refused.add(request.operation);
        } else {
          done.add(request.operation);
          learn(answer, url.split('/')[2]);
          if (request.method === 'DELETE') forget(url);
        }
      }

      function withThings(text: string): string {
        return text.replaceAll(TOKEN, (token, kind: string, index: string) => {
          if (kind === 'key') return keys[index] ?? token;
          const known = things[kind] ?? things.schedule_id ?? [];
          return known[Number(index) % known.length] ?? token;
        });
      }

      /** What a request has made can be asked for by the next. */
      function learn({ status, body }: Pick<Answer, 'status' | 'body'>, scheduleId?: string): void {
        if (status !== 201) return;
        for (const [noun, { id }] of Object.entries(body as Record<string, { id: string }>)) {
          add(`${noun}_id`, id);
          if (noun === 'override') add('schedule_of_override', scheduleId ?? '');
        }
      }

      function add(kind: string, id: string): void {
        things[kind] = [id, ...(things[kind] ?? [])].slice(0, CHOICE);
      }

      /** What is gone is asked for no more, as long as something else is left to ask for. */
      function forget(url: string): void {
        for (const [kind, ids] of Object.entries(things)) {
          if (/^(team|schedule|user|coverage_request|api_key)_id$/.test(kind) && ids.length > 1) {
            things[kind] = ids.filter((id) => !url.replace(/\/members\/.*/, '').endsWith(id));
          }
        }
      }
    });
  }
});
