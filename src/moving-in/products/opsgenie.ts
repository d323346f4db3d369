/** Opsgenie: reads schedules with their rotations, from `GET /v2/schedules?expand=rotation` or from its backup tool. */
import Type, { type Static } from 'typebox';
import { findZone } from '../../time/zones.ts';
import { type Document, expected, Has, instantOf, matching } from '../documents.ts';
import {
  type RenderedTimeline,
  type Source,
  SourceError,
  type SourceOverride,
  type SourcePerson,
  type SourceRotation,
  type SourceSchedule,
  type UnfitRotation,
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

const Rotation = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  startDate: Type.String(),
  endDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  type: Type.String(),
  length: Type.Optional(Type.Integer({ minimum: 1 })),
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

const LooksLikeSchedule = Has('id', 'timezone');
const LooksLikeTimeline = Has('finalTimeline');
const LooksLikeOverride = Has('startDate', 'endDate', 'user');
const LooksLikeUser = Has('username');

const LENGTH_UNITS = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export function readOpsgenie(documents: readonly Document[]): Source {
  const schedules: Schedule[] = [];
  const people: SourcePerson[] = [];
  const overrides: Override[] = [];
  const timelines: Timeline[] = [];
  const ignored: string[] = [];
  const askedFor: string[] = [];
  for (const { name, value } of documents) {
    const list = matching(OverrideList, value);
    if (list !== undefined) askedFor.push(list._parent.id);
    for (const item of itemsIn(value)) {
      if (matching(LooksLikeTimeline, item)) timelines.push(expected(Timeline, item, name));
      else if (matching(LooksLikeSchedule, item)) schedules.push(expected(Schedule, item, name));
      else if (matching(LooksLikeOverride, item)) overrides.push(expected(Override, item, name));
      else if (matching(LooksLikeUser, item)) people.push(personOf(expected(User, item, name)));
      else ignored.push(name);
    }
  }
  return {
    product: 'opsgenie',
    people,
    ignored: [...new Set(ignored)],
    schedules: schedules.map((schedule) =>
      scheduleOf(
        schedule,
        overrides.filter(({ _parent }) => _parent.id === schedule.id),
        timelines.findLast(({ _parent }) => _parent.id === schedule.id),
        [...overrides.map(({ _parent }) => _parent.id), ...askedFor].includes(schedule.id),
      ),
    ),
  };
}

/** `{ data: […] }`, `{ data: {…} }`, or `{ schedule: {…} }` of the backup tool. */
function itemsIn(value: unknown): unknown[] {
  const { data, schedule } = (value ?? {}) as { data?: unknown; schedule?: unknown };
  return [data ?? schedule ?? value].flat();
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
  const place = `Schedule "${name}"`;
  if (findZone(timezone) === undefined) throw new SourceError(`${place}: time zone ${timezone} is unknown.`);
  const nobody = overrides.filter(({ user }) => user.type !== 'user');
  return {
    id,
    name,
    ...(description && { description }),
    ...(ownerTeam && { team: { id: ownerTeam.id, name: ownerTeam.name ?? ownerTeam.id } }),
    zone: timezone,
    rotations: rotations.map((rotation) => rotationOf(rotation, timezone, place)),
    overrides: overrides.map((override) => overrideOf(override, place)),
    ...(timeline !== undefined && { rendered: renderedOf(timeline, place) }),
    isDisabled: enabled === false,
    notes: [
      ...nobody.map(
        ({ user, startDate }) => `The override from ${startDate} names ${labelOf(user)}, which is not a person.`,
      ),
      ...(hasOverrides ? [] : [`Its overrides were not read: GET /v2/schedules/${id}/overrides has them.`]),
    ],
  };
}

function rotationOf(rotation: Rotation, zone: string, place: string): SourceRotation | UnfitRotation {
  const { id, name = id, type, length = 1, participants = [], timeRestriction } = rotation;
  const at = `${place}, rotation "${name}"`;
  const reasons = participants.flatMap((participant, i) => reasonAgainst(participant, i));
  const unit = LENGTH_UNITS[type as keyof typeof LENGTH_UNITS];
  if (unit === undefined) reasons.push(`Its type is ${type}; only hourly, daily and weekly rotations are known.`);
  if (participants.length === 0) reasons.push('It has no participants.');
  const activeUntil = rotation.endDate ? instantOf(rotation.endDate, `${at}, endDate`) : Number.POSITIVE_INFINITY;
  if (reasons.length > 0 || unit === undefined) return { id, name, level: 0, reasons, activeUntil };
  const anchor = instantOf(rotation.startDate, `${at}, startDate`);
  const limits = timeRestriction ? windowsOf(timeRestriction, at) : [];
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

function windowsOf({ type, restriction, restrictions = [] }: TimeRestriction, at: string): WeekWindow[] {
  if (type === 'time-of-day') {
    if (restriction === undefined) throw new SourceError(`${at}: timeRestriction.restriction is required.`);
    const [from, to] = [
      minuteOf(restriction.startHour, restriction.startMin),
      minuteOf(restriction.endHour, restriction.endMin),
    ];
    return WEEKDAYS.map((_, day) => dayWindow(day, from % DAY_MINUTES, to));
  }
  return restrictions.map((window) => {
    const start = dayIndex(window.startDay, at) * DAY_MINUTES + minuteOf(window.startHour, window.startMin);
    const end = dayIndex(window.endDay, at) * DAY_MINUTES + minuteOf(window.endHour, window.endMin);
    return windowBetween(start, end);
  });
}

function minuteOf(hour: number, minute = 0): number {
  return hour * 60 + minute;
}

function dayIndex(day: string, at: string): number {
  const index = WEEKDAYS.indexOf(day.toLowerCase());
  if (index === -1) throw new SourceError(`${at}: ${day} is not a weekday.`);
  return index;
}

function overrideOf({ user, startDate, endDate, rotations = [] }: Override, place: string): SourceOverride {
  return {
    start: instantOf(startDate, `${place}, override`),
    end: instantOf(endDate, `${place}, override`),
    added: user.type === 'user' && user.username !== undefined ? [user.username] : [],
    removed: 'everyone',
    ...(rotations.length > 0 && { rotationIds: rotations.map(({ id }) => id) }),
  };
}

function renderedOf({ startDate, endDate, finalTimeline }: Timeline, place: string): RenderedTimeline {
  const at = `${place}, timeline`;
  const periods = (finalTimeline.rotations ?? []).flatMap((rotation) => rotation.periods ?? []);
  return {
    start: instantOf(startDate, at),
    end: instantOf(endDate, at),
    shifts: periods.map((period) => ({
      start: instantOf(period.startDate, at),
      end: instantOf(period.endDate, at),
      people: peopleOf(period),
    })),
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
