/** Organizations. */
import type { Selectable } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import { lockStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { OrganizationSetup } from '../schema/tables/people.ts';
import type { Tables } from '../schema/tables.ts';

export type OrganizationRow = Selectable<Tables['organizations']>;

/** There is one organization in a database that was started by `serve`; the tables are ready for several. */
export const anyOrganization = statement((q, _: Record<never, never>) =>
  q.selectFrom('organizations').select('id').orderBy('id').limit(1),
);

export const organizationById = statement((q, p: { id: OrganizationId }) =>
  q.selectFrom('organizations').select(columns.organizations).where('id', '=', p.id),
);

export const insertOrganization = writeStatement(
  (q, p: { id: OrganizationId; name: string; timeZone: string; createdAt: number }) =>
    q.insertInto('organizations').values({ id: p.id, name: p.name, time_zone: p.timeZone, created_at: p.createdAt }),
);

export const updateOrganization = writeStatement((q, p: { id: OrganizationId; name: string; timeZone: string }) =>
  q
    .updateTable('organizations')
    .set({ name: p.name, time_zone: p.timeZone })
    .where('id', '=', p.id)
    .returning(columns.organizations),
);

export const updateSetup = writeStatement((q, p: { id: OrganizationId; setup: OrganizationSetup | null }) =>
  q.updateTable('organizations').set({ setup: p.setup }).where('id', '=', p.id).returning(columns.organizations),
);

/** Locks the organization's row: serialises writers that must see each other's work, for example about the last owner. */
export const lockOrganization = lockStatement((q, p: { id: OrganizationId }) =>
  q
    .updateTable('organizations')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', p.id),
);

/** Before the user is written: transactions that change users lock the organization first. */
export const countRename = writeStatement((q, p: { id: OrganizationId; now: number }) =>
  q
    .updateTable('organizations')
    .set((eb) => ({ rename_count: eb('rename_count', '+', 1), renamed_at: p.now }))
    .where('id', '=', p.id),
);

/** The first lock of a transaction: transactions that change users lock the organization first too, and in another order two could deadlock. */
export const countSchedules = writeStatement((q, p: { id: OrganizationId; change: 1 | -1 }) =>
  q
    .updateTable('organizations')
    .set((eb) => ({ schedule_count: eb('schedule_count', '+', p.change) }))
    .where('id', '=', p.id),
);
