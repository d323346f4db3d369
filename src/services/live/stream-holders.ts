/** Checks whether the keys and sessions of open streams are still valid. */
import { validApiKeys } from '../../db/sign-in/api-keys.ts';
import { validSessions } from '../../db/sign-in/sessions.ts';
import type { ApiKeyId, OrganizationId, SessionId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';
import { MAX_AGE_MS } from '../sign-in/sessions.ts';

export interface StreamHolder {
  readonly organizationId: OrganizationId;
  /** One of the two is set. */
  readonly sessionId?: SessionId | undefined;
  readonly apiKeyId?: ApiKeyId | undefined;
}

/** The ids of keys and sessions that are still valid: at most two statements for each organization. */
export async function validHolders(
  { db, clock }: Services,
  holders: Iterable<StreamHolder>,
): Promise<ReadonlySet<ApiKeyId | SessionId>> {
  const now = clock.now();
  const valid = new Set<ApiKeyId | SessionId>();
  for (const [organizationId, all] of Map.groupBy(holders, ({ organizationId }) => organizationId)) {
    const sessions = [...new Set(all.flatMap(({ sessionId = [] }) => sessionId))];
    const keys = [...new Set(all.flatMap(({ apiKeyId = [] }) => apiKeyId))];
    const rows = await db.asOneReader(() =>
      Promise.all([
        sessions.length === 0
          ? []
          : db.all(validSessions, { organizationId, ids: sessions, startedBefore: now - MAX_AGE_MS }),
        keys.length === 0 ? [] : db.all(validApiKeys, { organizationId, ids: keys, now }),
      ]),
    );
    for (const { id } of rows.flat()) valid.add(id);
  }
  return valid;
}
