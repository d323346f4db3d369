/** Revisions of the layers of schedules, and the interval in which each is in force. */
import { type Selectable, sql } from 'kysely';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { guardedStatement, type Records, type RowOf, writeStatement } from '../driver/statement.ts';
import { departureList } from '../people/departure-list.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

export type RevisionRow = Selectable<Tables['revisions']>;

export type RevisionInForceRow = RowOf<typeof revisionsInForce>;

/**
 * Revisions in force at some time of the interval or at its edges, and the latest of each schedule, in order of their numbers. Without those that
 * never come into force. Each has the list of departing users.
 */
export const revisionsInForce = guardedStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; start: number; end: number }, { listed }) =>
    q
      .selectFrom('revisions')
      .select(columns.revisions)
      .select(departureList(q, p))
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .whereRef('valid_from', '<', 'reign_end')
      .where('reign_end', '>=', p.start)
      .where((eb) => eb.or([eb('valid_from', '<=', p.end), eb('reign_end', '=', MAX_INSTANT)]))
      .orderBy('schedule_id')
      .orderBy('reign_end'),
);

export const revisionsPage = guardedStatement(
  (q, p: { organizationId: OrganizationId; scheduleId: ScheduleId; limit: number; offset: number }) =>
    q
      .selectFrom('revisions')
      .select(columns.revisions)
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .orderBy('number')
      .limit(p.limit)
      .offset(p.offset),
);

/**
 * A new revision replaces the one in force from its start on, and those planned for later. Only revisions that would still be in force are updated:
 * otherwise each new plan would update all that were dropped before.
 */
export const endRevisions = writeStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; validFrom: number }, { listed }) =>
    q
      .updateTable('revisions')
      .set({ reign_end: p.validFrom })
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .whereRef('valid_from', '<', 'reign_end')
      .where('reign_end', '>', p.validFrom),
);

const REVISION_COLUMNS = {
  schedule_id: 'text',
  number: 'bigint',
  valid_from: 'bigint',
  reign_end: 'bigint',
  layer_json: 'text',
} as const;

/** `revisions` has the columns above for each of them. `endRevisions` comes first. */
export const insertRevisions = writeStatement(
  (
    q,
    p: {
      organizationId: OrganizationId;
      revisions: Records;
      createdBy: UserId | null;
      createdAt: number;
    },
    { records },
  ) =>
    q
      .insertInto('revisions')
      .columns([
        'organization_id',
        'schedule_id',
        'number',
        'valid_from',
        'reign_end',
        'layer_json',
        'created_by',
        'created_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom(records(p.revisions, REVISION_COLUMNS).as('wanted'))
          .select((select) => [
            sql<OrganizationId>`cast(${p.organizationId} as text)`.as('organization_id'),
            select.ref('wanted.schedule_id').$castTo<ScheduleId>().as('schedule_id'),
            'wanted.number',
            'wanted.valid_from',
            'wanted.reign_end',
            'wanted.layer_json',
            sql<UserId | null>`cast(${p.createdBy} as text)`.as('created_by'),
            sql<number>`cast(${p.createdAt} as bigint)`.as('created_at'),
          ]),
      ),
);
