/** The kind of notification that an event is, for which people choose how it reaches them. */
import type { NotificationKind } from '../../schemas/notifications.ts';
import type { PersonalEvent } from '../chat/chat-events.ts';

const KINDS: Readonly<Record<PersonalEvent['kind'], NotificationKind>> = {
  reminder: 'reminder',
  'coverage card': 'cover_asked',
  'coverage taken': 'cover_taken',
  'shift moved': 'shift_moved',
  'service problem': 'service_problem',
};

/** The way that a notification should not take: it tells that this way fails. */
export function failingWay(event: PersonalEvent): 'chat' | 'email' | undefined {
  if (event.kind !== 'service problem' || event.notice.startsWith('webhooks')) return undefined;
  return event.notice.startsWith('mails') ? 'email' : 'chat';
}

export function kindOf({ kind }: Pick<PersonalEvent, 'kind'>): NotificationKind {
  return KINDS[kind];
}
