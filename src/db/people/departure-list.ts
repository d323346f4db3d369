/**
 * The unfinished departures of an organization as one column, for statements that run anyway, so that they cost no extra round trip. Usually null:
 * there are none.
 */
import { type Kysely, sql } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import type { Tables } from '../schema/tables.ts';

/** `usr_… 1767603600000,usr_… 1767603600001`, in any order: the user, and since when they are not on call anywhere. */
export function departureList(q: Kysely<Tables>, p: { readonly organizationId: OrganizationId }) {
  const departure = sql`departures.user_id || ' ' || cast(departures.left_at as text)`;
  return q
    .selectFrom('departures')
    .select(({ fn }) => fn.agg<string | null>('string_agg', [departure, sql.lit(',')]).as('list'))
    .where('departures.organization_id', '=', p.organizationId)
    .as('departures');
}
