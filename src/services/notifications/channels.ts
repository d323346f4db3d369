/** Rule MAIL-2: by which channels a notification reaches a person. */
import type { UserRow } from '../../db/people/users.ts';
import type { OrganizationId } from '../../ids.ts';
import {
  NOTIFICATION_CHOICES,
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKind,
  type NotificationSettings,
  type Notifications,
} from '../../schemas/notifications.ts';
import type { Services } from '../shared/services.ts';
import { isObject, parsedJson } from '../shared/stored-values.ts';
import { canSendMail } from './mail-setup.ts';

export type Reachable = Pick<UserRow, 'chat_id' | 'notifications_json'>;

export interface Channels {
  /** The chat id for a direct message; undefined: none. */
  readonly chatId: string | undefined;
  readonly isMailed: boolean;
}

/** Including kinds that only a newer version knows. */
export function storedChoices({ notifications_json: json }: Pick<UserRow, 'notifications_json'>): object {
  const stored = json === null ? undefined : parsedJson(json);
  return isObject(stored) ? stored : {};
}

/** `default` if they never chose, or if their choice cannot be read. */
export function choicesOf(user: Pick<UserRow, 'notifications_json'>): Notifications {
  const chosen: Readonly<Record<string, unknown>> = { ...storedChoices(user) };
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, NOTIFICATION_CHOICES.find((one) => one === chosen[kind]) ?? 'default']),
  ) as Notifications;
}

export function reachOf(
  services: Services,
  organizationId: OrganizationId,
  person: Reachable,
): NotificationSettings['reach'] {
  const chat = services.chatOf(organizationId)?.name;
  const isInChat = chat !== undefined && person.chat_id !== null;
  const isMailed = canSendMail(services);
  // Nobody reads the built-in workspace for notifications.
  const isChatFirst = isInChat && (chat !== 'local' || !isMailed);
  return { chat: isInChat, email: isMailed, default: isChatFirst ? 'chat' : isMailed ? 'email' : 'none' };
}

/**
 * `avoids`: the channel that the notification is about, because it fails. It is used only if there is no other, or if it was
 * chosen.
 */
export function channelsFor(
  services: Services,
  organizationId: OrganizationId,
  person: Reachable,
  kind: NotificationKind,
  avoids?: 'chat' | 'email',
): Channels {
  const reach = reachOf(services, organizationId, person);
  const other = avoids === 'chat' && reach.email ? 'email' : avoids === 'email' && reach.chat ? 'chat' : reach.default;
  const choice = choicesOf(person)[kind];
  const ways = choice === 'default' ? other : choice;
  return {
    chatId: reach.chat && (ways === 'chat' || ways === 'both') ? (person.chat_id ?? undefined) : undefined,
    isMailed: reach.email && (ways === 'email' || ways === 'both'),
  };
}

/** Whether a notification of this kind would reach the person. */
export function isReached(
  services: Services,
  organizationId: OrganizationId,
  person: Reachable,
  kind: NotificationKind,
): boolean {
  const { chatId, isMailed } = channelsFor(services, organizationId, person, kind);
  return chatId !== undefined || isMailed;
}

/** The choice without email. For `default`, the chat remains, and is used as soon as they have a chat id. */
export function withoutEmail(choice: NotificationChoice): NotificationChoice {
  return choice === 'email' || choice === 'none' ? 'none' : 'chat';
}
