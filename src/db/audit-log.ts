/** Entries of the audit log. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId, UserId } from '../ids.ts';
import { type ReadStatement, type RowOf, statement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import { insertRows } from './schema/row-writes.ts';
import type { Tables } from './schema/tables.ts';

export const insertAuditEntries = insertRows('audit_log');

/** Entries of an organization since some time, newest first. */
export const latestAuditEntries = statement((q, p: { organizationId: OrganizationId; since: number; limit: number }) =>
  q
    .selectFrom('audit_log')
    .select(['id', 'action', 'target_id', 'detail_json'])
    .where('organization_id', '=', p.organizationId)
    .where('created_at', '>=', p.since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export type LatestEntryRow = RowOf<typeof latestAuditEntries>;

export type AuditEntryRow = Selectable<Tables['audit_log']>;

/** Filters of the audit log. */
export type AuditLogFilters = {
  readonly actorId?: UserId;
  readonly targetId?: string;
  readonly action?: string;
  /** A prefix of the action. */
  readonly actionPrefix?: string;
  readonly from?: number;
  readonly to?: number;
};

type Wanted = { readonly organizationId: OrganizationId } & AuditLogFilters;

interface AuditLogStatements {
  /** Newest first. */
  readonly page: ReadStatement<Wanted & { limit: number; offset: number }, AuditEntryRow>;
  readonly total: ReadStatement<Wanted, { total: number }>;
}

const known = new Map<string, AuditLogStatements>();

/** One statement for each combination of filters, so that each uses its index. */
export function auditLogStatements(filters: AuditLogFilters): AuditLogStatements {
  const key = Object.keys(filters).sort().join();
  const statements = known.get(key) ?? build(filters);
  known.set(key, statements);
  return statements;
}

function build(filters: AuditLogFilters): AuditLogStatements {
  const by = (name: keyof AuditLogFilters) => name in filters;
  const matching = (q: Kysely<Tables>, wanted: Wanted) => {
    const p = wanted as Required<Wanted>;
    return q
      .selectFrom('audit_log')
      .where('organization_id', '=', p.organizationId)
      .$if(by('actorId'), (query) => query.where('actor_id', '=', p.actorId))
      .$if(by('targetId'), (query) => query.where('target_id', '=', p.targetId))
      .$if(by('action'), (query) => query.where('action', '=', p.action))
      .$if(by('actionPrefix'), (query) => query.where(beginsWith(p.actionPrefix)))
      .$if(by('from'), (query) => query.where('created_at', '>=', p.from))
      .$if(by('to'), (query) => query.where('created_at', '<', p.to));
  };
  return {
    page: statement((q, p: Wanted & { limit: number; offset: number }) =>
      matching(q, p)
        .select(columns.audit_log)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(p.limit)
        .offset(p.offset),
    ),
    total: statement((q, p: Wanted) => matching(q, p).select((eb) => eb.fn.countAll<number>().as('total'))),
  };
}

/** Without LIKE, which ignores case on SQLite only. */
function beginsWith(prefix: string) {
  return sql<boolean>`substr(action, 1, length(${prefix})) = ${prefix}`;
}

/** Names of users, teams and schedules. Ids of other kinds, and of deleted things, have no name. */
export const namesByIds = statement((q, p: { organizationId: OrganizationId; ids: readonly string[] }, { listed }) => {
  const named = (table: 'users' | 'teams' | 'schedules') =>
    q
      .selectFrom(table)
      .select([sql<string>`id`.as('id'), 'name'])
      .where('organization_id', '=', p.organizationId)
      .where(sql<string>`id`, ...listed(p.ids));
  return named('users')
    .unionAll(named('teams'))
    .unionAll(named('schedules').where('deleted_at', 'is', null));
});
