/** Lists the deliveries of a webhook with their results, and sends one again. */
import {
  type DeliveryRow,
  deliveriesAboutPage,
  deliveriesAboutTotal,
  deliveryById,
  redeliver as reopen,
} from '../../db/outbox/deliveries.ts';
import { wakeQueues } from '../../db/outbox/delivery-queues.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { WebhookDelivery } from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import { eventBody, readEventMessage } from '../outbox/stored-events.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { isObject, parsedJson } from '../shared/stored-values.ts';
import { sequenceOf } from './webhook-sender.ts';
import { getWebhookRow } from './webhooks.ts';

/** Newest first. */
export async function listWebhookDeliveries(
  { db }: Services,
  caller: Caller,
  webhookId: string,
  page: PageRequest,
): Promise<{ deliveries: WebhookDelivery[]; meta: PageMeta }> {
  await requirePermission(caller, 'change webhooks');
  const { id } = await getWebhookRow(db, caller, webhookId);
  const list = { page: deliveriesAboutPage, total: deliveriesAboutTotal };
  const { rows, meta } = await readPage(db, list, { organizationId: caller.organizationId, subjectId: id }, page);
  return { deliveries: rows.map(deliveryOf), meta };
}

/** With the same `webhook-id` and body, and another three days of retries. */
export function redeliver(services: Services, caller: Caller, webhookId: string, deliveryId: string): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change webhooks');
    const { organizationId } = caller;
    const webhook = await getWebhookRow(tx, caller, webhookId);
    const id = parseId('delivery', deliveryId);
    const row = id && (await tx.first(deliveryById, { organizationId, id }));
    if (row?.subject_id !== webhook.id)
      throw new AppError('not_found', `There is no delivery ${quoted(deliveryId)} of this webhook.`);
    const now = services.clock.now();
    if ((await tx.run(reopen, { organizationId, id: row.id, subjectId: webhook.id })) === 0) {
      throw new AppError('unprocessable_entity', 'The delivery is pending: it will be sent without a retry.');
    }
    if (webhook.disabled_at !== null && row.destination_id === webhook.id) {
      throw new AppError('unprocessable_entity', 'The webhook is disabled: enable it first.');
    }
    const queues = [{ destination_id: row.destination_id, kind: 'webhook', added: 0 }];
    await tx.all(wakeQueues, { organizationId, queues, now });
    await writeAuditEntry(services, tx, caller, { action: 'delivery.retried', targetId: row.id });
    await tx.wakeWorkers();
  });
}

function deliveryOf(row: DeliveryRow): WebhookDelivery {
  const event = readEventMessage(row.message_json);
  const sequence = sequenceOf(row);
  const answer = row.answer_json === null ? undefined : parsedJson(row.answer_json);
  return {
    id: row.id,
    event: event?.type ?? '',
    ...(sequence !== undefined && { sequence }),
    status: row.status,
    attempts: row.attempts,
    request_body: event === undefined ? '' : eventBody(event, sequence),
    ...(isObject(answer) && { answer: answer as NonNullable<WebhookDelivery['answer']> }),
    ...(row.error !== null && { error: row.error }),
    ...(row.retry_at !== null && { retry_at: formatInstant(row.retry_at) }),
    created_at: formatInstant(row.created_at),
    ...(row.done_at !== null && { done_at: formatInstant(row.done_at) }),
  };
}
