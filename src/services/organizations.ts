import type { Queryable } from '../db/database.ts';
import {
  lockOrganization,
  organizationById,
  updateOrganization as updateOrganizationRow,
} from '../db/organizations.ts';
import { type Caller, requirePermission } from '../permissions.ts';
import type { Organization, OrganizationUpdate } from '../schemas/organizations.ts';
import { findZone } from '../time/zones.ts';
import { writeAuditEntry } from './audit-log.ts';
import type { Services } from './services.ts';

export async function getOrganization({ db }: Services, caller: Caller): Promise<Organization> {
  return loadOrganization(db, caller);
}

export async function updateOrganization(
  services: Services,
  caller: Caller,
  wanted: OrganizationUpdate,
): Promise<Organization> {
  await requirePermission(caller, 'change organization');
  const id = caller.organizationId;
  return services.db.transaction(async (tx) => {
    await tx.run(lockOrganization, { id });
    const { name, time_zone } = { ...(await loadOrganization(tx, caller)), ...wanted };
    await tx.run(updateOrganizationRow, { id, name: name.trim(), timeZone: findZone(time_zone)?.name ?? time_zone });
    await writeAuditEntry(services, tx, caller, { action: 'organization.updated', targetId: id, detail: wanted });
    return loadOrganization(tx, caller);
  });
}

async function loadOrganization(db: Queryable, { organizationId }: Caller): Promise<Organization> {
  const row = await db.first(organizationById, { id: organizationId });
  if (row === undefined) throw new Error(`the caller's organization ${organizationId} does not exist`);
  return { id: row.id, name: row.name, time_zone: row.time_zone };
}
