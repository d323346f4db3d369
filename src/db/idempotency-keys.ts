import { type Selectable, sql } from 'kysely';
import type { LeaseId, OrganizationId, UserId } from '../ids.ts';
import { statement, writeStatement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import type { Tables } from './schema/tables.ts';

export type IdempotencyKeyRow = Selectable<Tables['idempotency_keys']>;

type Key = { organizationId: OrganizationId; userId: UserId; route: string; idempotencyKey: string };

/**
 * Returns a row if the key is free: it is new, it was used before `forgottenBefore`, or the same request began before
 * `abandonedBefore` and has no response.
 */
export const claimIdempotencyKey = writeStatement(
  (
    q,
    p: Key & { fingerprint: string; leaseId: LeaseId; now: number; abandonedBefore: number; forgottenBefore: number },
  ) =>
    q
      .insertInto('idempotency_keys')
      .values({
        organization_id: p.organizationId,
        user_id: p.userId,
        route: p.route,
        idempotency_key: p.idempotencyKey,
        fingerprint: p.fingerprint,
        lease_id: p.leaseId,
        started_at: p.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'route', 'idempotency_key'])
          .doUpdateSet((eb) => ({
            fingerprint: eb.ref('excluded.fingerprint'),
            lease_id: eb.ref('excluded.lease_id'),
            started_at: eb.ref('excluded.started_at'),
            status: null,
            response_json: null,
            kept_json: null,
          }))
          .where((eb) =>
            eb.or([
              eb('idempotency_keys.started_at', '<', p.forgottenBefore),
              eb.and([
                eb('idempotency_keys.status', 'is', null),
                eb('idempotency_keys.started_at', '<', p.abandonedBefore),
                eb('idempotency_keys.fingerprint', '=', eb.ref('excluded.fingerprint')),
              ]),
            ]),
          ),
      )
      .returning('lease_id'),
);

export const idempotencyKeyOf = statement((q, p: Key) =>
  q
    .selectFrom('idempotency_keys')
    .select(columns.idempotency_keys)
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('route', '=', p.route)
    .where('idempotency_key', '=', p.idempotencyKey),
);

/** Changes nothing if another request has taken the key over. */
export const storeIdempotentAnswer = writeStatement(
  (q, p: Key & { leaseId: LeaseId; answerStatus: number; responseJson: string | null; keptJson: string | null }) =>
    q
      .updateTable('idempotency_keys')
      .set({ status: p.answerStatus, response_json: p.responseJson, kept_json: p.keptJson })
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('route', '=', p.route)
      .where('idempotency_key', '=', p.idempotencyKey)
      .where('lease_id', '=', p.leaseId)
      .where('status', 'is', null),
);

export const releaseIdempotencyKey = writeStatement((q, p: Key & { leaseId: LeaseId }) =>
  q
    .deleteFrom('idempotency_keys')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('route', '=', p.route)
    .where('idempotency_key', '=', p.idempotencyKey)
    .where('lease_id', '=', p.leaseId)
    .where('status', 'is', null),
);

type Count = { organizationId: OrganizationId; userId: UserId; day: number };

/** Counts a new key of the user and returns how many that is on that day. Concurrent callers are serialised. */
export const countIdempotencyKey = writeStatement((q, p: Count) =>
  q
    .insertInto('idempotency_key_counts')
    .values({ organization_id: p.organizationId, user_id: p.userId, day: p.day, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet((eb) => ({ count: eb('idempotency_key_counts.count', '+', 1) })),
    )
    .returning('count'),
);

export const uncountIdempotencyKey = writeStatement((q, p: Count) =>
  q
    .updateTable('idempotency_key_counts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('day', '=', p.day),
);

/** Keys whose stored response contains a text, such as the id of a user. */
export const deleteIdempotencyKeysWith = writeStatement((q, p: { organizationId: OrganizationId; pattern: string }) =>
  q
    .deleteFrom('idempotency_keys')
    .where('organization_id', '=', p.organizationId)
    .where(sql<boolean>`response_json like ${p.pattern} escape '\\'`),
);
