/**
 * Rule CHAT-9: how many changes of user groups are allowed is what Slack says. They are sent at once. After a 429, no call of the same method
 * starts until the time that Slack named; further changes are postponed until then without a call.
 */
import { ChatError, type ChatProvider } from '../../chat/provider.ts';
import type { Clock } from '../../time/clock.ts';
import { MAX_RETRY_AFTER_MS } from '../outbox/retries.ts';

const REASON = 'Slack asks for fewer requests.';

export function pauseGroupChanges<C extends ChatProvider>(chat: C, clock: Clock): C {
  return {
    ...chat,
    createUserGroup: pausing(clock, chat.createUserGroup),
    renameUserGroup: pausing(clock, chat.renameUserGroup),
    setUserGroupMembers: pausing(clock, chat.setUserGroupMembers),
    enableUserGroup: pausing(clock, chat.enableUserGroup),
    disableUserGroup: pausing(clock, chat.disableUserGroup),
  };
}

function pausing<A extends readonly unknown[], R>(
  clock: Clock,
  call: (...given: A) => Promise<R>,
): (...given: A) => Promise<R> {
  let pause = { from: 0, until: 0 };
  return async (...given) => {
    const now = clock.now();
    // A clock that was set back must not make the pause longer.
    if (pause.from <= now && now < pause.until) throw waiting(pause.until - now);
    try {
      return await call(...given);
    } catch (error) {
      if (!(error instanceof ChatError) || error.retryAfterMs === undefined) throw error;
      const retryAfterMs = Math.min(error.retryAfterMs, MAX_RETRY_AFTER_MS);
      const from = clock.now();
      pause = { from, until: from + retryAfterMs };
      throw waiting(retryAfterMs);
    }
  };
}

function waiting(retryAfterMs: number): ChatError {
  return new ChatError('waits for its turn', REASON, { retryAfterMs });
}
