/** Deletes expired rows of all organizations in batches, oldest first, through an index. */
import { sql } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import { statement, writeStatement } from '../driver/statement.ts';

type Batch = { before: number; limit: number };

export const organizationIds = statement((q, _: Record<never, never>) =>
  q.selectFrom('organizations').select('id').orderBy('id'),
);

export const deleteAuditEntries = writeStatement((q, p: Batch & { organizationId: OrganizationId }) =>
  q
    .deleteFrom('audit_log')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('audit_log')
        .select('id')
        .where('organization_id', '=', p.organizationId)
        .where('created_at', '<', p.before)
        .orderBy('created_at')
        .orderBy('id')
        .limit(p.limit),
    ),
);

/**
 * Deliveries that were sent or given up. Kept are the last one to each destination, which shows whether messages arrive there,
 * and messages that may still be replaced: those about an open coverage request, and those that a pending delivery replaces.
 */
export const deleteDeliveries = writeStatement((q, p: Batch & { now: number }) =>
  q.deleteFrom('deliveries').where('id', 'in', (eb) =>
    eb
      .selectFrom('deliveries as old')
      .select('old.id')
      .where('old.done_at', '<', p.before)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('delivery_queues')
            .select('delivery_queues.destination_id')
            .whereRef('delivery_queues.organization_id', '=', 'old.organization_id')
            .whereRef('delivery_queues.destination_id', '=', 'old.destination_id')
            .whereRef('delivery_queues.last_sequence', '>', 'old.sequence'),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('coverage_requests')
              .select('coverage_requests.id')
              .where(sql<boolean>`coverage_requests.id = old.subject_id`)
              .where('coverage_requests.status', '=', sql.lit('pending'))
              .where('coverage_requests.end_at', '>', p.now),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deliveries as waiting')
              .select('waiting.id')
              .whereRef('waiting.organization_id', '=', 'old.organization_id')
              .whereRef('waiting.destination_id', '=', 'old.destination_id')
              .where('waiting.status', '=', sql.lit('pending'))
              .whereRef('waiting.replaces_id', '=', 'old.id'),
          ),
        ),
      )
      .orderBy('old.done_at')
      .limit(p.limit),
  ),
);

/** The messages of deliveries that are kept although they are old. */
export const messagesOfKeptDeliveries = statement((q, p: Batch) =>
  q
    .selectFrom('deliveries')
    .select(['chat_message_id', 'done_at'])
    .where('done_at', '<', p.before)
    .orderBy('done_at')
    .limit(p.limit),
);

export const deleteIdleSessions = writeStatement((q, p: Batch) =>
  q
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('last_seen_at', '<=', p.before)
        .orderBy('last_seen_at')
        .limit(p.limit),
    ),
);

export const deleteOldSessions = writeStatement((q, p: Batch) =>
  q
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sessions').select('id').where('created_at', '<=', p.before).orderBy('created_at').limit(p.limit),
    ),
);

/** Used or not: they can no longer be used. */
export const deleteExpiredLinks = writeStatement((q, p: Batch) =>
  q
    .deleteFrom('sign_in_links')
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('sign_in_links')
        .select('user_id')
        .where('expires_at', '<', p.before)
        .orderBy('expires_at')
        .limit(p.limit),
    ),
);

/** With or without a response: the key can then be used again. */
export const deleteIdempotencyKeys = writeStatement((q, p: Batch) =>
  q
    .deleteFrom('idempotency_keys')
    .where('lease_id', 'in', (eb) =>
      eb
        .selectFrom('idempotency_keys')
        .select('lease_id')
        .where('started_at', '<', p.before)
        .orderBy('started_at')
        .limit(p.limit),
    ),
);

export const deleteIdempotencyKeyCounts = writeStatement((q, p: { before: number }) =>
  q.deleteFrom('idempotency_key_counts').where('day', '<', p.before),
);
