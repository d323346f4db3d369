/** Rule MAIL-1: composes a mail when it is sent, and sends it. */
import { plainInstant } from '../../chat/plain-text.ts';
import { type DeliveryRow, dropDeliveries } from '../../db/outbox/deliveries.ts';
import { organizationById } from '../../db/people/organizations.ts';
import { type UserRow, userById } from '../../db/people/users.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { type Letter, writeLetter } from '../../mail/letter.ts';
import { MailError, type Mailer } from '../../mail/mailer.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { channelsFor } from '../notifications/channels.ts';
import { unsubscribeToken } from '../notifications/unsubscribing.ts';
import type { PersonalEvent } from '../outbox/chat-events.ts';
import { failingWay, kindOf } from '../outbox/kinds.ts';
import { type Failure, retryDelayMs } from '../outbox/retries.ts';
import type { Outlook, Sender } from '../outbox/sender.ts';
import { type MailMessage, type NotificationMail, readMail, type SignInMail } from '../outbox/stored-mails.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import type { Services } from '../shared/services.ts';
import { addressOf, type CreatedLink, storeSignInLink } from '../sign-in/sign-in-links.ts';
import { composeLetter, composeMergedLetter } from './notification-letters.ts';

/** By then, people have requested a new password again. */
const RESET_GIVEN_UP_AFTER_MS = HOUR_MS;
const GIVEN_UP_AFTER_MS = DAY_MS;

export const mailSender: Sender = {
  async send(services, delivery, merged) {
    const { mailer, publicUrl } = services;
    const message = readMail(delivery.message_json);
    if (message === undefined) throw new MailError('The stored mail cannot be read.', 'never');
    if (mailer === undefined || publicUrl === undefined) {
      throw new MailError('Mail is not set up: SMTP_URL, MAIL_FROM and WATCHBILL_URL are needed.', 'soon');
    }
    const user = await recipientOf(services, delivery, message);
    if (user === undefined) return drop(services, delivery, merged);
    if (message.type === 'notification') {
      const isSent = await sendNotification({ ...services, mailer, publicUrl }, delivery, user, message, merged);
      return isSent ? { messageId: null } : drop(services, delivery, merged);
    }
    if (services.hasNoPasswords) return drop(services, delivery);
    const link = await makeLink(services, user, message);
    const letter = await letterFor(services, user, message, { link, url: addressOf(link, publicUrl) });
    await mailer.send({ to: user.email, ...writeLetter(letter) });
    return { messageId: null };
  },
  failureOf: (error) => (error instanceof MailError ? error : undefined),
  outlook,
};

/** False if there is nothing left to say, or the user no longer wants mails. */
async function sendNotification(
  services: Services & { readonly mailer: Mailer; readonly publicUrl: string },
  { id: deliveryId, burst }: DeliveryRow,
  user: UserRow,
  { event }: NotificationMail,
  merged: readonly DeliveryRow[],
): Promise<boolean> {
  const { mailer, publicUrl, secret } = services;
  const { organization_id: organizationId, id: userId, email } = user;
  const kind = kindOf(event);
  if (!channelsFor(services, organizationId, user, kind, failingWay(event)).isMailed) return false;
  const events = merged.map(({ message_json }) => readMail(message_json)).flatMap((one) => eventsIn(one));
  const letter = await services.db.queueTransaction((tx) =>
    burst === null || events.length < 2
      ? composeLetter(services, tx, user, event)
      : composeMergedLetter(services, tx, user, burst, events),
  );
  if (letter === undefined) return false;
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${unsubscribeToken(secret, { organizationId, userId, kind })}`;
  const messageId = `<${deliveryId}@${URL.parse(publicUrl)?.hostname ?? 'watchbill'}>`;
  await mailer.send({ to: email, ...writeLetter({ ...letter, unsubscribeUrl }), unsubscribeUrl, messageId });
  return true;
}

function eventsIn(mail: MailMessage | undefined): PersonalEvent[] {
  return mail?.type === 'notification' ? [mail.event] : [];
}

async function recipientOf(
  { db }: Services,
  { organization_id: organizationId, destination_id }: DeliveryRow,
  message: MailMessage,
): Promise<UserRow | undefined> {
  if (message.type === 'password reset') return findUserByEmail(db, organizationId, message.email);
  return db.first(userById, { organizationId, id: destination_id as UserId });
}

/** Deletes it completely: a stranger may have typed somebody's address. */
async function drop(
  { db }: Services,
  { organization_id: organizationId, id }: DeliveryRow,
  merged: readonly DeliveryRow[] = [],
): Promise<'dropped'> {
  const ids = [...new Set([id, ...merged.map((one) => one.id)])];
  await db.queueTransaction((tx) => tx.run(dropDeliveries, { organizationId, ids }));
  return 'dropped';
}

/** A new link for each attempt; earlier ones become invalid. */
function makeLink(services: Services, user: UserRow, message: SignInMail): Promise<CreatedLink> {
  const { organization_id: organizationId, id } = user;
  const actor = message.type === 'invitation' ? { organizationId, userId: message.by } : { organizationId };
  return services.db.transaction((tx) => storeSignInLink(services, tx, actor, id));
}

async function letterFor(
  { db }: Services,
  user: UserRow,
  message: SignInMail,
  { link, url }: { readonly link: CreatedLink; readonly url: string },
): Promise<Letter> {
  const organization = await db.first(organizationById, { id: user.organization_id });
  const name = organization?.name ?? 'Watchbill';
  const until = plainInstant(link.expiresAt, user.time_zone ?? organization?.time_zone ?? 'UTC');
  const once = `The link works once, until ${until}.`;
  if (message.type === 'password reset') {
    return {
      subject: `New password for ${name}`,
      paragraphs: [
        `Set a new password for ${name}`,
        `Someone, probably you, asked for a new password for ${user.email}. ${once}`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
      link: { label: 'Set a new password', url },
      footer: `Watchbill, for ${name}`,
    };
  }
  const by = await nameOf(db, user.organization_id, message.by);
  return {
    subject: `${by} invites you to ${name}`,
    paragraphs: [`${by} invites you to ${name}`, `Watchbill shows who is on call, and when it is you. ${once}`],
    link: { label: 'Set your password', url },
    footer: `Watchbill, for ${name}. You get this because ${by} added ${user.email}.`,
  };
}

async function nameOf(db: Services['db'], organizationId: OrganizationId, id: UserId): Promise<string> {
  return (await db.first(userById, { organizationId, id }))?.name ?? 'An admin';
}

function outlook(failure: Failure, delivery: DeliveryRow, failures: number, now: number): Outlook {
  const isReset = readMail(delivery.message_json)?.type === 'password reset';
  const giveUpAt = delivery.created_at + (isReset ? RESET_GIVEN_UP_AFTER_MS : GIVEN_UP_AFTER_MS);
  return { isOver: failure.retry === 'never' || now >= giveUpAt, waitMs: retryDelayMs(failure, failures) };
}
