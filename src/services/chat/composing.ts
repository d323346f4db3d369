/**
 * Composes a message when it is sent, from the current state. It includes what later messages of the queue would say about the same schedule.
 * A message with nothing left to say is dropped.
 */
import { reminderMessage } from '../../chat/messages.ts';
import type { ChatMessage } from '../../chat/provider.ts';
import { channelsOfSchedules, storeToldUsers } from '../../db/chat-links.ts';
import {
  type DeliveryRow,
  deliveryById,
  dropDeliveries,
  pendingDeliveries,
  storeComposed,
} from '../../db/deliveries.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { lockSchedules } from '../../db/schedules.ts';
import { userById } from '../../db/users.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { OrganizationId } from '../../ids.ts';
import { ahead, endOfWatch } from '../jobs/reminder-times.ts';
import { isBroken } from '../schedules/rotations.ts';
import { loadSchedule } from '../schedules/timelines.ts';
import type { Services } from '../shared/services.ts';
import { digest } from './change-digest.ts';
import { type ChatEvent, type ReminderEvent, readEvent, type ScheduleEvent } from './chat-events.ts';
import { composeCannotCover, composeCoverageCard, composeCoverageTaken, composeLateClick } from './coverage-words.ts';
import { schedulePage } from './page-links.ts';
import { type Composed, composeScheduleEvents } from './schedule-words.ts';
import { readMessage } from './stored-messages.ts';

/** How many messages of a queue are looked through for the same schedule. */
const LOOKED_THROUGH = 50;

/** What has arrived there can no longer be known. */
const NOT_KNOWN = 'null';

/** `dropped`: there is nothing left to say. Undefined: what is stored is no message. */
export async function compose(services: Services, delivery: DeliveryRow): Promise<Composed | 'dropped' | undefined> {
  const event = delivery.event_json === null ? undefined : readEvent(delivery.event_json);
  if (event === undefined) return fixed(delivery);
  return services.db.queueTransaction(async (tx) => {
    const { organization_id: organizationId, id } = delivery;
    // Another one of the queue may have said it already.
    const row = await tx.first(deliveryById, { organizationId, id });
    const current = row?.event_json == null ? undefined : readEvent(row.event_json);
    if (row?.status !== 'pending' || current === undefined) return 'dropped';
    const { whole, absorbed } = await withLater(tx, row, current);
    const composed = await composedOf(services, tx, row, whole);
    const over = [...absorbed, ...(composed === undefined ? [id] : [])];
    if (over.length > 0) await tx.run(dropDeliveries, { organizationId, ids: over });
    if (composed === undefined) return 'dropped';
    const messageJson = JSON.stringify(composed.message);
    await tx.run(storeComposed, { organizationId, id, messageJson, eventJson: JSON.stringify(whole) });
    // Before it is sent: the message may arrive although the response is lost.
    await storeToldUsersOf(tx, row, composed, () => NOT_KNOWN);
    return composed;
  });
}

/** In the transaction that notes that the message has arrived. */
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

/** The event together with those of the same schedule that wait behind it. */
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
  const notifications = digest([event, ...later.map((one) => one.event)].flatMap((one) => one.news));
  return { whole: { ...event, news: notifications }, absorbed: later.map((one) => one.id) };
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
    case 'cannot cover':
      return asComposed(await composeCannotCover(services, tx, organizationId, event));
  }
}

function asComposed(message: ChatMessage | undefined): Composed | undefined {
  return message && { message, told: [] };
}

/** Nothing for a channel that is no longer linked, or a schedule that is deleted. */
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

/** Nothing when the shift has begun, or is no longer theirs. */
export async function composeReminder(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  { scheduleId, userId, start }: ReminderEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const [row] = await tx.all(lockSchedules, { organizationId, ids: [scheduleId] });
  const user = await tx.first(userById, { organizationId, id: userId });
  if (row === undefined || user === undefined || start <= now) return undefined;
  const load = await loadSchedule(tx, row, ahead(now));
  if (isBroken(load)) return undefined;
  const { timeline } = load;
  const isArrival = onCallAt(timeline, start).includes(userId) && !onCallAt(timeline, start - 1).includes(userId);
  if (!isArrival) return undefined;
  const until = endOfWatch(timeline, { userId, start }, ahead(now).end);
  const about = { schedule: row.name, zone: row.time_zone, url: schedulePage(services, row.id) };
  return reminderMessage({ ...about, start, until });
}
