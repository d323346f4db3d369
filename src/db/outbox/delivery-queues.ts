/** The queues of the outbox, one for each destination: when each is due, and which worker has its lease. */
import { type Selectable, sql } from 'kysely';
import type { LeaseId, OrganizationId } from '../../ids.ts';
import { claimStatement, lockStatement, type Records, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { DestinationKind } from '../schema/tables/outbox.ts';
import type { Tables } from '../schema/tables.ts';

export type DeliveryQueueRow = Selectable<Tables['delivery_queues']>;

export type QueueKey = { organizationId: OrganizationId; destinationId: string };

const QUEUE_COLUMNS = { destination_id: 'text', kind: 'text', added: 'bigint' } as const;

/**
 * Makes queues due that have nothing pending, or only postponed deliveries; all others are due already, or wait for a reason.
 * `queues` has the columns above for each of them. Returns the `last_sequence` of each after raising it by `added`. The row is
 * locked until the commit, so the numbers of a queue follow the order of the commits.
 */
export const wakeQueues = writeStatement(
  (q, p: { organizationId: OrganizationId; queues: Records; now: number }, { records }) =>
    q
      .insertInto('delivery_queues')
      .columns(['organization_id', 'destination_id', 'kind', 'last_sequence', 'due_at', 'failures'])
      .expression((eb) =>
        eb
          .selectFrom(records(p.queues, QUEUE_COLUMNS).as('wanted'))
          .select((select) => [
            sql<OrganizationId>`cast(${p.organizationId} as text)`.as('organization_id'),
            'wanted.destination_id',
            select.ref('wanted.kind').$castTo<DestinationKind>().as('kind'),
            'wanted.added as last_sequence',
            sql<number>`cast(${p.now} as bigint)`.as('due_at'),
            sql.lit(0).as('failures'),
          ])
          // Without a condition SQLite would parse `on conflict` as part of a join.
          .where(sql.lit(true))
          .orderBy('wanted.destination_id'),
      )
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'destination_id']).doUpdateSet((eb) => ({
          due_at: eb
            .case()
            .when(eb.and([eb('delivery_queues.lease_id', 'is', null), eb('delivery_queues.failures', '=', sql.lit(0))]))
            .then(eb.ref('excluded.due_at'))
            .else(eb.fn.coalesce('delivery_queues.due_at', 'excluded.due_at'))
            .end(),
          last_sequence: eb('delivery_queues.last_sequence', '+', eb.ref('excluded.last_sequence')),
        })),
      )
      .returning(['delivery_queues.destination_id', 'delivery_queues.last_sequence']),
);

/** Queues of a kind in all organizations, the earliest first. Locked until the end of the transaction; other workers skip them. */
export const dueQueues = claimStatement(
  (q, p: { kind: DestinationKind; now: number; limit: number }, { skippingLocked }) =>
    skippingLocked(
      q
        .selectFrom('delivery_queues')
        .select(columns.delivery_queues)
        .where('kind', '=', p.kind)
        .where('due_at', '<=', p.now)
        .orderBy('due_at')
        .limit(p.limit),
    ),
);

type DueAmong = { kind: DestinationKind; now: number; ids: readonly string[]; limit: number };

/** The same, only queues of these destinations. */
export const dueQueuesAmong = claimStatement((q, p: DueAmong, { skippingLocked, listed }) =>
  skippingLocked(
    q
      .selectFrom('delivery_queues')
      .select(columns.delivery_queues)
      .where('kind', '=', p.kind)
      .where('due_at', '<=', p.now)
      .where('destination_id', ...listed(p.ids))
      .orderBy('due_at')
      .limit(p.limit),
  ),
);

/** The same, without queues of these destinations. */
export const dueQueuesExcept = claimStatement((q, p: DueAmong, { skippingLocked, listed }) =>
  skippingLocked(
    q
      .selectFrom('delivery_queues')
      .select(columns.delivery_queues)
      .where('kind', '=', p.kind)
      .where('due_at', '<=', p.now)
      .where(({ not, eb }) => not(eb('destination_id', ...listed(p.ids))))
      .orderBy('due_at')
      .limit(p.limit),
  ),
);

export const leaseQueue = writeStatement((q, p: QueueKey & { leaseId: LeaseId; until: number }) =>
  q
    .updateTable('delivery_queues')
    .set({ lease_id: p.leaseId, due_at: p.until })
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId),
);

/** Changes nothing if another worker has the queue. */
export const renewQueue = writeStatement((q, p: QueueKey & { leaseId: LeaseId; until: number }) =>
  q
    .updateTable('delivery_queues')
    .set({ due_at: p.until })
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('lease_id', '=', p.leaseId),
);

/** Changes nothing if another worker has the queue. */
export const releaseQueue = writeStatement(
  (q, p: QueueKey & { leaseId: LeaseId; dueAt: number | null; failures: number }) =>
    q
      .updateTable('delivery_queues')
      .set({ lease_id: null, due_at: p.dueAt, failures: p.failures })
      .where('organization_id', '=', p.organizationId)
      .where('destination_id', '=', p.destinationId)
      .where('lease_id', '=', p.leaseId),
);

/** Locks the queue: `enqueue` to it waits for the end of the transaction. */
export const lockQueue = lockStatement((q, p: QueueKey, { locking }) =>
  locking(
    q
      .selectFrom('delivery_queues')
      .select(columns.delivery_queues)
      .where('organization_id', '=', p.organizationId)
      .where('destination_id', '=', p.destinationId),
  ),
);
