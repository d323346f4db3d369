/**
 * What somebody is about to ask cover for. A coverage request is one interval of time in some schedules, so picking shifts
 * moves its ends: what lies between two picked ones is in it too, and shows as picked.
 */
import type { Schemas } from '../api/client.ts';
import { msOf } from '../time/format.ts';

export interface MyShift {
  readonly schedule: Schemas['ScheduleReference'];
  readonly start: number;
  readonly end: number;
}

export interface Wish {
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** All of theirs when absent. */
  readonly scheduleIds?: readonly string[];
}

/** A wish with both ends, the one after the other. */
export interface WholeWish extends Wish {
  readonly start: number;
  readonly end: number;
}

const NO_WISH: Wish = { start: undefined, end: undefined };

export function isWhole(wish: Wish): wish is WholeWish {
  return wish.start !== undefined && wish.end !== undefined && wish.start < wish.end;
}

/** What is not yet past of them. */
export function myShiftsOf(shifts: readonly Schemas['UserShift'][], now: number): MyShift[] {
  return shifts
    .map(({ schedule_reference, start, end }) => ({
      schedule: schedule_reference,
      start: Math.max(msOf(start), now),
      end: msOf(end),
    }))
    .filter(({ start, end }) => start < end);
}

export function partIn(wish: Wish, { schedule, start, end }: MyShift): 'all' | 'some' | 'none' {
  if (!isWhole(wish) || !hasSchedule(wish, schedule.id)) return 'none';
  if (wish.end <= start || end <= wish.start) return 'none';
  return wish.start <= start && end <= wish.end ? 'all' : 'some';
}

export function adding(wish: Wish, shift: MyShift): Wish {
  const { start, end, schedule } = shift;
  if (!isWhole(wish)) return { start, end, scheduleIds: [schedule.id] };
  return {
    start: Math.min(wish.start, start),
    end: Math.max(wish.end, end),
    ...(wish.scheduleIds && { scheduleIds: [...new Set([...wish.scheduleIds, schedule.id])] }),
  };
}

/** Time has no holes: without one in the middle, what comes after it goes too. */
export function removing(wish: Wish, shift: MyShift, shifts: readonly MyShift[]): Wish {
  const others = shifts.filter((other) => other !== shift && partIn(wish, other) !== 'none');
  const scheduleIds = [...new Set(others.map(({ schedule }) => schedule.id))];
  if (!scheduleIds.includes(shift.schedule.id)) return boundsOf(others, scheduleIds);
  const before = others.filter(({ end }) => end <= shift.start);
  return boundsOf(before.length > 0 ? before : others.filter(({ start }) => start >= shift.end), scheduleIds);
}

function boundsOf(shifts: readonly MyShift[], scheduleIds: readonly string[]): Wish {
  if (shifts.length === 0) return NO_WISH;
  return {
    start: Math.min(...shifts.map(({ start }) => start)),
    end: Math.max(...shifts.map(({ end }) => end)),
    scheduleIds,
  };
}

export function hasSchedule({ scheduleIds }: Wish, id: string): boolean {
  return scheduleIds === undefined || scheduleIds.includes(id);
}
