/** Mails in the outbox: what to say, not the text. A sign-in link is created when the mail is sent, and is never stored. */
import type { UserId } from '../../ids.ts';
import { isObject, parsedJson } from '../shared/stored-values.ts';
import { type PersonalEvent, personalEventOf } from './chat-events.ts';

export type MailMessage = SignInMail | NotificationMail;

export type SignInMail =
  /** Invites a user to set their first password. */
  | { readonly type: 'invitation'; readonly by: UserId }
  /** A request for a new password. It is not known yet whether there is a user with that email. */
  | { readonly type: 'password reset'; readonly email: string };

/** Notifications that the same person may also get in the chat. */
export interface NotificationMail {
  readonly type: 'notification';
  readonly event: PersonalEvent;
}

/** Undefined if the text is not a mail. */
export function readMail(json: string): MailMessage | undefined {
  const value = parsedJson(json);
  if (!isObject(value)) return undefined;
  const { type, by, email } = value;
  if (type === 'notification') {
    const event = personalEventOf(value.event);
    return event && { type, event };
  }
  if (type === 'invitation' && typeof by === 'string') return { type, by: by as UserId };
  return type === 'password reset' && typeof email === 'string' ? { type, email } : undefined;
}
