/** The reader's own time on call: shifts of one schedule that follow each other are one stretch to whoever has them. */
import type { Schemas } from '../api/client.ts';
import { msOf } from '../time/format.ts';

export interface MyStretch {
  readonly schedule: Schemas['ScheduleReference'];
  readonly start: number;
  readonly end: number;
}

/** The shifts come ordered by start, and so do the stretches. */
export function stretchesOf(shifts: readonly Schemas['UserShift'][]): MyStretch[] {
  const stretches: MyStretch[] = [];
  const latest = new Map<string, number>();
  for (const { schedule_reference: schedule, ...shift } of shifts) {
    const [start, end] = [msOf(shift.start), msOf(shift.end)];
    const index = latest.get(schedule.id) ?? -1;
    const before = stretches[index];
    if (before?.end === start) {
      stretches[index] = { ...before, end };
      continue;
    }
    latest.set(schedule.id, stretches.push({ schedule, start, end }) - 1);
  }
  return stretches;
}

export function isCurrent({ start, end }: MyStretch, now: number): boolean {
  return start <= now && now < end;
}
