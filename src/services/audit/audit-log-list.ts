/** Lists the audit log. Separate from audit-log.ts, which every service imports to write to it. */
import { type AuditEntryRow, type AuditLogFilters, auditLogStatements, namesByIds } from '../../db/audit-log.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { AppError } from '../../errors.ts';
import { type OrganizationId, parseId, type ScheduleId, type TeamId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { AuditEntry, AuditLogQuery } from '../../schemas/audit-log.ts';
import type { User } from '../../schemas/people/users.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { loadUsers } from '../people/users.ts';
import { metaOf, type PageMeta, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';

/** Newest first. An actor or a target that does not exist has no entries. */
export async function listAuditLog(
  { db }: Services,
  caller: Caller,
  query: AuditLogQuery,
): Promise<{ audit_log: AuditEntry[]; names: Record<string, string>; meta: PageMeta }> {
  await requirePermission(caller, 'read audit log');
  const { organizationId } = caller;
  const times = timesOf(query);
  const filters = filtersOf(query);
  if (filters === undefined) return { audit_log: [], names: {}, meta: metaOf(query, undefined) };
  const wanted = { ...filters, ...times };
  const { rows, meta } = await readPage(db, auditLogStatements(wanted), { organizationId, ...wanted }, query);
  const entries = rows.map((row) => ({ row, detail: JSON.parse(row.detail_json) as object }));
  const [userById, names] = await Promise.all([
    loadUsers(
      db,
      organizationId,
      rows.flatMap(({ actor_id }) => actor_id ?? []),
    ),
    loadNames(db, organizationId, entries),
  ]);
  return { audit_log: entries.map((entry) => entryOf(entry, userById)), names, meta };
}

interface Entry {
  readonly row: AuditEntryRow;
  readonly detail: object;
}

/** Ids in the entries: the target, and the top level of the detail. */
async function loadNames(
  db: Queryable,
  organizationId: OrganizationId,
  entries: readonly Entry[],
): Promise<Record<string, string>> {
  const ids = entries.flatMap(({ row, detail }) => [row.target_id, ...Object.values(detail)]).filter(canHaveName);
  if (ids.length === 0) return {};
  const rows = await db.all(namesByIds, { organizationId, ids: [...new Set(ids)] });
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

function canHaveName(value: unknown): value is UserId | TeamId | ScheduleId {
  const kinds = ['user', 'team', 'schedule'] as const;
  return typeof value === 'string' && kinds.some((kind) => parseId(kind, value) !== undefined);
}

function timesOf({ from, to }: AuditLogQuery): Pick<AuditLogFilters, 'from' | 'to'> {
  const start = from === undefined ? undefined : parseInstant(from);
  const end = to === undefined ? undefined : parseInstant(to);
  if (start !== undefined && end !== undefined && end <= start) {
    throw new AppError('unprocessable_entity', `to must be after from: from is ${from}, to is ${to}.`);
  }
  return { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
}

/** Undefined if nothing can match. */
function filtersOf({ actor_id, target_id, action }: AuditLogQuery): AuditLogFilters | undefined {
  const actorId = actor_id === undefined ? undefined : parseId('user', actor_id);
  if (actor_id !== undefined && actorId === undefined) return undefined;
  return {
    ...(actorId !== undefined && { actorId }),
    ...(target_id !== undefined && { targetId: target_id }),
    ...(action?.endsWith('*') && { actionPrefix: action.slice(0, -1) }),
    ...(action?.endsWith('*') === false && { action }),
  };
}

function entryOf({ row, detail }: Entry, userById: Awaited<ReturnType<typeof loadUsers>>): AuditEntry {
  const actor: User | undefined = row.actor_id === null ? undefined : userById(row.actor_id);
  return {
    id: row.id,
    at: formatInstant(row.created_at),
    action: row.action,
    target_id: row.target_id,
    ...(actor && { actor }),
    ...(row.address !== null && { address: row.address }),
    detail,
  };
}
