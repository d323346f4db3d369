/**
 * Composes a message when it is sent, from the current state. It includes what later messages of the queue would say about the same schedule.
 * A message with nothing left to say is dropped.
 */
import type { ChatMessage } from '../../chat/provider.ts';
import { channelsOfSchedules, storeToldUsers } from '../../db/chat/chat-links.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { mergedDeliveries } from '../../db/outbox/bursts.ts';
import {
  type DeliveryRow,
  deliveryById,
  dropDeliveries,
  pendingDeliveries,
  storeComposed,
  storeMessage,
} from '../../db/outbox/deliveries.ts';
import { lockSchedules } from '../../db/schedules/schedule-locks.ts';
import type { OrganizationId } from '../../ids.ts';
import { asPossiblyTold, digest } from '../outbox/change-digest.ts';
import {
  type ChatEvent,
  type PersonalEvent,
  personalEventOf,
  readEvent,
  type ScheduleEvent,
} from '../outbox/chat-events.ts';
import { readMessage } from '../outbox/stored-messages.ts';
import type { Services } from '../shared/services.ts';
import { parsedJson } from '../shared/stored-values.ts';
import {
  composeAskedForYou,
  composeCannotCover,
  composeCoverageCard,
  composeCoverageTaken,
  composeCoverEnded,
  composeLateClick,
} from './coverage-words.ts';
import { composeMerged } from './merged-words.ts';
import { composeProblem } from './problem-words.ts';
import { composeReminder } from './reminder-words.ts';
import { type Composed, composeScheduleEvents } from './schedule-words.ts';
import { composeShiftMoved } from './shift-words.ts';

/** How many messages of a queue are searched for the same schedule. */
const LOOKED_THROUGH = 50;

/** It is no longer known what has arrived there. */
const NOT_KNOWN = 'null';

/** `merged`: see sender.ts. `dropped`: there is nothing left to say. Undefined: the stored text is not a message. */
export async function compose(
  services: Services,
  delivery: DeliveryRow,
  merged: readonly DeliveryRow[],
): Promise<Composed | 'dropped' | undefined> {
  const event = delivery.event_json === null ? undefined : readEvent(delivery.event_json);
  if (event === undefined) return fixed(delivery);
  return services.db.queueTransaction(async (tx) => {
    const { organization_id: organizationId, id } = delivery;
    if (merged.length > 0) return composeOf(services, tx, delivery, merged);
    // Another message of the queue may have said it already.
    const row = await tx.first(deliveryById, { organizationId, id });
    const current = row?.event_json == null ? undefined : readEvent(row.event_json);
    if (row?.status !== 'pending' || current === undefined) return 'dropped';
    const contained = await mergedWithReplaced(tx, row);
    if (contained.length > 0) return composeOf(services, tx, row, contained);
    const { whole, absorbed } = await withLater(tx, row, current);
    const composed = await composedOf(services, tx, row, whole);
    const over = [...absorbed, ...(composed === undefined ? [id] : [])];
    if (over.length > 0) await tx.run(dropDeliveries, { organizationId, ids: over });
    if (composed === undefined) return 'dropped';
    // Stored before sending: the message may arrive although the response is lost.
    const messageJson = JSON.stringify(composed.message);
    const eventJson = JSON.stringify(asAttempted(whole));
    await tx.run(storeComposed, { organizationId, id, messageJson, eventJson });
    await storeToldUsersOf(tx, row, composed, () => NOT_KNOWN);
    return composed;
  });
}

/** Rule BUD-7: `row` is sent with one message for all of them, or updates that message. */
async function composeOf(
  services: Services,
  tx: Transaction,
  { organization_id: organizationId, id }: DeliveryRow,
  contained: readonly DeliveryRow[],
): Promise<Composed | 'dropped'> {
  const rows = new Map<PersonalEvent, DeliveryRow>();
  for (const row of contained) {
    const event = personalEventOf(parsedJson(row.event_json ?? ''));
    if (event !== undefined) rows.set(event, row);
  }
  const words = await composeMerged(services, tx, organizationId, contained[0]?.burst ?? '', [...rows.keys()]);
  if (words === undefined) {
    const pending = contained.filter(({ status }) => status === 'pending').map((row) => row.id);
    await tx.run(dropDeliveries, { organizationId, ids: [...new Set([id, ...pending])] });
    return 'dropped';
  }
  for (const event of words.told) {
    const { id, message_json: messageJson } = rows.get(event) as DeliveryRow;
    await tx.run(storeComposed, { organizationId, id, messageJson, eventJson: JSON.stringify(asAttempted(event)) });
  }
  await tx.run(storeMessage, { organizationId, id, messageJson: JSON.stringify(words.message) });
  return { message: words.message, told: [] };
}

/** What the message that this one replaces contains; empty if it is about one thing. */
async function mergedWithReplaced(tx: Transaction, row: DeliveryRow): Promise<readonly DeliveryRow[]> {
  const { organization_id: organizationId, replaces_id } = row;
  const replaced = replaces_id === null ? undefined : await tx.first(deliveryById, { organizationId, id: replaces_id });
  const mergedInto = replaced?.merged_into ?? null;
  return mergedInto === null ? [] : tx.all(mergedDeliveries, { organizationId, id: mergedInto });
}

function asAttempted(event: ChatEvent): ChatEvent {
  if (event.kind === 'schedule') return { ...event, changes: asPossiblyTold(event.changes) };
  return event.kind === 'coverage card' ? { ...event, isPossiblyTold: true } : event;
}

/** Runs in the transaction that records the arrival. */
export async function noteArrival(tx: Transaction, delivery: DeliveryRow, composed: Composed): Promise<void> {
  await storeToldUsersOf(tx, delivery, composed, (users) => JSON.stringify(users));
}

async function storeToldUsersOf(
  tx: Transaction,
  { organization_id: organizationId, destination_id: channelId }: DeliveryRow,
  { told }: Composed,
  jsonFor: (users: Composed['told'][number]['users']) => string,
): Promise<void> {
  for (const { scheduleId, users } of told) {
    await tx.run(storeToldUsers, { organizationId, scheduleId, channelId, toldUsersJson: jsonFor(users) });
  }
}

function fixed({ message_json }: DeliveryRow): Composed | undefined {
  const message = readMessage(message_json);
  return message && { message, told: [] };
}

/** The event, merged with later events of the same schedule in the queue. */
async function withLater(
  tx: Transaction,
  { organization_id: organizationId, destination_id: destinationId, id }: DeliveryRow,
  event: ChatEvent,
): Promise<{ readonly whole: ChatEvent; readonly absorbed: readonly DeliveryRow['id'][] }> {
  if (event.kind !== 'schedule') return { whole: event, absorbed: [] };
  const pending = await tx.all(pendingDeliveries, { organizationId, destinationId, limit: LOOKED_THROUGH });
  const later = pending.slice(pending.findIndex((row) => row.id === id) + 1).flatMap((row) => {
    const other = row.event_json === null ? undefined : readEvent(row.event_json);
    return other?.kind === 'schedule' && other.scheduleId === event.scheduleId ? [{ id: row.id, event: other }] : [];
  });
  const changes = digest([event, ...later.map((one) => one.event)].flatMap((one) => one.changes));
  return { whole: { ...event, changes }, absorbed: later.map((one) => one.id) };
}

async function composedOf(
  services: Services,
  tx: Transaction,
  { organization_id: organizationId, destination_id: destinationId, replaces_id }: DeliveryRow,
  event: ChatEvent,
): Promise<Composed | undefined> {
  switch (event.kind) {
    case 'schedule':
      return composeForChannel(services, tx, organizationId, destinationId, event);
    case 'reminder':
      return asComposed(await composeReminder(services, tx, organizationId, event));
    case 'coverage card':
      return asComposed(
        await composeCoverageCard(services, tx, organizationId, destinationId, event, replaces_id !== null),
      );
    case 'coverage taken':
      return asComposed(await composeCoverageTaken(services, tx, organizationId, destinationId, event));
    case 'late click':
      return asComposed(await composeLateClick(services, tx, organizationId, event));
    case 'cover asked for you':
      return asComposed(await composeAskedForYou(services, tx, organizationId, event));
    case 'cover declined':
      return asComposed(await composeCannotCover(services, tx, organizationId, event));
    case 'cover ended':
      return asComposed(await composeCoverEnded(services, tx, organizationId, event));
    case 'service problem':
      return asComposed(await composeProblem(services, tx, organizationId, event));
    case 'shift moved':
      return asComposed(await composeShiftMoved(services, tx, organizationId, event));
  }
}

function asComposed(message: ChatMessage | undefined): Composed | undefined {
  return message && { message, told: [] };
}

/** Nothing for an unlinked channel or a deleted schedule. */
async function composeForChannel(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  event: ScheduleEvent,
): Promise<Composed | undefined> {
  const which = { organizationId, ids: [event.scheduleId] };
  const [row] = await tx.all(lockSchedules, which);
  const link = (await tx.all(channelsOfSchedules, which)).find(({ channel_id }) => channel_id === channelId);
  if (row === undefined || link === undefined) return undefined;
  const toTell = [{ row, event, toldJson: link.told_users_json }];
  const [composed] = await composeScheduleEvents(services, tx, organizationId, toTell);
  return composed;
}
