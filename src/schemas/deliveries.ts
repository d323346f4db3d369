import Type, { type Static } from 'typebox';
import { Body, Instant, PageQuery, PaginationMeta } from './fields.ts';

export const DeliveryStatus = Type.Enum(['pending', 'sent', 'failed'], { type: 'string', title: 'DeliveryStatus' });

export const Delivery = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['chat', 'webhook', 'mail'], { type: 'string', title: 'DeliveryKind' }),
    destination_id: Type.String({
      description: 'A channel, a person’s id in the chat, a webhook, or the user who gets the mail',
    }),
    status: DeliveryStatus,
    text: Type.String({
      description: 'The message as plain text; for an event, a mail or a message that was not composed yet, its type',
    }),
    attempts: Type.Integer({ minimum: 0 }),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
    created_at: Type.String({ ...Instant, description: 'When it was created, or retried' }),
    done_at: Type.Optional(Type.String({ ...Instant, description: 'When it was sent, or given up' })),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;

export const DeliveriesAnswer = Type.Object(
  { deliveries: Type.Array(Delivery), meta: PaginationMeta },
  { title: 'DeliveriesAnswer' },
);
export const DeliveriesQuery = Body({ ...PageQuery, status: Type.Optional(DeliveryStatus) });
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;
