/**
 * The last known state of a user group in the chat. A sync stores the state it has set, so that the next change needs one call, which sets the
 * members. Changes by hand in the chat are found in the list of all groups (chat-group-list.ts).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ChatError, type ChatGroup, type ChatGroupListing, type ChatProvider } from '../../chat/provider.ts';
import type { ChatGroupRow } from '../../db/chat/chat-links.ts';

export interface Look {
  /** Undefined if the chat has no such group. */
  readonly group: ChatGroup | undefined;
  /** Whether the state was read from the chat. Otherwise it is what the last sync stored. */
  readonly isFromChat: boolean;
}

/** How long a worker waits for the list. Groups that do not need the list must not wait for a slow one. */
const TIMEOUT_MS = 1_000;

/**
 * The stored state is used if only a change here has to be sent to the chat. Otherwise the chat is asked. `isWaitedFor`: a caller
 * waits for the outcome, however slow the chat is.
 */
export async function lookAtGroup(chat: ChatProvider, row: ChatGroupRow, isWaitedFor: boolean): Promise<Look> {
  if (chat.recentUserGroups === undefined) return { group: await chat.findUserGroup(row.id), isFromChat: true };
  const known = row.change_count > row.synced_count ? readKnown(row) : undefined;
  if (known !== undefined) return { group: known, isFromChat: false };
  const changedAt = Math.max(row.created_at, row.synced_at ?? 0, row.unsure_at ?? 0);
  const listing = chat.recentUserGroups(changedAt);
  const { groups } = await (isWaitedFor ? listing : impatiently(listing));
  return { group: groups.get(row.id), isFromChat: true };
}

async function impatiently(listing: Promise<ChatGroupListing>): Promise<ChatGroupListing> {
  const giveUp = new AbortController();
  const timeout = wait(TIMEOUT_MS, undefined, { signal: giveUp.signal }).then(() => {
    const reason = 'The chat has not given its list of user groups yet.';
    throw new ChatError('waits for its turn', reason, { retryAfterMs: TIMEOUT_MS });
  });
  try {
    return await Promise.race([listing, timeout]);
  } finally {
    giveUp.abort();
    timeout.catch(() => undefined);
    listing.catch(() => undefined);
  }
}

/** Undefined if the outcome of a change is unknown, or if the text is damaged. */
function readKnown({ known_json, unsure_at }: ChatGroupRow): ChatGroup | undefined {
  if (known_json === null || unsure_at !== null) return undefined;
  try {
    const group = JSON.parse(known_json) as ChatGroup;
    return isGroup(group) ? group : undefined;
  } catch {
    return undefined;
  }
}

function isGroup({ id, name, handle, isEnabled, memberIds }: ChatGroup): boolean {
  const hasTexts = [id, name, handle].every((text) => typeof text === 'string');
  return hasTexts && typeof isEnabled === 'boolean' && Array.isArray(memberIds);
}
