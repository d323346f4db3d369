/** Who is on call during a coverage request, now and if somebody took it (rule COV-3 of the engine). */
import { coveringOverrides } from '../../src/engine/coverage.ts';
import type { Interval, Shift } from '../../src/engine/schedule.ts';
import { onCallAt, shiftsIn, type Timeline } from '../../src/engine/timeline.ts';
import type { Schemas } from '../api/client.ts';
import { timelineOfShifts, type UserId } from '../timeline/known-shifts.ts';

type User = Schemas['User'];
type ScheduleShift = Schemas['ScheduleShift'];

/** A part of the requested time, with who is on call in it. */
export interface Piece extends Interval {
  readonly before: readonly User[];
  /** The same people as before if nothing is taken. */
  readonly after: readonly User[];
  readonly isTaken: boolean;
}

interface Takeover {
  readonly requester: User;
  readonly acceptor: User;
}

/** Who is on call now in the requested parts. `shifts` are those of one schedule over the whole time. */
export function piecesOf(shifts: readonly ScheduleShift[], asked: readonly Interval[]): Piece[] {
  const named = namesIn(shifts.flatMap(({ users }) => users));
  return shiftsOver(timelineOfShifts(shifts), asked).map(({ start, end, users }) => ({
    start,
    end,
    before: named(users),
    after: named(users),
    isTaken: false,
  }));
}

/** The future parts, before and after. Where the requester is no longer on call, nothing changes. */
export function previewOf(
  shifts: readonly ScheduleShift[],
  asked: readonly Interval[],
  { requester, acceptor }: Takeover,
  now: number,
): Piece[] {
  const named = namesIn([...shifts.flatMap(({ users }) => users), requester, acceptor]);
  const ids = { requester: requester.id as UserId, acceptor: acceptor.id as UserId };
  const before = timelineOfShifts(shifts);
  const after = timelineOfShifts(shifts, [...coveringOverrides(before, asked, ids, now)]);
  const ahead = asked.map(({ start, end }) => ({ start: Math.max(start, now), end }));
  return shiftsOver(before, ahead).map(({ start, end, users }) => ({
    start,
    end,
    before: named(users),
    after: named(onCallAt(after, start)),
    isTaken: users.includes(ids.requester),
  }));
}

function shiftsOver(timeline: Timeline, intervals: readonly Interval[]): Shift[] {
  return intervals.flatMap((within) => shiftsIn(timeline, within, { clip: true }));
}

function namesIn(users: readonly User[]): (ids: readonly UserId[]) => User[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  return (ids) => ids.flatMap((id) => byId.get(id) ?? []);
}
