/** Due work of all organizations. Each query uses an index that contains only what is due. */
import { sql } from 'kysely';
import { claimStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { updateRows } from '../schema/row-writes.ts';

/** Rule WRK-1, except broken schedules (rule STO-5). Locked until the end of the transaction; other workers skip them. */
export const dueHandoffs = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('schedules')
      .select(columns.schedules)
      .where('next_change_at', '<=', p.now)
      .where('broken_reason', 'is', null)
      .orderBy('next_change_at')
      .limit(p.limit),
  ),
);

export const updateNextChanges = updateRows('schedules', ['next_change_at']);

/** The next due time of each kind of work. */
export const earliestDue = statement((q, _: Record<never, never>) =>
  q.selectNoFrom((eb) => [
    eb
      .selectFrom('schedules')
      .select('next_change_at')
      .where('next_change_at', 'is not', null)
      .where('broken_reason', 'is', null)
      .orderBy('next_change_at')
      .limit(1)
      .as('handoff'),
    eb
      .selectFrom('schedules')
      .select('notifications_due_at')
      .where('notifications_due_at', 'is not', null)
      .orderBy('notifications_due_at')
      .limit(1)
      .as('changeNotification'),
    eb
      .selectFrom('schedules')
      .select('next_reminder_at')
      .where('next_reminder_at', 'is not', null)
      .where('broken_reason', 'is', null)
      .orderBy('next_reminder_at')
      .limit(1)
      .as('reminder'),
    eb
      .selectFrom('delivery_queues')
      .select('due_at')
      .where('kind', '=', sql.lit('chat'))
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .as('delivery'),
    eb
      .selectFrom('delivery_queues')
      .select('due_at')
      .where('kind', '=', sql.lit('webhook'))
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .as('webhook'),
    eb
      .selectFrom('delivery_queues')
      .select('due_at')
      .where('kind', '=', sql.lit('mail'))
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .as('mail'),
    eb.selectFrom('gap_watch').select('due_at').orderBy('due_at').limit(1).as('gap'),
    eb
      .selectFrom('notice_watch')
      .select('due_at')
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .as('notice'),
    eb
      .selectFrom('chat_groups')
      .select('sync_due_at')
      .where('sync_due_at', 'is not', null)
      .orderBy('sync_due_at')
      .limit(1)
      .as('groupSync'),
    eb
      .selectFrom('coverage_requests')
      .select('end_at')
      .where('status', '=', sql.lit('pending'))
      .where('expired_at', 'is', null)
      .orderBy('end_at')
      .limit(1)
      .as('expiry'),
    eb
      .selectFrom('coverage_requests')
      .select('next_reminder_at')
      .where('status', '=', sql.lit('pending'))
      .where('expired_at', 'is', null)
      .where('next_reminder_at', 'is not', null)
      .orderBy('next_reminder_at')
      .limit(1)
      .as('coverageReminder'),
    eb.selectFrom('departures').select('due_at').orderBy('due_at').limit(1).as('departure'),
  ]),
);

/** After the clock was set back: makes everything due again whose due time is now further away. */
export const requeueHandoffs = writeStatement((q, p: { now: number }) =>
  q.updateTable('schedules').set({ next_change_at: p.now }).where('next_change_at', '>', p.now),
);

export const requeueNotifications = writeStatement((q, p: { now: number }) =>
  q.updateTable('schedules').set({ notifications_due_at: p.now }).where('notifications_due_at', '>', p.now),
);

export const requeueQueues = writeStatement((q, p: { now: number }) =>
  q.updateTable('delivery_queues').set({ due_at: p.now }).where('due_at', '>', p.now),
);

export const requeueGapWatches = writeStatement((q, p: { now: number }) =>
  q.updateTable('gap_watch').set({ due_at: p.now }).where('due_at', '>', p.now),
);

export const requeueNoticeWatches = writeStatement((q, p: { now: number }) =>
  q.updateTable('notice_watch').set({ due_at: p.now }).where('due_at', '>', p.now),
);

export const requeueGroupSyncs = writeStatement((q, p: { now: number }) =>
  q.updateTable('chat_groups').set({ sync_due_at: p.now }).where('sync_due_at', '>', p.now),
);

export const requeueDepartures = writeStatement((q, p: { now: number }) =>
  q.updateTable('departures').set({ due_at: p.now }).where('due_at', '>', p.now),
);
