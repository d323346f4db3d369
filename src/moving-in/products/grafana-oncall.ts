/** Grafana OnCall: reads schedules, shifts, users and teams from its public API, `/api/v1/…`. */
import Type, { type Static } from 'typebox';
import { parseInstant } from '../../time/iso.ts';
import { badField, intervalIn, zoneIn } from '../bad-value.ts';
import { expected, has, Nullable, objectsIn } from '../documents.ts';
import { renderedBetween } from '../segments.ts';
import type {
  Document,
  RenderedTimeline,
  Source,
  SourceOverride,
  SourcePerson,
  SourceSchedule,
  UnfitRotation,
} from '../source.ts';
import {
  endOf,
  groupsOf,
  rotationOfShift,
  Shift,
  type ShiftContext,
  startIn,
  UTC,
  zoneOfShift,
} from './grafana-shifts.ts';

const Schedule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  team_id: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
  shifts: Nullable(Type.Array(Type.String())),
  ical_url_overrides: Nullable(Type.String()),
});
type Schedule = Static<typeof Schedule>;

const User = Type.Object({
  id: Type.String(),
  email: Nullable(Type.String()),
  name: Nullable(Type.String()),
  username: Nullable(Type.String()),
  timezone: Nullable(Type.String()),
});
type User = Static<typeof User>;

const Team = Type.Object({ id: Type.String(), name: Type.String() });
type Team = Static<typeof Team>;

const FinalShift = Type.Object({
  user_pk: Type.String(),
  user_email: Nullable(Type.String()),
  user_username: Nullable(Type.String()),
  shift_start: Type.String(),
  shift_end: Type.String(),
});

/** The response does not say for which schedule and interval it is: the importer adds that. */
const FinalShifts = Type.Object({
  schedule_id: Type.Optional(Type.String()),
  start_date: Type.Optional(Type.String()),
  end_date: Type.Optional(Type.String()),
  results: Type.Array(FinalShift),
});
type FinalShifts = Static<typeof FinalShifts>;

const OVERRIDE_TYPES = ['override', 'single_event'];

interface Found {
  readonly schedules: Schedule[];
  readonly shifts: Map<string, Shift>;
  readonly users: Map<string, User>;
  readonly teams: Map<string, Team>;
  readonly finalShifts: { readonly name: string; readonly page: FinalShifts }[];
}

export function readGrafanaOnCall(documents: readonly Document[]): Source {
  const found: Found = { schedules: [], shifts: new Map(), users: new Map(), teams: new Map(), finalShifts: [] };
  const ignored: string[] = [];
  for (const { name, value } of documents) {
    const items = itemsIn(value);
    if (isFinalShifts(value, items)) found.finalShifts.push({ name, page: expected(FinalShifts, value) });
    else for (const item of items) if (!sortIn(found, item)) ignored.push(name);
  }
  return {
    product: 'grafana-oncall',
    people: [...found.users.values()].flatMap(personOf),
    ignored: [...new Set(ignored)],
    schedules: found.schedules.map((schedule) => scheduleOf(schedule, found)),
  };
}

function itemsIn(value: object): object[] {
  return objectsIn(value, has(value, 'results') ? 'results' : undefined);
}

function isFinalShifts(value: object, items: readonly object[]): boolean {
  if (has(value, 'schedule_id', 'results')) return true;
  const [first] = items;
  return first !== undefined && has(first, 'shift_start', 'shift_end');
}

function sortIn({ schedules, shifts, users, teams }: Found, item: object): boolean {
  if (has(item, 'id', 'type', 'start', 'duration')) {
    const shift = expected(Shift, item);
    shifts.set(shift.id, shift);
  } else if (has(item, 'id', 'type', 'name')) {
    schedules.push(expected(Schedule, item));
  } else if (has(item, 'id', 'username')) {
    const user = expected(User, item);
    users.set(user.id, user);
  } else if (has(item, 'id', 'name')) {
    const team = expected(Team, item);
    teams.set(team.id, team);
  } else {
    return false;
  }
  return true;
}

function personOf({ email, name, username, timezone }: User): SourcePerson[] {
  if (!email) return [];
  return [{ email, name: name || username || email, ...(timezone && { timeZone: timezone }) }];
}

function scheduleOf(schedule: Schedule, { shifts, users, teams, finalShifts }: Found): SourceSchedule {
  const { id, name, type, team_id, ical_url_overrides } = schedule;
  const isWeb = type === 'web';
  const own = schedule.time_zone ? zoneIn(schedule, 'time_zone') : UTC;
  const zone = isWeb ? UTC : own;
  const emailOf = (userId: string) => users.get(userId)?.email ?? undefined;
  const team = team_id ? teams.get(team_id) : undefined;
  const listed = (schedule.shifts ?? []).map((shiftId) => ({ shiftId, shift: shifts.get(shiftId) }));
  const known = listed.flatMap(({ shift }) => (shift === undefined ? [] : [shift]));
  const context: ShiftContext = {
    zone,
    emailOf,
    isWeb,
    notes: isWeb
      ? [
          'It was made in the web application, which keeps its hours in UTC: its schedule is in UTC, and local handoffs move with the clocks.',
        ]
      : [],
  };
  const rotations = known
    .filter((shift) => !OVERRIDE_TYPES.includes(shift.type))
    .map((shift) => rotationOfShift(shift, context));
  const levels = rotations.map(({ level }) => level);
  const events = known.filter((shift) => OVERRIDE_TYPES.includes(shift.type));
  const isBelow = ({ type, level }: Shift) => type === 'single_event' && levels.some((other) => other > (level ?? 0));
  const rendered = renderedOf(id, finalShifts, emailOf);
  const unknown = listed.flatMap(({ shiftId, shift }) =>
    shift === undefined
      ? [
          {
            id: shiftId,
            name: shiftId,
            level: 0,
            reasons: [`Its shift ${shiftId} is not among the shifts that were read.`],
          },
        ]
      : [],
  );
  const ical =
    type === 'ical'
      ? [{ id: 'ical', name, level: 0, reasons: ['It is an iCal calendar of another service, without rotations.'] }]
      : [];
  return {
    id,
    name,
    ...(team !== undefined && { team: { id: team.id, name: team.name } }),
    zone: zone.name,
    rotations: [
      ...rotations,
      ...events.filter(isBelow).map((shift) => unfitEvent(shift, context)),
      ...unknown,
      ...ical,
    ],
    overrides: events.filter((shift) => !isBelow(shift)).map((shift) => overrideOf(shift, levels, context)),
    ...(rendered !== undefined && { rendered }),
    notes: ical_url_overrides ? ['Its overrides come from a calendar (ical_url_overrides), which is not read.'] : [],
  };
}

function unfitEvent(shift: Shift, context: ShiftContext): UnfitRotation {
  const { id, name, level } = shift;
  const start = startIn(shift, 'start', zoneOfShift(shift, context));
  const reasons = ['It is a single event under rotations of a higher level: an override would replace them.'];
  return { id, name: name || id, level: level ?? 0, reasons, activeUntil: endOf(start, shift) };
}

/** An event on the level of the rotations is on call in addition to them; a higher one replaces them. */
function overrideOf(shift: Shift, levels: readonly number[], context: ShiftContext): SourceOverride {
  const { emailOf } = context;
  const start = startIn(shift, 'start', zoneOfShift(shift, context));
  const isAbove = shift.type === 'override' || levels.every((level) => level < (shift.level ?? 0));
  return {
    start,
    end: endOf(start, shift),
    added: groupsOf(shift)
      .slice(0, 1)
      .flat()
      .map((user) => emailOf(user) ?? `user ${user}`),
    removed: isAbove ? 'everyone' : [],
  };
}

/** The schedule is in the name of the file, or in the field that the importer adds. */
function renderedOf(
  scheduleId: string,
  finalShifts: Found['finalShifts'],
  emailOf: (userId: string) => string | undefined,
): RenderedTimeline | undefined {
  const pages = finalShifts
    .filter(({ name, page: { schedule_id } }) =>
      schedule_id === undefined ? name.includes(scheduleId) : schedule_id === scheduleId,
    )
    .map(({ page }) => page);
  const [first] = pages;
  if (first === undefined) return undefined;
  const shifts = pages.flatMap(({ results }) =>
    results.map((shift) => ({
      ...intervalIn(shift, 'shift_start', 'shift_end'),
      people: [shift.user_email || emailOf(shift.user_pk) || `${shift.user_username ?? 'user'} (${shift.user_pk})`],
    })),
  );
  return renderedBetween(shifts, midnightIn(first, 'start_date'), midnightIn(first, 'end_date'));
}

/** At the start of a date, in UTC. */
function midnightIn(page: FinalShifts, field: 'start_date' | 'end_date'): number | undefined {
  const date = page[field];
  if (date === undefined) return undefined;
  const instant = parseInstant(`${date}T00:00:00Z`);
  if (instant === undefined) throw badField(page, field, 'a date, such as 2026-01-05');
  return instant;
}
