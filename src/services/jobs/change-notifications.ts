/**
 * Rule CH-6: announces changes of schedules in their channels. A change that moves somebody's time stores a notification in its own
 * transaction. The notifications of a burst are sent as one message. Schedules without channels have none.
 */
import { scheduleDeletedMessage } from '../../chat/messages.ts';
import {
  clearNotificationsDue,
  deleteNotificationsOfSchedules,
  notificationsOfSchedules,
  schedulesWithDueNotifications,
} from '../../db/change-notifications.ts';
import { channelsOfSchedules } from '../../db/chat-links.ts';
import type { Transaction } from '../../db/driver/database.ts';
import type { ScheduleRow } from '../../db/schedules.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { type ChangeNotification, digest, onCallBefore } from '../chat/change-digest.ts';
import type { ScheduleEvent } from '../chat/chat-events.ts';
import { loadPeople } from '../chat/chat-people.ts';
import { overviewPage } from '../chat/page-links.ts';
import { composeScheduleEvents, type ScheduleToTell } from '../chat/schedule-words.ts';
import { isBroken } from '../schedules/rotations.ts';
import { loadSchedule } from '../schedules/timelines.ts';
import type { Services } from '../shared/services.ts';
import { enqueue, type Outgoing } from './deliveries.ts';

const BATCH_SIZE = 100;
/** Before the schedule is deleted: its channels go with it, and what was not told yet. */
export async function notifyScheduleDeleted(
  services: Services,
  tx: Transaction,
  { organizationId, userId }: Caller,
  row: ScheduleRow,
): Promise<void> {
  const channels = await tx.all(channelsOfSchedules, { organizationId, ids: [row.id] });
  if (channels.length === 0) return;
  const now = services.clock.now();
  const load = await loadSchedule(tx, row, { start: now, end: now + 1 });
  const onCall = isBroken(load) ? [] : onCallAt(load.timeline, now);
  const people = await loadPeople(tx, organizationId, [userId, ...onCall]);
  const message = scheduleDeletedMessage({
    schedule: row.name,
    // Its own page is gone.
    url: overviewPage(services),
    by: people.name(userId),
    onCall: people.mentioned(onCall, 'taken_off_call', [userId]),
  });
  const outgoing = channels.map(({ channel_id }) => ({ destinationId: channel_id, message }));
  await enqueue(services, tx, organizationId, outgoing);
}

/** Tells what is due, and gives how many schedules it was about. */
export async function sendChangeNotifications(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(schedulesWithDueNotifications, { now: services.clock.now(), limit: BATCH_SIZE });
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      await tellIn(services, tx, organizationId, rows);
    }
    return due.length;
  });
}

/** What cancelled itself out is told too, where the channel has heard otherwise meanwhile. */
async function tellIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
): Promise<void> {
  const which = { organizationId, ids: rows.map(({ id }) => id) };
  const links = await tx.all(channelsOfSchedules, which);
  const events = await eventsOf(tx, which);
  const schedules = new Map(rows.map((row) => [row.id, row]));
  const toTell = links.flatMap(({ schedule_id, channel_id, told_users_json }) => {
    const [row, event] = [schedules.get(schedule_id), events.get(schedule_id)];
    if (row === undefined || event === undefined) return [];
    return [{ row, event, channelId: channel_id, toldJson: told_users_json }];
  });
  await enqueue(services, tx, organizationId, await outgoingOf(services, tx, organizationId, toTell));
  await tx.run(deleteNotificationsOfSchedules, which);
  await tx.run(clearNotificationsDue, which);
}

/** Where there is nothing to say, nothing is put into the outbox. The schedules must be locked. */
export async function outgoingOf(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  toTell: readonly (ScheduleToTell & { readonly channelId: string })[],
): Promise<Outgoing[]> {
  const composed = await composeScheduleEvents(services, tx, organizationId, toTell);
  return toTell.flatMap(({ channelId, event }, i) => {
    const message = composed[i]?.message;
    return message === undefined ? [] : [{ destinationId: channelId, message, event }];
  });
}

/** A piece that cannot be read is dropped: it must not keep the news of all schedules back. */
function readNotification({ news_json }: { readonly news_json: string }): ChangeNotification[] {
  try {
    return [JSON.parse(news_json) as ChangeNotification];
  } catch {
    return [];
  }
}

async function eventsOf(
  tx: Transaction,
  which: { readonly organizationId: OrganizationId; readonly ids: readonly ScheduleId[] },
): Promise<Map<ScheduleId, ScheduleEvent>> {
  const bySchedule = Map.groupBy(await tx.all(notificationsOfSchedules, which), (row) => row.schedule_id);
  return new Map(
    [...bySchedule].map(([scheduleId, rows]) => {
      const burst = rows.flatMap(readNotification);
      return [scheduleId, { kind: 'schedule', scheduleId, before: onCallBefore(burst) ?? [], news: digest(burst) }];
    }),
  );
}
