/** Describes the connected chat, and tests whether it works. */
import { testMessage } from '../../chat/messages.ts';
import { ChatError } from '../../chat/provider.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { Chat, ChatTest, NewChatTest } from '../../schemas/chat.ts';
import { overviewPage } from '../messages/page-links.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { getChannel } from './chat-channels.ts';
import { getChat } from './chat-connection.ts';

/** A chat that does not respond is still shown as the connected one. */
export async function getChatInfo({ chatOf }: Services, { organizationId }: Caller): Promise<Chat> {
  const chat = chatOf(organizationId);
  if (chat === undefined) return { provider: 'none' };
  const plan = await chat.plan().catch((error) => {
    if (error instanceof ChatError) return undefined;
    throw error;
  });
  return { provider: chat.name, ...(plan && { plan }) };
}

/** Bypasses the outbox: the caller waits for the response of the chat. */
export async function testChat(services: Services, caller: Caller, { channel_id }: NewChatTest): Promise<ChatTest> {
  await requirePermission(caller, 'change organization');
  const chat = getChat(services, caller);
  const [botUserId, plan] = await waitForAll([chat.botUserId(), chat.plan()]);
  if (channel_id !== undefined)
    await chat.post((await getChannel(chat, channel_id)).id, testMessage(overviewPage(services)));
  return { ok: true, bot_user_id: botUserId, plan };
}
