/** The extent of a coverage request: its interval, schedules and hours in total. */
import type { Schemas } from '../api/client.ts';
import { duration, msOf } from '../time/format.ts';

export type CoverageRequest = Schemas['CoverageRequest'];
type ScheduleReference = Schemas['ScheduleReference'];

/** Rule COV-6: whether this person may take it. */
export function isAskedOf({ user, asked_users }: CoverageRequest, personId: string): boolean {
  return user.id !== personId && (asked_users?.some(({ id }) => id === personId) ?? true);
}

export interface Extent {
  readonly start: number;
  readonly end: number;
  /** Each schedule once, ordered by its first shift. */
  readonly schedules: readonly ScheduleReference[];
  /** `2 shifts, 24 h` */
  readonly amount: string;
}

export function extentOf(shifts: readonly CoverageRequest['shifts'][number][]): Extent {
  const schedules = new Map(shifts.map(({ schedule_reference }) => [schedule_reference.id, schedule_reference]));
  const totalMs = shifts.reduce((sum, { start, end }) => sum + msOf(end) - msOf(start), 0);
  return {
    start: Math.min(...shifts.map(({ start }) => msOf(start))),
    end: Math.max(...shifts.map(({ end }) => msOf(end))),
    schedules: [...schedules.values()],
    amount: `${shifts.length === 1 ? '1 shift' : `${shifts.length} shifts`}, ${duration(totalMs)}`,
  };
}

/** The zone that all of the schedules share, or undefined. Beside the reader's zone there is room for one. */
export function sharedZone(
  schedules: readonly ScheduleReference[],
  zoneOf: (scheduleId: string) => string | undefined,
): { readonly zone?: string } {
  const [zone, ...others] = new Set(schedules.map(({ id }) => zoneOf(id)));
  return zone === undefined || others.length > 0 ? {} : { zone };
}
