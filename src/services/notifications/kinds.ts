/** The kind of notification of an event. People choose for each kind how it reaches them. */
import type { NotificationKind } from '../../schemas/notifications.ts';
import type { PersonalEvent } from '../chat/chat-events.ts';

const KINDS: Readonly<Record<PersonalEvent['kind'], NotificationKind>> = {
  reminder: 'reminder',
  'coverage card': 'cover_asked',
  'coverage taken': 'cover_taken',
  'cover asked for you': 'cover_taken',
  'cover declined': 'cover_taken',
  'shift moved': 'shift_moved',
  'service problem': 'service_problem',
};

/** The channel to avoid, because the notification says that it fails. */
export function failingWay(event: PersonalEvent): 'chat' | 'email' | undefined {
  if (event.kind !== 'service problem' || event.notice.startsWith('webhooks')) return undefined;
  return event.notice.startsWith('mails') ? 'email' : 'chat';
}

export function kindOf({ kind }: Pick<PersonalEvent, 'kind'>): NotificationKind {
  return KINDS[kind];
}
