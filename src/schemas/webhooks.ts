import Type, { type Static } from 'typebox';
import { DeliveryStatus } from './deliveries.ts';
import {
  Body,
  Description,
  ExternalId,
  Instant,
  ManagedBy,
  Milliseconds,
  NOT_QUOTED,
  OrNone,
  PageQuery,
  PaginationMeta,
} from './fields.ts';

/** Rule HOOK-1. */
export const WEBHOOK_EVENTS = [
  'oncall.changed',
  'schedule.created',
  'schedule.changed',
  'schedule.deleted',
  'override.created',
  'override.changed',
  'override.deleted',
  'coverage_request.created',
  'coverage_request.accepted',
  'coverage_request.reopened',
  'coverage_request.canceled',
  'coverage_request.expired',
  'gap.ahead',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const MAX_FILTERED = 100;

/** For one organization: every event is written once for each of them. */
export const MAX_WEBHOOKS = 20;

/** Messages about a bad value do not quote it: its path often holds a secret. */
const Url = Type.String({
  [NOT_QUOTED]: true,
  minLength: 1,
  maxLength: 2_000,
  format: 'single-line',
  description: 'A public https address without user name, password and fragment',
  examples: ['https://hooks.example.com/watchbill'],
});
const Events = Type.Array(Type.Enum([...WEBHOOK_EVENTS], { type: 'string', title: 'WebhookEvent' }), {
  minItems: 1,
  uniqueItems: true,
  description: 'Events that are sent to it',
});
const ScheduleIds = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: MAX_FILTERED,
  description: 'Only events of these schedules. Not together with `team_ids`',
});
const TeamIds = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: MAX_FILTERED,
  description: 'Only events of schedules of these teams. Not together with `schedule_ids`',
});

export const Webhook = Type.Object(
  {
    id: Type.String(),
    url: Url,
    description: Type.Optional(Type.String()),
    events: Events,
    schedule_ids: Type.Optional(ScheduleIds),
    team_ids: Type.Optional(TeamIds),
    enabled: Type.Boolean(),
    disabled_reason: Type.Optional(
      Type.String({ description: 'Why Watchbill disabled it; absent if a person did, and while it is enabled' }),
    ),
    failing_since: Type.Optional(
      Type.String({ ...Instant, description: 'Time of the first failure since the last success' }),
    ),
    former_secret_until: Type.Optional(
      Type.String({
        ...Instant,
        description: 'After a rotation: until when requests are also signed with the previous secret',
      }),
    ),
    created_at: Instant,
    external_id: Type.Optional(Type.String({ description: 'The name that another system has for it' })),
    managed_by: Type.Optional(Type.String({ description: 'The file or tool that made it' })),
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

export const NewWebhook = Body(
  {
    url: Url,
    description: Type.Optional(Description(300)),
    events: Events,
    schedule_ids: Type.Optional(ScheduleIds),
    team_ids: Type.Optional(TeamIds),
    enabled: Type.Optional(Type.Boolean({ description: 'Default: true' })),
    external_id: Type.Optional(ExternalId),
    managed_by: Type.Optional(ManagedBy),
  },
  {
    title: 'WebhookCreation',
    examples: [{ url: 'https://hooks.example.com/watchbill', events: ['oncall.changed'] }],
  },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookUpdate = Body(
  {
    url: Type.Optional(Url),
    description: Type.Optional(Description(300)),
    events: Type.Optional(Events),
    schedule_ids: Type.Optional(
      Type.Union([ScheduleIds, Type.Null()], { description: 'null: events of all schedules' }),
    ),
    team_ids: Type.Optional(Type.Union([TeamIds, Type.Null()], { description: 'null: events of all schedules' })),
    enabled: Type.Optional(Type.Boolean()),
    external_id: Type.Optional(OrNone(ExternalId)),
    managed_by: Type.Optional(OrNone(ManagedBy)),
  },
  { title: 'WebhookUpdate', examples: [{ description: 'Wakes the bot' }] },
);
export type WebhookUpdate = Static<typeof WebhookUpdate>;

const Secret = Type.String({
  description: 'Signs the messages, as the Standard Webhooks specification says. It is shown this once',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'The header `webhook-id`; the same for every attempt' }),
    event: Type.String({ description: 'The type of the event; `webhook.test` for a test' }),
    sequence: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Number of the event at this endpoint; absent for a test' }),
    ),
    status: DeliveryStatus,
    attempts: Type.Integer({ minimum: 0 }),
    request_body: Type.String({ description: 'The body that was sent, or will be' }),
    answer: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(
            Type.Integer({ minimum: 100, maximum: 599, description: 'Absent if there was no response' }),
          ),
          body: Type.Optional(Type.String({ description: 'Beginning of the body' })),
          at: Type.String({ ...Instant, description: 'When the attempt ended' }),
          milliseconds: Milliseconds('How long the attempt took'),
        },
        { title: 'WebhookResponse', description: 'Response to the last attempt' },
      ),
    ),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
    retry_at: Type.Optional(
      Type.String({ ...Instant, description: 'Postponed until then, so that later events are not delayed' }),
    ),
    created_at: Instant,
    done_at: Type.Optional(Type.String({ ...Instant, description: 'When it was sent, or given up' })),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhooksQuery = Body(PageQuery);
export const WebhookAnswer = Type.Object({ webhook: Webhook }, { title: 'WebhookAnswer' });
export const WebhookSecretAnswer = Type.Object({ webhook: Webhook, secret: Secret }, { title: 'WebhookSecretAnswer' });
export const WebhooksAnswer = Type.Object(
  { webhooks: Type.Array(Webhook), meta: PaginationMeta },
  { title: 'WebhooksAnswer' },
);
export const WebhookTestAnswer = Type.Object(
  {
    delivery: Type.Object(
      { id: Type.String({ description: 'Id in the list of deliveries' }) },
      { title: 'WebhookTestDelivery' },
    ),
  },
  { title: 'WebhookTestAnswer' },
);
export const WebhookDeliveriesAnswer = Type.Object(
  { deliveries: Type.Array(WebhookDelivery), meta: PaginationMeta },
  { title: 'WebhookDeliveriesAnswer' },
);
