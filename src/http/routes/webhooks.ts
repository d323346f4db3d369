import { IfMatch, NoContent, Tagged } from '../../schemas/fields.ts';
import {
  NewWebhook,
  WebhookAnswer,
  WebhookDeliveriesAnswer,
  WebhookDeliveryParams,
  WebhookParams,
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
import { expectedTagsOf, sendTag } from '../entity-tags.ts';
import { callerOf } from '../request-guard.ts';
import type { App } from '../typed-app.ts';

export function webhookRoutes(app: App, services: Services): void {
  const tags = ['Webhooks'];

  app.get(
    '/webhooks/',
    {
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'The webhooks of the organization; for admins',
        querystring: WebhooksQuery,
        errors: ['forbidden'],
        response: { 200: WebhooksAnswer },
      },
    },
    async (request) => listWebhooks(services, callerOf(request), request.query),
  );

  app.post(
    '/webhooks/',
    {
      config: { idempotency: 'none' },
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook; for admins',
        description:
          'Watchbill posts events to the address, signed according to the Standard Webhooks specification. The response has the secret, which is shown only once.',
        body: NewWebhook,
        errors: ['not_found', 'unprocessable_entity', 'duplicate_external_id'],
        response: { 201: WebhookSecretAnswer },
      },
    },
    async (request, reply) => reply.code(201).send(await createWebhook(services, callerOf(request), request.body)),
  );

  app.get(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags,
        operationId: 'getWebhook',
        summary: 'A webhook; for admins',
        params: WebhookParams,
        errors: ['forbidden'],
        response: { 200: Tagged(WebhookAnswer) },
      },
    },
    async (request, reply) => {
      const webhook = await getWebhook(services, callerOf(request), request.params.webhook_id);
      sendTag(reply, tagOfWebhook(webhook));
      return { webhook };
    },
  );

  app.patch(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change, disable or enable a webhook; for admins',
        description:
          '`null` for `schedule_ids` or `team_ids` removes that filter. Disabling a webhook gives up its pending events.',
        params: WebhookParams,
        headers: IfMatch,
        body: WebhookUpdate,
        errors: ['unprocessable_entity', 'duplicate_external_id'],
        response: { 200: Tagged(WebhookAnswer) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const webhook = await updateWebhook(
        services,
        callerOf(request),
        params.webhook_id,
        body,
        expectedTagsOf(request),
      );
      sendTag(reply, tagOfWebhook(webhook));
      return { webhook };
    },
  );

  app.delete(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook; for admins',
        params: WebhookParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await deleteWebhook(services, callerOf(request), request.params.webhook_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/webhooks/:webhook_id/rotate_secret',
    {
      config: { idempotency: 'none' },
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook; for admins',
        description:
          'A replaced secret signs for another day: each request has a signature for every secret of the last day. At most five rotations within a day.',
        params: WebhookParams,
        errors: ['unprocessable_entity'],
        response: { 200: WebhookSecretAnswer },
      },
    },
    async (request) => rotateWebhookSecret(services, callerOf(request), request.params.webhook_id),
  );

  app.post(
    '/webhooks/:webhook_id/test',
    {
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test to a webhook; for admins',
        description:
          'Sends an event `webhook.test` once, without waiting for other events. The list of deliveries shows the result.',
        params: WebhookParams,
        response: { 202: WebhookTestAnswer },
      },
    },
    async (request, reply) => {
      const delivery = await testWebhook(services, callerOf(request), request.params.webhook_id);
      return reply.code(202).send({ delivery });
    },
  );

  app.get(
    '/webhooks/:webhook_id/deliveries/',
    {
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'Deliveries to a webhook, newest first; for admins',
        params: WebhookParams,
        querystring: WebhooksQuery,
        errors: ['forbidden'],
        response: { 200: WebhookDeliveriesAnswer },
      },
    },
    async (request) => listWebhookDeliveries(services, callerOf(request), request.params.webhook_id, request.query),
  );

  app.post(
    '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    {
      schema: {
        tags,
        operationId: 'redeliverWebhookDelivery',
        summary: 'Send a delivery to a webhook again; for admins',
        description: 'With the same `webhook-id` and the same body. Not while it is pending.',
        params: WebhookDeliveryParams,
        errors: ['unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { webhook_id, delivery_id } = request.params;
      await redeliver(services, callerOf(request), webhook_id, delivery_id);
      return reply.code(204).send(null);
    },
  );
}
