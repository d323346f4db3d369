/** Rule BUD-7: the notifications of a burst, which one person causes for another. All of them are in one queue. */
import { sql } from 'kysely';
import type { DeliveryId, OrganizationId } from '../../ids.ts';
import { statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { DeliveryStatus } from '../schema/tables/outbox.ts';
import type { QueueKey } from './delivery-queues.ts';

type BurstKey = QueueKey & { burst: string };

/** Messages that arrived since then. A merged one counts once. */
export const sentOfBurst = statement((q, p: BurstKey & { since: number; limit: number }) =>
  q
    .selectFrom('deliveries')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('burst', '=', p.burst)
    .where('burst', 'is not', null)
    .where('done_at', '>', p.since)
    .where('status', '=', sql.lit('sent'))
    .where((eb) => eb.or([eb('merged_into', 'is', null), eb('merged_into', '=', eb.ref('id'))]))
    .limit(p.limit),
);

export const pendingOfBurst = statement((q, p: BurstKey & { limit: number }) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('burst', '=', p.burst)
    .where('burst', 'is not', null)
    .where('status', '=', sql.lit('pending'))
    .orderBy('sequence')
    .orderBy('id')
    .limit(p.limit),
);

/** The one that was held first. */
export const firstHeldOfBurst = statement((q, p: BurstKey) =>
  q
    .selectFrom('deliveries')
    .select('held_until')
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('burst', '=', p.burst)
    .where('burst', 'is not', null)
    .where('status', '=', sql.lit('pending'))
    .where('held_until', 'is not', null)
    .orderBy('sequence')
    .orderBy('id')
    .limit(1),
);

/** Postpones a delivery, so that the queue can continue. */
export const holdDelivery = writeStatement(
  (q, p: { organizationId: OrganizationId; id: DeliveryId; heldUntil: number }) =>
    q
      .updateTable('deliveries')
      .set({ held_until: p.heldUntil, retry_at: p.heldUntil })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
);

/** The deliveries that one message contains. */
export const mergedDeliveries = statement((q, p: { organizationId: OrganizationId; id: DeliveryId }) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('merged_into', '=', p.id)
    .where('merged_into', 'is not', null)
    .orderBy('sequence')
    .orderBy('id'),
);

/** Records the result of a message for the deliveries that it contains. */
export const finishMerged = writeStatement(
  (
    q,
    p: {
      organizationId: OrganizationId;
      ids: readonly DeliveryId[];
      /** Null if the message failed. */
      mergedInto: DeliveryId | null;
      status: Exclude<DeliveryStatus, 'pending'>;
      chatMessageId: string | null;
      error: string | null;
      now: number;
    },
    { listed },
  ) =>
    q
      .updateTable('deliveries')
      .set({
        status: p.status,
        chat_message_id: p.chatMessageId,
        error: p.error,
        retry_at: null,
        done_at: p.now,
        merged_into: p.mergedInto,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids)),
);
