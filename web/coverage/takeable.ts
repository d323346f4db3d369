/** What the reader could take of a coverage request, and where they are already on call at these times. */
import { useQueries } from '@tanstack/react-query';
import { getAllQuery, useAll } from '../api/queries.ts';
import { useMe } from '../session/session.tsx';
import { instantText, msOf } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { previewOf } from './preview.ts';
import { type CoverageRequest, extentOf } from './request.ts';

export interface TakeableShift {
  readonly scheduleId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether the reader has left it out. By time and not by start: the start of a shift moves while it runs, and when somebody else takes its
 * first hours. What was left out stays so.
 */
export function isLeftOut(shift: TakeableShift, leftOut: readonly TakeableShift[]): boolean {
  return leftOut.some((other) => overlap(shift, other));
}

/** The same without the shift if it was in it, else with it. */
export function toggled(shift: TakeableShift, leftOut: readonly TakeableShift[]): readonly TakeableShift[] {
  return isLeftOut(shift, leftOut) ? leftOut.filter((other) => !overlap(shift, other)) : [...leftOut, shift];
}

function overlap(a: TakeableShift, b: TakeableShift): boolean {
  return a.scheduleId === b.scheduleId && a.start < b.end && b.start < a.end;
}

/** The remaining parts in which the requester is still on call; undefined while loading. */
export function useTakeable(request: CoverageRequest): readonly TakeableShift[] | undefined {
  const [now, me] = [useNow(), useMe()];
  const { schedules } = extentOf(request.remaining_shifts);
  const found = useQueries({ queries: schedules.map(({ id }) => shiftsQuery(request, id)) });
  if (found.some(({ isPending }) => isPending)) return undefined;
  return schedules.flatMap(({ id }, i) => {
    const asked = remainingIn(request, id).map(({ start, end }) => ({ start: msOf(start), end: msOf(end) }));
    const people = { requester: request.user, acceptor: me };
    return previewOf(found[i]?.data ?? [], asked, people, now)
      .filter(({ isTaken }) => isTaken)
      .map(({ start, end }) => ({ scheduleId: id, start, end }));
  });
}

export function remainingIn(request: CoverageRequest, scheduleId: string): CoverageRequest['remaining_shifts'] {
  return request.remaining_shifts.filter(({ schedule_reference }) => schedule_reference.id === scheduleId);
}

/** The shifts of one schedule over the remaining time of the request. */
export function shiftsQuery(request: CoverageRequest, scheduleId: string) {
  const { start, end } = extentOf(remainingIn(request, scheduleId));
  const query = { from: instantText(start), to: instantText(end), clip_to_interval: true };
  const path = { schedule_id: scheduleId };
  return getAllQuery('/schedules/{schedule_id}/shifts/', { params: { path, query } }, 'shifts');
}

export interface Clash {
  readonly schedule: string;
  readonly start: number;
  readonly end: number;
}

/** Where the reader is already on call during the shifts. */
export function useClashes(request: CoverageRequest, shifts: readonly TakeableShift[]): readonly Clash[] {
  const { start, end } = extentOf(request.remaining_shifts);
  const query = { from: instantText(start), to: instantText(end), clip_to_interval: true };
  const mine = useAll('/user/shifts', { params: { query } }, 'shifts');
  return (mine.data ?? [])
    .map((own) => ({ schedule: own.schedule_reference.name, start: msOf(own.start), end: msOf(own.end) }))
    .filter((own) => shifts.some((shift) => shift.start < own.end && own.start < shift.end));
}
