/** Rules COV-1 and COV-3: the shifts that a coverage request asks for, and the overrides that accepting it creates. */
import type { UserId } from '../ids.ts';
import type { Interval, Override, Shift } from './schedule.ts';
import { eachShift, type Timeline } from './timeline.ts';

/** Rule COV-1: what the user is on call for in the interval, clipped to it. */
export function shiftsOf(timeline: Timeline, userId: UserId, within: Interval): Iterable<Shift> {
  return eachShift(timeline, within, { clip: true }).filter(({ users }) => users.includes(userId));
}

/**
 * Rule COV-3: the overrides that put the acceptor in the requester's place, for one schedule. What the requester was on
 * call for when they asked may have gone to somebody else since: only what is still theirs is taken over. One after the other,
 * since a shift of then may be a thousand shorter ones now.
 */
export function* coveringOverrides(
  timeline: Timeline,
  asked: readonly Interval[],
  { requester, acceptor }: { readonly requester: UserId; readonly acceptor: UserId },
  now: number,
): Generator<Override, void> {
  for (const { start, end } of asked) {
    for (const shift of shiftsOf(timeline, requester, { start: Math.max(start, now), end })) {
      const users = shift.users.map((user) => (user === requester ? acceptor : user));
      yield { start: shift.start, end: shift.end, users: [...new Set(users)] };
    }
  }
}
