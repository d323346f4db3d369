/**
 * How to send to each kind of destination. All else about a delivery is the same for every kind and stands in deliveries.ts: its
 * queue, lease and order, retries, giving up, the message that it replaces, and what is counted.
 *
 * A further kind needs a name in `DestinationKind`, a sender here, and counts in counters.ts. Nodes of the first edition would take its
 * messages for the chat's: its migration must not allow them as peers.
 */
import { ChatError, type ChatMessage, type ChatProvider } from '../../chat/provider.ts';
import type { DestinationKind } from '../../db/schema/tables.ts';
import type { OrganizationId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';
import type { Failure } from './retries.ts';

export interface Destination {
  readonly organizationId: OrganizationId;
  readonly id: string;
}

export interface Sender {
  /** Returns the id of the message there; null for a kind that cannot change what was sent. */
  post(services: Services, to: Destination, message: ChatMessage): Promise<string | null>;
  /** Puts another message in the place of one that was posted. */
  update(services: Services, to: Destination, messageId: string, message: ChatMessage): Promise<void>;
  /** What an error of the two above means. Undefined when it is a fault of Watchbill. */
  failureOf(error: unknown): Failure | undefined;
}

const chatSender: Sender = {
  async post(services, to, message) {
    return chatFor(services, to).post(to.id, message);
  },
  async update(services, to, messageId, message) {
    await chatFor(services, to).updateMessage(to.id, messageId, message);
  },
  failureOf: (error) => (error instanceof ChatError ? error : undefined),
};

const SENDERS: Readonly<Record<DestinationKind, Sender>> = {
  chat: chatSender,
};

export const DESTINATION_KINDS = Object.keys(SENDERS) as DestinationKind[];

/** Undefined for a kind that only a newer version knows. */
export function findSender(kind: string): Sender | undefined {
  return Object.hasOwn(SENDERS, kind) ? SENDERS[kind as DestinationKind] : undefined;
}

function chatFor({ chatOf }: Services, { organizationId }: Destination): ChatProvider {
  const chat = chatOf(organizationId);
  if (chat === undefined) throw new ChatError('connection lost', 'No chat is connected.');
  return chat;
}
