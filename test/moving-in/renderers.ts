/**
 * Computes who is on call by the rules of each product, slowly and with Temporal alone, sharing no code with `src/`. The readers and the translation
 * are compared with it. It samples times, so everything in the examples starts and ends on half hours.
 */
import rrule from 'rrule';

export const STEP_MS = 30 * 60_000;

export interface Period {
  readonly start: number;
  readonly end: number;
  readonly people: readonly string[];
}

/** The periods between two instants in which the same people are on call. */
export function periodsOf(who: (at: number) => readonly string[], start: number, end: number): Period[] {
  const periods: { start: number; end: number; people: readonly string[] }[] = [];
  for (let at = start; at < end; ) {
    const next = Math.min(end, Math.floor(at / STEP_MS) * STEP_MS + STEP_MS);
    const people = [...new Set(who(at))].sort();
    const previous = periods.at(-1);
    if (previous !== undefined && previous.people.join() === people.join()) previous.end = next;
    else periods.push({ start: at, end: next, people });
    at = next;
  }
  return periods.filter(({ people }) => people.length > 0);
}

const UNITS = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;
type RotationType = keyof typeof UNITS;
const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

type Unit = 'hours' | 'days' | 'weeks';

/** The start of each turn, computed by adding the length to the wall time of the first one repeatedly. */
const turnStarts = new Map<string, number[]>();

export function turnAt(start: number, zone: string, unit: Unit, length: number, at: number): number {
  const key = `${start} ${zone} ${unit} ${length}`;
  const starts = turnStarts.get(key) ?? [];
  turnStarts.set(key, starts);
  while ((starts.at(-1) ?? start) <= at) {
    const wall = zoned(start, zone).toPlainDateTime();
    starts.push(wall.add({ [unit]: (starts.length + 1) * length }).toZonedDateTime(zone).epochMilliseconds);
  }
  return starts.findIndex((next) => next > at);
}

const minutesOfWeek = new Map<string, number>();

function minuteOfWeek(at: number, zone: string): number {
  const key = `${at} ${zone}`;
  const known = minutesOfWeek.get(key);
  if (known !== undefined) return known;
  const wall = zoned(at, zone);
  const minute = (wall.dayOfWeek - 1) * 1440 + wall.hour * 60 + wall.minute;
  minutesOfWeek.set(key, minute);
  return minute;
}

/** From one minute of the week to another, perhaps across its end. */
function isBetween(minute: number, from: number, to: number): boolean {
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

export interface OpsgenieRotation {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate?: string | null;
  readonly type: RotationType;
  readonly length: number;
  readonly participants: readonly { readonly type: string; readonly username?: string; readonly name?: string }[];
  readonly timeRestriction?: {
    readonly type: string;
    readonly restriction?: Clock;
    readonly restrictions?: readonly (Clock & { readonly startDay: string; readonly endDay: string })[];
  };
}

interface Clock {
  readonly startHour: number;
  readonly startMin: number;
  readonly endHour: number;
  readonly endMin: number;
}

export function opsgenieOnCall(rotation: OpsgenieRotation, zone: string, at: number): string[] {
  const start = Date.parse(rotation.startDate);
  if (at < start || (rotation.endDate && at >= Date.parse(rotation.endDate))) return [];
  const { timeRestriction: limits } = rotation;
  const minute = minuteOfWeek(at, zone);
  const isOpen =
    limits === undefined ||
    (limits.restriction !== undefined && isInDay(minute % 1440, limits.restriction)) ||
    (limits.restrictions ?? []).some((window) =>
      isBetween(
        minute,
        DAY_NAMES.indexOf(window.startDay) * 1440 + window.startHour * 60 + window.startMin,
        DAY_NAMES.indexOf(window.endDay) * 1440 + window.endHour * 60 + window.endMin,
      ),
    );
  if (!isOpen) return [];
  const turn = turnAt(start, zone, UNITS[rotation.type], rotation.length, at);
  const { type, username, name } = rotation.participants[turn % rotation.participants.length] ?? { type: 'none' };
  return type === 'user' && username ? [username] : type === 'none' ? [] : [`the ${type} ${name}`];
}

function isInDay(minute: number, { startHour, startMin, endHour, endMin }: Clock): boolean {
  return isBetween(minute, startHour * 60 + startMin, endHour * 60 + endMin);
}

export interface PagerDutyLayer {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly end: string | null;
  readonly rotation_virtual_start: string;
  readonly rotation_turn_length_seconds: number;
  readonly users: readonly { readonly user: { readonly id: string } }[];
  readonly restrictions: readonly {
    readonly type: string;
    readonly start_time_of_day: string;
    readonly duration_seconds: number;
    readonly start_day_of_week?: number;
  }[];
}

/** The ids of the people on call: the first layer in the list with somebody wins. */
export function pagerDutyOnCall(layers: readonly PagerDutyLayer[], zone: string, at: number): string[] {
  for (const layer of layers) {
    const hasEnded = layer.end !== null && at >= Date.parse(layer.end);
    if (at < Date.parse(layer.start) || hasEnded || !isUnrestricted(layer, zone, at)) continue;
    const seconds = layer.rotation_turn_length_seconds;
    const turn = turnAt(Date.parse(layer.rotation_virtual_start), zone, 'hours', seconds / 3600, at);
    const user = layer.users[turn % layer.users.length];
    if (user !== undefined) return [user.user.id];
  }
  return [];
}

function isUnrestricted({ restrictions }: PagerDutyLayer, zone: string, at: number): boolean {
  const minute = minuteOfWeek(at, zone);
  return (
    restrictions.length === 0 ||
    restrictions.some(({ type, start_time_of_day: time, duration_seconds: duration, start_day_of_week: day = 1 }) => {
      const from = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
      if (type === 'daily_restriction') return (minute - from + 1440) % 1440 < duration / 60;
      return (minute - from - (day - 1) * 1440 + 2 * 10_080) % 10_080 < duration / 60;
    })
  );
}

export interface GrafanaShift {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly level: number;
  readonly start: string;
  readonly duration: number;
  readonly frequency: RotationType;
  readonly interval: number;
  readonly by_day: readonly string[] | null;
  readonly week_start: string;
  readonly rolling_users: readonly (readonly string[])[];
  readonly start_rotation_from_user_index: number;
  readonly time_zone: string | null;
  readonly until: string | null;
}

/** The events of the groups, each with its own recurrence rule, like in the product; in wall time. */
export function grafanaEvents(
  shift: GrafanaShift,
  until: number,
): { start: number; end: number; users: readonly string[] }[] {
  const {
    frequency,
    interval,
    by_day,
    week_start,
    duration,
    rolling_users,
    start_rotation_from_user_index: first,
  } = shift;
  const groups = [...rolling_users.slice(first), ...rolling_users.slice(0, first)];
  const start = Date.parse(`${shift.start}Z`);
  const events: { start: number; end: number; users: readonly string[] }[] = [];
  const add = (at: number, users: readonly string[]) => events.push({ start: at, end: at + duration * 1000, users });
  if (frequency === 'daily' && by_day !== null) {
    let count = 0;
    for (let day = start; day < until; day += 86_400_000) {
      const name = DAY_NAMES[zoned(day, 'UTC').dayOfWeek - 1]?.slice(0, 2).toUpperCase() ?? '';
      if (!by_day.includes(name)) continue;
      add(day, groups[Math.floor(count / interval) % groups.length] ?? []);
      count += 1;
    }
    return events;
  }
  const { RRule } = rrule;
  const freq = { hourly: RRule.HOURLY, daily: RRule.DAILY, weekly: RRule.WEEKLY }[frequency];
  const weekdays = { MO: RRule.MO, TU: RRule.TU, WE: RRule.WE, TH: RRule.TH, FR: RRule.FR, SA: RRule.SA, SU: RRule.SU };
  const wkst = weekdays[week_start as keyof typeof weekdays];
  const byweekday = by_day?.map((day) => weekdays[day as keyof typeof weekdays]);
  const days = { ...(byweekday !== undefined && { byweekday }), wkst };
  for (const [j, users] of groups.entries()) {
    const own = firstOf(shift, start, j);
    const rule = new RRule({
      freq,
      interval: interval * groups.length,
      dtstart: new Date(own),
      until: new Date(until),
      ...days,
    });
    for (const date of rule.all()) add(date.getTime(), users);
  }
  return events;
}

/** The start of the first event of the group with that number. */
function firstOf({ frequency, interval, by_day, week_start }: GrafanaShift, start: number, group: number): number {
  const unitMs = { hourly: 3_600_000, daily: 86_400_000, weekly: 604_800_000 }[frequency];
  const later = start + group * interval * unitMs;
  if (frequency !== 'weekly' || by_day === null || group === 0) return later;
  // The first day of that week in `by_day`.
  const offset =
    (zoned(later, 'UTC').dayOfWeek -
      1 -
      DAY_NAMES.findIndex((day) => day.slice(0, 2).toUpperCase() === week_start) +
      7) %
    7;
  const monday = later - offset * 86_400_000;
  for (let day = 0; day < 7; day++) {
    const at = monday + day * 86_400_000;
    if (by_day.includes(DAY_NAMES[zoned(at, 'UTC').dayOfWeek - 1]?.slice(0, 2).toUpperCase() ?? '')) return at;
  }
  return later;
}

/** The ids of the people on call: those of the highest level with an event at that time. */
export function grafanaOnCall(
  events: readonly {
    readonly level: number;
    readonly start: number;
    readonly end: number;
    readonly users: readonly string[];
  }[],
  at: number,
): string[] {
  const running = events.filter((event) => event.start <= at && at < event.end);
  const highest = Math.max(...running.map(({ level }) => level));
  return running.filter(({ level }) => level === highest).flatMap(({ users }) => users);
}

/** An instant for a wall time of `grafanaEvents`. */
export function instantOfWall(wallMs: number, zone: string): number {
  return zoned(wallMs, 'UTC').toPlainDateTime().toZonedDateTime(zone).epochMilliseconds;
}

export interface GoAlertRotation {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly type: RotationType;
  readonly shiftLength: number;
  readonly start: string;
  readonly users: readonly { readonly id: string; readonly name: string; readonly email: string }[];
}

export interface GoAlertTarget {
  readonly target: { readonly id: string; readonly type: string };
  readonly rules: readonly {
    readonly start: string;
    readonly end: string;
    readonly weekdayFilter: readonly boolean[];
  }[];
}

/** The position of the active user at an instant, for a rotation that started with the first one. */
export function goAlertIndex({ start, timeZone, type, shiftLength, users }: GoAlertRotation, at: number): number {
  return turnAt(Date.parse(start), timeZone, UNITS[type], shiftLength, at) % users.length;
}

export function goAlertNextHandoff(rotation: GoAlertRotation, at: number): string {
  const { start, timeZone, type, shiftLength } = rotation;
  const turn = turnAt(Date.parse(start), timeZone, UNITS[type], shiftLength, at) + 1;
  const wall = zoned(Date.parse(start), timeZone)
    .toPlainDateTime()
    .add({ [UNITS[type]]: turn * shiftLength });
  return wall.toZonedDateTime(timeZone).toInstant().toString();
}

export function goAlertOnCall(
  targets: readonly GoAlertTarget[],
  rotations: readonly GoAlertRotation[],
  zone: string,
  at: number,
): string[] {
  const minute = minuteOfWeek(at, zone);
  return targets.flatMap(({ target, rules }) => {
    const isOn = rules.some(({ start, end, weekdayFilter }) =>
      weekdayFilter.some((isDay, day) => {
        const midnight = ((day + 6) % 7) * 1440;
        const [from, to] = [start, end].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) as [
          number,
          number,
        ];
        return isDay && (minute - midnight - from + 10_080) % 10_080 < (to > from ? to - from : to - from + 1440);
      }),
    );
    const rotation = rotations.find(({ id }) => id === target.id);
    return isOn && rotation !== undefined ? [rotation.users[goAlertIndex(rotation, at)]?.email ?? ''] : [];
  });
}
