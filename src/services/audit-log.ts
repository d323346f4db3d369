/** Who did what, written in the transaction of what was done: there is no one without the other. */
import { insertAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/database.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import type { Services } from './services.ts';

/** The caller, or nobody for what the command line and the service itself do. */
export interface Actor {
  readonly organizationId: OrganizationId;
  readonly userId?: UserId;
}

export async function writeAuditEntry(
  { clock, newId }: Services,
  tx: Transaction,
  actor: Actor,
  entry: { readonly action: string; readonly targetId: string; readonly detail?: object },
): Promise<void> {
  await tx.run(insertAuditEntry, {
    id: newId('auditEntry'),
    organizationId: actor.organizationId,
    actorId: actor.userId ?? null,
    action: entry.action,
    targetId: entry.targetId,
    detailJson: JSON.stringify(entry.detail ?? {}),
    createdAt: clock.now(),
  });
}
