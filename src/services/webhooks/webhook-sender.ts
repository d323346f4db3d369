/**
 * Rule HOOK-2: sends events to endpoints. A failed event is retried for three days. For ten minutes it blocks later events; then it is set aside and
 * they continue. An endpoint that fails for three days, or responds 410, is disabled.
 */
import { performance } from 'node:perf_hooks';
import type { Transaction } from '../../db/driver/database.ts';
import { type DeliveryRow, failPendingDeliveries } from '../../db/outbox/deliveries.ts';
import { disableWebhook, lockWebhook, noteWebhookState, type WebhookRow, webhookById } from '../../db/webhooks.ts';
import { parseId } from '../../ids.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { callEndpoint, type EndpointAnswer, EndpointError } from '../../webhooks/endpoint-call.ts';
import { createAddressRules } from '../../webhooks/public-addresses.ts';
import { signatureHeaders } from '../../webhooks/signature.ts';
import { type Failure, retryDelayMs } from '../outbox/retries.ts';
import type { Outlook, Sender, Sent } from '../outbox/sender.ts';
import { eventBody, readEventMessage } from '../outbox/stored-events.ts';
import type { Services } from '../shared/services.ts';
import { signingSecretsOf } from './webhook-secrets.ts';

const GIVE_UP_AFTER_MS = 3 * DAY_MS;
const HOLDS_FOR_MS = 10 * MINUTE_MS;

/** Between two attempts at an endpoint that has been failing for longer than that. */
const PAUSE_MS = MINUTE_MS;

/** An event that was set aside is retried after half the time for which it has been failing, within these bounds. */
const SHORTEST_SET_ASIDE_MS = 5 * MINUTE_MS;
const MAX_SET_ASIDE_MS = 3 * HOUR_MS;

const GONE = 410;

/** Public addresses only. */
const DEFAULT_ENDPOINTS = createAddressRules([]);

interface Attempt {
  readonly webhook: WebhookRow | undefined;
  readonly isGone?: boolean;
  readonly answerJson?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

class WebhookFailure extends Error implements Failure {
  override readonly name = 'WebhookFailure';
  readonly retry: Failure['retry'];
  readonly webhook: WebhookRow | undefined;
  readonly isGone: boolean;
  readonly answerJson: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retry: Failure['retry'], attempt: Attempt) {
    super(message);
    this.retry = retry;
    this.webhook = attempt.webhook;
    this.isGone = attempt.isGone ?? false;
    this.answerJson = attempt.answerJson;
    this.retryAfterMs = attempt.retryAfterMs;
  }
}

export const webhookSender: Sender = {
  send,
  failureOf: (error) => (error instanceof WebhookFailure ? error : undefined),
  outlook: (failure, delivery, failures, now) =>
    isTest(delivery) ? { isOver: true, waitMs: 0 } : outlook(failure, delivery, failures, now),
};

/** Tests have their own queue: a failing event must not delay them. They are tried once. */
export function testQueueOf(webhookId: string): string {
  return `${webhookId} test`;
}

function isTest({ destination_id, subject_id }: DeliveryRow): boolean {
  return destination_id !== subject_id;
}

/** The number of the event at its endpoint; undefined for a test. */
export function sequenceOf(delivery: DeliveryRow): number | undefined {
  return isTest(delivery) ? undefined : delivery.sequence;
}

async function send(services: Services, delivery: DeliveryRow): Promise<Sent> {
  const { db, clock, secret, endpoints = DEFAULT_ENDPOINTS } = services;
  const { organization_id: organizationId } = delivery;
  const webhookId = parseId('webhook', delivery.subject_id ?? '');
  const webhook = webhookId && (await db.first(webhookById, { organizationId, id: webhookId }));
  if (webhook === undefined) throw new WebhookFailure('The webhook was deleted.', 'never', { webhook });
  if (webhook.disabled_at !== null && !isTest(delivery)) {
    throw new WebhookFailure('The webhook is disabled.', 'never', { webhook });
  }
  const event = readEventMessage(delivery.message_json);
  if (event === undefined) throw new WebhookFailure('The stored event cannot be read.', 'never', { webhook });
  const secrets = signingSecretsOf(webhook, secret, clock.now());
  if (secrets === undefined) {
    const message =
      'The secret of the webhook cannot be decrypted: WATCHBILL_SECRET was changed. Rotate the secret of the webhook.';
    throw new WebhookFailure(message, 'soon', { webhook });
  }
  const body = eventBody(event, sequenceOf(delivery));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Watchbill',
    ...signatureHeaders({ id: delivery.id, timestampSeconds: Math.floor(clock.now() / 1000), body }, secrets),
  };
  const begun = performance.now();
  const took = () => ({ at: formatInstant(clock.now()), milliseconds: Math.round(performance.now() - begun) });
  try {
    const answer = await callEndpoint(endpoints, webhook.url, headers, body);
    const answerJson = JSON.stringify({ status: answer.status, body: answer.body, ...took() });
    requireAccepted(answer, webhook, answerJson);
    const key = { organizationId, id: webhook.id };
    return {
      messageId: null,
      answerJson,
      ...(!isTest(delivery) &&
        webhook.failing_since !== null && {
          noteSent: async (tx) => {
            if (await isUnchanged(tx, webhook)) await tx.run(noteWebhookState, { ...key, failingSince: null });
          },
        }),
    };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    throw new WebhookFailure(error.message, 'soon', { webhook, answerJson: JSON.stringify(took()) });
  }
}

function requireAccepted({ status, retryAfterMs }: EndpointAnswer, webhook: WebhookRow, answerJson: string): void {
  if (status >= 200 && status <= 299) return;
  const attempt = { webhook, answerJson, retryAfterMs };
  if (status === GONE) {
    throw new WebhookFailure('The endpoint answered 410 Gone.', 'never', { ...attempt, isGone: true });
  }
  const redirect =
    status >= 300 && status <= 399 ? ' Redirects are not followed: enter the address that it leads to.' : '';
  throw new WebhookFailure(`The endpoint answered ${status}; it has to answer 2xx.${redirect}`, 'soon', attempt);
}

function outlook(failure: Failure, delivery: DeliveryRow, failures: number, now: number): Outlook {
  const webhook = failure instanceof WebhookFailure ? failure.webhook : undefined;
  const failingSince = delivery.failing_since ?? now;
  const endpointSince = webhook?.failing_since ?? now;
  const giveUpAt = failingSince + GIVE_UP_AFTER_MS;
  const noteFailed = (tx: Transaction) => noteFailure(tx, failure, delivery, endpointSince, now);
  if (failure.retry === 'never' || now >= giveUpAt) return { isOver: true, waitMs: 0, failingSince, noteFailed };
  const holdsUntil = Math.min(failingSince, endpointSince) + HOLDS_FOR_MS;
  if (now < holdsUntil) {
    const waitMs = Math.min(retryDelayMs(failure, failures), holdsUntil - now);
    return { isOver: false, waitMs, failingSince, noteFailed };
  }
  const asideMs = Math.min(Math.max((now - failingSince) / 2, SHORTEST_SET_ASIDE_MS), MAX_SET_ASIDE_MS);
  const retryAt = Math.min(now + Math.max(asideMs, failure.retryAfterMs ?? 0), giveUpAt);
  // After an event that blocked the others, the next one is tried at once. If that fails too, the endpoint is the cause.
  const hasHeld = delivery.failing_since !== null && delivery.retry_at === null;
  const waitMs = !hasHeld && now >= endpointSince + HOLDS_FOR_MS ? PAUSE_MS : 0;
  return { isOver: false, waitMs, failingSince, retryAt: Math.ceil(retryAt), noteFailed };
}

/**
 * Locks the webhook. False if somebody gave it another address during the attempt, or disabled or enabled it: the attempt then says nothing about the
 * webhook as it is now.
 */
async function isUnchanged(
  tx: Transaction,
  { organization_id: organizationId, ...seen }: WebhookRow,
): Promise<boolean> {
  const now = await tx.first(lockWebhook, { organizationId, id: seen.id });
  return now?.url === seen.url && now.failing_since === seen.failing_since && now.disabled_at === seen.disabled_at;
}

async function noteFailure(
  tx: Transaction,
  failure: Failure,
  { organization_id: organizationId, destination_id: destinationId }: DeliveryRow,
  endpointSince: number,
  now: number,
): Promise<void> {
  if (!(failure instanceof WebhookFailure) || failure.webhook === undefined) return;
  const { webhook, isGone, message } = failure;
  if (!(await isUnchanged(tx, webhook))) return;
  const key = { organizationId, id: webhook.id };
  if (failure.retry !== 'never' && webhook.failing_since === null) {
    await tx.run(noteWebhookState, { ...key, failingSince: now });
  }
  const reason = isGone
    ? message
    : now - endpointSince >= GIVE_UP_AFTER_MS
      ? `Every attempt failed for three days. ${message}`
      : undefined;
  if (reason === undefined) return;
  await tx.run(disableWebhook, { ...key, reason, now });
  await tx.run(failPendingDeliveries, { organizationId, destinationId, error: 'The webhook was disabled.', now });
}
