/**
 * The sender of each kind of destination, and what it does on failure. Everything else about a delivery is the same for every kind and is in
 * deliveries.ts: queue, lease, order and counters.
 *
 * A new kind needs a name in `DestinationKind`, a sender here, counters in counters.ts, and a line among the kinds of work.
 */
import type { DestinationKind } from '../../db/schema/tables/outbox.ts';
import { chatSender } from '../chat/chat-sender.ts';
import { mailSender } from '../mail/mail-sender.ts';
import type { Sender } from '../outbox/sender.ts';
import { webhookSender } from '../webhooks/webhook-sender.ts';

const SENDERS: Readonly<Record<DestinationKind, Sender>> = {
  chat: chatSender,
  webhook: webhookSender,
  mail: mailSender,
};

export const DESTINATION_KINDS = Object.keys(SENDERS) as DestinationKind[];

export function senderFor(kind: DestinationKind): Sender {
  return SENDERS[kind];
}
