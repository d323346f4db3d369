/** Writes audit entries, in the transaction of the change that they record. */
import { insertAuditEntries } from '../../db/audit-log.ts';
import type { LockingTransaction } from '../../db/driver/database.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Services } from './services.ts';

/** The caller, or nobody for actions of the command line and of the service itself. */
export interface Actor {
  readonly organizationId: OrganizationId;
  readonly userId?: UserId;
  /** Where the request came from; absent for the command line and the worker. */
  readonly address?: string | undefined;
}

export interface AuditEntry {
  readonly action: string;
  readonly targetId: string;
  readonly detail?: object;
}

export function writeAuditEntry(
  services: Services,
  tx: LockingTransaction,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  return writeAuditEntries(services, tx, actor, [entry]);
}

/** Written in this order, without waiting for it. */
export async function writeAuditEntries(
  { clock, newId }: Services,
  tx: LockingTransaction,
  { organizationId, userId, address }: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const now = clock.now();
  const rows = entries.map(({ action, targetId, detail = {} }) => ({
    id: newId('auditEntry'),
    actor_id: userId ?? null,
    action,
    target_id: targetId,
    detail_json: JSON.stringify(detail),
    created_at: now,
    address: address ?? null,
  }));
  tx.send(insertAuditEntries, { organizationId, rows });
}
