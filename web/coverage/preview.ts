/** What the time of a coverage request looks like now, and would look like if someone took it: by the engine's rule COV-3. */
import { coveringOverrides } from '../../src/engine/coverage.ts';
import type { Interval, Shift } from '../../src/engine/schedule.ts';
import { onCallAt, shiftsIn, type Timeline } from '../../src/engine/timeline.ts';
import type { Schemas } from '../api/client.ts';
import { timelineOfShifts, type UserId } from '../timeline/known-shifts.ts';

type User = Schemas['User'];
type ScheduleShift = Schemas['ScheduleShift'];

/** A part of what was asked for, with who is on call in it. */
export interface Piece extends Interval {
  readonly before: readonly User[];
  /** As before, where nothing is taken over. */
  readonly after: readonly User[];
  readonly isTaken: boolean;
}

interface Takeover {
  readonly requester: User;
  readonly acceptor: User;
}

/** Who is on call in the parts that were asked for, as it is. The shifts are those of one schedule in all of that time. */
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

/** What is still ahead of it, as it is and as it would be. Where the requester is no longer on call, nothing is taken over. */
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
