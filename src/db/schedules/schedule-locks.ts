/** Locks of schedules, and what a change reads of a schedule that it has locked. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { guardedStatement, lockStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

type ScheduleKey = { organizationId: OrganizationId; id: ScheduleId };
type Schedules = { organizationId: OrganizationId; ids: readonly ScheduleId[] };

/** Locks the row until the end of the transaction, and writes it: transactions that began before notice a change by that. */
export const lockSchedule = lockStatement((q, p: ScheduleKey) =>
  q
    .updateTable('schedules')
    .set((eb) => ({ latest_revision: eb.ref('latest_revision') }))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .returning(columns.schedules),
);

/**
 * Locks several schedules until the end of the transaction, in the order of their ids, so that two callers with the same schedules cannot
 * deadlock. Their rows are not written: a caller who makes a change writes them.
 */
export const lockSchedules = lockStatement((q, p: Schedules, { listed, locking }) =>
  locking(
    q
      .selectFrom('schedules')
      .select(columns.schedules)
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids))
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ),
);

/** Further data of locked schedules. */
export const scheduleBelongings = guardedStatement((q, p: Schedules & { since: number }, { listed }) =>
  q
    .selectFrom('schedules')
    .select('schedules.id')
    .select((eb) => belongings(eb, p))
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids)),
);

/**
 * One of its channels, its user group, its teams, the time of its first pending notification, how many overrides are not over, and the highest rank of
 * all: the next override gets the next rank.
 */
function belongings(
  eb: ExpressionBuilder<Tables, 'schedules'>,
  p: Pick<Schedules, 'organizationId'> & { readonly since: number },
) {
  return [
    eb
      .selectFrom('overrides')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('organization_id', '=', p.organizationId)
      .whereRef('schedule_id', '=', 'schedules.id')
      .where('end_at', '>', p.since)
      .as('unfinished_overrides'),
    eb
      .selectFrom('overrides')
      .select((of) => of.fn.max('rank').as('rank'))
      .where('organization_id', '=', p.organizationId)
      .whereRef('schedule_id', '=', 'schedules.id')
      .as('highest_rank'),
    eb
      .selectFrom('schedule_chat_channels')
      .select((of) => of.fn.min('channel_id').as('channel_id'))
      .where('organization_id', '=', p.organizationId)
      .whereRef('schedule_id', '=', 'schedules.id')
      .as('channel_id'),
    eb
      .selectFrom('schedule_chat_groups')
      .select('group_id')
      .where('organization_id', '=', p.organizationId)
      .whereRef('schedule_id', '=', 'schedules.id')
      .as('group_id'),
    eb
      .selectFrom('change_notifications')
      .select((of) => of.fn.min('created_at').as('created_at'))
      .where('organization_id', '=', p.organizationId)
      .whereRef('schedule_id', '=', 'schedules.id')
      .as('notifications_since'),
    eb
      .selectFrom('schedule_teams')
      .select((of) => of.fn<string | null>('string_agg', [of.cast('team_id', 'text'), sql.lit(' ')]).as('team_ids'))
      .where('organization_id', '=', p.organizationId)
      .whereRef('schedule_id', '=', 'schedules.id')
      .as('team_ids'),
  ] as const;
}
