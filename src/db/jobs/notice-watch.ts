/** When to check for problems that admins are notified of. */
import { type Selectable, sql } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import { claimStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

export type NoticeWatchRow = Selectable<Tables['notice_watch']>;

/** Something failed. A check that is already due keeps its time. */
export const watchNotices = writeStatement((q, p: { organizationId: OrganizationId; dueAt: number }) =>
  q
    .insertInto('notice_watch')
    .values({ organization_id: p.organizationId, due_at: p.dueAt })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((eb) => ({ due_at: eb.fn.coalesce('notice_watch.due_at', 'excluded.due_at') })),
    ),
);

/** In all organizations. Claimed until the end of the transaction; other workers skip them. */
export const dueNoticeWatches = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('notice_watch')
      .select(columns.notice_watch)
      .where('due_at', '<=', p.now)
      .orderBy('due_at')
      .limit(p.limit),
  ),
);

export const updateNoticeWatch = writeStatement(
  (q, p: { organizationId: OrganizationId; dueAt: number | null; toldJson: string }) =>
    q
      .updateTable('notice_watch')
      .set({ due_at: p.dueAt, told_json: p.toldJson })
      .where('organization_id', '=', p.organizationId),
);

/** The people who are notified of problems. */
export const adminsOf = statement((q, p: { organizationId: OrganizationId; limit: number }) =>
  q
    .selectFrom('users')
    .select(columns.users)
    .where('organization_id', '=', p.organizationId)
    .where('deactivated_at', 'is', null)
    .where('role', '<>', sql.lit('standard' as const))
    .orderBy('id')
    .limit(p.limit),
);
