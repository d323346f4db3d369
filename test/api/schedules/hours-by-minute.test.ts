/**
 * Rule HRS-1 as a whole: random organizations with random changes over the weeks. The report is compared with a count of every minute.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { bruteForce, type LayerFacts, type PlainShift } from '../../engine/brute-force.ts';
import { byChance } from '../../support/chance.ts';
import { type Person, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { byId, createOverride } from '../../support/drivers/schedules.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';
import {
  type Calendar,
  type CoverFacts,
  countHours,
  type Facts,
  History,
  type HoursOfPerson,
  type NamedSchedule,
  type PersonFacts,
} from './hours-by-minute.ts';

const MINUTE_MS = 60_000;
const DAY = 24 * 60;

const STORIES = byChance({ seed: 20261025, numRuns: 8, weight: 40 });

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan'];

/* Stories. Instants are minutes, relative to the start of the story or to the event. Each base has clock changes, public holidays or the end of a year
 * in the two weeks after it. */

const base = fc.constantFrom('2026-03-19', '2026-03-27', '2026-10-20', '2026-10-28', '2026-12-21').map(Date.parse);
const zone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
);
const calendar = fc.constantFrom<Calendar>(
  { country: 'DE', region: 'BY' },
  { country: 'JP' },
  { country: 'NZ' },
  { country: 'US' },
);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 });

const timeOfDay = fc.nat({ max: DAY - 1 }).map(clockText);
const night = fc.oneof(
  fc.constantFrom({ from: '22:00', to: '06:00' }, { from: '00:00', to: '07:30' }, { from: '01:00', to: '01:00' }),
  fc.record({ from: timeOfDay, to: timeOfDay }),
);
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const days = [...weekdays, 'saturday', 'sunday'];
const weekend = fc.oneof(fc.constant(['saturday', 'sunday']), fc.subarray(days, { maxLength: 3 }));

const onWeekdays = weekdays.map((day) => ({ day, from: '09:00', to: '17:30' }));
const windows = fc.constantFrom(
  onWeekdays,
  days.map((day) => ({ day, from: '22:00', to: '06:15' })),
  [
    { day: 'saturday', from: '00:00', to: '24:00' },
    { day: 'sunday', from: '01:30', to: '02:45' },
    { day: 'wednesday', from: '12:00', to: '12:00' },
  ],
);
/** Indexes of people. */
const some = (maxLength: number) =>
  fc.shuffledSubarray(
    NAMES.map((_, i) => i),
    { minLength: 1, maxLength },
  );
const rotation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      shift_length: fc.oneof(
        fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit: fc.constant('hours' as const) }),
        fc.record({ amount: fc.integer({ min: 1, max: 4 }), unit: fc.constant('days' as const) }),
        fc.record({ amount: fc.constant(1), unit: fc.constant('weeks' as const) }),
      ),
      restriction_intervals: fc.option(windows, { nil: undefined }),
    }),
  },
  // Rule ROT-5.
  {
    weight: 1,
    arbitrary: fc.record({
      shift_length: fc.record({ amount: fc.integer({ min: 1, max: 3 }), unit: fc.constant('days' as const) }),
      restriction_intervals: fc.constant(onWeekdays),
      counted_days: fc.constant('open' as const),
    }),
  },
);
/** `startsBefore`: days and minutes before its creation. */
const layer = fc.record({
  startsBefore: fc.nat({ max: 20 * DAY }),
  users: some(4),
  atATime: fc.constantFrom(1, 1, 2, 3),
  rotation,
});

const pick = fc.nat({ max: 99 });
const cover = fc.record({
  kind: fc.constant('cover'),
  pick,
  people: some(4),
  startsIn: fc.nat({ max: 3 * DAY }),
  length: fc.integer({ min: 1, max: 6 * DAY }),
  isPart: fc.boolean(),
});
const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('layer'), pick, layer }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('override'),
      pick,
      startsIn: fc.integer({ min: -DAY, max: 5 * DAY }),
      length: fc.integer({ min: 1, max: 4 * DAY }),
      users: some(3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete override'), pick, which: pick }) },
  // Twice, because somebody without a shift asks for nothing.
  { weight: 6, arbitrary: cover },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('zone of person'), pick, zone: orNull(zone) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('holidays of person'), pick, calendar: orNull(calendar) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('zone'), zone }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('night'), night, validBefore: fc.nat({ max: 5 * DAY }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('weekend'), weekend }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('holidays'),
      calendar: orNull(calendar),
      validBefore: fc.option(fc.nat({ max: 5 * DAY })),
    }),
  },
  // Seldom, because nothing happens to it afterwards.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete schedule'), pick }) },
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** Before the base, so that rotations run when the report begins. */
const STORY_STARTS = -10 * DAY;

const story = fc.record({
  base,
  zone,
  people: fc.tuple(...NAMES.map(() => fc.record({ zone: orNull(zone), holidays: orNull(calendar) }))),
  schedules: fc.array(fc.record({ zone, layer }), { minLength: 1, maxLength: 3 }),
  events: fc.array(fc.record({ at: fc.nat({ max: 1000 }), event }), { minLength: 10, maxLength: 20 }),
  /** How long nothing happens. */
  quiet: fc.nat({ max: 9 * DAY }),
  now: fc.integer({ min: DAY, max: 12 * DAY }),
  from: fc.nat({ max: 3 * DAY }),
  length: fc.integer({ min: 2 * DAY, max: 10 * DAY }),
  /** The schedule of the second report. If there is none, it is about the team. */
  only: fc.nat({ max: 3 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

describeOnSqlite('[HRS-1] hours on call', (create) => {
  it('agree with a count of every minute, over random schedules, changes, zones and holidays', async () => {
    await fc.assert(
      // Without bias, because the first of biased stories happen all at one instant.
      fc.asyncProperty(fc.noBias(story), async (told) => {
        const watchbill = await startWatchbill(create, textOf(told.base + STORY_STARTS * MINUTE_MS));
        try {
          await live(watchbill, told);
        } finally {
          await watchbill.stop();
        }
      }),
      STORIES,
    );
  });
});

/** Tells the service what happens, and compares its reports with the count at the end. */
async function live(watchbill: Watchbill, told: Story): Promise<void> {
  const starts = told.base + STORY_STARTS * MINUTE_MS;
  const now = told.base + told.now * MINUTE_MS;
  const world = await found(watchbill, told, starts);
  const since = starts + told.quiet * MINUTE_MS;
  const events = told.events.map(({ at, event }) => ({ at: since + minutesIn(now - since, at / 1000), event }));
  for (const { at, event } of events.sort((a, b) => a.at - b.at)) {
    watchbill.at(textOf(at));
    await happens(world, event, at);
  }
  watchbill.at(textOf(now));
  const start = told.base + told.from * MINUTE_MS;
  const within = { start, end: start + told.length * MINUTE_MS };
  const interval = `from=${textOf(within.start)}&to=${textOf(within.end)}`;
  const { owner } = watchbill;
  const inTeam = world.schedules.filter(({ isInTeam }) => isInTeam);
  const only = world.schedules[told.only];
  const reports: [query: string, schedules: readonly ToldSchedule[]][] = [
    [interval, world.schedules],
    only ? [`${interval}&schedule_id=${only.id}`, [only]] : [`${interval}&team_id=${world.teamId}`, inTeam],
  ];
  for (const [query, schedules] of reports) {
    const expected = countHours({ ...world, schedules }, within, now);
    const { hours } = succeeded(await owner.get(`/reports/hours?${query}`));
    assert.deepEqual(hours.left_out, []);
    assert.deepEqual(hours.people.map(shownOf), presented(expected), query);
    const csv = succeeded(await owner.get(`/reports/hours.csv?${query}`)) as string;
    assert.deepEqual(csv.split('\r\n').slice(1, -1), presented(expected).map(lineOf), query);
  }
}

interface ToldSchedule extends NamedSchedule {
  readonly id: string;
  readonly isInTeam: boolean;
  readonly revisions: { number: number; validFrom: number; layer: LayerFacts }[];
  overrides: (PlainShift & { readonly id: string })[];
  deletedAt?: number;
}

interface World extends Facts {
  readonly owner: Person;
  readonly clients: readonly Person[];
  readonly people: Map<string, PersonFacts>;
  readonly schedules: ToldSchedule[];
  readonly covers: CoverFacts[];
  readonly teamId: string;
}

async function found({ owner, addPerson }: Watchbill, told: Story, now: number): Promise<World> {
  succeeded(await owner.patch('/organization/', { time_zone: told.zone }));
  const { team } = succeeded(await owner.post('/teams/', { name: 'Some' }), 201);
  const clients: Person[] = [];
  const people = new Map<string, PersonFacts>();
  for (const [i, { zone, holidays }] of told.people.entries()) {
    const name = NAMES[i] as string;
    const client = await addPerson(name, zone === null ? {} : { time_zone: zone });
    clients.push(client);
    if (holidays !== null) succeeded(await owner.put(`/users/${client.id}/holidays/`, { holidays }));
    people.set(name, { zone: new History(zone), holidays: new History(holidays) });
  }
  const schedules: ToldSchedule[] = [];
  for (const [i, { zone, layer }] of told.schedules.entries()) {
    const [name, isInTeam] = [`Schedule ${i}`, i % 2 === 0];
    const { body, facts } = layerOf(layer, clients, now);
    const wanted = { name, time_zone: zone, layers: [body], team_ids: isInTeam ? [team.id] : [] };
    const { id } = succeeded(await owner.post('/schedules', wanted), 201).schedule;
    const revisions = [{ number: 0, validFrom: now, layer: facts }];
    schedules.push({ id, name, zone, isInTeam, revisions, overrides: [] });
  }
  return {
    organization: {
      zone: new History(told.zone),
      holidays: new History<Calendar | null>(null),
      night: new History({ from: '22:00', to: '06:00' }),
      weekend: new History<readonly string[]>(['saturday', 'sunday']),
    },
    owner,
    clients,
    people,
    schedules,
    covers: [],
    teamId: team.id,
  };
}

function layerOf(
  { startsBefore, users, atATime, rotation }: Story['schedules'][number]['layer'],
  clients: readonly Person[],
  now: number,
): { body: object; facts: LayerFacts } {
  const rotationStart = now - startsBefore * MINUTE_MS;
  const { shift_length, restriction_intervals } = rotation;
  const isOpen = 'counted_days' in rotation;
  return {
    body: {
      name: 'Rotation',
      rotation_start: textOf(rotationStart),
      concurrent_oncall_users: atATime,
      user_references: users.map((i) => byId(clients[i] as Person)),
      ...rotation,
    },
    facts: {
      rotationStart,
      concurrentUsers: atATime,
      users: users.map((i) => NAMES[i] as string),
      shiftLength: shift_length,
      ...(restriction_intervals && { restrictionIntervals: restriction_intervals }),
      ...(isOpen && { countedDays: 'open' }),
    },
  };
}

/** An event about a deleted schedule, or about nothing, does not happen. */
async function happens(world: World, event: Event, now: number): Promise<void> {
  const { owner, clients, organization } = world;
  const person = 'pick' in event ? event.pick % NAMES.length : 0;
  const facts = world.people.get(NAMES[person] as string) as PersonFacts;
  switch (event.kind) {
    case 'zone of person':
      succeeded(await owner.patch(`/users/${clients[person]?.id}`, { time_zone: event.zone }));
      return facts.zone.set(event.zone, now);
    case 'holidays of person':
      succeeded(await owner.put(`/users/${clients[person]?.id}/holidays/`, { holidays: event.calendar }));
      return facts.holidays.set(event.calendar, now);
    case 'zone':
      succeeded(await owner.patch('/organization/', { time_zone: event.zone }));
      return organization.zone.set(event.zone, now);
    case 'weekend':
      succeeded(await owner.patch('/organization/calendar_rules/', { weekend_days: event.weekend }));
      return organization.weekend.set(event.weekend, now);
    case 'night': {
      const from = Math.max(now - event.validBefore * MINUTE_MS, organization.night.lastChange);
      const valid_from = textOf(from);
      succeeded(await owner.patch('/organization/calendar_rules/', { night: event.night, valid_from }));
      return organization.night.set(event.night, from);
    }
    case 'holidays': {
      const { calendar: holidays, validBefore } = event;
      const { lastChange } = organization.holidays;
      const from = validBefore === null ? now : Math.max(now - validBefore * MINUTE_MS, lastChange);
      const valid_from = validBefore === null ? {} : { valid_from: textOf(from) };
      succeeded(await owner.patch('/organization/calendar_rules/', { holidays, ...valid_from }));
      if (validBefore === null) organization.holidays.setFirst(holidays, from);
      else organization.holidays.set(holidays, from);
      return;
    }
    default:
      return happensTo(world, world.schedules[event.pick % world.schedules.length] as ToldSchedule, event, now);
  }
}

type ScheduleEvent = Extract<Event, { kind: 'layer' | 'override' | 'delete override' | 'cover' | 'delete schedule' }>;

async function happensTo(world: World, schedule: ToldSchedule, event: ScheduleEvent, now: number): Promise<void> {
  if (schedule.deletedAt !== undefined) return;
  const { owner, clients } = world;
  const path = `/schedules/${schedule.id}`;
  switch (event.kind) {
    case 'layer': {
      const { body, facts } = layerOf(event.layer, clients, now);
      succeeded(await owner.patch(path, { layers: [body] }));
      schedule.revisions.push({ number: schedule.revisions.length, validFrom: now, layer: facts });
      return;
    }
    case 'override': {
      const start = now + event.startsIn * MINUTE_MS;
      const end = Math.max(start, now) + event.length * MINUTE_MS;
      const users = event.users.map((i) => clients[i] as Person);
      const { id } = await createOverride(owner, schedule, users, textOf(start), textOf(end));
      // Rule OVR-2: from now on.
      const names = event.users.map((i) => NAMES[i] as string);
      schedule.overrides.push({ id, start: Math.max(start, now), end, users: names });
      return;
    }
    case 'delete override': {
      const unfinished = schedule.overrides.filter(({ end }) => end > now);
      const chosen = unfinished[event.which % unfinished.length];
      if (chosen === undefined) return;
      succeeded(await owner.delete(`${path}/overrides/${chosen.id}`), 204);
      // Rule OVR-3: what has passed stays.
      schedule.overrides = schedule.overrides.flatMap((one) =>
        one !== chosen ? [one] : one.start < now ? [{ ...one, end: now }] : [],
      );
      return;
    }
    case 'cover':
      return covers(world, schedule, event, now);
    case 'delete schedule':
      succeeded(await owner.delete(path), 204);
      schedule.deletedAt = now;
  }
}

/** One person asks, and the next one takes all of it, or the middle half of the first shift; then the request is canceled. */
async function covers(
  world: World,
  schedule: ToldSchedule,
  { people, startsIn, length, isPart }: Extract<Event, { kind: 'cover' }>,
  now: number,
): Promise<void> {
  const [of, by] = [people[0] as number, people[1] ?? ((people[0] as number) + 1) % NAMES.length];
  const [requester, acceptor] = [NAMES[of] as string, NAMES[by] as string];
  const start = now + startsIn * MINUTE_MS;
  const asked = { start, end: start + length * MINUTE_MS };
  const theirs = bruteForce(schedule)
    .shiftsIn(asked, { clip: true })
    .filter(({ users }) => users.includes(requester));
  const [first] = theirs;
  if (first === undefined) return;
  const quarter = minutesIn(first.end - first.start, 1 / 4);
  const taken = isPart ? [{ ...first, start: first.start + quarter, end: first.end - quarter }] : theirs;

  const body = { start: textOf(asked.start), end: textOf(asked.end), reason: 'Away', schedule_ids: [schedule.id] };
  const asks = world.clients[of] as Person;
  const { id } = succeeded(await asks.post('/user/coverage_requests', body), 201).coverage_request;
  const shifts = taken.map((part) => ({ schedule_id: schedule.id, start: textOf(part.start), end: textOf(part.end) }));
  const answer = await world.clients[by]?.post(`/coverage_requests/${id}/accept`, isPart ? { shifts } : undefined);
  assert.ok(answer !== undefined);
  const { status } = succeeded(answer).coverage_request;
  if (status === 'pending') succeeded(await asks.delete(`/user/coverage_requests/${id}`), 204);

  // Rule COV-3: the acceptor in the requester's place, the others stay.
  const listed = await world.owner.get(`/schedules/${schedule.id}/overrides/?unfinished=true&per_page=100`);
  const known = new Set(schedule.overrides.map((one) => one.id));
  // biome-ignore lint/suspicious/noExplicitAny: the test compares what the answer holds
  const created = succeeded(listed).overrides.filter((one: any) => !known.has(one.id));
  for (const part of taken) {
    const { id } = created.find((one: { start: string }) => one.start === textOf(part.start));
    const users = new Set(part.users.map((user) => (user === requester ? acceptor : user)));
    schedule.overrides.push({ ...part, id, users: [...users] });
  }
  world.covers.push({ by: acceptor, of: requester, schedule: schedule.name, shifts: taken });
}

/* Reports. */

interface Shown {
  readonly name: string;
  readonly past: object;
  readonly coming: object;
  readonly share: number;
  readonly schedules: object;
  readonly cover: object;
}

// biome-ignore lint/suspicious/noExplicitAny: the test compares what the answer holds
function shownOf({ user, schedules, ...rest }: any): Shown {
  return {
    name: user.name,
    ...rest,
    schedules: Object.fromEntries(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      schedules.map(({ schedule_reference, past_ms, coming_ms }: any) => [
        schedule_reference.name,
        { past_ms, coming_ms },
      ]),
    ),
  };
}

type Presented = ReturnType<typeof presented>[number];

/** The counts as the report shows them. */
function presented(counted: readonly HoursOfPerson[]) {
  const total = ({ time: { past, coming } }: HoursOfPerson) => [past, coming].flatMap(Object.values).reduce(sum, 0);
  const mean = counted.map(total).reduce(sum, 0) / counted.length;
  return counted.map((one) => ({
    name: one.name,
    past: byKind(one.time.past),
    coming: byKind(one.time.coming),
    share: mean === 0 ? 0 : Math.round((total(one) / mean) * 1000) / 1000,
    schedules: Object.fromEntries(Object.entries(one.schedules).map(([name, both]) => [name, inMs(both)])),
    cover: { taken: inMs(one.cover.taken), given: inMs(one.cover.given) },
  }));
}

function byKind(minutes: HoursOfPerson['time']['past']) {
  const { holiday, weekend, night, other } = minutes;
  return {
    total_ms: (holiday + weekend + night + other) * MINUTE_MS,
    holiday_ms: holiday * MINUTE_MS,
    weekend_ms: weekend * MINUTE_MS,
    night_ms: night * MINUTE_MS,
    other_ms: other * MINUTE_MS,
  };
}

function inMs({ past, coming }: { past: number; coming: number }) {
  return { past_ms: past * MINUTE_MS, coming_ms: coming * MINUTE_MS };
}

function lineOf({ name, past, coming, share, cover: { taken, given } }: Presented): string {
  const hours = (times: object) => Object.values(times).map((ms) => (ms / 3_600_000).toFixed(2));
  const cells = [...hours(past), ...hours(coming), share, ...hours(taken), ...hours(given)];
  return [name, `${name.toLowerCase()}@example.com`, ...cells].join();
}

function sum(a: number, b: number): number {
  return a + b;
}

/** That part of it, in whole minutes. */
function minutesIn(ms: number, part: number): number {
  return Math.floor((ms * part) / MINUTE_MS) * MINUTE_MS;
}

function textOf(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
