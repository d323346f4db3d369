/** Schedules that are watched for upcoming gaps, and when to check each. */
import { type Selectable, sql } from 'kysely';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { claimStatement, type Records, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

export type GapWatchRow = Selectable<Tables['gap_watch']>;

type Schedules = { organizationId: OrganizationId; ids: readonly ScheduleId[] };

/** All schedules of the organization, at once. */
export const watchAllGaps = writeStatement((q, p: { organizationId: OrganizationId; now: number }) =>
  q
    .insertInto('gap_watch')
    .columns(['organization_id', 'schedule_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('schedules')
        .select(['schedules.organization_id', 'schedules.id', sql<number>`cast(${p.now} as bigint)`.as('due_at')])
        .where('schedules.organization_id', '=', p.organizationId)
        .where('schedules.deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'schedule_id']).doNothing()),
);

/** Makes changed schedules due for a check. */
export const watchGaps = writeStatement((q, p: Schedules & { now: number }, { listed }) =>
  q
    .insertInto('gap_watch')
    .columns(['organization_id', 'schedule_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('schedules')
        .select(['schedules.organization_id', 'schedules.id', sql<number>`cast(${p.now} as bigint)`.as('due_at')])
        .where('schedules.organization_id', '=', p.organizationId)
        .where('schedules.id', ...listed(p.ids)),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'schedule_id']).doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') })),
    ),
);

/** In all organizations. Claimed until the end of the transaction; other workers skip them. */
export const dueGapWatches = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('gap_watch')
      .select(columns.gap_watch)
      .where('due_at', '<=', p.now)
      .orderBy('due_at')
      .orderBy('organization_id')
      .orderBy('schedule_id')
      .limit(p.limit),
  ),
);

/** `watches` has the columns below for each of the schedules `ids`; 0 means none. */
export const updateGapWatches = writeStatement(
  (q, p: { ids: readonly ScheduleId[]; watches: Records }, { joinedBy, records }) =>
    q
      .updateTable('gap_watch')
      .from(
        records(p.watches, {
          organization_id: 'text',
          schedule_id: 'text',
          due_at: 'bigint',
          told_until: 'bigint',
        }).as('wanted'),
      )
      .set((eb) => ({
        due_at: eb.ref('wanted.due_at'),
        told_until: eb.fn<number | null>('nullif', ['wanted.told_until', eb.lit(0)]),
      }))
      .where(joinedBy('gap_watch.schedule_id', p.ids))
      .whereRef('gap_watch.schedule_id', '=', (eb) => eb.ref('wanted.schedule_id').$castTo<ScheduleId>())
      .whereRef('gap_watch.organization_id', '=', (eb) => eb.ref('wanted.organization_id').$castTo<OrganizationId>()),
);

export const endGapWatches = writeStatement((q, p: Schedules, { listed }) =>
  q
    .deleteFrom('gap_watch')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', ...listed(p.ids)),
);
