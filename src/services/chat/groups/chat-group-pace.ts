/**
 * Limits changes of user groups to the rate that Slack allows: twenty calls a minute for each method. Further changes are postponed without a
 * call. If Slack still asks for fewer requests, because another node changes groups too, nothing is sent until the time that it named.
 */
import { ChatError, type ChatProvider } from '../../../chat/provider.ts';
import type { Clock } from '../../../time/clock.ts';
import { MINUTE_MS } from '../../../time/units.ts';

const CHANGES_A_MINUTE = 20;

const REASON = `Slack takes ${CHANGES_A_MINUTE} changes of user groups a minute, and there are more: this one waits for its turn.`;

export function paceGroupChanges<C extends ChatProvider>(chat: C, clock: Clock): C {
  return {
    ...chat,
    createUserGroup: paced(clock, chat.createUserGroup, ({ handle }) => handle),
    renameUserGroup: paced(clock, chat.renameUserGroup),
    setUserGroupMembers: paced(clock, chat.setUserGroupMembers),
    enableUserGroup: paced(clock, chat.enableUserGroup),
    disableUserGroup: paced(clock, chat.disableUserGroup),
  };
}

/** `keyOf` returns the group of a call: a group that is retried keeps its turn. */
function paced<A extends readonly unknown[], R>(
  clock: Clock,
  call: (...given: A) => Promise<R>,
  keyOf: (first: A[0]) => string = String,
): (...given: A) => Promise<R> {
  const turns = createTurns();
  return async (...given) => {
    const waitMs = turns.waitFor(keyOf(given[0]), clock.now());
    if (waitMs > 0) throw new ChatError('waits for its turn', REASON, { retryAfterMs: waitMs });
    try {
      return await call(...given);
    } catch (error) {
      if (error instanceof ChatError && error.retryAfterMs !== undefined) {
        turns.pauseUntil(clock.now() + error.retryAfterMs);
      }
      throw error;
    }
  };
}

interface Turns {
  /** 0 if it is this key's turn, which is then used up. */
  waitFor(key: string, now: number): number;
  pauseUntil(instant: number): void;
}

function createTurns(): Turns {
  /** The times of the latest calls, past and allowed ones, in order. */
  let given: number[] = [];
  /** Turns of postponed groups. A turn that is not used within a minute is lost. */
  let waiting = new Map<string, number>();
  let pausedUntil = 0;
  let latest = 0;

  function nextTurn(now: number): number {
    const turn = Math.max(now, (given[given.length - CHANGES_A_MINUTE] ?? Number.NEGATIVE_INFINITY) + MINUTE_MS);
    given = [...given, turn].slice(-CHANGES_A_MINUTE);
    return turn;
  }

  return {
    waitFor(key, now) {
      // The clock was set back: no turn may be far away because of that.
      if (now < latest) {
        given = [];
        waiting = new Map();
        pausedUntil = 0;
      }
      latest = now;
      if (now < pausedUntil) return pausedUntil - now;
      const earlier = waiting.get(key) ?? Number.NEGATIVE_INFINITY;
      const turn = earlier > now - MINUTE_MS ? earlier : nextTurn(now);
      if (turn <= now) waiting.delete(key);
      else waiting.set(key, turn);
      return Math.max(0, turn - now);
    },
    pauseUntil(instant) {
      pausedUntil = Math.max(pausedUntil, instant);
    },
  };
}
