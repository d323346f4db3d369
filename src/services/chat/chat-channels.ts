/** Links channels of the chat to schedules. */
import type { ChatChannel as Channel, ChatProvider } from '../../chat/provider.ts';
import {
  channelsOfAllSchedulesPage,
  channelsOfAllSchedulesTotal,
  chatChannelsPage,
  chatChannelsTotal,
  linkChatChannel,
  renameChatChannel,
  unlinkChatChannel,
} from '../../db/chat/chat-links.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { ChatChannel, LinkedChannel, LinkedChannelOfSchedule } from '../../schemas/chat.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import { getScheduleRow, getScheduleToChange, lockScheduleRow } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { getChat } from './chat-connection.ts';

/** The form of all chats' ids. Other text cannot be a channel, and may be text that a database cannot store. */
const CHANNEL_ID = /^[\w.:-]{1,100}$/;

export async function listChannels(
  services: Services,
  caller: Caller,
  page: PageRequest,
): Promise<{ channels: ChatChannel[]; meta: PageMeta }> {
  const all = await getChat(services, caller).listChannels();
  const { limit, offset } = limitsOf(page);
  return { channels: all.slice(offset, offset + limit).map(channelOf), meta: metaOf(page, { total: all.length }) };
}

export async function listLinkedChannels(
  { db }: Services,
  caller: Caller,
  id: string,
  page: PageRequest,
): Promise<{ channels: LinkedChannel[]; meta: PageMeta }> {
  const { organization_id: organizationId, id: scheduleId } = await getScheduleRow(db, caller, id);
  const rows = await db.all(chatChannelsPage, { organizationId, scheduleId, ...limitsOf(page) });
  return {
    channels: rows.map(({ channel_id, channel_name }) => ({ id: channel_id, name: channel_name })),
    meta: metaOf(page, await db.first(chatChannelsTotal, { organizationId, scheduleId })),
  };
}

/** With the names that Watchbill stores; the chat is not asked. */
export async function listLinkedChannelsOfSchedules(
  { db }: Services,
  { organizationId }: Caller,
  request: PageRequest,
): Promise<{ channels: LinkedChannelOfSchedule[]; meta: PageMeta }> {
  const list = { page: channelsOfAllSchedulesPage, total: channelsOfAllSchedulesTotal };
  const { rows, meta } = await readPage(db, list, { organizationId }, request);
  const channels = rows.map(({ schedule_id, channel_id: id, channel_name: name }) => ({ schedule_id, id, name }));
  return { channels, meta };
}

/** The chat is called outside of any transaction, and only for callers who may link the channel. */
export async function linkChannel(services: Services, caller: Caller, id: string, channelId: string): Promise<void> {
  await getScheduleToChange(services, services.db, caller, id);
  const channel = await getChannel(getChat(services, caller), channelId);
  requireLinkable(channel);

  await changeAs(services, caller, async (tx, caller) => {
    const { id: scheduleId } = await getScheduleToChange(services, tx, caller, id);
    await lockScheduleRow(tx, caller, scheduleId);
    const { organizationId } = caller;
    const linked = await tx.run(linkChatChannel, {
      organization_id: organizationId,
      schedule_id: scheduleId,
      channel_id: channel.id,
      channel_name: channel.name,
      created_at: services.clock.now(),
      told_users_json: null,
    });
    if (linked === 0) {
      const channelName = channel.name;
      await tx.run(renameChatChannel, { organizationId, scheduleId, channelId: channel.id, channelName });
      return;
    }
    await writeAuditEntry(services, tx, caller, {
      action: 'schedule.chat_channel_linked',
      targetId: scheduleId,
      detail: { channel: channel.id, name: channel.name },
    });
  });
}

export function unlinkChannel(services: Services, caller: Caller, id: string, channelId: string): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    const { id: scheduleId } = await getScheduleToChange(services, tx, caller, id);
    if (!CHANNEL_ID.test(channelId)) throw noChannel(channelId);
    await lockScheduleRow(tx, caller, scheduleId);
    if ((await tx.run(unlinkChatChannel, { organizationId, scheduleId, channelId })) === 0) {
      throw new AppError('not_found', `The channel ${JSON.stringify(channelId)} is not linked to ${scheduleId}.`);
    }
    await writeAuditEntry(services, tx, caller, {
      action: 'schedule.chat_channel_unlinked',
      targetId: scheduleId,
      detail: { channel: channelId },
    });
  });
}

export async function getChannel(chat: ChatProvider, id: string): Promise<Channel> {
  const channel = CHANNEL_ID.test(id) ? await chat.findChannel(id) : undefined;
  if (channel === undefined) throw noChannel(id);
  return channel;
}

function requireLinkable({ name, isPrivate, isArchived }: Channel): void {
  const reason = isPrivate ? 'private' : isArchived ? 'archived' : undefined;
  if (reason === undefined) return;
  throw new AppError(
    'unprocessable_entity',
    `The channel #${name} is ${reason}: only public channels that are in use can be linked.`,
  );
}

function channelOf({ id, name, isPrivate, isArchived }: Channel): ChatChannel {
  return { id, name, is_private: isPrivate, is_archived: isArchived };
}

function noChannel(id: string): AppError {
  return new AppError('not_found', `There is no channel ${JSON.stringify(id)} in the chat.`);
}
