/** The messages of the outbox: pending, sent or failed. Their queues are in delivery-queues.ts. */
import { type Selectable, sql } from 'kysely';
import type { DeliveryId, OrganizationId } from '../../ids.ts';
import { type Records, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { DeliveryStatus, DestinationKind } from '../schema/tables/outbox.ts';
import type { Tables } from '../schema/tables.ts';
import type { QueueKey } from './delivery-queues.ts';

export type DeliveryRow = Selectable<Tables['deliveries']>;

type DeliveryKey = { organizationId: OrganizationId; id: DeliveryId };

const DELIVERY_COLUMNS = {
  id: 'text',
  kind: 'text',
  destination_id: 'text',
  later: 'bigint',
  message_json: 'text',
  event_json: 'text',
  subject_id: 'text',
  replaces_id: 'text',
  burst: 'text',
  shift_at: 'bigint',
} as const;

const RAISED_COLUMNS = { destination_id: 'text', last_sequence: 'bigint' } as const;

/**
 * `deliveries` has the columns above for each message; `later` is the number of messages that follow it in the same queue. `raised` is the result of
 * `wakeQueues` for these queues.
 */
export const insertDeliveries = writeStatement(
  (q, p: { organizationId: OrganizationId; deliveries: Records; raised: Records; now: number }, { records }) =>
    q
      .insertInto('deliveries')
      .columns([
        'id',
        'organization_id',
        'kind',
        'destination_id',
        'sequence',
        'message_json',
        'event_json',
        'subject_id',
        'replaces_id',
        'burst',
        'shift_at',
        'status',
        'attempts',
        'created_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom(records(p.deliveries, DELIVERY_COLUMNS).as('wanted'))
          .innerJoin(records(p.raised, RAISED_COLUMNS).as('raised'), 'raised.destination_id', 'wanted.destination_id')
          .select((select) => [
            select.ref('wanted.id').$castTo<DeliveryId>().as('id'),
            sql<OrganizationId>`cast(${p.organizationId} as text)`.as('organization_id'),
            select.ref('wanted.kind').$castTo<DestinationKind>().as('kind'),
            'wanted.destination_id',
            select('raised.last_sequence', '-', select.ref('wanted.later')).as('sequence'),
            'wanted.message_json',
            'wanted.event_json',
            'wanted.subject_id',
            select.ref('wanted.replaces_id').$castTo<DeliveryId | null>().as('replaces_id'),
            'wanted.burst',
            'wanted.shift_at',
            sql.lit<DeliveryStatus>('pending').as('status'),
            sql.lit(0).as('attempts'),
            sql<number>`cast(${p.now} as bigint)`.as('created_at'),
          ]),
      ),
);

export const pendingDeliveries = statement((q, p: QueueKey & { limit: number }) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('status', '=', sql.lit('pending'))
    .orderBy('sequence')
    .orderBy('id')
    .limit(p.limit),
);

/** Pending deliveries that are not postponed. */
export const readyDeliveries = statement((q, p: QueueKey & { now: number; limit: number }) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('status', '=', sql.lit('pending'))
    .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', p.now)]))
    .orderBy('sequence')
    .orderBy('id')
    .limit(p.limit),
);

/** The earliest retry time of deliveries that were set aside; null if there are none. */
export const firstSetAside = statement((q, p: QueueKey) =>
  q
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min<number | null>('retry_at').as('retry_at'))
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('status', '=', sql.lit('pending'))
    .where('retry_at', 'is not', null),
);

export const deliveryById = statement((q, p: DeliveryKey) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const deliveriesAbout = statement((q, p: { organizationId: OrganizationId; subjectId: string }) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId)
    .where('subject_id', 'is not', null)
    .orderBy('id'),
);

export const finishDelivery = writeStatement(
  (
    q,
    p: DeliveryKey & {
      status: Exclude<DeliveryStatus, 'pending'>;
      chatMessageId: string | null;
      error: string | null;
      answerJson: string | null;
      now: number;
    },
  ) =>
    q
      .updateTable('deliveries')
      .set((eb) => ({
        status: p.status,
        attempts: eb('attempts', '+', 1),
        chat_message_id: p.chatMessageId,
        error: p.error,
        answer_json: p.answerJson,
        retry_at: null,
        done_at: p.now,
      }))
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
);

/** The message that is about to be sent, and the event that it was composed from. */
export const storeComposed = writeStatement((q, p: DeliveryKey & { messageJson: string; eventJson: string }) =>
  q
    .updateTable('deliveries')
    .set({ message_json: p.messageJson, event_json: p.eventJson })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const storeMessage = writeStatement((q, p: DeliveryKey & { messageJson: string }) =>
  q
    .updateTable('deliveries')
    .set({ message_json: p.messageJson })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** Deletes messages that have nothing left to say. */
export const dropDeliveries = writeStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly DeliveryId[] }, { listed }) =>
    q
      .deleteFrom('deliveries')
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids)),
);

export const noteFailedAttempt = writeStatement(
  (
    q,
    p: DeliveryKey & {
      error: string;
      answerJson: string | null;
      failingSince: number | null;
      /** Null: it keeps its place in the queue. */
      retryAt: number | null;
    },
  ) =>
    q
      .updateTable('deliveries')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        error: p.error,
        answer_json: p.answerJson,
        failing_since: p.failingSince,
        retry_at: p.retryAt,
      }))
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
);

/** Fails all pending deliveries to a destination. */
export const failPendingDeliveries = writeStatement((q, p: QueueKey & { error: string; now: number }) =>
  q
    .updateTable('deliveries')
    .set({ status: 'failed', error: p.error, retry_at: null, done_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId)
    .where('status', '=', sql.lit('pending')),
);

/** Sends a sent or failed delivery again. */
export const redeliver = writeStatement((q, p: DeliveryKey & { subjectId: string }) =>
  q
    .updateTable('deliveries')
    .set({ status: 'pending', done_at: null, failing_since: null, retry_at: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('subject_id', '=', p.subjectId)
    .where('status', '<>', 'pending'),
);

type AboutPage = { organizationId: OrganizationId; subjectId: string; limit: number; offset: number };

/** Newest first. */
export const deliveriesAboutPage = statement((q, p: AboutPage) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId)
    .where('subject_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

export const deliveriesAboutTotal = statement((q, p: { organizationId: OrganizationId; subjectId: string }) =>
  q
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('subject_id', '=', p.subjectId)
    .where('subject_id', 'is not', null),
);

/** Makes a failed delivery pending again. */
export const reopenDelivery = writeStatement((q, p: DeliveryKey & { now: number }) =>
  q
    .updateTable('deliveries')
    .set({ status: 'pending', done_at: null, created_at: p.now, failing_since: null, retry_at: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('status', '=', 'failed'),
);

/** In all organizations: the number of pending messages of a kind, and the time of the oldest. */
export const outboxState = statement((q, p: { kind: DestinationKind }) =>
  q
    .selectFrom('deliveries')
    .select((eb) => [eb.fn.countAll<number>().as('pending'), eb.fn.min<number | null>('created_at').as('oldest')])
    .where('status', '=', sql.lit('pending'))
    .where('kind', '=', p.kind),
);

type DeliveriesPage = { organizationId: OrganizationId; limit: number; offset: number };

export const deliveriesPage = statement((q, p: DeliveriesPage) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

export const deliveriesTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

export const deliveriesOfStatusPage = statement((q, p: DeliveriesPage & { status: DeliveryStatus }) =>
  q
    .selectFrom('deliveries')
    .select(columns.deliveries)
    .where('organization_id', '=', p.organizationId)
    .where('status', '=', p.status)
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

export const deliveriesOfStatusTotal = statement((q, p: { organizationId: OrganizationId; status: DeliveryStatus }) =>
  q
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('status', '=', p.status),
);
