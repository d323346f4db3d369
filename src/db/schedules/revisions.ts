/** Revisions of the layers of schedules, and the interval in which each is in force. */
import type { Selectable } from 'kysely';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { guardedStatement, type RowOf, writeStatement } from '../driver/statement.ts';
import { departureList } from '../people/departure-list.ts';
import { columns } from '../schema/columns.ts';
import { insertRows } from '../schema/row-writes.ts';
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
      .whereRef('valid_from', '<', 'valid_until')
      .where('valid_until', '>=', p.start)
      .where((eb) => eb.or([eb('valid_from', '<=', p.end), eb('valid_until', '=', MAX_INSTANT)]))
      .orderBy('schedule_id')
      .orderBy('valid_until'),
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
      .set({ valid_until: p.validFrom })
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .whereRef('valid_from', '<', 'valid_until')
      .where('valid_until', '>', p.validFrom),
);

/** `endRevisions` comes first. */
export const insertRevisions = insertRows('revisions');
