/** Mails as the outbox stores them: what to say, not the words. A link that signs in is made when the mail is sent, and never stored. */
import type { UserId } from '../../ids.ts';
import { type PersonalEvent, personalEventOf } from '../chat/chat-events.ts';
import { isObject, parsedJson } from '../schedules/stored-layers.ts';

export type MailMessage = SignInMail | NotificationMail;

export type SignInMail =
  /** Someone is to set their first password. */
  | { readonly type: 'invitation'; readonly by: UserId }
  /** Someone has asked for a new password. Nobody has looked yet whether there is a user with that email. */
  | { readonly type: 'password reset'; readonly email: string };

/** Notifications that the same person may also get in the chat. */
export interface NotificationMail {
  readonly type: 'notification';
  readonly event: PersonalEvent;
}

/** Undefined when the text is not one. */
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
