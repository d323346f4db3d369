/**
 * How to send to each kind of destination, and what to do when that fails. All else about a delivery is the same for every kind and
 * stands in deliveries.ts: its queue, lease and order, and what is counted.
 *
 * A further kind needs a name in `DestinationKind`, a sender here, counts in counters.ts, and its line among the kinds of work.
 */
import type { DeliveryRow } from '../../db/deliveries.ts';
import type { Transaction } from '../../db/driver/database.ts';
import type { DestinationKind } from '../../db/schema/tables.ts';
import { mailSender } from '../mail/mail-sender.ts';
import type { Services } from '../shared/services.ts';
import { webhookSender } from '../webhooks/webhook-sender.ts';
import { chatSender } from './chat-sender.ts';
import type { Failure } from './retries.ts';

export interface Sender {
  /** `dropped`: there is nothing left to say. */
  send(services: Services, delivery: DeliveryRow): Promise<Sent | 'dropped'>;
  /** What an error of `send` means. Undefined when it is a fault of Watchbill. */
  failureOf(error: unknown): Failure | undefined;
  /** `failures`: how many attempts in a row failed in its queue before this one. */
  outlook(failure: Failure, delivery: DeliveryRow, failures: number, now: number): Outlook;
}

export interface Sent {
  /** The id of the message there; null for a kind that cannot change what was sent. */
  readonly messageId: string | null;
  readonly answerJson?: string | undefined;
  /** In the transaction that notes that the message was sent. */
  readonly noteSent?: (tx: Transaction) => Promise<unknown>;
}

/** What becomes of a delivery whose attempt failed. */
export interface Outlook {
  /** It is given up. */
  readonly isOver: boolean;
  /** How long its queue waits, if it is not given up. */
  readonly waitMs: number;
  /** Since when it has been failing. Undefined: as before. */
  readonly failingSince?: number | null;
  /** It is set aside until then, so that its queue can go on. */
  readonly retryAt?: number;
  /** In the transaction that notes the failure. */
  readonly noteFailed?: (tx: Transaction) => Promise<unknown>;
}

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
