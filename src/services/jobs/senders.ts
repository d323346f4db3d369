/**
 * How to send to each kind of destination, and what to do when that fails. All else about a delivery is the same for every kind and
 * stands in deliveries.ts: its queue, lease and order, and what is counted.
 *
 * A further kind needs a name in `DestinationKind`, a sender here, counts in counters.ts, and its line among the kinds of work.
 */
import type { DestinationKind } from '../../db/schema/tables/outbox.ts';
import { mailSender } from '../mail/mail-sender.ts';
import { webhookSender } from '../webhooks/webhook-sender.ts';
import { chatSender } from './chat-sender.ts';
import type { Sender } from './sender.ts';

const SENDERS: Readonly<Record<DestinationKind, Sender>> = {
  chat: chatSender,
  webhook: webhookSender,
  mail: mailSender,
};

export const DESTINATION_KINDS = Object.keys(SENDERS) as DestinationKind[];

/** Undefined for a kind that only a newer version knows. */
export function findSender(kind: string): Sender | undefined {
  return Object.hasOwn(SENDERS, kind) ? SENDERS[kind as DestinationKind] : undefined;
}
