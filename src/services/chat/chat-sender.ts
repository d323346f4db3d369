/** Sends messages to the chat. They are composed when they are sent. */
import { ChatError, type ChatMessage, type ChatProvider } from '../../chat/provider.ts';
import { type DeliveryRow, deliveryById } from '../../db/outbox/deliveries.ts';
import type { OrganizationId } from '../../ids.ts';
import { DAY_MS } from '../../time/units.ts';
import { compose, noteArrival } from '../messages/composing.ts';
import { isOfNewerVersion } from '../outbox/chat-events.ts';
import { BRIEF_RETRY_MS, type Failure, retryDelayMs } from '../outbox/retries.ts';
import type { Outlook, Sender } from '../outbox/sender.ts';
import type { Services } from '../shared/services.ts';

const GIVE_UP_AFTER_MS = DAY_MS;

/** Unless another node may be able to read it, it fails at once, so that the next messages can be sent. */
class UnreadableMessage extends Error implements Failure {
  override readonly name = 'UnreadableMessage';
  readonly retry: Failure['retry'];

  constructor({ event_json }: DeliveryRow) {
    super('The stored message cannot be read: it is not a message.');
    this.retry = event_json !== null && isOfNewerVersion(event_json) ? 'briefly' : 'never';
  }
}

export const chatSender: Sender = {
  async send(services, delivery, merged) {
    const composed = await compose(services, delivery, merged);
    if (composed === undefined) throw new UnreadableMessage(delivery);
    if (composed === 'dropped') return composed;
    const messageId = await postOrReplace(services, delivery, composed.message);
    return { messageId, noteSent: (tx) => noteArrival(tx, delivery, composed) };
  },
  failureOf: (error) => (error instanceof ChatError || error instanceof UnreadableMessage ? error : undefined),
  outlook,
};

async function postOrReplace(
  services: Services,
  { organization_id: organizationId, destination_id, replaces_id }: DeliveryRow,
  message: ChatMessage,
): Promise<string | null> {
  const chat = chatFor(services, organizationId);
  if (replaces_id === null) return chat.post(destination_id, message);
  // It has the same destination, so it is settled already. A message that never arrived needs no update.
  const replaced = await services.db.first(deliveryById, { organizationId, id: replaces_id });
  const messageId = replaced?.chat_message_id ?? null;
  if (messageId !== null) await chat.updateMessage(destination_id, messageId, message);
  return messageId;
}

function chatFor({ chatOf }: Services, organizationId: OrganizationId): ChatProvider {
  const chat = chatOf(organizationId);
  if (chat === undefined) throw new ChatError('connection lost', 'No chat is connected.');
  return chat;
}

/** A possibly permanent error is retried for a limited time, so that it does not block the queue for longer. */
function outlook(failure: Failure, { created_at, failing_since }: DeliveryRow, failures: number, now: number): Outlook {
  const isBrief = failure.retry === 'briefly';
  const failingSince = isBrief ? (failing_since ?? now) : failing_since;
  const giveUpAt = isBrief ? (failingSince ?? now) + BRIEF_RETRY_MS : created_at + GIVE_UP_AFTER_MS;
  const waitMs = retryDelayMs(failure, failures);
  return {
    isOver: failure.retry === 'never' || now >= giveUpAt,
    waitMs: isBrief ? Math.min(waitMs, giveUpAt - now) : waitMs,
    failingSince,
  };
}
