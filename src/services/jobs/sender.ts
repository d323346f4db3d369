/** The interface of a sender: how deliveries reach one kind of destination. senders.ts has the list of them. */

import type { Transaction } from '../../db/driver/database.ts';
import type { DeliveryRow } from '../../db/jobs/deliveries.ts';
import type { Services } from '../shared/services.ts';
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
  /** The id of the message at the destination; null for a kind that cannot change sent messages. */
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
  /** Postponed until then, so that the queue can continue. */
  readonly retryAt?: number;
  /** In the transaction that notes the failure. */
  readonly noteFailed?: (tx: Transaction) => Promise<unknown>;
}
