/**
 * Rule CH-6: announces changes of schedules in their channels. A change that moves somebody's time stores a notification in its own transaction. The
 * notifications of a burst are sent as one message. Nothing is stored if a schedule has no channels and none of its people wants notifications.
 */
import { scheduleDeletedMessage } from '../../chat/messages.ts';
import { channelsOfSchedules } from '../../db/chat/chat-links.ts';
import type { Transaction } from '../../db/driver/database.ts';
import {
  clearNotificationsDue,
  deleteNotificationsOfSchedules,
  notificationsOfSchedules,
  schedulesWithDueNotifications,
} from '../../db/jobs/change-notifications.ts';
import { usersByIds } from '../../db/people/users.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { nextStarts } from '../../engine/differences.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { peopleIn } from '../chat-links/chat-people.ts';
import { type Notification, notificationsAmong, notificationsTo } from '../notifications/notify-people.ts';
import {
  type ChangeNotification,
  concerns,
  digest,
  firstStartOf,
  onCallBefore,
  usersIn,
} from '../outbox/change-digest.ts';
import type { ScheduleEvent } from '../outbox/chat-events.ts';
import { enqueue, type Outgoing } from '../outbox/outbox.ts';
import type { LockedSchedules } from '../plan/locked-schedules.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { isBroken } from '../timelines/rotations.ts';
import { loadStoredSchedules, nowAndNext } from '../timelines/timelines.ts';
import { overviewPage } from './page-links.ts';
import { type ScheduleToTell, withSomethingToTell } from './schedule-words.ts';

const BATCH_SIZE = 100;

/** Called before a schedule is deleted: its channels and pending notifications are deleted with it. */
export async function notifyScheduleDeleted(
  services: Services,
  { tx, reads, organizationId }: LockedSchedules,
  { userId }: Caller,
  row: ScheduleRow,
): Promise<void> {
  const now = services.clock.now();
  const [channels, [load]] = await waitForAll([
    reads.all(channelsOfSchedules, { organizationId, ids: [row.id] }),
    loadStoredSchedules(reads, organizationId, [row], nowAndNext(now)),
  ]);
  if (load === undefined) throw noSchedule(row.id);
  const onCall = isBroken(load) ? [] : onCallAt(load.timeline, now);
  const found = isBroken(load) ? undefined : nextStarts(load.timeline, nowAndNext(now));
  const starts = found ?? new Map<UserId, number>();
  const ids = [...new Set([userId, ...onCall, ...starts.keys()])];
  const users = await tx.all(usersByIds, { organizationId, ids });
  const people = peopleIn(users);
  const message = scheduleDeletedMessage({
    schedule: row.name,
    // Its own page no longer exists.
    url: overviewPage(services),
    by: people.name(userId),
    onCall: people.mentioned(onCall, 'taken_off_call', [userId]),
  });
  const personal = ids
    .filter((id) => id !== userId)
    .map((id): Notification => {
      const deleted = { name: row.name, zone: row.time_zone, by: userId, nextStart: starts.get(id) };
      return {
        event: { kind: 'shift moved', scheduleId: row.id, userId: id, changes: [], deleted },
        isInChannel: channels.length > 0,
        by: userId,
        shiftAt: onCall.includes(id) ? now : starts.get(id),
      };
    });
  await enqueue(services, tx, organizationId, [
    ...channels.map(({ channel_id }) => ({ destinationId: channel_id, message })),
    ...notificationsAmong(services, organizationId, users, personal),
  ]);
}

/** Sends due notifications, and returns the number of schedules. */
export async function sendChangeNotifications(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(schedulesWithDueNotifications, { now: services.clock.now(), limit: BATCH_SIZE });
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      await tellIn(services, tx, organizationId, rows);
    }
    return due.length;
  });
}

/** Changes that cancel each other out are announced too, if the channel got another message in between. */
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
    const [row, event] = [schedules.get(schedule_id), events.get(schedule_id)?.forChannels];
    if (row === undefined || event === undefined) return [];
    return [{ row, event, channelId: channel_id, toldJson: told_users_json }];
  });
  const personal = rows.flatMap((row) => {
    const isInChannel = toTell.some((one) => one.row.id === row.id);
    return personalNotifications(row.id, events.get(row.id)?.forPeople ?? [], isInChannel);
  });
  await enqueue(services, tx, organizationId, [
    ...(await outgoingOf(services, tx, organizationId, toTell)),
    ...(await notificationsTo(services, tx, organizationId, personal)),
  ]);
  await tx.run(deleteNotificationsOfSchedules, which);
  await tx.run(clearNotificationsDue, which);
}

/** For each person, the changes that others made to their shifts. */
function personalNotifications(
  scheduleId: ScheduleId,
  notifications: readonly ChangeNotification[],
  isInChannel: boolean,
): Notification[] {
  return [...new Set(notifications.flatMap(usersIn))].flatMap((userId) => {
    const theirs = notifications.filter((one) => concerns(one, userId));
    if (theirs.length === 0) return [];
    const event = { kind: 'shift moved', scheduleId, userId, changes: theirs } as const;
    const shiftAt = Math.min(...theirs.map((one) => firstStartOf(one, userId)));
    return [{ event, isInChannel, by: theirs[0]?.by[0], shiftAt }];
  });
}

export type ChannelToTell = ScheduleToTell & { readonly channelId: string };

/** Nothing if there is nothing to say. The schedules must be locked. */
export async function outgoingOf(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  toTell: readonly ChannelToTell[],
): Promise<Outgoing[]> {
  return (await withSomethingToTell(services, tx, organizationId, toTell)).map(toChannel);
}

export function toChannel({ channelId, event }: ChannelToTell): Outgoing {
  return { destinationId: channelId, event };
}

/** An unreadable notification is dropped: it must not block the notifications of all schedules. */
function readNotification({ notification_json }: { readonly notification_json: string }): ChangeNotification[] {
  try {
    return [JSON.parse(notification_json) as ChangeNotification];
  } catch {
    return [];
  }
}

interface Burst {
  /** Undefined if the schedule had no channel when it was changed. */
  readonly forChannels: ScheduleEvent | undefined;
  readonly forPeople: readonly ChangeNotification[];
}

async function eventsOf(
  tx: Transaction,
  which: { readonly organizationId: OrganizationId; readonly ids: readonly ScheduleId[] },
): Promise<Map<ScheduleId, Burst>> {
  const bySchedule = Map.groupBy(await tx.all(notificationsOfSchedules, which), (row) => row.schedule_id);
  return new Map([...bySchedule].map(([id, rows]) => [id, burstOf(id, rows.flatMap(readNotification))]));
}

function burstOf(scheduleId: ScheduleId, burst: readonly ChangeNotification[]): Burst {
  const told = burst.filter(({ isForPeopleOnly }) => !isForPeopleOnly);
  const event = { kind: 'schedule', scheduleId, before: onCallBefore(told) ?? [], changes: digest(told) } as const;
  return { forChannels: told.length === 0 ? undefined : event, forPeople: digest(burst) };
}
