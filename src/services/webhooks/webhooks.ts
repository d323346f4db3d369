/** Rule HOOK-1: webhooks, for admins. A secret is shown once, when it is created. */
import { isIP } from 'node:net';
import { type Queryable, type Transaction, UniqueViolation } from '../../db/driver/database.ts';
import { watchAllGaps } from '../../db/jobs/gap-watch.ts';
import { failPendingDeliveries } from '../../db/outbox/deliveries.ts';
import { lockQueue } from '../../db/outbox/delivery-queues.ts';
import { schedulesByIds } from '../../db/schedules/schedules.ts';
import {
  deleteWebhook as deleteRow,
  insertWebhook,
  lockWebhook,
  replaceWebhookSecret,
  updateWebhook as updateRow,
  type WebhookRow,
  webhookById,
  webhooksPage,
  webhooksTotal,
} from '../../db/webhooks.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type WebhookId } from '../../ids.ts';
import { problemOfWebhookAddress } from '../../network/webhook-address.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { EventData } from '../../schemas/webhook-events.ts';
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookUpdate,
} from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import { NOT_HTTPS, notAllowed } from '../../webhooks/endpoint-call.ts';
import { createAddressRules } from '../../webhooks/public-addresses.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';
import { enqueue } from '../outbox/outbox.ts';
import { duplicateExternalId, resolveTeams } from '../people/teams.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOfWebhook } from '../shared/entity-tags.ts';
import { noSchedule } from '../shared/missing-schedule.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { readIds } from '../shared/stored-values.ts';
import {
  FORMER_SECRET_MS,
  type FormerSecret,
  formerSecretsOf,
  MAX_FORMER_SECRETS,
  stored,
  webhookEncryption,
} from './webhook-secrets.ts';
import { testQueueOf } from './webhook-sender.ts';

export async function listWebhooks(
  { db, clock }: Services,
  caller: Caller,
  page: PageRequest,
): Promise<{ webhooks: Webhook[]; meta: PageMeta }> {
  await requirePermission(caller, 'change webhooks');
  const list = { page: webhooksPage, total: webhooksTotal };
  const { rows, meta } = await readPage(db, list, { organizationId: caller.organizationId }, page);
  return { webhooks: rows.map((row) => webhookOf(row, clock.now())), meta };
}

export async function getWebhook({ db, clock }: Services, caller: Caller, id: string): Promise<Webhook> {
  await requirePermission(caller, 'change webhooks');
  return webhookOf(await getWebhookRow(db, caller, id), clock.now());
}

export function createWebhook(
  services: Services,
  caller: Caller,
  wanted: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  const id = services.newId('webhook');
  const secret = newWebhookSecret();
  const created = changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change webhooks');
    const { organizationId } = caller;
    const { total } = (await tx.first(webhooksTotal, { organizationId })) ?? { total: 0 };
    if (total >= MAX_WEBHOOKS) {
      throw new AppError('unprocessable_entity', `There are ${total} webhooks, and the maximum is ${MAX_WEBHOOKS}.`);
    }
    const now = services.clock.now();
    const { enabled = true } = wanted;
    const fields = await fieldsOf(services, tx, caller, wanted);
    const row: WebhookRow = {
      ...fields,
      id,
      organization_id: organizationId,
      secret: webhookEncryption(services.secret).encrypt(secret),
      former_secret: null,
      former_secret_until: null,
      earlier_secrets_json: null,
      created_at: now,
      failing_since: null,
      disabled_at: enabled ? null : now,
      disabled_reason: null,
    };
    await tx.run(insertWebhook, row);
    if (enabled) await watchGapsFor(tx, caller, wanted.events, now);
    await writeAuditEntry(services, tx, caller, { action: 'webhook.created', targetId: id, detail: wanted });
    return { webhook: webhookOf(row, now), secret };
  });
  return created.catch((error) => throwDuplicate(error, wanted));
}

/** A webhook that is enabled again, or gets another address, counts as working. */
export function updateWebhook(
  services: Services,
  caller: Caller,
  webhookId: string,
  wanted: WebhookUpdate,
  expected?: ExpectedTags,
): Promise<Webhook> {
  const updated = changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change webhooks');
    const row = await lockWebhookRow(tx, caller, webhookId);
    const now = services.clock.now();
    const current = webhookOf(row, now);
    requireTag(expected, tagOfWebhook(current));
    const { enabled = current.enabled } = wanted;
    const { schedule_ids, team_ids, ...others } = { ...current, ...wanted };
    const next = { ...others, ...(schedule_ids && { schedule_ids }), ...(team_ids && { team_ids }) };
    const isOther = wanted.url !== undefined && wanted.url !== row.url;
    const isFresh = isOther || (enabled && row.disabled_at !== null);
    const updated = {
      ...row,
      ...(await fieldsOf(services, tx, caller, next, current)),
      disabled_at: enabled ? null : (row.disabled_at ?? now),
      disabled_reason: enabled ? null : row.disabled_reason,
      failing_since: isFresh ? null : row.failing_since,
    };
    await tx.run(updateRow, updated);
    if (enabled) await watchGapsFor(tx, caller, next.events, now);
    else await giveUpPending(tx, caller, row.id, 'The webhook was disabled.', now);
    await writeAuditEntry(services, tx, caller, {
      action: 'webhook.updated',
      targetId: row.id,
      detail: { url: row.url, ...wanted },
    });
    return webhookOf(updated, now);
  });
  return updated.catch((error) => throwDuplicate(error, wanted));
}

export function deleteWebhook(
  services: Services,
  caller: Caller,
  webhookId: string,
  expected?: ExpectedTags,
): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change webhooks');
    const { organizationId } = caller;
    const row = await lockWebhookRow(tx, caller, webhookId);
    const { id, url } = row;
    const now = services.clock.now();
    requireTag(expected, tagOfWebhook(webhookOf(row, now)));
    await giveUpPending(tx, caller, id, 'The webhook was deleted.', now);
    await tx.run(deleteRow, { organizationId, id });
    await writeAuditEntry(services, tx, caller, { action: 'webhook.deleted', targetId: id, detail: { url } });
  });
}

/** Rule HOOK-2: every secret also signs for a day after it was replaced. */
export function rotateWebhookSecret(
  services: Services,
  caller: Caller,
  webhookId: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newWebhookSecret();
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change webhooks');
    const row = await lockWebhookRow(tx, caller, webhookId);
    const now = services.clock.now();
    const former = formerSecretsOf(row, now);
    if (former.length >= MAX_FORMER_SECRETS) throw tooManyRotations(former);
    const rotated = {
      ...row,
      secret: webhookEncryption(services.secret).encrypt(secret),
      former_secret: row.secret,
      former_secret_until: now + FORMER_SECRET_MS,
      earlier_secrets_json: stored(former),
    };
    await tx.run(replaceWebhookSecret, rotated);
    await writeAuditEntry(services, tx, caller, {
      action: 'webhook.secret_rotated',
      targetId: row.id,
      detail: { url: row.url },
    });
    return { webhook: webhookOf(rotated, now), secret };
  });
}

function tooManyRotations(former: readonly FormerSecret[]): AppError {
  const next = formatInstant(Math.min(...former.map(({ until }) => until)));
  return new AppError(
    'unprocessable_entity',
    `The secret was rotated ${former.length} times within a day, and the former secrets still sign. It can be rotated again from ${next} on.`,
  );
}

/** Sent once, also to a disabled webhook; the result is among its deliveries. */
export function testWebhook(services: Services, caller: Caller, webhookId: string): Promise<{ id: string }> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change webhooks');
    const { organizationId } = caller;
    const { id, url } = await getWebhookRow(tx, caller, webhookId);
    const data: EventData<'webhook.test'> = { webhook_id: id, message: 'Watchbill can reach this endpoint.' };
    const message = { type: 'webhook.test', timestamp: formatInstant(services.clock.now()), data };
    const outgoing = { kind: 'webhook', destinationId: testQueueOf(id), message, subjectId: id } as const;
    const [deliveryId] = await enqueue(services, tx, organizationId, [outgoing]);
    await writeAuditEntry(services, tx, caller, { action: 'webhook.tested', targetId: id, detail: { url } });
    return { id: deliveryId as string };
  });
}

/** Pending events fail; a worker that is sending one records its result. */
async function giveUpPending(
  tx: Transaction,
  { organizationId }: Caller,
  webhookId: WebhookId,
  error: string,
  now: number,
): Promise<void> {
  await tx.run(failPendingDeliveries, { organizationId, destinationId: webhookId, error, now });
}

async function watchGapsFor(
  tx: Transaction,
  { organizationId }: Caller,
  events: readonly WebhookEvent[],
  now: number,
): Promise<void> {
  if (!events.includes('gap.ahead')) return;
  await tx.run(watchAllGaps, { organizationId, now });
  await tx.wakeWorkers();
}

function throwDuplicate(error: unknown, { external_id }: Pick<WebhookUpdate, 'external_id'>): never {
  const isTaken = error instanceof UniqueViolation && error.columns.includes('webhooks.external_id');
  throw isTaken ? duplicateExternalId('webhook', external_id) : error;
}

type Wanted = Pick<NewWebhook, 'url' | 'description' | 'events' | 'schedule_ids' | 'team_ids'> &
  Pick<WebhookUpdate, 'external_id' | 'managed_by'>;

type Before = Partial<Pick<Webhook, 'url' | 'schedule_ids' | 'team_ids'>>;

/** What a webhook has already may be refused by now: a schedule was deleted, an address is not allowed any more. It can still be changed. */
async function fieldsOf(services: Services, tx: Transaction, caller: Caller, wanted: Wanted, before: Before = {}) {
  const { description, events, schedule_ids, team_ids, external_id = null, managed_by = null } = wanted;
  if (schedule_ids !== undefined && team_ids !== undefined) {
    throw new AppError('unprocessable_entity', 'schedule_ids and team_ids cannot both be given: choose one of them.');
  }
  const url = wanted.url === before.url ? wanted.url : requireUrl(services, wanted.url);
  return {
    url,
    description: description?.trim() || null,
    events_json: JSON.stringify(events),
    schedule_ids_json:
      schedule_ids === undefined ? null : JSON.stringify(await existing(tx, caller, schedule_ids, before)),
    team_ids_json: team_ids === undefined ? null : JSON.stringify(await existingTeams(tx, caller, team_ids, before)),
    external_id,
    managed_by,
  };
}

async function existingTeams(
  tx: Transaction,
  caller: Caller,
  wanted: readonly string[],
  { team_ids: kept = [] }: Before,
): Promise<string[]> {
  const added = await resolveTeams(
    tx,
    caller,
    wanted.filter((id) => !kept.includes(id)),
  );
  return [...kept.filter((id) => wanted.includes(id)), ...added];
}

async function existing(
  tx: Transaction,
  { organizationId }: Caller,
  wanted: readonly string[],
  { schedule_ids: kept = [] }: Before,
): Promise<string[]> {
  const ids = [...new Set(wanted)].map((text) => {
    const id = parseId('schedule', text);
    if (id === undefined) throw noSchedule(text);
    return id;
  });
  const found = new Set((await tx.all(schedulesByIds, { organizationId, ids })).map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id) && !kept.includes(id));
  if (missing !== undefined) throw noSchedule(missing);
  return ids;
}

/** Rule HOOK-3, as far as it depends on the address alone. A name is resolved when something is sent. */
function requireUrl({ endpoints = createAddressRules([]) }: Services, text: string): string {
  const problem = problemOfWebhookAddress(text);
  if (problem !== undefined) throw new AppError('unprocessable_entity', `url ${problem}.`);
  const url = new URL(text);
  if (url.protocol === 'http:' && !endpoints.hasNamed) throw new AppError('unprocessable_entity', `url: ${NOT_HTTPS}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !endpoints.isAllowed(host)) {
    throw new AppError('unprocessable_entity', `url: ${notAllowed(host, host)}`);
  }
  return url.href;
}

export async function getWebhookRow(db: Queryable, { organizationId }: Caller, text: string): Promise<WebhookRow> {
  const id = parseId('webhook', text);
  const row = id && (await db.first(webhookById, { organizationId, id }));
  if (row === undefined) throw noWebhook(text);
  return row;
}

/** In the order in which a worker writes them: first the queue, then the webhook. */
async function lockWebhookRow(tx: Transaction, { organizationId }: Caller, text: string): Promise<WebhookRow> {
  const id = parseId('webhook', text);
  if (id === undefined) throw noWebhook(text);
  await tx.first(lockQueue, { organizationId, destinationId: id });
  const row = await tx.first(lockWebhook, { organizationId, id });
  if (row === undefined) throw noWebhook(text);
  return row;
}

function noWebhook(id: string): AppError {
  return new AppError('not_found', `There is no webhook ${quoted(id)}.`);
}

function webhookOf(row: WebhookRow, now: number): Webhook {
  const { description, schedule_ids_json, team_ids_json, failing_since, disabled_reason, former_secret_until } = row;
  return {
    id: row.id,
    url: row.url,
    ...(description !== null && { description }),
    events: readIds<WebhookEvent>(row.events_json) ?? [],
    ...(schedule_ids_json !== null && { schedule_ids: readIds(schedule_ids_json) ?? [] }),
    ...(team_ids_json !== null && { team_ids: readIds(team_ids_json) ?? [] }),
    enabled: row.disabled_at === null,
    ...(disabled_reason !== null && { disabled_reason }),
    ...(failing_since !== null && { failing_since: formatInstant(failing_since) }),
    ...(former_secret_until !== null &&
      former_secret_until > now && { former_secret_until: formatInstant(former_secret_until) }),
    created_at: formatInstant(row.created_at),
    ...(row.external_id !== null && { external_id: row.external_id }),
    ...(row.managed_by !== null && { managed_by: row.managed_by }),
  };
}
