/**
 * The last use of API keys and sessions. A request only records it in memory. Once a minute, and at shutdown, one statement writes it for all keys
 * and one for all sessions. A killed process loses up to a minute of it, which only affects lists of keys.
 */

import type { Database } from '../../db/driver/database.ts';
import type { Records, WriteStatement } from '../../db/driver/statement.ts';
import { touchApiKeys } from '../../db/sign-in/api-keys.ts';
import { touchSessions } from '../../db/sign-in/sessions.ts';
import type { ApiKeyId, OrganizationId, SessionId } from '../../ids.ts';
import { MINUTE_MS } from '../../time/units.ts';

export const LAST_USE_WRITE_INTERVAL_MS = MINUTE_MS;

interface Use {
  readonly organizationId: OrganizationId;
  readonly atMs: number;
}

/** Uses that are not written yet. */
export interface LastUses {
  readonly apiKeys: Map<ApiKeyId, Use>;
  readonly sessions: Map<SessionId, Use>;
}

export function noLastUses(): LastUses {
  return { apiKeys: new Map(), sessions: new Map() };
}

/** The last use: from memory, or else the stored one. */
export function lastUse<Id, Stored extends number | null>(
  uses: Map<Id, Use>,
  id: Id,
  storedMs: Stored,
): number | Stored {
  const noted = uses.get(id);
  return noted === undefined || (storedMs !== null && storedMs > noted.atMs) ? storedMs : noted.atMs;
}

interface UsesToWrite {
  readonly db: Database;
  readonly lastUses: LastUses;
}

export async function writeLastUses({ db, lastUses }: UsesToWrite): Promise<void> {
  await write(db, touchApiKeys, lastUses.apiKeys);
  await write(db, touchSessions, lastUses.sessions);
}

async function write<Id extends string>(
  db: Database,
  statement: WriteStatement<{ ids: readonly Id[]; uses: Records }, unknown>,
  uses: Map<Id, Use>,
): Promise<void> {
  const written = [...uses];
  if (written.length === 0) return;
  const rows = written.map(([id, { organizationId, atMs }]) => ({ organization_id: organizationId, id, at_ms: atMs }));
  // READ COMMITTED: nothing is decided, and if two nodes write the same key, the later time wins.
  await db.queueTransaction((tx) => tx.run(statement, { ids: written.map(([id]) => id), uses: rows }));
  for (const [id, use] of written) if (uses.get(id) === use) uses.delete(id);
}
