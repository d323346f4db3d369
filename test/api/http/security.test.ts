/** Security rules for every route in the OpenAPI document, so that a new route cannot be forgotten. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import type { Answer } from '../../support/drivers/answer.ts';
import { addKey, call, callFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { addFeed, calendarFile } from '../../support/drivers/calendars.ts';
import { addIdentity } from '../../support/drivers/oidc.ts';
import {
  byId,
  createOverride,
  createSchedule,
  layer,
  newOverride,
  newSchedule,
} from '../../support/drivers/schedules.ts';
import { openSession, SAME_ORIGIN } from '../../support/drivers/sessions.ts';
import { addStranger } from '../../support/drivers/stranger.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

type Method = Parameters<typeof call>[1];

interface Route {
  readonly method: Method;
  readonly path: string;
  readonly hasBody: boolean;
  readonly isPaged: boolean;
  /** Whether API keys are refused. */
  readonly needsSession: boolean;
}

/** A value for each path parameter. */
type Things = Readonly<Record<string, string>>;

/** A valid body for each route that takes one. */
function bodies({ user_id = '', team_id = '', schedule_id = '' }: Things): Readonly<Record<string, object>> {
  const people = [{ id: user_id }];
  const [start, end] = ['2026-01-06T12:00:00Z', '2026-01-06T15:00:00Z'];
  return {
    'POST /users/': { name: 'Mallory', email: 'mallory@example.com' },
    'POST /users/batch': { users: [{ email: 'mallory@example.com' }] },
    'PATCH /users/{user_id}': { name: 'Mallory' },
    'PUT /users/{user_id}/holidays/': { holidays: { country: 'DE', region: 'BY' } },
    'PATCH /user/': { name: 'Mallory' },
    'PUT /user/password': { password: 'the password of Mallory' },
    'POST /user/api_keys/': { name: 'Mallory’s' },
    'PATCH /user/settings/': { settings: { reminder_hours: [24] } },
    'PATCH /user/notifications/': { notifications: { reminder: 'chat' } },
    'PATCH /organization/': { name: 'Mallory & Sons' },
    'PATCH /organization/calendar_rules/': { holidays: { country: 'DE' } },
    'POST /teams/': { name: 'Mallory’s' },
    'PATCH /teams/{team_id}': { name: 'Mallory’s' },
    'POST /schedules': newSchedule(people, { name: 'Mallory’s', team_ids: [team_id] }),
    'PATCH /schedules/{schedule_id}': { name: 'Mallory’s', layers: [layer(people, { name: 'Mallory’s' })] },
    'POST /schedules/{schedule_id}/overrides/': newOverride(people, start, end),
    'PATCH /schedules/{schedule_id}/overrides/{override_id}': { end, reason: 'Swapped' },
    'PUT /schedules/{schedule_id}/chat_user_group/': { name: 'Mallory’s', handle: 'mallory' },
    'POST /webhooks/': { url: 'https://mallory.example.com/', events: ['gap.ahead'] },
    'PATCH /webhooks/{webhook_id}': { events: ['gap.ahead'] },
    'POST /chat/test': {},
    'POST /user/calendar_feeds/': { kind: 'schedule', schedule_id },
    'POST /user/time_off/': { start, end, reason: 'Mallory is away' },
    'POST /user/time_off/import': { calendar: calendarFile('DTSTART;VALUE=DATE:20260201') },
    'PATCH /user/time_off/{time_off_id}': { start },
    'POST /users/{user_id}/time_off/': { start, end, reason: 'Mallory is away' },
    'POST /users/{user_id}/time_off/import': { calendar: calendarFile('DTSTART;VALUE=DATE:20260201') },
    'PATCH /users/{user_id}/time_off/{time_off_id}': { start },
    'POST /coverage_requests/{coverage_request_id}/accept': { shifts: [{ schedule_id, start, end }] },
    'POST /coverage_requests': { user_id, start, end, reason: 'Mallory wants it', schedule_ids: [schedule_id] },
    'POST /user/coverage_requests': { start, end, reason: 'Mallory wants it', schedule_ids: [schedule_id] },
  };
}

/** Routes about the caller only, which viewers may use too. */
const OWN_AFFAIRS = [
  'PATCH /user/',
  'PATCH /user/settings/',
  'PATCH /user/notifications/',
  'PUT /user/password',
  'POST /user/api_keys/',
  'POST /user/calendar_feeds/',
  'DELETE /user/sessions/',
];

/** Routes for every member, without a relation to the thing. */
const FOR_EVERY_MEMBER = [
  'POST /teams/',
  'POST /user/coverage_requests',
  'POST /user/time_off/',
  'POST /user/time_off/import',
  'POST /coverage_requests/{coverage_request_id}/accept',
  'POST /coverage_requests/{coverage_request_id}/decline',
];

/** Parameters that are not our ids, and may be the same in two organizations: unknown ones. */
const UNKNOWN: Things = { channel_id: 'C0NOWHERE', revision: '99' };

/** Unknown ids: well-formed, and malformed in various ways. */
const MALFORMED = ['x', '0', '%00', 'null', '__proto__', '%27%20or%201=1--', '..%2F..', '%F0%9F%9B%9F'];

describeOnSqlite('every route', (create) => {
  let stranger: Person;
  let routes: Route[];
  let ours: Things;
  let theirs: Things;
  /** The session cookie of each person, by key. */
  const sessions = new Map<string, string>();

  const { watchbill, owner, ada, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  before(async () => {
    for (const person of [owner, ada, viewer]) await addSession(person);
    ours = await furnish(owner, ada, 'ours');
    routes = await listRoutes();
  });

  async function addSession(person: Person): Promise<void> {
    sessions.set(person.key, (await openSession(watchbill, person)).cookie);
  }

  async function listRoutes(): Promise<Route[]> {
    const { paths } = succeeded(await call(watchbill.app, 'GET', '/openapi.json'));
    type Operation = { security?: object[]; requestBody?: object; parameters?: { name: string }[] };
    return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => security?.length !== 0)
        .map(([method, { security, requestBody, parameters = [] }]) => ({
          method: method.toUpperCase() as Method,
          path,
          hasBody: requestBody !== undefined,
          isPaged: parameters.some(({ name }) => name === 'per_page'),
          needsSession: security !== undefined && !security.some((scheme) => 'apiKey' in scheme),
        })),
    );
  }

  /** Creates one of everything as the owner of an organization. `rotating` asks for cover. */
  async function furnish(by: Person, rotating: Person, handle: string): Promise<Things> {
    const { team } = succeeded(await by.post('/teams/', { name: `Team ${handle}` }), 201);
    if (rotating !== by) succeeded(await by.put(`/teams/${team.id}/members/${rotating.id}`), 204);
    const schedule = await createSchedule(by, [rotating], { name: `Schedule ${handle}`, team_ids: [team.id] });
    const planned = { layers: [layer([rotating], { rotation_start: '2026-02-02T09:00:00Z' })] };
    succeeded(await by.patch(`/schedules/${schedule.id}`, planned));
    const override = await createOverride(by, schedule, [by], '2026-01-07T12:00:00Z', '2026-01-07T15:00:00Z');
    const cover = { start: '2026-01-09T12:00:00Z', end: '2026-01-09T15:00:00Z', reason: `Dentist ${handle}` };
    const { coverage_request } = succeeded(await rotating.post('/user/coverage_requests', cover), 201);
    const { api_keys } = succeeded(await rotating.get('/user/api_keys/'));
    succeeded(await by.put(`/schedules/${schedule.id}/chat_user_group/`, { name: handle, handle }));
    succeeded(await by.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    const deleted = await createSchedule(by, [rotating], { name: `Deleted ${handle}` });
    succeeded(await by.put(`/schedules/${deleted.id}/chat_channels/C0ONCALL`), 204);
    succeeded(await by.delete(`/schedules/${deleted.id}`), 204);
    const { deliveries } = succeeded(await by.get('/deliveries/'));
    const hook = { url: 'https://hooks.example.com/', events: ['gap.ahead'] };
    const { webhook } = succeeded(await by.post('/webhooks/', hook), 201);
    const away = { ...cover, reason: `Surgery ${handle}` };
    const { time_off } = succeeded(await rotating.post('/user/time_off/', away), 201);
    return {
      user_id: rotating.id,
      team_id: team.id,
      schedule_id: schedule.id,
      override_id: override.id,
      coverage_request_id: coverage_request.id,
      api_key_id: api_keys[0].id,
      calendar_feed_id: (await addFeed(rotating)).id,
      identity_id: await addIdentity(watchbill.services, by, rotating.id),
      time_off_id: time_off.id,
      channel_id: 'C0ONCALL',
      revision: '1',
      delivery_id: deliveries[0].id,
      webhook_id: webhook.id,
    };
  }

  function parametersOf({ path }: Route): string[] {
    return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  }

  function nameOf({ method, path }: Route): string {
    return `${method} ${path}`;
  }

  function pathOf({ path }: Route, things: Things): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name) => things[name] ?? assert.fail(`no ${name}`));
  }

  /** Calls the route with these things in its path, and in its body unless others are given; with a session if it needs one. */
  function ask(route: Route, things: Things, key?: string, inBody = things): Promise<Answer> {
    const path = pathOf(route, things);
    const body = bodies(inBody)[nameOf(route)];
    const cookie = route.needsSession && key !== undefined ? sessions.get(key) : undefined;
    if (cookie === undefined) return call(watchbill.app, route.method, path, key, body);
    return callFrom(watchbill.app, { headers: { ...SAME_ORIGIN, cookie } }, route.method, path, body);
  }

  function isWriting({ method }: Route): boolean {
    return method !== 'GET';
  }

  /** A stream of events, tested in events.test.ts. */
  function isEndless({ path }: Route): boolean {
    return path === '/events';
  }

  /** Whether the thing in its path belongs to Ada, and only she finds it there. */
  function isOfAda({ path }: Route): boolean {
    return path.includes('{api_key_id}') || path.startsWith('/user/time_off/{');
  }

  /** Everything that the owner can read, from all routes. */
  async function everything(): Promise<Record<string, unknown>> {
    const answers: Record<string, unknown> = {};
    for (const route of routes.filter((route) => !isWriting(route) && !isEndless(route))) {
      const path = { ...route, path: `${route.path}${route.isPaged ? '?per_page=100' : ''}` };
      const { status, body } = await ask(path, ours, isOfAda(route) ? ada.key : owner.key);
      assert.equal(status, 200, `${nameOf(route)}: ${JSON.stringify(body)}`);
      answers[nameOf(route)] = body;
    }
    return answers;
  }

  it('is listed here, with its path parameters and its body', () => {
    assert.ok(routes.length > 30);
    const parameters = new Set(routes.flatMap(parametersOf));
    assert.deepEqual(
      [...parameters].filter((name) => ours[name] === undefined),
      [],
    );
    const withBody = routes.filter(({ hasBody }) => hasBody).map(nameOf);
    assert.deepEqual(withBody.sort(), Object.keys(bodies(ours)).sort());
  });

  describe('without a valid key', () => {
    let keys: Record<string, string | undefined>;

    before(async () => {
      const revoked = await addKey(watchbill.services, ada.id);
      const { api_keys } = succeeded(await ada.get('/user/api_keys/?per_page=100'));
      const { id } = api_keys.find(({ hint }: { hint: string }) => hint === revoked.slice(-4));
      succeeded(await ada.delete(`/user/api_keys/${id}`), 204);
      keys = {
        none: undefined,
        empty: '',
        nonsense: 'let me in',
        unknown: newApiKey(),
        mistyped: `${owner.key.slice(0, -1)}${owner.key.endsWith('0') ? '1' : '0'}`,
        revoked,
        'expired long ago': await addKey(watchbill.services, ada.id, '2025-01-05T09:00:00Z'),
        'expired now': await addKey(watchbill.services, ada.id, '2026-01-05T09:00:00Z'),
      };
    });

    it('responds 401 with the same body, whatever is wrong with the key', async () => {
      const before = await everything();
      const seen = new Set<string>();
      for (const route of routes) {
        for (const [what, key] of Object.entries(keys)) {
          const answer = await ask(route, ours, key);
          assert.equal(answer.status, 401, `${nameOf(route)} with a key that is ${what}`);
          failed(answer, 401, 'unauthorized');
          seen.add(JSON.stringify(answer.body));
        }
      }
      assert.equal(seen.size, 1);
      assert.deepEqual(await everything(), before);
    });

    it('responds 401 to HEAD, to malformed bodies and to unknown ids', async () => {
      for (const route of routes) {
        const url = route.path.replaceAll(/\{\w+\}/g, 'x');
        const headers = { 'content-type': 'application/json' };
        const broken = await watchbill.app.inject({ method: route.method, url, headers, payload: '{' });
        assert.equal(broken.statusCode, 401, nameOf(route));
        if (isWriting(route)) continue;
        assert.equal((await watchbill.app.inject({ method: 'HEAD', url })).statusCode, 401, `HEAD ${route.path}`);
      }
    });

    it('a key is valid until the instant at which it expires', async () => {
      const key = await addKey(watchbill.services, ada.id, '2026-01-05T09:00:00.001Z');
      succeeded(await call(watchbill.app, 'GET', '/user/', key));
      watchbill.at('2026-01-05T09:00:00.001Z');
      failed(await call(watchbill.app, 'GET', '/user/', key), 401, 'unauthorized');
      watchbill.at('2026-01-05T09:00:00Z');
    });
  });

  describe('with an API key', () => {
    it('responds 403 to any API key if a session is required', async () => {
      const before = await everything();
      const needing = routes.filter(({ needsSession }) => needsSession);
      assert.deepEqual(needing.map(nameOf).sort(), [
        'POST /user/api_keys/',
        'POST /users/{user_id}/sign_in_link/',
        'PUT /user/password',
      ]);
      for (const route of needing) {
        for (const { key } of [owner, viewer]) {
          failed(await ask({ ...route, needsSession: false }, ours, key), 403, 'forbidden');
        }
      }
      assert.deepEqual(await everything(), before);
    });
  });

  describe('with an unknown id', () => {
    it('responds 404: for a valid id, a malformed one, and one of another kind', async () => {
      for (const route of routes) {
        for (const parameter of parametersOf(route)) {
          const id = ours[parameter] as string;
          const unknown = UNKNOWN[parameter] ?? `${id.slice(0, 4)}01kz0000000000000000000000`;
          const ofAnotherKind = parameter === 'team_id' ? ours.user_id : ours.team_id;
          const wrongs = [unknown, id.toUpperCase().replace('C0', 'c0'), ...MALFORMED, ofAnotherKind as string];
          for (const wrong of wrongs.filter((one) => parameter !== 'revision' || !/^\d$/.test(one))) {
            const answer = await ask(route, { ...ours, [parameter]: wrong }, owner.key, ours);
            assert.equal(answer.status, 404, `${nameOf(route)} with ${wrong}: ${JSON.stringify(answer.body)}`);
            failed(answer, 404, 'not_found');
          }
        }
      }
    });
  });

  describe('with a viewer seat', () => {
    it('writes nothing', async () => {
      const before = await everything();
      for (const route of routes.filter(isWriting)) {
        if (OWN_AFFAIRS.includes(nameOf(route))) continue;
        const answer = await ask(route, ours, viewer.key);
        // A viewer cannot even see the key or request of somebody else.
        const expected = route.path.startsWith('/user/') && parametersOf(route).length > 0 ? [403, 404] : [403];
        assert.ok(
          expected.includes(answer.status),
          `${nameOf(route)}: ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      }
      assert.deepEqual(await everything(), before);
    });
  });

  describe('as an unrelated member', () => {
    it('changes nothing that belongs to others', async () => {
      const ben = await watchbill.addPerson('Ben');
      await addSession(ben);
      const before = await everything();
      for (const route of routes.filter(isWriting)) {
        if ([...OWN_AFFAIRS, ...FOR_EVERY_MEMBER].includes(nameOf(route))) continue;
        const { status, body } = await ask(route, ours, ben.key);
        // The key or request of somebody else is 404.
        const expected = route.path.startsWith('/user/') && parametersOf(route).length > 0 ? 404 : 403;
        assert.equal(status, expected, `${nameOf(route)}: ${JSON.stringify(body)}`);
      }
      assert.deepEqual(await everything(), before);
    });
  });

  describe('with a session, from another website', () => {
    it('writes nothing, for any caller', async () => {
      const before = await everything();
      for (const route of routes.filter(isWriting)) {
        const headers = { cookie: sessions.get(owner.key) ?? assert.fail(), origin: 'https://evil.example.com' };
        const body = bodies(ours)[nameOf(route)];
        const answer = await callFrom(watchbill.app, { headers }, route.method, pathOf(route, ours), body);
        assert.match(failed(answer, 403, 'forbidden'), /the header Origin/, nameOf(route));
      }
      assert.deepEqual(await everything(), before);
    });
  });

  describe('of another organization', () => {
    before(async () => {
      stranger = await addStranger(watchbill);
      await addSession(stranger);
      theirs = await furnish(stranger, stranger, 'theirs');
    });

    it('finds none of our things by id', async () => {
      const before = await everything();
      for (const route of routes) {
        const parameters = parametersOf(route).filter((name) => UNKNOWN[name] === undefined);
        if (parameters.length === 0) continue;
        const mixed = parameters.map((name): Things => ({ ...theirs, [name]: ours[name] as string }));
        for (const things of [ours, ...mixed]) {
          const answer = await ask(route, things, stranger.key);
          assert.equal(answer.status, 404, `${nameOf(route)}: ${JSON.stringify(answer.body)}`);
          failed(answer, 404, 'not_found');
        }
      }
      assert.deepEqual(await everything(), before);
    });

    it('lists nothing of ours, and we list nothing of theirs', async () => {
      const secrets = ({ channel_id: _, revision: __, ...ids }: Things, ...more: string[]) => [
        ...Object.values(ids),
        ...more,
      ];
      const [ourSecrets, theirSecrets] = [
        secrets(ours, owner.id, viewer.id, 'ada@example.com', 'Dentist ours', 'Surgery ours'),
        secrets(theirs, 'stranger@example.com', 'Dentist theirs', 'Surgery theirs'),
      ];
      let read = '';
      const lists = routes.filter((route) => !isWriting(route) && parametersOf(route).length === 0);
      for (const route of lists.filter((route) => !isEndless(route))) {
        const text = async (key: string) => JSON.stringify(succeeded(await ask(route, {}, key)));
        const [forThem, forUs] = [await text(stranger.key), await text(owner.key)];
        for (const secret of ourSecrets) assert.ok(!forThem.includes(secret), `${nameOf(route)}: ${secret}`);
        for (const secret of theirSecrets) assert.ok(!forUs.includes(secret), `${nameOf(route)}: ${secret}`);
        read += forUs;
      }
      for (const name of ['team_id', 'schedule_id', 'user_id', 'coverage_request_id']) {
        assert.ok(read.includes(ours[name] as string), name);
      }
    });

    it('cannot reference our things in a body or query', async () => {
      const people = [
        { type: 'internal_user_id', value: ada.id },
        { type: 'email', value: 'ada@example.com' },
      ];
      const [start, end] = ['2026-01-10T12:00:00Z', '2026-01-10T15:00:00Z'];
      const schedule = `/schedules/${theirs.schedule_id}`;
      for (const user of people) {
        const layers = [layer([], { user_references: [byId(stranger), user] })];
        failed(await stranger.post('/schedules', newSchedule([], { layers })), 404, 'not_found');
        failed(await stranger.patch(schedule, { layers }), 404, 'not_found');
        failed(
          await stranger.post(`${schedule}/overrides/`, { start, end, user_references: [user] }),
          404,
          'not_found',
        );
      }
      const team_ids = [ours.team_id];
      failed(await stranger.post('/schedules', newSchedule([stranger], { team_ids })), 404, 'not_found');
      failed(await stranger.patch(schedule, { team_ids }), 404, 'not_found');
      for (const feed of [
        { kind: 'schedule', schedule_id: ours.schedule_id },
        { kind: 'team', team_id: ours.team_id },
      ]) {
        failed(await stranger.post('/user/calendar_feeds/', feed), 404, 'not_found');
      }
      const cover = { start, end, reason: 'Spying', schedule_ids: [ours.schedule_id] };
      failed(await stranger.post('/user/coverage_requests', cover), 404, 'not_found');
      for (const path of ['/schedules', '/oncall', '/timelines/', '/user/permissions']) {
        failed(await stranger.get(`${path}?team_id=${ours.team_id}`), 404, 'not_found');
      }
      failed(await stranger.get(`/user/permissions?schedule_id=${ours.schedule_id}`), 404, 'not_found');
      failed(await stranger.put(`/teams/${theirs.team_id}/members/${ada.id}`), 404, 'not_found');
    });

    it('may use the same names and emails as we do', async () => {
      succeeded(await stranger.post('/teams/', { name: 'Team ours' }), 201);
      succeeded(await stranger.post('/users/', { name: 'Owner', email: 'owner@example.com' }), 201);
    });
  });
});
