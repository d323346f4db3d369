/**
 * Prefetches the first queries of a route together with the query that authenticates the caller. A key or session always belongs to the
 * same user and organization, so the caller's ids are known from earlier requests. Permissions are still checked afterwards.
 */
import type { Queryable } from '../../db/driver/database.ts';
import type { BoundRead } from '../../db/driver/statement.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';

export type KnownCaller = Pick<Caller, 'organizationId' | 'userId'>;

/** The first queries of a route, for a valid query string. */
export type Prefetch<Query = never> = (asker: KnownCaller, query: Query, now: number) => readonly BoundRead[];

/** Callers by the hash of their key or session. Cleared when it is full. */
const askers = new Map<string, KnownCaller>();
const MAX_KNOWN_CALLERS = 1_000;

/** The queries to prefetch for a caller. */
export type PrefetchForCaller = (asker: KnownCaller) => readonly BoundRead[];

/** `who` is the query that finds the holder of the key or session with this hash. */
export function prefetchFor({ prefetch }: Queryable, hash: string, who: BoundRead, ahead?: PrefetchForCaller): void {
  if (prefetch === undefined || ahead === undefined) return;
  const asker = askers.get(hash);
  if (asker !== undefined) prefetch(who, () => ahead(asker));
}

interface HolderRow {
  readonly id: UserId;
  readonly organization_id: OrganizationId;
}

/** Without a holder, the hash is removed. */
export function rememberCaller(hash: string, holder: HolderRow | undefined): void {
  if (holder === undefined) askers.delete(hash);
  else if (!askers.has(hash)) {
    if (askers.size === MAX_KNOWN_CALLERS) askers.clear();
    askers.set(hash, { organizationId: holder.organization_id, userId: holder.id });
  }
}
