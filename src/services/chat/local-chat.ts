/** Rule CH-2: lists the built-in chat workspace, for everyone in the organization. */
import type { ChatProvider } from '../../chat/provider.ts';
import { chatGroupsByIds } from '../../db/chat/chat-links.ts';
import { localGroupsPage, localGroupsTotal, localMessageListBy } from '../../db/chat/local-chat.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { ChatChannel, LocalGroup, LocalMessage, LocalMessagesQuery } from '../../schemas/chat.ts';
import { formatInstant } from '../../time/iso.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { listChannels } from './chat-channels.ts';
import { getChat } from './chat-connection.ts';
import { leftOutOf } from './chat-user-groups.ts';
import { localGroupOf } from './local-chat-store.ts';

export async function listLocalChannels(
  services: Services,
  caller: Caller,
  page: PageRequest,
): Promise<{ channels: ChatChannel[]; meta: PageMeta }> {
  getLocalChat(services, caller);
  return listChannels(services, caller, page);
}

export async function listLocalGroups(
  services: Services,
  caller: Caller,
  page: PageRequest,
): Promise<{ groups: LocalGroup[]; meta: PageMeta }> {
  getLocalChat(services, caller);
  const { organizationId } = caller;
  const rows = await services.db.all(localGroupsPage, { organizationId, ...limitsOf(page) });
  const followed = await services.db.all(chatGroupsByIds, { organizationId, groupIds: rows.map(({ id }) => id) });
  const leftOut = await leftOutOf(services.db, organizationId, followed);
  const leftOutById = new Map(followed.map(({ id }, i) => [id, leftOut[i]]));
  const groups = rows.map(localGroupOf).map(({ id, name, handle, isEnabled, memberIds }) => ({
    id,
    name,
    handle,
    is_enabled: isEnabled,
    member_ids: [...memberIds],
    left_out: leftOutById.get(id) ?? [],
  }));
  return { groups, meta: metaOf(page, await services.db.first(localGroupsTotal, { organizationId })) };
}

export async function listLocalMessages(
  services: Services,
  caller: Caller,
  { channel_id, order, ...request }: LocalMessagesQuery,
): Promise<{ messages: LocalMessage[]; meta: PageMeta }> {
  getLocalChat(services, caller);
  const { organizationId } = caller;
  const filters = { ...(channel_id !== undefined && { channelId: channel_id }) };
  const { page, total } = localMessageListBy(filters, order === 'newest' ? 'desc' : 'asc');
  const rows = await services.db.all(page, { organizationId, ...filters, ...limitsOf(request) });
  const messages = rows.map(({ id, channel_id, text, created_at }) => ({
    id,
    channel_id,
    text,
    created_at: formatInstant(created_at),
  }));
  return { messages, meta: metaOf(request, await services.db.first(total, { organizationId, ...filters })) };
}

function getLocalChat(services: Services, caller: Caller): ChatProvider {
  const chat = getChat(services, caller);
  if (chat.name !== 'local') throw new AppError('chat_not_connected', 'The built-in chat is not connected.');
  return chat;
}
