import type { Queryable } from '../../db/driver/database.ts';
import {
  type OrganizationRow,
  organizationById,
  updateOrganization as updateOrganizationRow,
  updateSetup,
} from '../../db/people/organizations.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { Organization, OrganizationUpdate } from '../../schemas/people/organizations.ts';
import { findZone } from '../../time/zones.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOf } from '../shared/entity-tags.ts';
import type { Services } from '../shared/services.ts';
import { keepFormerZone } from './former-zones.ts';

export async function getOrganization({ db }: Services, caller: Caller): Promise<Organization> {
  return loadOrganization(db, caller);
}

export async function updateOrganization(
  services: Services,
  caller: Caller,
  wanted: OrganizationUpdate,
  expected?: ExpectedTags,
): Promise<Organization> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change organization');
    const id = caller.organizationId;
    const organization = await loadOrganization(tx, caller);
    requireTag(expected, tagOf(organization));
    const { name, time_zone } = { ...organization, ...wanted };
    const timeZone = findZone(time_zone)?.name ?? time_zone;
    const { setup } = wanted;
    const updated = await tx.first(updateOrganizationRow, { id, name: name.trim(), timeZone });
    const row =
      setup === undefined ? updated : await tx.first(updateSetup, { id, setup: setup === 'done' ? null : setup });
    const subject = { organizationId: id, subjectId: id };
    await keepFormerZone(services, tx, subject, organization.time_zone, timeZone);
    await writeAuditEntry(services, tx, caller, { action: 'organization.updated', targetId: id, detail: wanted });
    return organizationOf(caller, row);
  });
}

async function loadOrganization(db: Queryable, { organizationId }: Caller): Promise<Organization> {
  return organizationOf({ organizationId }, await db.first(organizationById, { id: organizationId }));
}

function organizationOf(
  { organizationId }: Pick<Caller, 'organizationId'>,
  row: OrganizationRow | undefined,
): Organization {
  if (row === undefined) throw new Error(`the caller's organization ${organizationId} does not exist`);
  return {
    id: row.id,
    name: row.name,
    time_zone: row.time_zone,
    ...(row.setup !== null && { setup: row.setup }),
  };
}
