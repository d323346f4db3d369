/** The chat that an organization is connected to, if any. */
import { createLocalChat } from '../chat/local.ts';
import type { ChatProvider } from '../chat/provider.ts';
import { type ChatConfig, ConfigError } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../permissions.ts';
import { localChatStore } from './local-chat-store.ts';
import type { Services } from './services.ts';

export function connectChat(config: ChatConfig, base: Omit<Services, 'chatOf'>): Services['chatOf'] {
  switch (config.provider) {
    case 'none':
      return () => undefined;
    case 'local':
      return (organizationId) => createLocalChat({ plan: config.plan, store: localChatStore(base, organizationId) });
    case 'slack':
      throw new ConfigError('CHAT_PROVIDER is "slack"; this version has local and none');
  }
}

export function getChat({ chatOf }: Services, { organizationId }: Pick<Caller, 'organizationId'>): ChatProvider {
  const chat = chatOf(organizationId);
  if (chat === undefined) throw new AppError('chat_not_connected');
  return chat;
}
