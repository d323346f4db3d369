/**
 * What a route asks first can go to the database together with the question who is calling. A key and a session belong to the
 * same user, and a user to the same organization, for as long as they exist: so whoever was seen before is known well enough to
 * ask for them. Whether they may have the answer is decided afterwards, as ever.
 */
import type { Queryable } from '../../db/driver/database.ts';
import type { Question } from '../../db/driver/statement.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';

export type KnownCaller = Pick<Caller, 'organizationId' | 'userId'>;

/** Of a route: what its service asks first for such a query, which fits the schema of the route. */
export type Prefetch<Query = never> = (asker: KnownCaller, query: Query, now: number) => readonly Question[];

/** Those who were seen before, by what they came with. Few of them, so that it cannot grow without end. */
const askers = new Map<string, KnownCaller>();
const MAX_KNOWN_CALLERS = 1_000;

/** What to ask for whoever calls. */
export type PrefetchForCaller = (asker: KnownCaller) => readonly Question[];

/** `who` is the question who comes with what has this hash. */
export function prefetchFor({ prefetch }: Queryable, hash: string, who: Question, ahead?: PrefetchForCaller): void {
  if (prefetch === undefined || ahead === undefined) return;
  const asker = askers.get(hash);
  if (asker !== undefined) prefetch(who, () => ahead(asker));
}

interface HolderRow {
  readonly id: UserId;
  readonly organization_id: OrganizationId;
}

/** Undefined: nobody comes with it any more. */
export function rememberCaller(hash: string, holder: HolderRow | undefined): void {
  if (holder === undefined) askers.delete(hash);
  else if (!askers.has(hash)) {
    if (askers.size === MAX_KNOWN_CALLERS) askers.clear();
    askers.set(hash, { organizationId: holder.organization_id, userId: holder.id });
  }
}
