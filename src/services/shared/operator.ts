/**
 * The operator: runs the command line on the server. They control the database, so no permission is checked, and the audit log names no
 * actor. A `Caller` is not assignable to this type, so no request can act as the operator.
 */
import { anyOrganization } from '../../db/people/organizations.ts';
import { AppError } from '../../errors.ts';
import type { OrganizationId } from '../../ids.ts';
import type { Services } from './services.ts';

export interface Operator {
  readonly organizationId: OrganizationId;
  readonly userId?: never;
}

export async function getOperator({ db }: Services): Promise<Operator> {
  const organization = await db.first(anyOrganization, {});
  if (organization === undefined) {
    throw new AppError('unprocessable_entity', 'The database is empty: start the service once, with "serve".');
  }
  return { organizationId: organization.id };
}
