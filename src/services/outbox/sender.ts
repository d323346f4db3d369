/** The interface of a sender: how deliveries reach one kind of destination. senders.ts has the list of them. */

import type { Transaction } from '../../db/driver/database.ts';
import type { DeliveryRow } from '../../db/outbox/deliveries.ts';
import type { Services } from '../shared/services.ts';
import type { Failure } from './retries.ts';

export interface Sender {
  /** `merged`: if not empty, all deliveries that the message has to contain, this one included. `dropped`: there is nothing left to say. */
  send(services: Services, delivery: DeliveryRow, merged: readonly DeliveryRow[]): Promise<Sent | 'dropped'>;
  /** What an error of `send` means. Undefined for a bug of Watchbill. */
  failureOf(error: unknown): Failure | undefined;
  /** `failures`: consecutive failed attempts in its queue before this one. */
  outlook(failure: Failure, delivery: DeliveryRow, failures: number, now: number): Outlook;
}

export interface Sent {
  /** The id of the message at the destination; null for a kind that cannot change sent messages. */
  readonly messageId: string | null;
  readonly answerJson?: string | undefined;
  /** Runs in the transaction that records the success. */
  readonly noteSent?: (tx: Transaction) => Promise<unknown>;
}

/** What happens to a delivery after a failed attempt. */
export interface Outlook {
  /** Whether it has failed for good. */
  readonly isOver: boolean;
  /** How long its queue waits, unless it has failed for good. */
  readonly waitMs: number;
  /** Since when it has been failing. Undefined: unchanged. */
  readonly failingSince?: number | null;
  /** Postponed until then, so that the queue can continue. */
  readonly retryAt?: number;
  /** Runs in the transaction that records the failure. */
  readonly noteFailed?: (tx: Transaction) => Promise<unknown>;
}
