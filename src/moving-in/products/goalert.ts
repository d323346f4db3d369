/**
 * GoAlert: reads schedules and rotations from its GraphQL API. All targets of a schedule whose rules apply are on call. The position of a rotation is
 * stored, not computed: the list of users is rotated so that the active user has the current turn.
 */
import Type, { type Static } from 'typebox';
import { parseInstant } from '../../time/iso.ts';
import { findZone } from '../../time/zones.ts';
import { badField, findInstantIn, instantIn, intervalIn, zoneIn } from '../bad-value.ts';
import { Count, expected, has, matching, Nullable, objectsIn } from '../documents.ts';
import { renderedBetween, segmentsOf } from '../segments.ts';
import type {
  Document,
  RenderedShift,
  RenderedTimeline,
  Source,
  SourceOverride,
  SourcePerson,
  SourceRotation,
  SourceSchedule,
  UnfitRotation,
} from '../source.ts';
import { dayWindow, isWholeWeek, type WeekWindow } from '../week-windows.ts';
import { rotated, turnStart, turnsBetween } from './anchors.ts';

const User = Type.Object({ id: Type.String(), name: Nullable(Type.String()), email: Nullable(Type.String()) });
type User = Static<typeof User>;

const TargetReference = Type.Object({ id: Type.String(), type: Type.String(), name: Nullable(Type.String()) });

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

const Rule = Type.Object({
  start: Clock,
  end: Clock,
  weekdayFilter: Type.Array(Type.Boolean(), { minItems: 7, maxItems: 7 }),
});

const Target = Type.Object({ target: TargetReference, rules: Type.Array(Rule, { maxItems: 500 }) });
type Target = Static<typeof Target>;

const OnCallShift = Type.Object({
  userID: Type.String(),
  user: Nullable(User),
  start: Type.String(),
  end: Type.String(),
});
type OnCallShift = Static<typeof OnCallShift>;

const Schedule = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.String(),
  description: Nullable(Type.String()),
  timeZone: Type.String(),
  targets: Type.Array(Target, { maxItems: 1_000 }),
  temporarySchedules: Nullable(
    Type.Array(Type.Object({ start: Type.String(), end: Type.String(), shifts: Type.Array(OnCallShift) })),
  ),
  shifts: Nullable(Type.Array(OnCallShift)),
});
type Schedule = Static<typeof Schedule>;

const Rotation = Type.Object({
  id: Type.Optional(Type.String()),
  name: Nullable(Type.String()),
  timeZone: Nullable(Type.String()),
  type: Type.String(),
  shiftLength: Count,
  start: Type.String(),
  activeUserIndex: Type.Integer({ minimum: -1 }),
  userIDs: Nullable(Type.Array(Type.String(), { maxItems: 1_000 })),
  users: Nullable(Type.Array(User, { maxItems: 1_000 })),
  nextHandoffTimes: Nullable(Type.Array(Type.String())),
});
type Rotation = Static<typeof Rotation>;

const UserOverride = Type.Object({
  start: Type.String(),
  end: Type.String(),
  addUser: Nullable(User),
  removeUser: Nullable(User),
  addUserID: Nullable(Type.String()),
  removeUserID: Nullable(Type.String()),
  target: Nullable(TargetReference),
});
type UserOverride = Static<typeof UserOverride>;

/** `start` and `end` are those of the request: the response does not have them. */
const Interval = Type.Object({ start: Type.String(), end: Type.String() });

const UNITS = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;

const KNOWN_FIELDS = [
  'schedule',
  'schedules',
  'rotation',
  'rotations',
  'user',
  'users',
  'userOverride',
  'userOverrides',
];

interface Asked {
  readonly asked: Static<typeof Interval> | undefined;
}

interface Found {
  readonly schedules: (Asked & { readonly schedule: Schedule })[];
  readonly rotations: Map<string, Rotation>;
  readonly users: Map<string, User>;
  readonly overrides: UserOverride[];
  /** Whether any document lists overrides, even an empty list. */
  hasOverrides: boolean;
}

/** `exportedAt`: when a rotation without `nextHandoffTimes` had the position that it states. */
export function readGoAlert(documents: readonly Document[], exportedAt: number): Source {
  const found: Found = { schedules: [], rotations: new Map(), users: new Map(), overrides: [], hasOverrides: false };
  const ignored: string[] = [];
  for (const { name, value } of documents) if (!sortIn(found, value)) ignored.push(name);
  const overridesOf = overridesByTarget(found.overrides);
  return {
    product: 'goalert',
    people: [...found.users.values()].flatMap(personOf),
    ignored,
    schedules: found.schedules.map(({ schedule, asked }) =>
      scheduleOf(schedule, { asked, overrides: overridesOf(idOf(schedule)) }, found, exportedAt),
    ),
  };
}

/** Without a target, an override applies to every schedule. */
function overridesByTarget(overrides: readonly UserOverride[]): (scheduleId: string) => readonly UserOverride[] {
  const ofTarget = Map.groupBy(overrides, ({ target }) => target?.id);
  if (!ofTarget.has(undefined)) return (scheduleId) => ofTarget.get(scheduleId) ?? [];
  return (scheduleId) => overrides.filter(({ target }) => !target || target.id === scheduleId);
}

const Nodes = Nullable(Type.Object({ nodes: Nullable(Type.Array(Type.Unknown())) }));
const Answer = Type.Object({ schedules: Nodes, rotations: Nodes, users: Nodes, userOverrides: Nodes });

function sortIn(found: Found, value: object): boolean {
  const { data, variables } = value as { data?: unknown; variables?: unknown };
  const [body = value] = data ? objectsIn(value, 'data') : [];
  const answer = expected(Answer, body);
  const nodesOf = (plural: keyof typeof answer, single: string): object[] => {
    const list = answer[plural];
    return [
      ...(list?.nodes ? objectsIn(list, 'nodes') : []),
      ...((answer as Record<string, unknown>)[single] ? objectsIn(answer, single) : []),
    ];
  };
  const schedules = nodesOf('schedules', 'schedule').filter((item) => has(item, 'targets'));
  const rotations = nodesOf('rotations', 'rotation');
  const users = nodesOf('users', 'user');
  const overrides = nodesOf('userOverrides', 'userOverride');
  found.hasOverrides ||= 'userOverrides' in answer;
  for (const item of users) keepUser(found, expected(User, item));
  for (const item of rotations) {
    const rotation = expected(Rotation, item);
    for (const user of rotation.users ?? []) keepUser(found, user);
    found.rotations.set(rotation.id ?? '', rotation);
  }
  for (const item of overrides) {
    const override = expected(UserOverride, item);
    for (const user of [override.addUser, override.removeUser]) if (user) keepUser(found, user);
    found.overrides.push(override);
  }
  for (const item of schedules) {
    const schedule = expected(Schedule, item);
    const temporary = (schedule.temporarySchedules ?? []).flatMap(({ shifts }) => shifts);
    for (const { user } of [...(schedule.shifts ?? []), ...temporary]) if (user) keepUser(found, user);
    found.schedules.push({ schedule, asked: matching(Interval, variables) });
  }
  return KNOWN_FIELDS.some((field) => field in answer);
}

function idOf({ id, name }: Schedule): string {
  return id ?? name;
}

function keepUser({ users }: Found, user: User): void {
  if (user.email || !users.has(user.id)) users.set(user.id, user);
}

function personOf({ email, name }: User): SourcePerson[] {
  return email ? [{ email, ...(name && { name }) }] : [];
}

function scheduleOf(
  schedule: Schedule,
  { asked, overrides }: Asked & { readonly overrides: readonly UserOverride[] },
  found: Found,
  exportedAt: number,
): SourceSchedule {
  const { name, description, timeZone, targets } = schedule;
  const id = idOf(schedule);
  zoneIn(schedule, 'timeZone');
  const rendered = renderedOf(schedule, asked, found);
  return {
    id,
    name,
    ...(description && { description }),
    zone: timeZone,
    rotations: targets
      .filter(({ rules }) => rules.length > 0)
      .map((target) => rotationOf(target, { schedule, found, exportedAt })),
    overrides: [...overrides.map((override) => overrideOf(override, found)), ...temporaryOverrides(schedule, found)],
    ...(rendered !== undefined && { rendered }),
    notes: [
      ...targets
        .filter(({ rules }) => rules.length === 0)
        .map(({ target }) => `"${target.name ?? target.id}" has no rules, so it is never on call. It is left out.`),
      ...(found.hasOverrides ? [] : ['Its overrides were not read: the query userOverrides has them.']),
      ...((schedule.temporarySchedules ?? []).length > 0 ? ['Temporary schedules become overrides.'] : []),
    ],
  };
}

interface Context {
  readonly schedule: Schedule;
  readonly found: Found;
  readonly exportedAt: number;
}

function rotationOf({ target, rules }: Target, context: Context): SourceRotation | UnfitRotation {
  const { schedule, found, exportedAt } = context;
  const { timeZone } = schedule;
  const windows = rules.flatMap(windowsOf);
  const common = {
    id: target.id,
    level: 0,
    ...(!isWholeWeek(windows) && { windows }),
    activeUntil: Number.POSITIVE_INFINITY,
  };
  if (target.type === 'user') {
    const name = target.name ?? found.users.get(target.id)?.name ?? target.id;
    const email = found.users.get(target.id)?.email;
    if (!email) return { id: target.id, name, level: 0, reasons: [`The email of user ${name} is not known.`] };
    return {
      ...common,
      name,
      zone: timeZone,
      anchor: STATIC_SINCE,
      activeFrom: STATIC_SINCE,
      shiftLength: { amount: 1, unit: 'weeks' },
      crews: [[email]],
      notes: [],
    };
  }
  const rotation = found.rotations.get(target.id) ?? (found.rotations.size === 1 ? found.rotations.get('') : undefined);
  const name = rotation?.name ?? target.name ?? target.id;
  const unfit = (...reasons: string[]): UnfitRotation => ({ id: target.id, name, level: 0, reasons });
  if (target.type !== 'rotation') return unfit(`Its type is ${target.type}; only users and rotations are known.`);
  if (rotation === undefined) return unfit(`Its rotation ${target.id} is not among the rotations that were read.`);
  const unit = UNITS[rotation.type as keyof typeof UNITS];
  if (unit === undefined) return unfit(`Its rotation is ${rotation.type}; turns are hours, days or weeks.`);
  const ids = rotation.users?.map((user) => user.id) ?? rotation.userIDs ?? [];
  const unknown = ids.filter((userId) => !found.users.get(userId)?.email);
  if (ids.length === 0) return unfit('Its rotation has no users.');
  if (unknown.length > 0)
    return unfit(...[...new Set(unknown)].map((userId) => `The email of user ${userId} is not known.`));
  if (rotation.activeUserIndex >= ids.length)
    throw badField(rotation, 'activeUserIndex', `less than ${ids.length}, the number of users`);
  const zone = rotation.timeZone ? zoneIn(rotation, 'timeZone') : zoneIn(schedule, 'timeZone');
  const rotationZone = rotation.timeZone || timeZone;
  if (rotationZone !== timeZone && !isWholeWeek(windows) && !sameClock(rotationZone, timeZone)) {
    return unfit(`Its handoffs are in ${rotationZone} and its rules in ${timeZone}; a schedule has one time zone.`);
  }
  const length = { amount: rotation.shiftLength, unit };
  const start = instantIn(rotation, 'start');
  const next = nextHandoffOf(rotation);
  const anchor =
    next === undefined
      ? turnStart(zone, start, length, turnsBetween(zone, start, length, exportedAt))
      : turnStart(zone, next, length, -1);
  const crews = ids.map((userId) => [found.users.get(userId)?.email ?? '']);
  return {
    ...common,
    name,
    zone: rotationZone,
    anchor,
    activeFrom: anchor,
    shiftLength: length,
    crews: rotated(crews, Math.max(0, rotation.activeUserIndex)),
    notes:
      next === undefined
        ? ['The file does not tell the next handoff: the active user was taken to be on call now.']
        : [],
  };
}

function nextHandoffOf(rotation: Rotation): number | undefined {
  const next = rotation.nextHandoffTimes?.[0];
  if (next === undefined) return undefined;
  const instant = parseInstant(next);
  if (instant === undefined) throw badField(rotation, 'nextHandoffTimes', `a list of date-times`);
  return instant;
}

/** Whether the zones are links of each other, or have agreed since 2020 and will continue to. */
function sameClock(one: string, other: string): boolean {
  const [a, b] = [findZone(one), findZone(other)];
  if (a === undefined || b === undefined) return false;
  const offsets = (zone: typeof a) => zone.starts.findLastIndex((start) => start < SINCE);
  const tail = (zone: typeof a) =>
    [...zone.starts.slice(offsets(zone) + 1), '|', ...zone.offsets.slice(offsets(zone))].join();
  return tail(a) === tail(b);
}

/** A person without a rotation has one endless turn, which may start at any time in the past. */
const STATIC_SINCE = Temporal.Instant.from('2024-01-01T00:00:00Z').epochMilliseconds;

const SINCE = Temporal.Instant.from('2020-01-01T00:00:00Z').epochMilliseconds;

/** The filter starts with Sunday. From a time to itself is a whole day. */
function windowsOf({ start, end, weekdayFilter }: Static<typeof Rule>): WeekWindow[] {
  return weekdayFilter.flatMap((isOn, day) => (isOn ? [dayWindow((day + 6) % 7, minuteOf(start), minuteOf(end))] : []));
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function overrideOf(override: UserOverride, found: Found): SourceOverride {
  const { addUser, removeUser, addUserID, removeUserID } = override;
  const removed = removeUser?.id ?? removeUserID;
  const added = addUser?.id ?? addUserID;
  return {
    ...intervalIn(override, 'start', 'end'),
    added: added ? [personWith(added, found)] : [],
    removed: removed ? [personWith(removed, found)] : [],
  };
}

/** During a temporary schedule, it replaces everything, even if it has nobody. */
function temporaryOverrides({ temporarySchedules }: Schedule, found: Found): SourceOverride[] {
  return (temporarySchedules ?? []).flatMap((temporary) => {
    const { start, end } = intervalIn(temporary, 'start', 'end');
    return segmentsOf(shiftsOf(temporary.shifts, found), start, end).map((segment) => ({
      start: segment.start,
      end: segment.end,
      added: segment.people,
      removed: 'everyone' as const,
    }));
  });
}

function renderedOf(
  { shifts }: Schedule,
  asked: Static<typeof Interval> | undefined,
  found: Found,
): RenderedTimeline | undefined {
  if (!shifts) return undefined;
  const [start, end] = asked === undefined ? [] : [findInstantIn(asked, 'start'), findInstantIn(asked, 'end')];
  return renderedBetween(shiftsOf(shifts, found), start, end);
}

function shiftsOf(shifts: readonly OnCallShift[], found: Found): RenderedShift[] {
  return shifts.map((shift) => ({ ...intervalIn(shift, 'start', 'end'), people: [personWith(shift.userID, found)] }));
}

function personWith(userId: string, { users }: Found): string {
  const user = users.get(userId);
  return user?.email || `${user?.name ?? 'user'} (${userId})`;
}
