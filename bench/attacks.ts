/** Requests that make a server compute much, and how many of them are sent at once. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { formatInstant } from '../src/time/iso.ts';
import { DAY_MS } from '../src/time/units.ts';
import { HOURS_TAKEN, ids, type Scene, TAKEN_REQUESTS } from './crowded-organization.ts';
import { epochMs } from './loop-watch.ts';

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Absent: sent without a key. */
  readonly key?: string;
  readonly body?: object;
}

export interface Attack {
  readonly what: string;
  readonly atOnce: number;
  /** `number` counts the requests of the attack. */
  readonly request: (scene: Scene, prepared: string, number: number) => Sent;
  /** Sent and answered before; what it returns is handed to each request. */
  readonly prepare?: (scene: Scene, address: string) => Promise<string>;
  /** The answers are not read. */
  readonly isUnread?: boolean;
}

/** About the longest that a member gets: it visits almost a million shifts. */
const ALLOWED_DAYS = 270;
/** Has fewer shifts than a million, but is refused on the way: the sums of people count too. */
const REFUSED_LATE_DAYS = 330;

export const ATTACKS: readonly Attack[] = [
  {
    what: 'no attack: GET /healthz, one after the other',
    atOnce: 1,
    request: () => ({ path: '/healthz' }),
  },
  {
    what: 'POST /mcp, who_could_cover, 50 at once',
    atOnce: 50,
    request: ({ keys, nowMs }, _, id) => ({
      method: 'POST',
      path: '/mcp',
      key: keys.member,
      body: callOf('who_could_cover', { end: formatInstant(nowMs + 2 * DAY_MS) }, id),
    }),
  },
  {
    what: 'GET /coverage_candidates, 8 at once',
    atOnce: 8,
    request: ({ keys, nowMs }) => ({
      path: `/coverage_candidates?end=${formatInstant(nowMs + 2 * DAY_MS)}`,
      key: keys.member,
    }),
  },
  {
    what: 'GET /reports/hours of a year, admin, 8 at once',
    atOnce: 8,
    request: (scene) => ({ path: hoursOf(scene, 365), key: scene.keys.owner }),
  },
  {
    what: 'GET /reports/hours of a year, admin, 40 at once',
    atOnce: 40,
    request: (scene) => ({ path: hoursOf(scene, 365), key: scene.keys.owner }),
  },
  {
    what: 'GET /reports/hours of a year, member, 40 at once',
    atOnce: 40,
    request: (scene) => ({ path: hoursOf(scene, 365), key: scene.keys.member }),
  },
  {
    what: `GET /reports/hours of ${ALLOWED_DAYS} days, member, 8 at once`,
    atOnce: 8,
    request: (scene) => ({ path: hoursOf(scene, ALLOWED_DAYS), key: scene.keys.member }),
  },
  {
    what: `GET /reports/hours of ${REFUSED_LATE_DAYS} days, member, 40 at once`,
    atOnce: 40,
    request: (scene) => ({ path: hoursOf(scene, REFUSED_LATE_DAYS), key: scene.keys.member }),
  },
  {
    what: 'GET /timelines/ of 31 days, viewer, 12 at once',
    atOnce: 12,
    request: timelines,
  },
  {
    what: 'GET /timelines/ of 31 days, viewer, 40 at once, not read',
    atOnce: 40,
    isUnread: true,
    request: timelines,
  },
  {
    what: 'GET /schedules?per_page=100, 50 at once',
    atOnce: 50,
    request: ({ keys }) => ({ path: '/schedules?per_page=100', key: keys.viewer }),
  },
  {
    what: 'GET /schedules, 80 different pages, 50 at once',
    atOnce: 50,
    request: ({ keys }, _, number) => ({ path: `/schedules?per_page=${21 + (number % 80)}`, key: keys.viewer }),
  },
  {
    what: 'POST /user/time_off/import, 300 times 360 days',
    atOnce: 1,
    request: importOf,
  },
  {
    what: 'GET /users/{id}/time_off/?per_page=100, 20 at once',
    atOnce: 20,
    prepare: async (scene, address) => {
      await answered(address, importOf(scene));
      return '';
    },
    request: ({ keys }) => ({ path: `/users/${ids.distantPerson}/time_off/?per_page=100`, key: keys.viewer }),
  },
  feedAttack('of 40 schedules that start in 130 days', ids.teamOfLater),
  feedAttack('of 115 schedules', ids.teamOfAll),
  {
    what: 'GET /user/shifts of 366 days, 20 at once',
    atOnce: 20,
    request: ({ keys, nowMs }) => ({
      path: `/user/shifts?per_page=100&from=${formatInstant(nowMs)}&to=${formatInstant(nowMs + 366 * DAY_MS)}`,
      key: keys.member,
    }),
  },
  {
    what: 'GET /users/{id}/on_call, 20 at once',
    atOnce: 20,
    request: ({ keys }) => ({ path: `/users/${ids.member}/on_call`, key: keys.owner }),
  },
  {
    what: 'PATCH of the layer of a schedule with a channel, 4 at once',
    atOnce: 4,
    request: ({ keys, nowMs }, _, number) => ({
      method: 'PATCH',
      path: `/schedules/${ids.scheduleWithChannel}`,
      key: keys.owner,
      body: { layers: [layerFrom(nowMs, number)] },
    }),
  },
  {
    what: `DELETE of people who cover ${TAKEN_REQUESTS} times ${HOURS_TAKEN} hours, 2 at once`,
    atOnce: 2,
    request: ({ keys }, _, number) => ({
      method: 'DELETE',
      path: `/users/${ids.coveringPeople[number % ids.coveringPeople.length]}`,
      key: keys.owner,
    }),
  },
];

export const HOURS_OF_EVERYONE: Attack = {
  what: 'GET /reports/hours of a year, admin, one request',
  atOnce: 1,
  request: (scene) => ({ path: hoursOf(scene, 365), key: scene.keys.owner }),
};

/** Load what the server loads on first use: that is the stop of a start, not of an attack. */
export function firstUses({ keys, nowMs }: Scene): Sent[] {
  const day = `from=${formatInstant(nowMs)}&to=${formatInstant(nowMs + DAY_MS)}`;
  return [
    { method: 'POST', path: '/mcp', key: keys.bystander, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    { path: `/reports/hours?schedule_id=${ids.scheduleWithChannel}&${day}`, key: keys.owner },
  ];
}

function hoursOf({ nowMs }: Scene, days: number): string {
  const startMs = nowMs - 180 * DAY_MS;
  return `/reports/hours?from=${formatInstant(startMs)}&to=${formatInstant(startMs + days * DAY_MS)}`;
}

function timelines({ keys, nowMs }: Scene): Sent {
  const month = `from=${formatInstant(nowMs)}&to=${formatInstant(nowMs + 31 * DAY_MS)}`;
  return { path: `/timelines/?per_page=100&${month}`, key: keys.viewer };
}

function callOf(name: string, given: object, id: number): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } };
}

function importOf({ keys, nowMs }: Scene): Sent {
  const dayOf = (ms: number) => formatInstant(ms).slice(0, 10).replaceAll('-', '');
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//bench//EN',
    'BEGIN:VEVENT',
    'UID:away@example.com',
    `DTSTART;VALUE=DATE:${dayOf(nowMs + DAY_MS)}`,
    `DTEND;VALUE=DATE:${dayOf(nowMs + 361 * DAY_MS)}`,
    'RRULE:FREQ=DAILY;COUNT=300',
    'SUMMARY:Away',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  return { method: 'POST', path: '/user/time_off/import', key: keys.distant, body: { calendar } };
}

function feedAttack(what: string, team_id: string): Attack {
  return {
    what: `the feed of a team ${what}, 20 at once`,
    atOnce: 20,
    prepare: async ({ keys }, address) => {
      const body = { kind: 'team', team_id };
      const made = await answered(address, { method: 'POST', path: '/user/calendar_feeds/', key: keys.member, body });
      return new URL(JSON.parse(made).calendar_feed.url).pathname;
    },
    request: (_, path) => ({ path }),
  };
}

/** The people in another order each time, so that every request changes something. */
function layerFrom(nowMs: number, number: number): object {
  const first = number % ids.people.length;
  return {
    name: 'Hours',
    rotation_start: formatInstant(nowMs - DAY_MS),
    concurrent_oncall_users: 4,
    user_references: [...ids.people.slice(first), ...ids.people.slice(0, first)].map((value) => ({
      type: 'internal_user_id',
      value,
    })),
    shift_length: { amount: 1, unit: 'hours' },
  };
}

export interface Outcome {
  readonly beginMs: number;
  readonly endMs: number;
  /** How many answers had each status; `none` for requests that were given up at the end. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers of 5xx and lost connections, in words. */
  readonly failures: readonly string[];
}

/** As many as the rate limit of a key lets through in a minute. */
const MAX_REQUESTS = 600;
/** If nothing is answered in time, the attack goes on until something is: the last steps of a request belong to it. */
const LONGEST_MS = 6_000;
const START_OF_BODY = 300;
/** In an answer of `/mcp`, whose status is 200. */
const FAILED_CALL = /internal_server_error|service_unavailable/;

interface Limits {
  /** What `prepare` returned. */
  readonly prepared: string;
  readonly forMs: number;
  readonly maxRequests?: number;
}

/** Repeats the burst as soon as it is answered, until the time is up. Then requests without an answer are given up. */
export async function attack(
  address: string,
  scene: Scene,
  { atOnce, request, isUnread = false }: Attack,
  { prepared, forMs, maxRequests = MAX_REQUESTS }: Limits,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const end = new AbortController();
  let hasAnswer = false;
  let isTimeUp = false;
  const endIfAnswered = () => isTimeUp && hasAnswer && end.abort();
  const timers = [
    setTimeout(() => {
      isTimeUp = true;
      endIfAnswered();
    }, forMs),
    setTimeout(() => end.abort(), Math.max(forMs, LONGEST_MS)),
  ];
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const beginMs = epochMs();
  let sent = 0;

  async function once(): Promise<void> {
    const wanted = request(scene, prepared, sent++);
    try {
      const { status, text } = await send(address, wanted, { agent, signal: end.signal, isUnread });
      statuses[status] = (statuses[status] ?? 0) + 1;
      hasAnswer ||= status !== 429;
      endIfAnswered();
      if (status >= 500 || FAILED_CALL.test(text)) failures.push(`${wanted.path}: ${status} ${text}`);
    } catch (error) {
      statuses.none = (statuses.none ?? 0) + 1;
      if (!end.signal.aborted) failures.push(`${wanted.path}: ${error}`);
    }
  }

  while (!end.signal.aborted && sent + atOnce <= maxRequests) {
    await Promise.all(Array.from({ length: atOnce }, once));
  }
  timers.forEach(clearTimeout);
  const endMs = epochMs();
  agent.destroy();
  return { beginMs, endMs, statuses, failures };
}

interface Way {
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
  readonly isUnread?: boolean;
}

interface Received {
  readonly status: number;
  /** Its start, unless all of it is wanted. */
  readonly text: string;
}

/** Sends a request that has to succeed, and returns its body. */
export async function answered(address: string, wanted: Sent): Promise<string> {
  const { status, text } = await send(address, wanted, {}, Number.POSITIVE_INFINITY);
  if (status >= 300) throw new Error(`${wanted.path}: ${status} ${text.slice(0, START_OF_BODY)}`);
  return text;
}

function send(
  address: string,
  { method = 'GET', path, key, body }: Sent,
  { agent, signal, isUnread = false }: Way,
  keptLength = START_OF_BODY,
): Promise<Received> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    accept: 'application/json, text/event-stream, text/calendar',
    ...(key !== undefined && { 'x-api-key': key }),
    ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const options = { method, headers, ...(agent && { agent }), ...(signal && { signal }) };
  const sent = request(`${address}${path}`, options, (answer: IncomingMessage) => {
    const status = answer.statusCode ?? 0;
    let start = '';
    answer.on('error', reject);
    // Nothing is read from the connection until then, and what the server has written stays in its memory.
    if (isUnread && status === 200) {
      signal?.addEventListener('abort', () => resolve({ status, text: '' }));
      return;
    }
    answer.on('data', (chunk: Buffer) => {
      if (start.length < keptLength) start += chunk.toString();
    });
    answer.on('end', () => resolve({ status, text: start }));
  });
  sent.on('error', reject);
  sent.end(text);
  return promise;
}
