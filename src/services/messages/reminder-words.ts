/** Composes a reminder before a shift, from the current state. */
import { reminderMessage } from '../../chat/messages.ts';
import type { ChatMessage } from '../../chat/provider.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { userById } from '../../db/people/users.ts';
import { lockSchedules } from '../../db/schedules/schedule-locks.ts';
import { onCallAt } from '../../engine/timeline.ts';
import type { OrganizationId } from '../../ids.ts';
import { ahead, endOfWatch } from '../notifications/reminder-times.ts';
import type { ReminderEvent } from '../outbox/chat-events.ts';
import type { Services } from '../shared/services.ts';
import { isBroken } from '../timelines/rotations.ts';
import { loadSchedule } from '../timelines/timelines.ts';
import { schedulePage } from './page-links.ts';

/** Nothing if the shift has begun, or is no longer theirs. */
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
