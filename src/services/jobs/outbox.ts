/** Rule WRK-3: adds outgoing messages to the outbox, in the transaction that causes them. deliveries.ts sends them. */
import type { ChatMessage } from '../../chat/provider.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { writePair } from '../../db/driver/statement.ts';
import { type DeliveryRow, deliveriesAbout, insertDeliveries } from '../../db/jobs/deliveries.ts';
import { wakeQueues } from '../../db/jobs/delivery-queues.ts';
import {
  type CoverageRequestId,
  type DeliveryId,
  type OrganizationId,
  parseId,
  type UserId,
  type WebhookId,
} from '../../ids.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../schemas/notifications.ts';
import type { ChatEvent } from '../chat/chat-events.ts';
import type { MailMessage } from '../mail/stored-mails.ts';
import type { Services } from '../shared/services.ts';
import type { EventMessage } from '../webhooks/stored-events.ts';

/** The queue first, because it guards its deliveries: a worker that releases it either sees them or waits here. */
const ADDITION = writePair(wakeQueues, insertDeliveries, 'raised');

export type Outgoing = ChatOutgoing | WebhookOutgoing | MailOutgoing;

export interface ChatOutgoing {
  /** Absent: `chat`. */
  readonly kind?: 'chat';
  readonly destinationId: string;
  /** With an event: what a node sends that cannot compose the event. */
  readonly message: ChatMessage;
  /** The message is composed from it when it is sent. */
  readonly event?: ChatEvent;
  /** The subject, if the message may have to be updated later. */
  readonly subjectId?: CoverageRequestId;
  readonly replacesId?: DeliveryId;
  readonly burst?: Burst | undefined;
}

/** Rule BUD-7: what one person causes for another is limited, unless it is about a shift within a day. */
export interface Burst {
  readonly by: UserId;
  readonly kind: NotificationKind;
  /** The start of the first shift that it is about. Undefined: none. */
  readonly shiftAt: number | undefined;
}

interface MailOutgoing {
  readonly kind: 'mail';
  readonly destinationId: string;
  readonly message: MailMessage;
  readonly event?: undefined;
  readonly subjectId?: undefined;
  readonly replacesId?: undefined;
  readonly burst?: Burst | undefined;
}

interface WebhookOutgoing {
  readonly kind: 'webhook';
  /** The webhook, or the queue of its tests. */
  readonly destinationId: string;
  readonly message: EventMessage;
  readonly event?: undefined;
  readonly subjectId: WebhookId;
  readonly replacesId?: undefined;
  readonly burst?: undefined;
}

/** Adds messages, to each destination in the given order, and returns their ids. Workers are woken after the commit. */
export async function enqueue(
  { clock, newId }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  outgoing: readonly Outgoing[],
): Promise<DeliveryId[]> {
  if (outgoing.length === 0) return [];
  const byDestination = [...Map.groupBy(outgoing, ({ destinationId }) => destinationId)];
  const queues = byDestination.map(([destinationId, added]) => ({
    destination_id: destinationId,
    kind: added[0]?.kind ?? 'chat',
    added: added.length,
  }));
  const deliveries = byDestination.flatMap(([destinationId, added]) =>
    added.map(({ kind = 'chat', message, event, subjectId, replacesId, burst }, i) => ({
      id: newId('delivery'),
      kind,
      destination_id: destinationId,
      later: added.length - 1 - i,
      message_json: JSON.stringify(message),
      event_json: event === undefined ? null : JSON.stringify(event),
      subject_id: subjectId ?? null,
      replaces_id: replacesId ?? null,
      burst: burst === undefined ? null : burstName(burst),
      shift_at: burst?.shiftAt ?? null,
    })),
  );
  tx.sendPair(ADDITION, { organizationId, queues, deliveries, now: clock.now() });
  await tx.wakeWorkers();
  return deliveries.map(({ id }) => id);
}

/** As it is stored. */
function burstName({ by, kind }: Burst): string {
  return `${by} ${kind}`;
}

/** Undefined if it cannot be read. */
export function readBurst(name: string): Pick<Burst, 'by' | 'kind'> | undefined {
  const [user = '', named] = name.split(' ');
  const by = parseId('user', user);
  const kind = NOTIFICATION_KINDS.find((one) => one === named);
  return by && kind && { by, kind };
}

/** All messages about something, sent or pending. */
export function messagesAbout(
  tx: Transaction,
  organizationId: OrganizationId,
  subjectId: CoverageRequestId,
): Promise<readonly DeliveryRow[]> {
  return tx.all(deliveriesAbout, { organizationId, subjectId });
}
