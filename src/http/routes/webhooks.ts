import {
  NewWebhook,
  WebhookAnswer,
  WebhookDeliveriesAnswer,
  WebhookSecretAnswer,
  WebhooksAnswer,
  WebhooksQuery,
  WebhookTestAnswer,
  WebhookUpdate,
} from '../../schemas/webhooks.ts';
import { tagOfWebhook } from '../../services/shared/entity-tags.ts';
import type { Services } from '../../services/shared/services.ts';
import { listWebhookDeliveries, redeliver } from '../../services/webhooks/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../services/webhooks/webhooks.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

export function webhookRoutes(app: App, services: Services): void {
  const { get, post, patch, del } = operationsOf(app, services, 'Webhooks');

  get('/webhooks/', {
    operationId: 'listWebhooks',
    summary: 'The webhooks of the organization; for admins',
    floor: 'change webhooks',
    query: WebhooksQuery,
    errors: ['forbidden'],
    answer: WebhooksAnswer,
    run: ({ caller, query }) => listWebhooks(services, caller, query),
  });

  post('/webhooks/', {
    operationId: 'createWebhook',
    summary: 'Create a webhook; for admins',
    description:
      'Watchbill posts events to the address, signed according to the Standard Webhooks specification. The response has the secret, which is shown only once.',
    floor: 'change webhooks',
    idempotency: 'none',
    body: NewWebhook,
    errors: ['not_found', 'unprocessable_entity', 'duplicate_external_id'],
    status: 201,
    answer: WebhookSecretAnswer,
    run: ({ caller, body }) => createWebhook(services, caller, body),
  });

  get('/webhooks/:webhook_id', {
    operationId: 'getWebhook',
    summary: 'A webhook; for admins',
    floor: 'change webhooks',
    errors: ['forbidden'],
    answer: WebhookAnswer,
    tagOf: ({ webhook }) => tagOfWebhook(webhook),
    run: async ({ caller, params }) => ({ webhook: await getWebhook(services, caller, params.webhook_id) }),
  });

  patch('/webhooks/:webhook_id', {
    operationId: 'updateWebhook',
    summary: 'Change, disable or enable a webhook; for admins',
    description:
      '`null` for `schedule_ids` or `team_ids` removes that filter. Disabling a webhook gives up its pending events.',
    floor: 'change webhooks',
    ifMatch: true,
    body: WebhookUpdate,
    errors: ['unprocessable_entity', 'duplicate_external_id'],
    answer: WebhookAnswer,
    tagOf: ({ webhook }) => tagOfWebhook(webhook),
    run: async ({ caller, params, body, expected }) => ({
      webhook: await updateWebhook(services, caller, params.webhook_id, body, expected),
    }),
  });

  del('/webhooks/:webhook_id', {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook; for admins',
    floor: 'change webhooks',
    ifMatch: true,
    run: ({ caller, params, expected }) => deleteWebhook(services, caller, params.webhook_id, expected),
  });

  post('/webhooks/:webhook_id/rotate_secret', {
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook; for admins',
    description:
      'A replaced secret signs for another day: each request has a signature for every secret of the last day. At most five rotations within a day.',
    floor: 'change webhooks',
    idempotency: 'none',
    errors: ['unprocessable_entity'],
    answer: WebhookSecretAnswer,
    run: ({ caller, params }) => rotateWebhookSecret(services, caller, params.webhook_id),
  });

  post('/webhooks/:webhook_id/test', {
    operationId: 'testWebhook',
    summary: 'Send a test to a webhook; for admins',
    description:
      'Sends an event `webhook.test` once, without waiting for other events. The list of deliveries shows the result.',
    floor: 'change webhooks',
    status: 202,
    answer: WebhookTestAnswer,
    run: async ({ caller, params }) => ({ delivery: await testWebhook(services, caller, params.webhook_id) }),
  });

  get('/webhooks/:webhook_id/deliveries/', {
    operationId: 'listWebhookDeliveries',
    summary: 'Deliveries to a webhook, newest first; for admins',
    floor: 'change webhooks',
    query: WebhooksQuery,
    errors: ['forbidden'],
    answer: WebhookDeliveriesAnswer,
    run: ({ caller, params, query }) => listWebhookDeliveries(services, caller, params.webhook_id, query),
  });

  post('/webhooks/:webhook_id/deliveries/:delivery_id/redeliver', {
    operationId: 'redeliverWebhookDelivery',
    summary: 'Send a delivery to a webhook again; for admins',
    description: 'With the same `webhook-id` and the same body. Not while it is pending.',
    floor: 'change webhooks',
    errors: ['unprocessable_entity'],
    run: ({ caller, params }) => {
      const { webhook_id, delivery_id } = params;
      return redeliver(services, caller, webhook_id, delivery_id);
    },
  });
}
