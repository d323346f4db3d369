/** Rule OFF-1: when people are away. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId, TimeOffId, UserId } from '../ids.ts';
import { type Records, statement, writeStatement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import type { Tables } from './schema/tables.ts';

export type TimeOffRow = Selectable<Tables['time_off']>;

type OfUser = { organizationId: OrganizationId; userId: UserId };

function timeOffOf(q: Kysely<Tables>, p: OfUser) {
  return q.selectFrom('time_off').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId);
}

export const timeOffPage = statement((q, p: OfUser & { endsAfter: number; limit: number; offset: number }) =>
  timeOffOf(q, p)
    .select(columns.time_off)
    .where('end_at', '>', p.endsAfter)
    .orderBy('start_at')
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const timeOffTotal = statement((q, p: OfUser & { endsAfter: number }) =>
  timeOffOf(q, p)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('end_at', '>', p.endsAfter),
);

export const timeOffById = statement((q, p: OfUser & { id: TimeOffId }) =>
  timeOffOf(q, p).select(columns.time_off).where('id', '=', p.id),
);

/** Time off that was imported from calendar files. */
export const importedTimeOff = statement((q, p: OfUser) =>
  timeOffOf(q, p).select(columns.time_off).where('event_key', 'is not', null),
);

/** Time off that overlaps the interval. */
export const timeOffOfUsers = statement(
  (q, p: { organizationId: OrganizationId; userIds: readonly UserId[]; start: number; end: number }, { listed }) =>
    q
      .selectFrom('time_off')
      .select(['user_id', 'start_at', 'end_at'])
      .where('organization_id', '=', p.organizationId)
      .where('user_id', ...listed(p.userIds))
      .where('start_at', '<', p.end)
      .where('end_at', '>', p.start),
);

const TIME_OFF_COLUMNS = {
  id: 'text',
  start_at: 'bigint',
  end_at: 'bigint',
  reason: 'text',
  event_key: 'text',
} as const;

/** An event that was imported before gets the new values, and keeps its id. `timeOff` has the columns above. */
export const putTimeOff = writeStatement((q, p: OfUser & { timeOff: Records; createdAt: number }, { records }) =>
  q
    .insertInto('time_off')
    .columns(['id', 'organization_id', 'user_id', 'start_at', 'end_at', 'reason', 'event_key', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(records(p.timeOff, TIME_OFF_COLUMNS).as('wanted'))
        .select((select) => [
          select.ref('wanted.id').$castTo<TimeOffId>().as('id'),
          sql<OrganizationId>`cast(${p.organizationId} as text)`.as('organization_id'),
          sql<UserId>`cast(${p.userId} as text)`.as('user_id'),
          'wanted.start_at',
          'wanted.end_at',
          'wanted.reason',
          'wanted.event_key',
          sql<number>`cast(${p.createdAt} as bigint)`.as('created_at'),
        ])
        // Without a condition SQLite would parse `on conflict` as part of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event_key']).doUpdateSet((eb) => ({
        start_at: eb.ref('excluded.start_at'),
        end_at: eb.ref('excluded.end_at'),
        reason: eb.ref('excluded.reason'),
      })),
    ),
);

export const updateTimeOff = writeStatement(
  (q, p: OfUser & { id: TimeOffId; startAt: number; endAt: number; reason: string | null }) =>
    q
      .updateTable('time_off')
      .set({ start_at: p.startAt, end_at: p.endAt, reason: p.reason })
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('id', '=', p.id),
);

export const deleteTimeOff = writeStatement((q, p: OfUser & { id: TimeOffId }) =>
  q
    .deleteFrom('time_off')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('id', '=', p.id),
);

export const deleteTimeOffOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('time_off').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);
