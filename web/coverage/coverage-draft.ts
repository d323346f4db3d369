/**
 * A draft of a coverage request. A request is one interval in some schedules, so picking shifts moves its ends: every shift between two picked ones
 * is included too, and is shown as picked.
 */
import type { Schemas } from '../api/client.ts';
import { msOf } from '../time/format.ts';

export interface MyShift {
  readonly schedule: Schemas['ScheduleReference'];
  readonly start: number;
  readonly end: number;
}

export interface CoverageDraft {
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Absent: all of the requester's schedules. */
  readonly scheduleIds?: readonly string[];
}

/** A draft with a start and a later end. */
export interface CompleteDraft extends CoverageDraft {
  readonly start: number;
  readonly end: number;
}

const EMPTY_DRAFT: CoverageDraft = { start: undefined, end: undefined };

export function isWhole(draft: CoverageDraft): draft is CompleteDraft {
  return draft.start !== undefined && draft.end !== undefined && draft.start < draft.end;
}

/** The parts of the shifts that are not past yet. */
export function myShiftsOf(shifts: readonly Schemas['UserShift'][], now: number): MyShift[] {
  return shifts
    .map(({ schedule_reference, start, end }) => ({
      schedule: schedule_reference,
      start: Math.max(msOf(start), now),
      end: msOf(end),
    }))
    .filter(({ start, end }) => start < end);
}

export function partIn(draft: CoverageDraft, { schedule, start, end }: MyShift): 'all' | 'some' | 'none' {
  if (!isWhole(draft) || !hasSchedule(draft, schedule.id)) return 'none';
  if (draft.end <= start || end <= draft.start) return 'none';
  return draft.start <= start && end <= draft.end ? 'all' : 'some';
}

export function adding(draft: CoverageDraft, shift: MyShift): CoverageDraft {
  const { start, end, schedule } = shift;
  if (!isWhole(draft)) return { start, end, scheduleIds: [schedule.id] };
  return {
    start: Math.min(draft.start, start),
    end: Math.max(draft.end, end),
    ...(draft.scheduleIds && { scheduleIds: [...new Set([...draft.scheduleIds, schedule.id])] }),
  };
}

/** Removes a shift. A request has no holes, so everything after the removed shift goes too. */
export function removing(draft: CoverageDraft, shift: MyShift, shifts: readonly MyShift[]): CoverageDraft {
  const others = shifts.filter((other) => other !== shift && partIn(draft, other) !== 'none');
  const scheduleIds = [...new Set(others.map(({ schedule }) => schedule.id))];
  if (!scheduleIds.includes(shift.schedule.id)) return boundsOf(others, scheduleIds);
  const before = others.filter(({ end }) => end <= shift.start);
  return boundsOf(before.length > 0 ? before : others.filter(({ start }) => start >= shift.end), scheduleIds);
}

function boundsOf(shifts: readonly MyShift[], scheduleIds: readonly string[]): CoverageDraft {
  if (shifts.length === 0) return EMPTY_DRAFT;
  return {
    start: Math.min(...shifts.map(({ start }) => start)),
    end: Math.max(...shifts.map(({ end }) => end)),
    scheduleIds,
  };
}

export function hasSchedule({ scheduleIds }: CoverageDraft, id: string): boolean {
  return scheduleIds === undefined || scheduleIds.includes(id);
}
