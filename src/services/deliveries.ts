/**
 * Rule WRK-3: what goes out to the chat is first a row, written in the transaction that caused it. Each destination has a
 * queue; a worker leases it, sends what is pending in order, and gives it back. What a worker that died had leased is taken by
 * another when the lease runs out, so everything is sent at least once, and twice only what was being sent when it died.
 */
import {
  CALL_TIMEOUT_MS,
  ChatError,
  type ChatMessage,
  type ChatProvider,
  MOST_CALLS_FOR_A_MESSAGE,
} from '../chat/provider.ts';
import { counters } from '../counters.ts';
import type { Transaction } from '../db/database.ts';
import {
  type DeliveryQueueRow,
  type DeliveryRow,
  deliveriesAbout,
  deliveryById,
  dueQueues,
  finishDelivery,
  forgetDeliveries,
  insertDeliveries,
  leaseQueue,
  lockQueue,
  noteFailedAttempt,
  pendingDeliveries,
  releaseQueue,
  wakeQueues,
} from '../db/deliveries.ts';
import { AppError } from '../errors.ts';
import type { CoverageRequestId, DeliveryId, LeaseId, OrganizationId } from '../ids.ts';
import { DAY_MS, MINUTE_MS } from '../time/units.ts';
import type { Services } from './services.ts';
import { readMessage } from './stored-messages.ts';

/** How long a worker goes on to start messages of a queue that it has leased. */
const SENDING_MS = 10_000;

/** When each call for a message takes until its timeout. */
const LONGEST_MESSAGE_MS = MOST_CALLS_FOR_A_MESSAGE * CALL_TIMEOUT_MS;

/** For the few statements of a delivery. */
const DATABASE_MS = 20_000;

/** Longer than a worker can need: else another would send the same message, and the queue would be out of order. */
export const LEASE_MS = SENDING_MS + LONGEST_MESSAGE_MS + DATABASE_MS;
const QUEUES_AT_ONCE = 20;
const DELIVERIES_OF_A_LEASE = 50;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * MINUTE_MS;
const RETRY_LATER_MS = 5 * MINUTE_MS;
const GIVE_UP_AFTER_MS = DAY_MS;

const KEPT_MS = 30 * DAY_MS;
const FORGOTTEN_AT_ONCE = 1_000;

export interface Outgoing {
  readonly destinationId: string;
  readonly message: ChatMessage;
  /** What it is about, when `replaceMessagesAbout` may have to change it later. */
  readonly subjectId?: CoverageRequestId;
  readonly replacesId?: DeliveryId;
}

/** In the order given. Nothing is sent yet: workers are told when the transaction is done. */
export async function enqueue(
  { clock, newId }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  outgoing: readonly Outgoing[],
): Promise<void> {
  if (outgoing.length === 0) return;
  const now = clock.now();
  const deliveries = outgoing.map(({ destinationId, message, subjectId = null, replacesId = null }) => ({
    id: newId('delivery'),
    destination_id: destinationId,
    message_json: JSON.stringify(message),
    subject_id: subjectId,
    replaces_id: replacesId,
  }));
  const queues = [...new Set(outgoing.map(({ destinationId }) => destinationId))];
  // First the queue, which guards its deliveries: a worker that gives it back sees them, or waits here.
  await tx.run(wakeQueues, {
    organizationId,
    queues: queues.map((destination_id) => ({ destination_id })),
    now,
  });
  await tx.run(insertDeliveries, { organizationId, deliveries, now });
  await tx.wakeWorkers();
}

/** Puts another message in the place of all that were sent, or are about to be, about something. */
export async function replaceMessagesAbout(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  subjectId: CoverageRequestId,
  message: (earlier: ChatMessage) => ChatMessage,
): Promise<void> {
  const earlier = await tx.all(deliveriesAbout, { organizationId, subjectId });
  const outgoing = earlier.flatMap(({ id, destination_id, message_json }) => {
    const stored = readMessage(message_json);
    return stored === undefined ? [] : [{ destinationId: destination_id, message: message(stored), replacesId: id }];
  });
  await enqueue(services, tx, organizationId, outgoing);
}

/** Sends what is due, as far as the chat takes it; gives how many queues were worked on. */
export async function deliverDue(services: Services): Promise<number> {
  const leaseId = services.newId('lease');
  const queues = await services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(dueQueues, { now, limit: QUEUES_AT_ONCE });
    for (const queue of due) await tx.run(leaseQueue, { ...keyOf(queue), leaseId, until: now + LEASE_MS });
    return due;
  });
  // One that fails must not keep the worker from waiting for the others.
  const results = await Promise.allSettled(queues.map((queue) => deliverQueue(services, queue, leaseId)));
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
  return queues.length;
}

/** Gives how many were forgotten. */
export async function forgetOldDeliveries({ db, clock }: Services): Promise<number> {
  const before = clock.now() - KEPT_MS;
  return db.queueTransaction((tx) => tx.run(forgetDeliveries, { before, limit: FORGOTTEN_AT_ONCE }));
}

async function deliverQueue(services: Services, queue: DeliveryQueueRow, leaseId: LeaseId): Promise<void> {
  const { db, clock, chatOf } = services;
  const key = keyOf(queue);
  const chat = chatOf(queue.organization_id);
  const begun = clock.now();
  let waitMs = 0;
  for (const delivery of await db.all(pendingDeliveries, { ...key, limit: DELIVERIES_OF_A_LEASE })) {
    waitMs = await deliver(services, chat, delivery, queue.failures);
    if (waitMs > 0 || clock.now() - begun > SENDING_MS) break;
  }
  await db.queueTransaction(async (tx) => {
    await tx.first(lockQueue, key);
    const isPending = (await tx.all(pendingDeliveries, { ...key, limit: 1 })).length > 0;
    const dueAt = isPending ? clock.now() + waitMs : null;
    await tx.run(releaseQueue, { ...key, leaseId, dueAt, failures: waitMs > 0 ? queue.failures + 1 : 0 });
    if (isPending && waitMs === 0) await tx.wakeWorkers();
  });
}

/** Gives how long to wait before the next attempt; 0 when this one is settled, for better or worse. */
async function deliver(
  services: Services,
  chat: ChatProvider | undefined,
  delivery: DeliveryRow,
  failures: number,
): Promise<number> {
  const { db, clock } = services;
  const key = { organizationId: delivery.organization_id, id: delivery.id };
  let chatMessageId: string | null;
  try {
    if (chat === undefined) throw new ChatError('connection lost', 'No chat is connected.');
    chatMessageId = await send(services, chat, delivery);
  } catch (error) {
    const failure = failureOf(services, delivery, error);
    const now = clock.now();
    const isOver = failure.retry === 'never' || now - delivery.created_at >= GIVE_UP_AFTER_MS;
    await db.queueTransaction((tx) =>
      isOver
        ? tx.run(finishDelivery, { ...key, status: 'failed', chatMessageId: null, error: failure.message, now })
        : tx.run(noteFailedAttempt, { ...key, error: failure.message }),
    );
    counters.deliveries[isOver ? 'failed' : 'retried'] += 1;
    return isOver ? 0 : waitAfter(failure, failures);
  }
  await db.queueTransaction((tx) =>
    tx.run(finishDelivery, { ...key, status: 'sent', chatMessageId, error: null, now: clock.now() }),
  );
  counters.deliveries.sent += 1;
  return 0;
}

/** A fault of ours is retried as a chat that is down: with backoff, for a day. What the database says is about all deliveries. */
function failureOf({ log }: Services, { id, destination_id }: DeliveryRow, error: unknown): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof AppError && error.code === 'service_unavailable') throw error;
  log?.error('a delivery failed unexpectedly', { delivery: id, destination: destination_id, error });
  const reason = 'Watchbill failed to send this message. The log has the details under the id of the delivery.';
  return new ChatError('unavailable', reason, { cause: error });
}

async function send(
  { db }: Services,
  chat: ChatProvider,
  { organization_id: organizationId, destination_id, message_json, replaces_id }: DeliveryRow,
): Promise<string | null> {
  const message = readMessage(message_json);
  if (message === undefined) throw new ChatError('refused', 'The stored message cannot be read: it is not a message.');
  if (replaces_id === null) return chat.post(destination_id, message);
  // Of the same destination, and so settled already. One that never arrived needs no other in its place.
  const replaced = await db.first(deliveryById, { organizationId, id: replaces_id });
  const chatMessageId = replaced?.chat_message_id ?? null;
  if (chatMessageId !== null) await chat.updateMessage(destination_id, chatMessageId, message);
  return chatMessageId;
}

/** Twice as long each time, and never quite the same, so that what failed together does not come back together. */
export function waitAfter({ retry, retryAfterMs = 0 }: ChatError, failures: number): number {
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  const atLeastMs = Math.max(retryAfterMs, retry === 'later' ? RETRY_LATER_MS : backoffMs);
  return Math.ceil(atLeastMs * (1 + Math.random() / 2));
}

function keyOf({ organization_id, destination_id }: DeliveryQueueRow) {
  return { organizationId: organization_id, destinationId: destination_id };
}
