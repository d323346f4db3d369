/** Opsgenie: reads schedules with their rotations, from `GET /v2/schedules?expand=rotation` or from its backup tool. */
import Type, { type Static } from 'typebox';
import { badField, findInstantIn, instantIn, intervalIn, zoneIn } from '../bad-value.ts';
import { Count, expected, has, matching, objectsIn } from '../documents.ts';
import type {
  Document,
  RenderedTimeline,
  Source,
  SourceOverride,
  SourcePerson,
  SourceRotation,
  SourceSchedule,
  UnfitRotation,
} from '../source.ts';
import { DAY_MINUTES, dayWindow, type WeekWindow, windowBetween } from '../week-windows.ts';

const Participant = Type.Object({
  type: Type.String(),
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
});
type Participant = Static<typeof Participant>;

const ClockFields = {
  startHour: Type.Integer({ minimum: 0, maximum: 24 }),
  startMin: Type.Optional(Type.Integer({ minimum: 0, maximum: 59 })),
  endHour: Type.Integer({ minimum: 0, maximum: 24 }),
  endMin: Type.Optional(Type.Integer({ minimum: 0, maximum: 59 })),
};

const TimeRestriction = Type.Object({
  type: Type.String(),
  restriction: Type.Optional(Type.Object(ClockFields)),
  restrictions: Type.Optional(
    Type.Array(Type.Object({ ...ClockFields, startDay: Type.String(), endDay: Type.String() }), { maxItems: 500 }),
  ),
});
type TimeRestriction = Static<typeof TimeRestriction>;
type Clock = NonNullable<TimeRestriction['restriction']>;

const Rotation = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  startDate: Type.String(),
  endDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  type: Type.String(),
  length: Type.Optional(Count),
  participants: Type.Optional(Type.Array(Participant, { maxItems: 1_000 })),
  timeRestriction: Type.Optional(Type.Union([TimeRestriction, Type.Null()])),
});
type Rotation = Static<typeof Rotation>;

const Schedule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  timezone: Type.String(),
  enabled: Type.Optional(Type.Boolean()),
  ownerTeam: Type.Optional(
    Type.Union([Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }), Type.Null()]),
  ),
  rotations: Type.Optional(Type.Array(Rotation, { maxItems: 1_000 })),
});
type Schedule = Static<typeof Schedule>;

const User = Type.Object({
  username: Type.String(),
  fullName: Type.Optional(Type.String()),
  timeZone: Type.Optional(Type.String()),
});

const Parent = Type.Object({ id: Type.String() });

const Override = Type.Object({
  alias: Type.Optional(Type.String()),
  _parent: Parent,
  user: Participant,
  startDate: Type.String(),
  endDate: Type.String(),
  rotations: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
});
type Override = Static<typeof Override>;

/** An empty response does not say whose overrides it lists: the importer adds that. */
const OverrideList = Type.Object({ _parent: Parent, data: Type.Array(Type.Unknown()) });

const Period = Type.Object({
  startDate: Type.String(),
  endDate: Type.String(),
  recipient: Type.Optional(Type.Union([Participant, Type.Null()])),
  flattenedRecipients: Type.Optional(Type.Array(Participant)),
});
type Period = Static<typeof Period>;

const Timeline = Type.Object({
  _parent: Parent,
  startDate: Type.String(),
  endDate: Type.String(),
  finalTimeline: Type.Object({
    rotations: Type.Optional(Type.Array(Type.Object({ periods: Type.Optional(Type.Array(Period)) }))),
  }),
});
type Timeline = Static<typeof Timeline>;

const LENGTH_UNITS = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;
const RESTRICTION_TYPES = ['time-of-day', 'weekday-and-time-of-day'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export function readOpsgenie(documents: readonly Document[]): Source {
  const schedules: Schedule[] = [];
  const people: SourcePerson[] = [];
  const overrides: Override[] = [];
  const timelines: Timeline[] = [];
  const ignored: string[] = [];
  const askedFor = new Set<string>();
  for (const { name, value } of documents) {
    const list = matching(OverrideList, value);
    if (list !== undefined) askedFor.add(list._parent.id);
    for (const item of itemsIn(value)) {
      if (has(item, 'finalTimeline')) timelines.push(expected(Timeline, item));
      else if (has(item, 'id', 'timezone')) schedules.push(expected(Schedule, item));
      else if (has(item, 'startDate', 'endDate', 'user')) overrides.push(expected(Override, item));
      else if (has(item, 'username')) people.push(personOf(expected(User, item)));
      else ignored.push(name);
    }
  }
  const overridesOf = Map.groupBy(overrides, ({ _parent }) => _parent.id);
  const timelineOf = new Map(timelines.map((timeline) => [timeline._parent.id, timeline]));
  return {
    product: 'opsgenie',
    people,
    ignored: [...new Set(ignored)],
    schedules: schedules.map((schedule) => {
      const own = overridesOf.get(schedule.id);
      return scheduleOf(
        schedule,
        own ?? [],
        timelineOf.get(schedule.id),
        own !== undefined || askedFor.has(schedule.id),
      );
    }),
  };
}

/** `{ data: […] }`, `{ data: {…} }`, or `{ schedule: {…} }` of the backup tool. */
function itemsIn(value: object): object[] {
  return objectsIn(
    value,
    ['data', 'schedule'].find((field) => field in value),
  );
}

function personOf({ username, fullName, timeZone }: Static<typeof User>): SourcePerson {
  return {
    email: username,
    ...(fullName !== undefined && { name: fullName }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function scheduleOf(
  schedule: Schedule,
  overrides: readonly Override[],
  timeline: Timeline | undefined,
  hasOverrides: boolean,
): SourceSchedule {
  const { id, name, description, timezone, enabled, ownerTeam, rotations = [] } = schedule;
  zoneIn(schedule, 'timezone');
  const nobody = overrides.filter(({ user }) => user.type !== 'user');
  return {
    id,
    name,
    ...(description && { description }),
    ...(ownerTeam && { team: { id: ownerTeam.id, name: ownerTeam.name ?? ownerTeam.id } }),
    zone: timezone,
    rotations: rotations.map((rotation) => rotationOf(rotation, timezone)),
    overrides: overrides.map((override) => overrideOf(override)),
    ...(timeline !== undefined && { rendered: renderedOf(timeline) }),
    isDisabled: enabled === false,
    notes: [
      ...nobody.map(
        ({ user, startDate }) => `The override from ${startDate} names ${labelOf(user)}, which is not a person.`,
      ),
      ...(hasOverrides ? [] : [`Its overrides were not read: GET /v2/schedules/${id}/overrides has them.`]),
    ],
  };
}

function rotationOf(rotation: Rotation, zone: string): SourceRotation | UnfitRotation {
  const { id, name = id, type, length = 1, participants = [], timeRestriction } = rotation;
  const reasons = participants.flatMap((participant, i) => reasonAgainst(participant, i));
  const unit = LENGTH_UNITS[type as keyof typeof LENGTH_UNITS];
  if (unit === undefined) reasons.push(`Its type is ${type}; only hourly, daily and weekly rotations are known.`);
  if (participants.length === 0) reasons.push('It has no participants.');
  const anchor = instantIn(rotation, 'startDate');
  const activeUntil = findInstantIn(rotation, 'endDate') ?? Number.POSITIVE_INFINITY;
  if (activeUntil < anchor) throw badField(rotation, 'endDate', `after startDate, which is "${rotation.startDate}"`);
  if (timeRestriction && !RESTRICTION_TYPES.includes(timeRestriction.type))
    reasons.push(`Its time restriction is ${timeRestriction.type}; only ${RESTRICTION_TYPES.join(' and ')} are known.`);
  if (reasons.length > 0 || unit === undefined) return { id, name, level: 0, reasons, activeUntil };
  const limits = timeRestriction ? windowsOf(timeRestriction) : [];
  const restrictions = timeRestriction?.restrictions ?? [];
  return {
    id,
    name,
    level: 0,
    zone,
    anchor,
    shiftLength: { amount: length, unit },
    crews: participants.map(({ username = '' }) => [username]),
    ...(limits.length > 0 && { windows: limits }),
    activeFrom: anchor,
    activeUntil,
    notes: restrictions.some(({ startDay, endDay }) => startDay !== endDay)
      ? ['Time restrictions over several days are split at midnight.']
      : [],
  };
}

function reasonAgainst(participant: Participant, index: number): string[] {
  const { type, username } = participant;
  if (type === 'user' && username !== undefined) return [];
  if (type === 'none') return [`Turn ${index + 1} has nobody (none); every turn of a layer has somebody.`];
  if (type === 'user') return [`Turn ${index + 1} has a user without a username.`];
  return [`Turn ${index + 1} has ${labelOf(participant)}; a layer rotates people.`];
}

function windowsOf(timeRestriction: TimeRestriction): WeekWindow[] {
  const { type, restriction, restrictions } = timeRestriction;
  if (type === 'time-of-day') {
    if (restriction === undefined) throw badField(timeRestriction, 'restriction', 'given');
    const { start, end } = clockOf(restriction);
    return WEEKDAYS.map((_, day) => dayWindow(day, start % DAY_MINUTES, end));
  }
  if (restrictions === undefined) throw badField(timeRestriction, 'restrictions', 'given');
  return restrictions.map((window) => {
    const { start, end } = clockOf(window);
    const [first, last] = [dayIn(window, 'startDay'), dayIn(window, 'endDay')];
    return windowBetween(first * DAY_MINUTES + start, last * DAY_MINUTES + end);
  });
}

/** In minutes of the day. 24:00 is the latest. */
function clockOf(clock: Clock): { readonly start: number; readonly end: number } {
  const { startHour, startMin = 0, endHour, endMin = 0 } = clock;
  if (startHour === 24 && startMin > 0) throw badField(clock, 'startMin', '0 with a startHour of 24');
  if (endHour === 24 && endMin > 0) throw badField(clock, 'endMin', '0 with an endHour of 24');
  return { start: startHour * 60 + startMin, end: endHour * 60 + endMin };
}

function dayIn<F extends 'startDay' | 'endDay'>(window: Readonly<Record<F, string>>, field: F): number {
  const index = WEEKDAYS.indexOf(window[field].toLowerCase());
  if (index === -1) throw badField(window, field, 'a weekday, such as monday');
  return index;
}

function overrideOf(override: Override): SourceOverride {
  const { user, rotations = [] } = override;
  return {
    ...intervalIn(override, 'startDate', 'endDate'),
    added: user.type === 'user' && user.username !== undefined ? [user.username] : [],
    removed: 'everyone',
    ...(rotations.length > 0 && { rotationIds: rotations.map(({ id }) => id) }),
  };
}

function renderedOf(timeline: Timeline): RenderedTimeline {
  const periods = (timeline.finalTimeline.rotations ?? []).flatMap((rotation) => rotation.periods ?? []);
  return {
    ...intervalIn(timeline, 'startDate', 'endDate'),
    shifts: periods.map((period) => ({ ...intervalIn(period, 'startDate', 'endDate'), people: peopleOf(period) })),
  };
}

/** For a team or an escalation, the timeline may name its people. */
function peopleOf({ recipient, flattenedRecipients = [] }: Period): string[] {
  const users = flattenedRecipients.filter(({ type }) => type === 'user');
  if (recipient?.type !== 'user' && users.length > 0) return users.map(({ username, name = '' }) => username ?? name);
  if (!recipient || recipient.type === 'none') return [];
  return [recipient.type === 'user' ? (recipient.username ?? recipient.name ?? '') : labelOf(recipient)];
}

function labelOf({ type, name, username, id = '' }: Participant): string {
  return `the ${type} ${name ?? username ?? id}`.trim();
}
