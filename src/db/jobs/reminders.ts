/** Reminders: who wants them, when the next is due, and which messages mention a user. */
import { sql } from 'kysely';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { claimStatement, guardedStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { updateRow, updateRows } from '../schema/row-writes.ts';

/** Without broken schedules (rule STO-5). Locked until the end of the transaction; other workers skip them. */
export const dueReminders = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('schedules')
      .select(columns.schedules)
      .where('next_reminder_at', '<=', p.now)
      .where('broken_reason', 'is', null)
      .orderBy('next_reminder_at')
      .limit(p.limit),
  ),
);

export const updateNextReminders = updateRows('schedules', ['next_reminder_at']);

/** People in the layers or overrides of several schedules from now on who want reminders. */
export const peopleToRemind = guardedStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; now: number }, { listed }) =>
    q
      .selectFrom('schedule_users')
      .innerJoin('users', 'users.id', 'schedule_users.user_id')
      .select([
        'schedule_users.schedule_id',
        'users.id',
        'users.chat_id',
        'users.reminder_hours_json',
        'users.notifications_json',
      ])
      .where('schedule_users.organization_id', '=', p.organizationId)
      .where('schedule_users.schedule_id', ...listed(p.ids))
      .where('schedule_users.until_at', '>', p.now)
      .where('users.reminder_hours_json', '<>', sql.lit('[]'))
      .union(
        q
          .selectFrom('overrides')
          .innerJoin('override_users', 'override_users.override_id', 'overrides.id')
          .innerJoin('users', 'users.id', 'override_users.user_id')
          .select([
            'overrides.schedule_id',
            'users.id',
            'users.chat_id',
            'users.reminder_hours_json',
            'users.notifications_json',
          ])
          .where('overrides.organization_id', '=', p.organizationId)
          .where('overrides.schedule_id', ...listed(p.ids))
          .where('overrides.end_at', '>', p.now)
          .where('users.reminder_hours_json', '<>', sql.lit('[]')),
      ),
);

/** People in the layers of several schedules from now on, whether they want reminders or not. */
export const peopleInLayers = guardedStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; now: number }, { listed }) =>
    q
      .selectFrom('schedule_users')
      .innerJoin('users', 'users.id', 'schedule_users.user_id')
      .select([
        'schedule_users.schedule_id',
        'schedule_users.until_at',
        'users.id',
        'users.name',
        'users.email',
        'users.chat_id',
        'users.deactivated_at',
        'users.reminder_hours_json',
        'users.notifications_json',
      ])
      .where('schedule_users.organization_id', '=', p.organizationId)
      .where('schedule_users.schedule_id', ...listed(p.ids))
      .where('schedule_users.until_at', '>', p.now),
);

export const updateReminderHours = updateRow('users', ['reminder_hours_json']);

export const updateChatMentions = updateRow('users', ['chat_mentions_json']);
