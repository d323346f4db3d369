/** Lists deliveries for admins. Separate from deliveries.ts, which sends them. */
import { plainText } from '../../chat/plain-text.ts';
import {
  type DeliveryRow,
  deliveriesOfStatusPage,
  deliveriesOfStatusTotal,
  deliveriesPage,
  deliveriesTotal,
  deliveryById,
  reopenDelivery,
} from '../../db/outbox/deliveries.ts';
import { wakeQueues } from '../../db/outbox/delivery-queues.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { DeliveriesQuery, Delivery } from '../../schemas/deliveries.ts';
import { formatInstant } from '../../time/iso.ts';
import { readEvent } from '../outbox/chat-events.ts';
import { kindOf } from '../outbox/kinds.ts';
import { readEventMessage } from '../outbox/stored-events.ts';
import { readMail } from '../outbox/stored-mails.ts';
import { readMessage } from '../outbox/stored-messages.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type PageMeta, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';

/** Newest first. */
export async function listDeliveries(
  { db }: Services,
  caller: Caller,
  { status, ...page }: DeliveriesQuery,
): Promise<{ deliveries: Delivery[]; meta: PageMeta }> {
  await requirePermission(caller, 'handle deliveries');
  const { organizationId } = caller;
  const ofStatus = { page: deliveriesOfStatusPage, total: deliveriesOfStatusTotal };
  const { rows, meta } =
    status === undefined
      ? await readPage(db, { page: deliveriesPage, total: deliveriesTotal }, { organizationId }, page)
      : await readPage(db, ofStatus, { organizationId, status }, page);
  return { deliveries: rows.map(deliveryOf), meta };
}

/** Sends a failed delivery again, with another day of retries. */
export async function retryDelivery(services: Services, caller: Caller, deliveryId: string): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'handle deliveries');
    const id = parseId('delivery', deliveryId);
    if (id === undefined) throw noDelivery(deliveryId);
    const { organizationId } = caller;
    const now = services.clock.now();
    const reopened = await tx.run(reopenDelivery, { organizationId, id, now });
    const row = await tx.first(deliveryById, { organizationId, id });
    if (row === undefined) throw noDelivery(deliveryId);
    if (reopened === 0) {
      throw new AppError(
        'unprocessable_entity',
        `Only a delivery that failed can be retried: this one is ${row.status}.`,
      );
    }
    const { destination_id, kind } = row;
    // It keeps its number, so it is sent before later deliveries.
    await tx.all(wakeQueues, { organizationId, queues: [{ destination_id, kind, added: 0 }], now });
    await writeAuditEntry(services, tx, caller, { action: 'delivery.retried', targetId: id });
    await tx.wakeWorkers();
  });
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    destination_id: row.destination_id,
    status: row.status,
    kind: row.kind,
    text: textOf(row),
    attempts: row.attempts,
    ...(row.error !== null && { error: row.error }),
    created_at: formatInstant(row.created_at),
    ...(row.done_at !== null && { done_at: formatInstant(row.done_at) }),
  };
}

function textOf({ kind, message_json, event_json }: DeliveryRow): string {
  if (kind === 'webhook') return readEventMessage(message_json)?.type ?? '';
  if (kind === 'mail') return mailKindOf(message_json);
  const message = readMessage(message_json);
  if (message !== undefined) return plainText(message);
  return (event_json === null ? undefined : readEvent(event_json)?.kind) ?? '';
}

function mailKindOf(json: string): string {
  const mail = readMail(json);
  return mail?.type === 'notification' ? kindOf(mail.event).replaceAll('_', ' ') : (mail?.type ?? '');
}

function noDelivery(id: string): AppError {
  return new AppError('not_found', `There is no delivery ${quoted(id)}.`);
}
