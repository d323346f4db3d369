import { DeliveriesAnswer, DeliveriesQuery } from '../../schemas/deliveries.ts';
import { listDeliveries, retryDelivery } from '../../services/deliveries/delivery-list.ts';
import type { Services } from '../../services/shared/services.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

export function deliveryRoutes(app: App, services: Services): void {
  const { get, post } = operationsOf(app, services, 'Chat');

  get('/deliveries/', {
    operationId: 'listDeliveries',
    summary: 'Messages to the chat, to webhooks and by mail, newest first',
    description:
      'Failed messages are retried: for a day to the chat, for three days to a webhook. Then they are given up. `error` says why.',
    floor: 'handle deliveries',
    query: DeliveriesQuery,
    errors: ['forbidden'],
    answer: DeliveriesAnswer,
    run: ({ caller, query }) => listDeliveries(services, caller, query),
  });

  post('/deliveries/:delivery_id/retry', {
    operationId: 'retryDelivery',
    summary: 'Retry a failed delivery',
    floor: 'handle deliveries',
    errors: ['unprocessable_entity'],
    run: ({ caller, params }) => retryDelivery(services, caller, params.delivery_id),
  });
}
