/** Changes of schedules that are not yet announced in the chat, and when they are due. */
import type { Selectable } from 'kysely';
import type { ChangeNotificationId, OrganizationId, ScheduleId } from '../../ids.ts';
import { claimStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

export type ChangeNotificationRow = Selectable<Tables['change_notifications']>;

type ScheduleKey = { organizationId: OrganizationId; scheduleId: ScheduleId };
type Schedules = { organizationId: OrganizationId; ids: readonly ScheduleId[] };

export const insertChangeNotification = writeStatement(
  (q, p: ScheduleKey & { id: ChangeNotificationId; notificationJson: string; createdAt: number }) =>
    q.insertInto('change_notifications').values({
      id: p.id,
      organization_id: p.organizationId,
      schedule_id: p.scheduleId,
      notification_json: p.notificationJson,
      created_at: p.createdAt,
    }),
);

/** In all organizations. Claimed until the end of the transaction; other workers skip them. */
export const schedulesWithDueNotifications = claimStatement(
  (q, p: { now: number; limit: number }, { skippingLocked }) =>
    skippingLocked(
      q
        .selectFrom('schedules')
        .select(columns.schedules)
        .where('notifications_due_at', '<=', p.now)
        .orderBy('notifications_due_at')
        .limit(p.limit),
    ),
);

export const notificationsOfSchedules = statement((q, p: Schedules, { listed }) =>
  q
    .selectFrom('change_notifications')
    .select(columns.change_notifications)
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', ...listed(p.ids))
    .orderBy('schedule_id')
    .orderBy('id'),
);

export const deleteNotificationsOfSchedules = writeStatement((q, p: Schedules, { listed }) =>
  q
    .deleteFrom('change_notifications')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', ...listed(p.ids)),
);

export const clearNotificationsDue = writeStatement((q, p: Schedules, { listed }) =>
  q
    .updateTable('schedules')
    .set({ notifications_due_at: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids)),
);
