/** The chat that an organization is connected to, if any. */
import { createLocalChat } from '../../chat/local.ts';
import type { ChatProvider } from '../../chat/provider.ts';
import { createSlackChat } from '../../chat/slack.ts';
import type { ChatConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Clock } from '../../time/clock.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { Services } from '../shared/services.ts';
import { shareGroupList } from './chat-group-list.ts';
import { paceGroupChanges } from './chat-group-pace.ts';
import { localChatStore } from './local-chat-store.ts';

const CHANNELS_KEPT_MS = MINUTE_MS;

export function connectChat(config: ChatConfig, base: Omit<Services, 'chatOf'>): Services['chatOf'] {
  switch (config.provider) {
    case 'none':
      return () => undefined;
    case 'local':
      return (organizationId) => createLocalChat({ plan: config.plan, store: localChatStore(base, organizationId) });
    case 'slack': {
      const { clock } = base;
      const slack = paceGroupChanges(rememberChannels(createSlackChat(config), clock), clock);
      const chat = shareGroupList(slack, clock);
      return () => chat;
    }
  }
}

/**
 * A workspace has many pages of channels, and the chat gives only so many pages a minute: who looks through the list reads the
 * same one for a while. Whether a channel can be linked is asked anew each time.
 */
function rememberChannels<C extends ChatProvider>(chat: C, clock: Clock): C {
  let remembered: { readonly since: number; readonly channels: ReturnType<ChatProvider['listChannels']> } | undefined;
  return {
    ...chat,
    listChannels() {
      const now = clock.now();
      if (remembered !== undefined && Math.abs(now - remembered.since) < CHANNELS_KEPT_MS) return remembered.channels;
      const fresh = { since: now, channels: chat.listChannels() };
      remembered = fresh;
      return fresh.channels.catch((error) => {
        if (remembered === fresh) remembered = undefined;
        throw error;
      });
    },
  };
}

export function getChat({ chatOf }: Services, { organizationId }: Pick<Caller, 'organizationId'>): ChatProvider {
  const chat = chatOf(organizationId);
  if (chat === undefined) throw new AppError('chat_not_connected');
  return chat;
}
