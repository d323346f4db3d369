/** The `webhooks` of the document: what the service sends, as operations of the endpoints that receive it. */
import type { TSchema } from 'typebox';
import { EVENTS, type EventType, titleOf } from '../../src/schemas/webhook-events.ts';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'oncall.changed': 'Other people are on call in a schedule',
  'schedule.created': 'A schedule was created',
  'schedule.changed': 'A schedule was changed',
  'schedule.deleted': 'A schedule was deleted',
  'override.created': 'An override was created',
  'override.changed': 'An override was changed',
  'override.deleted': 'An override was deleted',
  'coverage_request.created': 'Someone asks for cover',
  'coverage_request.accepted': 'Someone took shifts of a coverage request',
  'coverage_request.reopened': 'Shifts of a coverage request are open again: the person who took them was deactivated',
  'coverage_request.canceled': 'A coverage request was canceled',
  'coverage_request.expired': 'A coverage request expired',
  'gap.ahead': 'Nobody will be on call within the next 24 hours, outside off hours',
  'webhook.test': 'Someone tests the webhook',
};

const HEADERS = [
  header('webhook-id', 'The same for every attempt: skip ids that you have seen'),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
  header('webhook-signature', 'Signatures as the Standard Webhooks specification says, with spaces between them'),
];

const RESPONSES = {
  '2XX': { description: 'Received. It has to come within 15 seconds' },
  410: { description: 'Disables the webhook' },
  default: { description: 'A failure: the event is sent again, for three days' },
};

/** By the type of the event. */
export const WEBHOOKS = Object.fromEntries(
  (Object.entries(EVENTS) as [EventType, TSchema][]).map(([type, schema]) => [
    type,
    {
      post: {
        operationId: `on${titleOf(type)}`,
        summary: SUMMARIES[type],
        tags: ['Webhook events'],
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: RESPONSES,
      },
    },
  ]),
);

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
