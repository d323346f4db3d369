/** Counts for the notices of admins: messages, mails, user groups and webhooks that fail. */
import { sql } from 'kysely';
import type { OrganizationId } from '../../ids.ts';
import { statement } from '../driver/statement.ts';
import type { DestinationKind } from '../schema/tables/outbox.ts';

type OfOrganization = { organizationId: OrganizationId };

/** Messages that failed and wait for a retry, the oldest first. */
export const waitingDeliveries = statement(
  (q, p: OfOrganization & { kind: DestinationKind; before: number; limit: number }) =>
    q
      .selectFrom('deliveries')
      .select(['id', 'destination_id', 'error', 'created_at'])
      .where('organization_id', '=', p.organizationId)
      .where('status', '=', sql.lit('pending'))
      .where('kind', '=', p.kind)
      .where('attempts', '>', sql.lit(0))
      .where('created_at', '<', p.before)
      .orderBy('created_at')
      .limit(p.limit),
);

/** Messages that failed for good, and were the last to their destination; the newest first. */
export const failedLastDeliveries = statement(
  (q, p: OfOrganization & { kind: DestinationKind; since: number; limit: number }) =>
    q
      .selectFrom('deliveries')
      .innerJoin('delivery_queues', (join) =>
        join
          .onRef('delivery_queues.organization_id', '=', 'deliveries.organization_id')
          .onRef('delivery_queues.destination_id', '=', 'deliveries.destination_id')
          .onRef('delivery_queues.last_sequence', '=', 'deliveries.sequence'),
      )
      .select(['deliveries.id', 'deliveries.destination_id', 'deliveries.error', 'deliveries.done_at'])
      .where('deliveries.organization_id', '=', p.organizationId)
      .where('deliveries.status', '=', sql.lit('failed'))
      .where('deliveries.kind', '=', p.kind)
      .where('deliveries.done_at', '>=', p.since)
      .orderBy('deliveries.id', 'desc')
      .limit(p.limit),
);

/** Webhooks that Watchbill has disabled, or that have been failing since then. */
export const failingWebhooks = statement((q, p: OfOrganization & { before: number; limit: number }) =>
  q
    .selectFrom('webhooks')
    .select(['id', 'url', 'failing_since', 'disabled_at', 'disabled_reason'])
    .where('organization_id', '=', p.organizationId)
    .where((eb) =>
      eb.or([
        eb('disabled_reason', 'is not', null),
        eb.and([eb('disabled_at', 'is', null), eb('failing_since', '<', p.before)]),
      ]),
    )
    .orderBy('id')
    .limit(p.limit),
);

/** Groups of schedules whose sync with the chat fails. */
export const failingGroups = statement((q, p: OfOrganization & { limit: number }) =>
  q
    .selectFrom('chat_groups')
    .select(['id', 'handle', 'sync_error', 'synced_at', 'created_at'])
    .where('organization_id', '=', p.organizationId)
    .where('sync_error', 'is not', null)
    .where('sync_due_at', 'is not', null)
    .orderBy('id')
    .limit(p.limit),
);
