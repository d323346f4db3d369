import type { Kysely, Selectable } from 'kysely';
import type { AuditEntryId, OrganizationId, UserId } from '../ids.ts';
import { type Statement, statement } from './statement.ts';
import type { Tables } from './tables.ts';

export const insertAuditEntry = statement(
  (
    q,
    p: {
      id: AuditEntryId;
      organizationId: OrganizationId;
      actorId: UserId | null;
      action: string;
      targetId: string;
      detailJson: string;
      createdAt: number;
    },
  ) =>
    q.insertInto('audit_log').values({
      id: p.id,
      organization_id: p.organizationId,
      actor_id: p.actorId,
      action: p.action,
      target_id: p.targetId,
      detail_json: p.detailJson,
      created_at: p.createdAt,
    }),
);

export type AuditEntryRow = Selectable<Tables['audit_log']>;

/** What one may ask for; whatever is not filtered by is ignored. */
interface AuditLogFilter {
  readonly [name: string]: string | number | null;
  readonly organizationId: OrganizationId;
  readonly actorId: UserId | null;
  readonly targetId: string;
  readonly action: string;
  readonly from: number;
  readonly to: number;
}

export interface AuditLogStatements {
  /** Newest first. */
  readonly page: Statement<AuditLogFilter & { limit: number; offset: number }, AuditEntryRow>;
  readonly total: Statement<AuditLogFilter, { total: number }>;
}

const known = new Map<string, AuditLogStatements>();

/** For each choice of filters a statement of its own, so that each finds its index. */
export function auditLogStatements(by: { actorId: boolean; targetId: boolean; action: boolean }): AuditLogStatements {
  const key = JSON.stringify([by.actorId, by.targetId, by.action]);
  const statements = known.get(key) ?? build(by);
  known.set(key, statements);
  return statements;
}

function build(by: { actorId: boolean; targetId: boolean; action: boolean }): AuditLogStatements {
  const matching = (q: Kysely<Tables>, p: AuditLogFilter) =>
    q
      .selectFrom('audit_log')
      .where('organization_id', '=', p.organizationId)
      .where('created_at', '>=', p.from)
      .where('created_at', '<', p.to)
      .$if(by.actorId, (query) => query.where('actor_id', '=', p.actorId))
      .$if(by.targetId, (query) => query.where('target_id', '=', p.targetId))
      .$if(by.action, (query) => query.where('action', '=', p.action));
  return {
    page: statement((q, p: AuditLogFilter & { limit: number; offset: number }) =>
      matching(q, p).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(p.limit).offset(p.offset),
    ),
    total: statement((q, p: AuditLogFilter) => matching(q, p).select((eb) => eb.fn.countAll<number>().as('total'))),
  };
}
