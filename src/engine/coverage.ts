/** Rules COV-1 and COV-3: the shifts that a coverage request asks for, and the overrides that accepting it creates. */
import type { UserId } from '../ids.ts';
import type { Interval, Override, Shift } from './schedule.ts';
import { eachPossibleShift } from './shifts-of-user.ts';
import type { Timeline } from './timeline.ts';

/** Rule COV-1: the user's shifts in the interval, clipped to it. */
export function shiftsOf(timeline: Timeline, userId: UserId, within: Interval): Iterable<Shift> {
  return eachPossibleShift(timeline, userId, within, { clip: true }).filter(({ users }) => users.includes(userId));
}

/**
 * Rule COV-3: the overrides that replace the requester by the acceptor, in one schedule. The requester's shifts may have gone to somebody else since
 * the request: only what is still theirs is taken. A generator, since one requested shift may now be a thousand shorter ones.
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
