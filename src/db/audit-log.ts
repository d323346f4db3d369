import type { AuditEntryId, OrganizationId, UserId } from '../ids.ts';
import { statement } from './statement.ts';

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
