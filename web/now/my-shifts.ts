/** The reader's own time on call. Consecutive shifts in one schedule are joined. */
import type { GetAnswer, Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText, msOf } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { midnightOf } from '../timeline/scale.ts';

export const DAYS_AHEAD = 30;

const MOST = 100;

export interface MyStretch {
  readonly schedule: Schemas['ScheduleReference'];
  readonly start: number;
  readonly end: number;
  /** Whether it reaches the end of the known timeline, and so may go on. */
  readonly isOpen: boolean;
}

/** The query for the reader's shifts, from this instant and in this zone. */
export function myShiftsQuery(zone: string, now: number) {
  const until = midnightOf(now, zone, DAYS_AHEAD + 1);
  return { until, init: { params: { query: { to: instantText(until), per_page: MOST } } } };
}

export function useMyShifts() {
  const { until, init } = myShiftsQuery(useReaderZone(), useNow());
  const shifts = useGet('/user/shifts', init, { keepPrevious: true });
  return { shifts, stretches: shifts.data === undefined ? [] : stretchesOf(shifts.data, until) };
}

/** Shifts are ordered by start, and so are the results. If there is more than one page, nothing is known after the last shift. */
function stretchesOf({ shifts, meta }: GetAnswer<'/user/shifts'>, until: number): MyStretch[] {
  const last = shifts.at(-1);
  const knownUntil = last !== undefined && meta.total > shifts.length ? msOf(last.start) : until;
  const stretches: MyStretch[] = [];
  const latest = new Map<string, number>();
  for (const { schedule_reference: schedule, ...shift } of shifts) {
    const [start, end] = [msOf(shift.start), msOf(shift.end)];
    const isOpen = end >= knownUntil;
    const index = latest.get(schedule.id) ?? -1;
    const before = stretches[index];
    if (before?.end === start) {
      stretches[index] = { ...before, end, isOpen };
      continue;
    }
    latest.set(schedule.id, stretches.push({ schedule, start, end, isOpen }) - 1);
  }
  return stretches;
}

export function isCurrent({ start, end }: MyStretch, now: number): boolean {
  return start <= now && now < end;
}
