/**
 * The unfinished departures of an organization as one column, for statements that run anyway: so they cost no extra round trip. Null when
 * there are none, which is the usual case.
 */
import { type Kysely, sql } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import type { Tables } from '../schema/tables.ts';

/** `usr_… 1767603600000,usr_… 1767603600001`, in any order: who, and since when they are on call nowhere. */
export function departureList(q: Kysely<Tables>, p: { readonly organizationId: OrganizationId }) {
  const departure = sql`departures.user_id || ' ' || cast(departures.left_at as text)`;
  return q
    .selectFrom('departures')
    .select(({ fn }) => fn.agg<string | null>('string_agg', [departure, sql.lit(',')]).as('list'))
    .where('departures.organization_id', '=', p.organizationId)
    .as('departures');
}
