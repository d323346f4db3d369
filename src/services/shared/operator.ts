/**
 * Whoever runs the command line on the server: they hold the database, so nobody asks for their permission, and the audit
 * log names no actor. A caller does not fit this type, so that no request can pass for the operator.
 */
import { anyOrganization } from '../../db/organizations.ts';
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
