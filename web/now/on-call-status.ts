/** Who is on call in a schedule now, until when, and who is next: computed from its shifts by the engine. */
import { nextChangeAfter, nextShiftAfter, onCallAt, shiftAt } from '../../src/engine/timeline.ts';
import type { Schemas } from '../api/client.ts';
import { msOf } from '../time/format.ts';
import { timelineOfShifts } from '../timeline/known-shifts.ts';
import type { ScheduleTimeline } from '../timeline/schedule-timelines.ts';

type User = Schemas['User'];

export interface Next {
  readonly users: readonly User[];
  readonly start: number;
  /** Absent if it is later than the known shifts. */
  readonly end?: number;
}

export interface OnCallStatus {
  /** Empty when nobody is on call. */
  readonly onCall: readonly User[];
  /** Nobody is on call, as planned. */
  readonly isOffHours: boolean;
  /** Absent if it is later than the known shifts. */
  readonly until?: number;
  readonly next?: Next;
}

/** `knownUntil`: where the shifts are cut. What ends there may go on. */
export function onCallStatusOf({ shifts, off_hours }: ScheduleTimeline, now: number, knownUntil: number): OnCallStatus {
  const timeline = timelineOfShifts(shifts);
  const people = new Map(shifts.flatMap(({ users }) => users.map((user) => [user.id, user])));
  const named = (ids: readonly string[]) => ids.flatMap((id) => people.get(id) ?? []);

  const onCall = named(onCallAt(timeline, now));
  const isOffHours = off_hours.some(({ start, end }) => msOf(start) <= now && now < msOf(end));
  const current = { onCall, isOffHours };
  const until = nextChangeAfter(timeline, now);
  if (until === undefined || until >= knownUntil) return current;
  const next = shiftAt(timeline, until) ?? nextShiftAfter(timeline, until);
  if (next === undefined) return { ...current, until };
  const end = nextChangeAfter(timeline, next.start);
  const isEndKnown = end !== undefined && end < knownUntil;
  return { ...current, until, next: { users: named(next.users), start: next.start, ...(isEndKnown && { end }) } };
}
