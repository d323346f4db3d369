/**
 * Cover taken and given (rule HRS-1), computed from acceptances. It counts only if it happened: the person who took a shift is on call then, or
 * passed it on to somebody for whom that is true. So a deleted override counts for nobody, and the sums of taken and given cover are equal.
 */
import type { Interval } from '../../engine/schedule.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import { intersectIntervals, joinIntervals } from '../../time/intervals.ts';
import type { Work } from '../shared/work.ts';

/** Somebody took shifts of somebody else. */
export interface Cover {
  readonly by: UserId;
  readonly of: UserId;
  readonly shifts: readonly (Interval & { readonly scheduleId: ScheduleId })[];
}

export interface CoverSums {
  takenPastMs: number;
  takenComingMs: number;
  givenPastMs: number;
  givenComingMs: number;
}

/** When each person is on call, by schedule: disjoint, by start. */
export type OnCallTimes = ReadonlyMap<UserId, ReadonlyMap<ScheduleId, readonly Interval[]>>;

/** Adds to the sums. `covers` in the order of acceptance. Time in two schedules at once counts in both. */
export async function sumCover(
  covers: readonly Cover[],
  onCall: OnCallTimes,
  now: number,
  { sums, work }: { readonly sums: Map<UserId, CoverSums>; readonly work: Work },
): Promise<void> {
  const passedOn = new Map<string, Interval[]>();
  // In reverse order: whether a cover counts depends on later ones.
  for (const { by, of, shifts } of covers.toReversed()) {
    for (const [scheduleId, own] of Map.groupBy(shifts, (shift) => shift.scheduleId)) {
      const served = onCall.get(by)?.get(scheduleId) ?? [];
      const counted = intersectIntervals(
        joinIntervals(own),
        joinIntervals([...served, ...(passedOn.get(`${by} ${scheduleId}`) ?? [])]),
      );
      if (counted.length === 0) continue;
      const key = `${of} ${scheduleId}`;
      passedOn.set(key, joinIntervals([...(passedOn.get(key) ?? []), ...counted]));
      const [taker, giver] = [sumsOf(sums, by), sumsOf(sums, of)];
      for (const { start, end } of counted) {
        const pastMs = Math.max(0, Math.min(end, now) - start);
        const comingMs = end - start - pastMs;
        taker.takenPastMs += pastMs;
        taker.takenComingMs += comingMs;
        giver.givenPastMs += pastMs;
        giver.givenComingMs += comingMs;
      }
      if (work.isDueAfter(own.length + served.length)) await work.turn();
    }
  }
}

export function noCover(): CoverSums {
  return { takenPastMs: 0, takenComingMs: 0, givenPastMs: 0, givenComingMs: 0 };
}

function sumsOf(sums: Map<UserId, CoverSums>, userId: UserId): CoverSums {
  const found = sums.get(userId) ?? noCover();
  sums.set(userId, found);
  return found;
}
