/** Reads the audit log. Apart from audit-log.ts, which every service needs to write in it. */
import { type AuditEntryRow, auditLogStatements } from '../db/audit-log.ts';
import { AppError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { type Caller, requirePermission } from '../permissions.ts';
import type { AuditEntry, AuditLogQuery } from '../schemas/audit-log.ts';
import type { User } from '../schemas/users.ts';
import { formatInstant, parseInstant, TIME_BEGINS, TIME_ENDS } from '../time/iso.ts';
import { limitsOf, metaOf, type PageMeta } from './pages.ts';
import type { Services } from './services.ts';
import { loadUsers } from './users.ts';

/** Newest first. An actor or a target that does not exist has no entries. */
export async function listAuditLog(
  { db }: Services,
  caller: Caller,
  query: AuditLogQuery,
): Promise<{ audit_log: AuditEntry[]; meta: PageMeta }> {
  await requirePermission(caller, 'read audit log');
  const { organizationId } = caller;
  const actorId = query.actor_id === undefined ? null : parseId('user', query.actor_id);
  if (actorId === undefined) return { audit_log: [], meta: metaOf(query, undefined) };

  const { page, total } = auditLogStatements({
    actorId: actorId !== null,
    targetId: query.target_id !== undefined,
    action: query.action !== undefined,
  });
  const wanted = {
    organizationId,
    ...intervalOf(query),
    actorId,
    targetId: query.target_id ?? '',
    action: query.action ?? '',
  };
  const rows = await db.all(page, { ...wanted, ...limitsOf(query) });
  const meta = metaOf(query, await db.first(total, wanted));
  const userById = await loadUsers(
    db,
    organizationId,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  );
  return { audit_log: rows.map((row) => entryOf(row, userById)), meta };
}

function intervalOf({ from, to }: Pick<AuditLogQuery, 'from' | 'to'>): { from: number; to: number } {
  const interval = {
    from: (from === undefined ? undefined : parseInstant(from)) ?? TIME_BEGINS,
    to: (to === undefined ? undefined : parseInstant(to)) ?? TIME_ENDS,
  };
  if (interval.to <= interval.from) {
    throw new AppError('unprocessable_entity', `to must be after from: from is ${from}, to is ${to}.`);
  }
  return interval;
}

function entryOf(row: AuditEntryRow, userById: Awaited<ReturnType<typeof loadUsers>>): AuditEntry {
  const actor: User | undefined = row.actor_id === null ? undefined : userById(row.actor_id);
  return {
    id: row.id,
    at: formatInstant(row.created_at),
    action: row.action,
    target_id: row.target_id,
    ...(actor && { actor }),
    detail: JSON.parse(row.detail_json) as object,
  };
}
