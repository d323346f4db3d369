/** The kind of notification of an event. People choose for each kind how it reaches them. */
import type { NoticeKind } from '../../schemas/notices.ts';
import type { NotificationKind } from '../../schemas/notifications.ts';
import type { PersonalEvent } from './chat-events.ts';

const KINDS: Readonly<Record<PersonalEvent['kind'], NotificationKind>> = {
  reminder: 'reminder',
  'coverage card': 'cover_asked',
  'coverage taken': 'cover_taken',
  'cover asked for you': 'cover_taken',
  'cover declined': 'cover_taken',
  'cover ended': 'cover_taken',
  'shift moved': 'shift_moved',
  'service problem': 'service_problem',
};

const FAILING: Readonly<Record<NoticeKind, 'chat' | 'email' | undefined>> = {
  messages_wait: 'chat',
  messages_failed: 'chat',
  groups_fail: 'chat',
  mails_wait: 'email',
  mails_failed: 'email',
  webhooks_disabled: undefined,
  webhooks_fail: undefined,
  identities_refused: undefined,
};

/** The channel to avoid, because the notification says that it fails. */
export function failingWay(event: PersonalEvent): 'chat' | 'email' | undefined {
  return event.kind === 'service problem' ? FAILING[event.notice] : undefined;
}

export function kindOf({ kind }: Pick<PersonalEvent, 'kind'>): NotificationKind {
  return KINDS[kind];
}
