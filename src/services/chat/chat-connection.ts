/** Connects the configured chat. */
import { createLocalChat } from '../../chat/local.ts';
import type { ChatProvider } from '../../chat/provider.ts';
import { createSlackChat } from '../../chat/slack.ts';
import type { ChatConfig } from '../../config/chat.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Clock } from '../../time/clock.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { shareGroupList } from '../chat-groups/chat-group-list.ts';
import { pauseGroupChanges } from '../chat-groups/chat-group-pauses.ts';
import type { Services } from '../shared/services.ts';
import { localChatStore } from './local-chat-store.ts';

const LISTS_KEPT_MS = MINUTE_MS;

export function connectChat(config: ChatConfig, base: Omit<Services, 'chatOf'>): Services['chatOf'] {
  switch (config.provider) {
    case 'none':
      return () => undefined;
    case 'local':
      return (organizationId) => createLocalChat({ plan: config.plan, store: localChatStore(base, organizationId) });
    case 'slack': {
      const { clock } = base;
      const slack = pauseGroupChanges(rememberLists(createSlackChat(config), clock), clock);
      const chat = shareGroupList(slack, clock);
      return () => chat;
    }
  }
}

/**
 * Lists of channels and people are cached: a workspace has many pages of them, and the chat allows few pages a minute. Whether a
 * channel can be linked is checked each time.
 */
function rememberLists<C extends ChatProvider>(chat: C, clock: Clock): C {
  return {
    ...chat,
    listChannels: remembered(() => chat.listChannels(), clock),
    listPeople: remembered(() => chat.listPeople(), clock),
  };
}

function remembered<T>(read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let last: { readonly since: number; readonly list: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (last !== undefined && Math.abs(now - last.since) < LISTS_KEPT_MS) return last.list;
    const fresh = { since: now, list: read() };
    last = fresh;
    return fresh.list.catch((error) => {
      if (last === fresh) last = undefined;
      throw error;
    });
  };
}

export function getChat({ chatOf }: Services, { organizationId }: Pick<Caller, 'organizationId'>): ChatProvider {
  const chat = chatOf(organizationId);
  if (chat === undefined) throw new AppError('chat_not_connected');
  return chat;
}
