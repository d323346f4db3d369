/** Rule WRK-3: adds outgoing messages to the outbox, in the transaction that causes them. deliveries.ts sends them. */
import type { ChatMessage } from '../../chat/provider.ts';
import type { LockingTransaction } from '../../db/driver/database.ts';
import { writePair } from '../../db/driver/statement.ts';
import { type DeliveryRow, deliveriesAbout, insertDeliveries } from '../../db/outbox/deliveries.ts';
import { wakeQueues } from '../../db/outbox/delivery-queues.ts';
import {
  type CoverageRequestId,
  type DeliveryId,
  type OrganizationId,
  parseId,
  type UserId,
  type WebhookId,
} from '../../ids.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../schemas/notifications.ts';
import type { Services } from '../shared/services.ts';
import type { ChatEvent } from './chat-events.ts';
import type { EventMessage } from './stored-events.ts';
import type { MailMessage } from './stored-mails.ts';

/** The queue first, because it guards its deliveries: a worker that releases it either sees them or waits here. */
const ADDITION = writePair(wakeQueues, insertDeliveries, 'raised');

export type Outgoing = ChatOutgoing | WebhookOutgoing | MailOutgoing;

export type ChatOutgoing = ChatContent & {
  /** Absent: `chat`. */
  readonly kind?: 'chat';
  readonly destinationId: string;
  /** The subject, if the message may have to be updated later. */
  readonly subjectId?: CoverageRequestId;
  readonly replacesId?: DeliveryId;
  readonly burst?: Burst | undefined;
};

/** A fixed message, or the event that it is composed from when it is sent. */
export type ChatContent =
  | { readonly message: ChatMessage; readonly event?: undefined }
  | { readonly message?: undefined; readonly event: ChatEvent };

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

interface Identified {
  readonly id: DeliveryId;
  readonly outgoing: Outgoing;
}

/** What transactions add, by organization. */
const additions = new WeakMap<LockingTransaction, Map<OrganizationId, Identified[]>>();

/**
 * Adds messages, to each destination in the given order, and returns their ids. All messages of a transaction are stored together at its end, in the
 * order of their destinations (rule LOCK-5): in another order, two transactions could wait for each other's queues. Workers are woken after the commit.
 */
export async function enqueue(
  services: Services,
  tx: LockingTransaction,
  organizationId: OrganizationId,
  outgoing: readonly Outgoing[],
): Promise<DeliveryId[]> {
  if (outgoing.length === 0) return [];
  const added = outgoing.map((one) => ({ id: services.newId('delivery'), outgoing: one }));
  const known = additions.get(tx);
  const all = known ?? new Map<OrganizationId, Identified[]>();
  all.set(organizationId, [...(all.get(organizationId) ?? []), ...added]);
  if (known === undefined) {
    additions.set(tx, all);
    tx.beforeCommit(() => store(services, tx, all));
  }
  return added.map(({ id }) => id);
}

function store(
  { clock }: Services,
  tx: LockingTransaction,
  additions: ReadonlyMap<OrganizationId, readonly Identified[]>,
): void {
  for (const [organizationId, added] of [...additions].sort(byKey)) {
    const byDestination = [...Map.groupBy(added, ({ outgoing }) => outgoing.destinationId)].sort(byKey);
    const queues = byDestination.map(([destinationId, some]) => ({
      destination_id: destinationId,
      kind: some[0]?.outgoing.kind ?? 'chat',
      added: some.length,
    }));
    const deliveries = byDestination.flatMap(([, some]) =>
      some.map(({ id, outgoing }, i) => deliveryOf(id, outgoing, some.length - 1 - i)),
    );
    tx.sendPair(ADDITION, { organizationId, queues, deliveries, now: clock.now() });
  }
  void tx.wakeWorkers();
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** `later`: how many to the same destination come after it. */
function deliveryOf(id: DeliveryId, outgoing: Outgoing, later: number) {
  const { kind = 'chat', destinationId, message, event, subjectId, replacesId, burst } = outgoing;
  return {
    id,
    kind,
    destination_id: destinationId,
    later,
    // Of an event: until it is composed.
    message_json: JSON.stringify(message ?? null),
    event_json: event === undefined ? null : JSON.stringify(event),
    subject_id: subjectId ?? null,
    replaces_id: replacesId ?? null,
    burst: burst === undefined ? null : burstName(burst),
    shift_at: burst?.shiftAt ?? null,
  };
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
  tx: LockingTransaction,
  organizationId: OrganizationId,
  subjectId: CoverageRequestId,
): Promise<readonly DeliveryRow[]> {
  return tx.all(deliveriesAbout, { organizationId, subjectId });
}
