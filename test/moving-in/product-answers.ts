/** The APIs of the products, with the example accounts: they refuse a wrong key, split lists into pages, and rate-limit each path once. */
import type { Product } from '../../src/moving-in/source.ts';
import type { ProductAnswer, ProductRequest } from '../support/fakes/product-server.ts';
import { goAlertIndex, goAlertNextHandoff, periodsOf } from './renderers.ts';
import {
  GOALERT_ZONE,
  goAlertRotations,
  goAlertTargets,
  goAlertWho,
  grafanaSchedules,
  grafanaShifts,
  grafanaTeams,
  grafanaUsers,
  grafanaWho,
  opsgenieOverride,
  opsgenieSchedules,
  opsgenieUsers,
  opsgenieWho,
  PAGERDUTY_ZONE,
  pagerDutyLayers,
  pagerDutyUsers,
  pagerDutyWho,
} from './worlds.ts';

export const KEY = 'key-of-the-product';

const AUTHORIZATION: Record<Product, string> = {
  opsgenie: `GenieKey ${KEY}`,
  pagerduty: `Token token=${KEY}`,
  'grafana-oncall': KEY,
  goalert: `Bearer ${KEY}`,
};

const PAGE = 2;
const DAY_MS = 86_400_000;

type Answering = (request: ProductRequest, url: string) => ProductAnswer;

/** `now`: where the overrides begin, and the time of the position that GoAlert stores. */
export function answersOf(product: Product, now: number): Answering {
  const answer = { opsgenie, pagerduty, 'grafana-oncall': grafana, goalert }[product](now);
  const limited = new Set<string>();
  return (request, url) => {
    if (request.headers.authorization !== AUTHORIZATION[product])
      return { status: 401, body: { message: 'Unauthorized' } };
    if (!limited.has(request.path)) {
      limited.add(request.path);
      return { status: 429, headers: product === 'pagerduty' ? { 'ratelimit-reset': '0' } : { 'retry-after': '0' } };
    }
    return answer(request, url);
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function opsgenie(now: number): Answering {
  const overrideFrom = Math.ceil(now / DAY_MS) * DAY_MS + 3 * DAY_MS;
  return ({ path, query }, url) => {
    if (path === '/v2/schedules') return { body: { data: opsgenieSchedules, expandable: ['rotation'], took: 0.01 } };
    if (path === '/v2/users') {
      const offset = Number(query.get('offset') ?? 0);
      const isLast = offset + PAGE >= opsgenieUsers.length;
      const next = `${url}/v2/users?limit=${PAGE}&offset=${offset + PAGE}`;
      return { body: { data: opsgenieUsers.slice(offset, offset + PAGE), paging: isLast ? {} : { next } } };
    }
    const [, id = '', what] = /^\/v2\/schedules\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    const schedule = opsgenieSchedules.find((one) => one.id === id);
    if (schedule === undefined) return { status: 404, body: { message: 'No schedule exists with this id' } };
    if (what === 'overrides') return { body: { data: id === 'd875-platform' ? [opsgenieOverride(overrideFrom)] : [] } };
    const start = Date.parse(query.get('date') ?? '');
    const end = start + Number(query.get('interval')) * 7 * DAY_MS;
    return {
      body: {
        data: {
          _parent: { id, name: schedule.name, enabled: schedule.enabled },
          startDate: iso(start),
          endDate: iso(end),
          finalTimeline: {
            rotations: schedule.rotations.map((rotation, order) => ({
              id: rotation.id,
              name: rotation.name,
              order: order + 1,
              periods: periodsOf((at) => opsgenieWho(rotation, overrideFrom, at), start, end).map((period) => ({
                startDate: iso(period.start),
                endDate: iso(period.end),
                type: 'default',
                recipient: { id: 'x', type: 'user', name: period.people[0] },
              })),
            })),
          },
        },
      },
    };
  };
}

function pagerduty(): Answering {
  const listed = (list: string, items: readonly object[], query: URLSearchParams): ProductAnswer => {
    // When asked for a hundred, it returns fewer, and counts the offset in hundreds.
    const page = Number(query.get('offset') ?? 0) / Number(query.get('limit') ?? 100);
    return { body: { [list]: items.slice(page * PAGE, (page + 1) * PAGE), more: (page + 1) * PAGE < items.length } };
  };
  return ({ path, query }) => {
    if (path === '/users') return listed('users', pagerDutyUsers, query);
    if (path === '/schedules')
      return listed('schedules', [{ id: 'PI7DH85', summary: 'Daily Engineering Rotation' }], query);
    if (path !== '/schedules/PI7DH85') return { status: 404, body: { error: { message: 'Not Found', code: 2100 } } };
    const [since, until] = [Date.parse(query.get('since') ?? ''), Date.parse(query.get('until') ?? '')];
    return {
      body: {
        schedule: {
          id: 'PI7DH85',
          type: 'schedule',
          name: 'Daily Engineering Rotation',
          time_zone: PAGERDUTY_ZONE,
          schedule_layers: pagerDutyLayers,
          teams: [],
          overrides_subschedule: { name: 'Overrides', rendered_schedule_entries: [] },
          final_schedule: {
            name: 'Final Schedule',
            rendered_schedule_entries: periodsOf(pagerDutyWho, since, until).map(({ start, end, people }) => ({
              start: iso(start),
              end: iso(end),
              user: { id: people[0], type: 'user_reference' },
            })),
          },
        },
      },
    };
  };
}

function grafana(): Answering {
  const lists: Record<string, readonly object[]> = {
    users: grafanaUsers,
    teams: grafanaTeams,
    on_call_shifts: grafanaShifts,
    schedules: grafanaSchedules,
  };
  return ({ path, query }, url) => {
    const [, list = '', id] = /^\/api\/v1\/(\w+)\/(?:(\w+)\/final_shifts)?$/.exec(path) ?? [];
    const items = id === undefined ? (lists[list] ?? []) : finalShifts(query);
    const page = Number(query.get('page') ?? 1);
    const next = new URL(`${url}${path}?${query}`);
    next.searchParams.set('page', String(page + 1));
    const size = id === undefined ? PAGE : 50;
    const isLast = page * size >= items.length;
    const results = items.slice((page - 1) * size, page * size);
    return { body: { count: items.length, next: isLast ? null : next.href, previous: null, results } };
  };
}

function finalShifts(query: URLSearchParams): object[] {
  const start = Date.parse(`${query.get('start_date')}T00:00:00Z`);
  const end = Date.parse(`${query.get('end_date')}T00:00:00Z`) + DAY_MS;
  return periodsOf(grafanaWho(end + 2 * DAY_MS), start, end).flatMap((period) =>
    period.people.map((user_pk) => ({
      user_pk,
      user_email: grafanaUsers.find(({ id }) => id === user_pk)?.email,
      user_username: user_pk.slice(1).toLowerCase(),
      shift_start: iso(period.start),
      shift_end: iso(period.end),
    })),
  );
}

function goalert(now: number): Answering {
  const people = new Map(goAlertRotations.flatMap(({ users }) => users).map((user) => [user.email, user]));
  return ({ body, path, method }) => {
    if (path !== '/api/graphql' || method !== 'POST') return { status: 404, body: 'not found' };
    const { query, variables } = body as { query: string; variables: Record<string, string> };
    const { id, after = '', start = '', end = '' } = variables;
    if (query.includes('query Schedules')) {
      const nodes = after === '' ? [{ id: 's1', name: 'Ops' }] : [];
      return { body: { data: { schedules: { nodes, pageInfo: { hasNextPage: after === '', endCursor: 'c1' } } } } };
    }
    if (query.includes('query Overrides')) {
      return { body: { data: { userOverrides: { nodes: [], pageInfo: { hasNextPage: false, endCursor: '' } } } } };
    }
    if (query.includes('query Rotation')) {
      const rotation = goAlertRotations.find((one) => one.id === id);
      if (rotation === undefined) return { body: { data: { rotation: null } } };
      const state = {
        activeUserIndex: goAlertIndex(rotation, now),
        nextHandoffTimes: [goAlertNextHandoff(rotation, now)],
      };
      return {
        body: { data: { rotation: { ...rotation, ...state, userIDs: rotation.users.map((user) => user.id) } } },
      };
    }
    const shifts = periodsOf(goAlertWho, Date.parse(start), Date.parse(end)).flatMap((period) =>
      period.people.map((email) => ({
        userID: people.get(email)?.id,
        user: people.get(email),
        start: iso(period.start),
        end: iso(period.end),
        truncated: false,
      })),
    );
    const schedule = {
      id: 's1',
      name: 'Ops',
      description: '',
      timeZone: GOALERT_ZONE,
      targets: goAlertTargets,
      shifts,
    };
    return { body: { data: { schedule: { ...schedule, temporarySchedules: [] } } } };
  };
}
