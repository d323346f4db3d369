/**
 * Rule WRK-3: an outgoing message is first a row, written in the transaction that caused it (outbox.ts). Each destination has a queue. A worker leases
 * it, sends its pending messages in order, and releases it. The lease of a dead worker expires, and another worker takes the queue. So every message is
 * sent at least once, and twice only if it was being sent when the worker died. A worker that lost its lease writes nothing.
 *
 * Rule STO-7: the order is that of the numbers that the queue assigned. How a message is sent depends on the kind of its destination: see senders.ts.
 */

import type { QueueTransaction } from '../../db/driver/database.ts';
import { finishMerged } from '../../db/outbox/bursts.ts';
import {
  type DeliveryRow,
  finishDelivery,
  firstSetAside,
  noteFailedAttempt,
  readyDeliveries,
} from '../../db/outbox/deliveries.ts';
import {
  type DeliveryQueueRow,
  dueQueues,
  dueQueuesAmong,
  dueQueuesExcept,
  leaseQueue,
  lockQueue,
  type QueueKey,
  releaseQueue,
  renewQueue,
} from '../../db/outbox/delivery-queues.ts';
import type { DestinationKind } from '../../db/schema/tables/outbox.ts';
import { counters } from '../../process/counters.ts';
import { CALLS_LEASE_MS, type Lease, type LeaseKind, LostLease, takeLeases, withLease } from '../outbox/leases.ts';
import { askForLook } from '../outbox/notice-looks.ts';
import { runTasks, type Task } from '../outbox/parallel-work.ts';
import { type Failure, isDatabaseUnavailable } from '../outbox/retries.ts';
import type { Sender, Sent } from '../outbox/sender.ts';
import type { Services } from '../shared/services.ts';
import { type Step, stepFor } from './bursts.ts';
import { senderFor } from './senders.ts';
import { inHandWhile, isSlow, slowShare, timeCall } from './slow-destinations.ts';

/** For how long a worker starts messages of a leased queue. */
const SENDING_MS = 10_000;
const DELIVERIES_OF_A_LEASE = 50;

const QUEUE_LEASES: LeaseKind<DeliveryQueueRow, QueueKey> = {
  leaseMs: CALLS_LEASE_MS,
  keyOf: ({ organization_id, destination_id }) => ({ organizationId: organization_id, destinationId: destination_id }),
  take: leaseQueue,
  renew: renewQueue,
};

/** Sends due messages to destinations of a kind, and returns the number of queues. */
export function deliverDue(services: Services, kind: DestinationKind = 'chat'): Promise<number> {
  return runTasks(services, (services, limit) => claimDueQueues(services, limit, kind));
}

/** Leases due queues of a kind. Each task sends the pending messages of one of them. */
export async function claimDueQueues(
  services: Services,
  limit: number,
  kind: DestinationKind = 'chat',
): Promise<readonly Task[]> {
  const { db, clock } = services;
  const leased = await db.queueTransaction(async (tx) => {
    const now = clock.now();
    const queues = await (kind === 'webhook'
      ? claimWebhookQueues(services, tx, now, limit)
      : tx.claim(dueQueues, { kind, now, limit }));
    return takeLeases(services, tx, QUEUE_LEASES, queues);
  });
  return leased.map(({ row: queue, key, lease }) => async (leaveSlot = () => undefined) => {
    const work = (held: Lease) =>
      inHandWhile(services, queue.destination_id, () => deliverQueue(services, queue, held, leaveSlot));
    await withLease(services, QUEUE_LEASES, key, lease, work).catch((error) => {
      if (!(error instanceof LostLease)) throw error;
    });
  });
}

/** Rule BUD-8: the slow ones first, because they may take only their share of the slots. */
async function claimWebhookQueues(
  services: Services,
  tx: QueueTransaction,
  now: number,
  limit: number,
): Promise<readonly DeliveryQueueRow[]> {
  const kind = 'webhook';
  const { slowIds, freeCount } = slowShare(services);
  if (slowIds.length === 0) return tx.claim(dueQueues, { kind, now, limit });
  const slowLimit = Math.min(freeCount, limit);
  const slow = slowLimit === 0 ? [] : await tx.claim(dueQueuesAmong, { kind, now, ids: slowIds, limit: slowLimit });
  const others = { kind, now, ids: slowIds, limit: limit - slow.length } as const;
  return others.limit === 0 ? slow : [...slow, ...(await tx.claim(dueQueuesExcept, others))];
}

async function deliverQueue(
  services: Services,
  queue: DeliveryQueueRow,
  lease: Lease,
  leaveSlot: () => void,
): Promise<void> {
  const { db, clock } = services;
  const key = QUEUE_LEASES.keyOf(queue);
  const begun = clock.now();
  let { failures } = queue;
  let waitMs = 0;
  for (const delivery of await db.all(readyDeliveries, { ...key, now: begun, limit: DELIVERIES_OF_A_LEASE })) {
    await lease.hold();
    const call = () => deliver(services, delivery, lease, failures);
    waitMs = await (queue.kind === 'webhook' ? timeCall(services, queue.destination_id, leaveSlot, call) : call());
    failures = waitMs > 0 ? failures + 1 : 0;
    // A slow endpoint gets one event at a time: the other slow ones wait for its slot.
    if (waitMs > 0 || clock.now() - begun > SENDING_MS || isSlow(services, queue.destination_id)) break;
  }
  await db.queueTransaction(async (tx) => {
    await tx.first(lockQueue, key);
    const now = clock.now();
    const isReady = (await tx.all(readyDeliveries, { ...key, now, limit: 1 })).length > 0;
    const dueAt = isReady ? now + waitMs : ((await tx.first(firstSetAside, key))?.retry_at ?? null);
    // An empty queue has no delay: the next message is sent as soon as it comes.
    const released = { ...key, dueAt, leaseId: lease.id, failures: isReady ? failures : 0 };
    await tx.run(releaseQueue, released);
    if (isReady && waitMs === 0) await tx.wakeWorkers();
  });
}

/** Returns how long the queue has to wait before the next attempt; 0 if it can continue. */
async function deliver(services: Services, delivery: DeliveryRow, lease: Lease, failures: number): Promise<number> {
  const key = { organizationId: delivery.organization_id, id: delivery.id };
  const step = await nextStep(services, delivery, lease);
  if (step === 'skip') return 0;
  const merged = step === 'send' ? [] : step.merged;
  const sender = senderFor(delivery.kind);
  const result = await attempt(services, sender, delivery, merged);
  const now = services.clock.now();
  if (result === 'dropped') return 0;
  const ids = merged.map(({ id }) => id);
  if (!('failure' in result)) {
    const { messageId, answerJson = null } = result;
    const sent = { ...key, status: 'sent', chatMessageId: messageId, error: null, answerJson, now } as const;
    await note(services, delivery, lease, async (tx) => {
      await tx.run(finishDelivery, sent);
      if (ids.length > 0) await tx.run(finishMerged, { ...sent, ids, mergedInto: key.id });
      await result.noteSent?.(tx);
    });
    count(delivery, 'sent');
    return 0;
  }
  const { failure } = result;
  const { message: error, answerJson = null } = failure;
  const outlook = sender.outlook(failure, delivery, failures, now);
  const { isOver, waitMs, failingSince = delivery.failing_since, retryAt = null } = outlook;
  const asks = (tx: QueueTransaction) => askForLook(tx, key.organizationId, now);
  await note(
    services,
    delivery,
    lease,
    async (tx) => {
      if (isOver) {
        const failed = { ...key, status: 'failed', chatMessageId: null, error, answerJson, now } as const;
        await tx.run(finishDelivery, failed);
        if (ids.length > 0) await tx.run(finishMerged, { ...failed, ids, mergedInto: null });
      } else await tx.run(noteFailedAttempt, { ...key, error, answerJson, failingSince, retryAt });
      await outlook.noteFailed?.(tx);
    },
    asks,
  );
  count(delivery, isOver ? 'failed' : 'retried');
  return isOver ? 0 : waitMs;
}

/** Rule BUD-7: whether the delivery is sent now, held, or merged with others. */
async function nextStep(services: Services, delivery: DeliveryRow, lease: Lease): Promise<Step> {
  const { burst } = delivery;
  if (burst === null) return 'send';
  let step: Step = 'send';
  await note(services, delivery, lease, async (tx) => {
    step = await stepFor(tx, delivery, burst, services.clock.now());
  });
  return step;
}

/** Stores the result of an attempt, unless another worker has the queue by now. `writeFirst` runs before the queue is locked. */
async function note(
  { db }: Services,
  { organization_id: organizationId, destination_id: destinationId }: DeliveryRow,
  lease: Lease,
  write: (tx: QueueTransaction) => Promise<unknown>,
  writeFirst?: (tx: QueueTransaction) => Promise<unknown>,
): Promise<void> {
  await db.queueTransaction(async (tx) => {
    await writeFirst?.(tx);
    const queue = await tx.first(lockQueue, { organizationId, destinationId });
    if (queue?.lease_id !== lease.id) throw new LostLease('another worker has the queue');
    await write(tx);
  });
}

async function attempt(
  services: Services,
  sender: Sender,
  delivery: DeliveryRow,
  merged: readonly DeliveryRow[],
): Promise<Sent | { readonly failure: Failure } | 'dropped'> {
  try {
    return await sender.send(services, delivery, merged);
  } catch (error) {
    // This concerns all deliveries, not only this one.
    if (isDatabaseUnavailable(error)) throw error;
    return { failure: sender.failureOf(error) ?? ownFault(services, delivery, error) };
  }
}

/** The message may be the cause: it must not block its queue for a day. */
function ownFault({ log }: Services, { id, destination_id }: DeliveryRow, error: unknown): Failure {
  log?.error('a delivery failed unexpectedly', { delivery: id, destination: destination_id, error });
  const message = 'Watchbill failed to send this message. The log has the details under the id of the delivery.';
  return { message, retry: 'briefly' };
}

function count({ kind }: DeliveryRow, result: 'sent' | 'retried' | 'failed'): void {
  counters.deliveries[kind][result] += 1;
}
