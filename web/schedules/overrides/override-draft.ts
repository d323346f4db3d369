/** The draft of an override, and what it would change. */
import { samePeople } from '../../../src/engine/rotation.ts';
import type { Interval, Override } from '../../../src/engine/schedule.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import type { Schemas } from '../../api/client.ts';
import { useAll } from '../../api/queries.ts';
import { instantText } from '../../time/format.ts';
import { engineTimeline, overrideOf, userIdOf } from '../engine-schedule.ts';
import { comparison, type Slice } from './comparison.ts';

export interface Draft {
  /** Undefined while the typed text is not a date. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Undefined: nobody is chosen for this place yet. */
  readonly people: readonly (Schemas['User'] | undefined)[];
  readonly reason: string;
}

/** The same limit as on the server. */
export const MAX_REASON = 300;

export const MAX_PEOPLE = 4;

/** The longest interval that the server lists at once. */
export const MAX_AGE_MS = 366 * DAY_MS;

export function peopleOf({ people }: Draft): Schemas['User'][] {
  const chosen = people.filter((person) => person !== undefined);
  return chosen.filter(({ id }, i) => chosen.findIndex((other) => other.id === id) === i);
}

/** The interval, if start and end are valid. */
export function intervalOf({ start, end }: Draft): Interval | undefined {
  return start !== undefined && end !== undefined && start < end ? { start, end } : undefined;
}

/** What is wrong with the times, as a message for the user. */
export function faultOf({ start, end }: Draft, now: number): string | undefined {
  if (start === undefined || end === undefined) return undefined;
  if (end <= start) return 'The end must be after the start.';
  return end <= now ? 'The end must be in the future.' : undefined;
}

/** All overrides that are in force somewhere in the interval. */
export function useOverridesIn(scheduleId: string, interval: Interval | undefined) {
  const { start, end } = interval ?? { start: 0, end: 1 };
  const query = { from: instantText(start), to: instantText(end) };
  return useAll(
    '/schedules/{schedule_id}/overrides/',
    { params: { path: { schedule_id: scheduleId }, query } },
    'overrides',
    { enabled: interval !== undefined && end - start <= MAX_AGE_MS, keepPrevious: true },
  );
}

interface Known {
  readonly zone: string;
  readonly revisions: readonly Schemas['ScheduleRevision'][];
  readonly overrides: readonly Schemas['ScheduleOverride'][];
}

/**
 * Who is on call now, and with the override of these people (rules OVR-2 and OVR-5: from now on at the earliest). For an existing override, its
 * present time is compared too.
 */
export function changesBy(
  people: readonly Schemas['User'][],
  interval: Interval,
  { zone, revisions, overrides }: Known,
  now: number,
  existing?: Schemas['ScheduleOverride'],
): Slice[] {
  const within = { start: Math.max(interval.start, now), end: interval.end };
  const wanted: Override = { ...within, users: people.map(userIdOf) };
  const before = engineTimeline(zone, revisions, overrides.map(overrideOf));
  if (existing === undefined) {
    const added = people.length === 0 ? [] : [wanted];
    return comparison(before, engineTimeline(zone, revisions, [...overrides.map(overrideOf), ...added]), within);
  }
  const changed = overrides.flatMap((override) => {
    if (override.id !== existing.id) return [overrideOf(override)];
    return people.length === 0 ? [] : [wanted];
  });
  const after = engineTimeline(zone, revisions, changed);
  return comparison(before, after, eitherOf(interval, existing, now)).filter(
    (slice) => !samePeople(slice.before, slice.after),
  );
}

/** From now on, the union of the interval and the existing override. */
export function eitherOf(interval: Interval, existing: Schemas['ScheduleOverride'] | undefined, now: number): Interval {
  if (existing === undefined) return interval;
  const { start, end } = overrideOf(existing);
  return { start: Math.max(now, Math.min(start, interval.start)), end: Math.max(end, interval.end) };
}
