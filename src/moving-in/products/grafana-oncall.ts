/** Grafana OnCall: reads schedules, shifts, users and teams from its public API, `/api/v1/…`. */
import Type, { type Static } from 'typebox';
import { findZone } from '../../time/zones.ts';
import { type Document, expected, Has, instantIn, instantOf, matching, Nullable } from '../documents.ts';
import { renderedBetween } from '../segments.ts';
import type {
  RenderedTimeline,
  Source,
  SourceOverride,
  SourcePerson,
  SourceSchedule,
  UnfitRotation,
} from '../source.ts';
import { knownZone } from './anchors.ts';
import { endOf, groupsOf, rotationOfShift, Shift, type ShiftContext, startOf } from './grafana-shifts.ts';

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
type FinalShifts = Static<typeof FinalShifts> & { readonly name: string };

const Page = Type.Object({ results: Type.Array(Type.Unknown()) });

const OVERRIDE_TYPES = ['override', 'single_event'];

interface Found {
  readonly schedules: Schedule[];
  readonly shifts: Map<string, Shift>;
  readonly users: Map<string, User>;
  readonly teams: Map<string, Team>;
  readonly finalShifts: FinalShifts[];
}

export function readGrafanaOnCall(documents: readonly Document[]): Source {
  const found: Found = { schedules: [], shifts: new Map(), users: new Map(), teams: new Map(), finalShifts: [] };
  const ignored: string[] = [];
  for (const { name, value } of documents) {
    const items = itemsIn(value);
    if (isFinalShifts(value, items)) found.finalShifts.push({ ...expected(FinalShifts, value, name), name });
    else for (const item of items) if (!sortIn(found, item, name)) ignored.push(name);
  }
  return {
    product: 'grafana-oncall',
    people: [...found.users.values()].flatMap(personOf),
    ignored: [...new Set(ignored)],
    schedules: found.schedules.map((schedule) => scheduleOf(schedule, found)),
  };
}

function itemsIn(value: unknown): unknown[] {
  return matching(Page, value)?.results ?? [value].flat();
}

function isFinalShifts(value: unknown, items: readonly unknown[]): boolean {
  if (matching(Has('schedule_id', 'results'), value)) return true;
  return items.length > 0 && matching(Has('shift_start', 'shift_end'), items[0]) !== undefined;
}

function sortIn({ schedules, shifts, users, teams }: Found, item: unknown, name: string): boolean {
  if (matching(Has('id', 'type', 'start', 'duration'), item)) {
    const shift = expected(Shift, item, name);
    shifts.set(shift.id, shift);
  } else if (matching(Has('id', 'type', 'name'), item)) {
    schedules.push(expected(Schedule, item, name));
  } else if (matching(Has('id', 'username'), item)) {
    const user = expected(User, item, name);
    users.set(user.id, user);
  } else if (matching(Has('id', 'name'), item)) {
    const team = expected(Team, item, name);
    teams.set(team.id, team);
  } else {
    return false;
  }
  return true;
}

function personOf({ email, name, username, timezone }: User): SourcePerson[] {
  if (!email) return [];
  const zone = timezone && findZone(timezone) !== undefined ? { timeZone: timezone } : {};
  return [{ email, name: name || username || email, ...zone }];
}

function scheduleOf(schedule: Schedule, { shifts, users, teams, finalShifts }: Found): SourceSchedule {
  const { id, name, type, team_id, ical_url_overrides } = schedule;
  const place = `Schedule "${name}"`;
  const isWeb = type === 'web';
  const zone = knownZone(isWeb ? 'UTC' : (schedule.time_zone ?? 'UTC'), place).name;
  const emailOf = (userId: string) => users.get(userId)?.email ?? undefined;
  const team = team_id ? teams.get(team_id) : undefined;
  const own = (schedule.shifts ?? []).map((shiftId) => ({ shiftId, shift: shifts.get(shiftId) }));
  const known = own.flatMap(({ shift }) => (shift === undefined ? [] : [shift]));
  const context: ShiftContext = {
    zone,
    emailOf,
    isWeb,
    place,
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
  const rendered = renderedOf(id, finalShifts, emailOf, place);
  const unknown = own.flatMap(({ shiftId, shift }) =>
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
    zone,
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

function unfitEvent(shift: Shift, { zone, place }: ShiftContext): UnfitRotation {
  const { id, name, level } = shift;
  const start = startOf(shift.start, knownZone(shift.time_zone ?? zone, place), place);
  const reasons = ['It is a single event under rotations of a higher level: an override would replace them.'];
  return { id, name: name || id, level: level ?? 0, reasons, activeUntil: endOf(start, shift) };
}

/** An event on the level of the rotations is on call in addition to them; a higher one replaces them. */
function overrideOf(
  shift: Shift,
  levels: readonly number[],
  { zone: zoneName, emailOf, place }: ShiftContext,
): SourceOverride {
  const zone = knownZone(shift.time_zone ?? zoneName, place);
  const start = startOf(shift.start, zone, place);
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
  finalShifts: readonly FinalShifts[],
  emailOf: (userId: string) => string | undefined,
  place: string,
): RenderedTimeline | undefined {
  const own = finalShifts.filter(({ schedule_id, name }) =>
    schedule_id === undefined ? name.includes(scheduleId) : schedule_id === scheduleId,
  );
  if (own.length === 0) return undefined;
  const at = `${place}, final_shifts`;
  const shifts = own.flatMap(({ results }) =>
    results.map((shift) => ({
      start: instantOf(shift.shift_start, at),
      end: instantOf(shift.shift_end, at),
      people: [shift.user_email || emailOf(shift.user_pk) || `${shift.user_username ?? 'user'} (${shift.user_pk})`],
    })),
  );
  const midnight = (date: string | undefined) => instantIn(date === undefined ? undefined : `${date}T00:00:00Z`, at);
  const [first] = own;
  return renderedBetween(shifts, midnight(first?.start_date), midnight(first?.end_date));
}
