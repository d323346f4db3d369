import { DeliveriesAnswer, DeliveriesQuery, DeliveryParams } from '../../schemas/deliveries.ts';
import { NoContent } from '../../schemas/fields.ts';
import { listDeliveries, retryDelivery } from '../../services/deliveries/delivery-list.ts';
import type { Services } from '../../services/shared/services.ts';
import { callerOf } from '../request-guard.ts';
import type { App } from '../typed-app.ts';

export function deliveryRoutes(app: App, services: Services): void {
  const tags = ['Chat'];

  app.get(
    '/deliveries/',
    {
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'Messages to the chat, to webhooks and by mail, newest first',
        description:
          'Failed messages are retried: for a day to the chat, for three days to a webhook. Then they are given up. `error` says why.',
        querystring: DeliveriesQuery,
        errors: ['forbidden'],
        response: { 200: DeliveriesAnswer },
      },
    },
    async (request) => listDeliveries(services, callerOf(request), request.query),
  );

  app.post(
    '/deliveries/:delivery_id/retry',
    {
      schema: {
        tags,
        operationId: 'retryDelivery',
        summary: 'Retry a failed delivery',
        params: DeliveryParams,
        errors: ['unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await retryDelivery(services, callerOf(request), request.params.delivery_id);
      return reply.code(204).send(null);
    },
  );
}
