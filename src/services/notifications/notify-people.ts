/**
 * Rule MAIL-2: notifications to one person go to the chat, by mail, both or nowhere, as the person chose. What a channel of the
 * schedule already says is not sent again as a direct message.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import type { CoverageRequestId, OrganizationId, UserId } from '../../ids.ts';
import type { PersonalEvent } from '../outbox/chat-events.ts';
import { failingWay, kindOf } from '../outbox/kinds.ts';
import type { Outgoing } from '../outbox/outbox.ts';
import type { Services } from '../shared/services.ts';
import { channelsFor, type Reachable } from './channels.ts';

export interface Notification {
  readonly event: PersonalEvent;
  /** The subject, if the direct message may have to be updated later. */
  readonly subjectId?: CoverageRequestId;
  /** A channel already shows it. */
  readonly isInChannel?: boolean;
  /** Who caused it. Absent: the passing of time. */
  readonly by?: UserId | undefined;
  /** The start of the first shift that it is about; absent: none. */
  readonly shiftAt?: number | undefined;
}

export type Recipient = Reachable & Pick<UserRow, 'id' | 'deactivated_at'>;

/** The messages to enqueue; none for deactivated people. */
export async function notificationsTo(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  notifications: readonly Notification[],
): Promise<Outgoing[]> {
  if (notifications.length === 0) return [];
  const ids = [...new Set(notifications.map(({ event }) => event.userId))];
  return notificationsAmong(services, organizationId, await tx.all(usersByIds, { organizationId, ids }), notifications);
}

/** The same for users who are loaded already. */
export function notificationsAmong(
  services: Services,
  organizationId: OrganizationId,
  users: readonly Recipient[],
  notifications: readonly Notification[],
): Outgoing[] {
  const active = new Map(users.filter(({ deactivated_at }) => deactivated_at === null).map((user) => [user.id, user]));
  return notifications.flatMap((notification) => {
    const user = active.get(notification.event.userId);
    return user === undefined ? [] : notificationTo(services, organizationId, user, notification);
  });
}

export function notificationTo(
  services: Services,
  organizationId: OrganizationId,
  person: Reachable,
  { event, subjectId, isInChannel = false, by, shiftAt }: Notification,
): Outgoing[] {
  const kind = kindOf(event);
  const { chatId, isMailed } = channelsFor(services, organizationId, person, kind, failingWay(event));
  const burst = by === undefined ? undefined : { by, kind, shiftAt };
  const outgoing: Outgoing[] = [];
  if (chatId !== undefined && !isInChannel) {
    outgoing.push({ destinationId: chatId, event, burst, ...(subjectId !== undefined && { subjectId }) });
  }
  if (isMailed) {
    outgoing.push({ kind: 'mail', destinationId: event.userId, message: { type: 'notification', event }, burst });
  }
  return outgoing;
}
