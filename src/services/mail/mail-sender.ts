/** Rule MAIL-1: writes a mail when it is sent, and sends it. */
import { plainInstant } from '../../chat/plain-text.ts';
import { type DeliveryRow, dropDeliveries } from '../../db/deliveries.ts';
import { organizationById } from '../../db/organizations.ts';
import { type UserRow, userById } from '../../db/users.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { type Letter, writeLetter } from '../../mail/letter.ts';
import { MailError } from '../../mail/mailer.ts';
import { DAY_MS, HOUR_MS } from '../../time/units.ts';
import { type Failure, retryDelayMs } from '../jobs/retries.ts';
import type { Outlook, Sender } from '../jobs/sender.ts';
import { findUserByEmail } from '../people/user-emails.ts';
import type { Services } from '../shared/services.ts';
import { addressOf, type CreatedLink, storeSignInLink } from '../sign-in/sign-in-links.ts';
import { type MailMessage, readMail } from './stored-mails.ts';

/** Who has forgotten a password asks again by then. */
const RESET_GIVEN_UP_AFTER_MS = HOUR_MS;
const GIVEN_UP_AFTER_MS = DAY_MS;

export const mailSender: Sender = {
  async send(services, delivery) {
    const { mailer, publicUrl } = services;
    const message = readMail(delivery.message_json);
    if (message === undefined) throw new MailError('The stored mail cannot be read.', 'never');
    if (mailer === undefined || publicUrl === undefined) {
      throw new MailError('Mail is not set up: SMTP_URL, MAIL_FROM and WATCHBILL_URL are needed.', 'soon');
    }
    const user = await recipientOf(services, delivery, message);
    if (user === undefined || services.hasNoPasswords) return drop(services, delivery);
    const link = await makeLink(services, user, message);
    const letter = await letterFor(services, user, message, { link, url: addressOf(link, publicUrl) });
    await mailer.send({ to: user.email, ...writeLetter(letter) });
    return { messageId: null };
  },
  failureOf: (error) => (error instanceof MailError ? error : undefined),
  outlook,
};

async function recipientOf(
  { db }: Services,
  { organization_id: organizationId, destination_id }: DeliveryRow,
  message: MailMessage,
): Promise<UserRow | undefined> {
  if (message.type === 'password reset') return findUserByEmail(db, organizationId, message.email);
  return db.first(userById, { organizationId, id: destination_id as UserId });
}

/** Nothing of it stays: a stranger may have typed somebody's address. */
async function drop({ db }: Services, { organization_id: organizationId, id }: DeliveryRow): Promise<'dropped'> {
  await db.queueTransaction((tx) => tx.run(dropDeliveries, { organizationId, ids: [id] }));
  return 'dropped';
}

/** A new one for each attempt; earlier ones are void. */
function makeLink(services: Services, user: UserRow, message: MailMessage): Promise<CreatedLink> {
  const { organization_id: organizationId, id } = user;
  const actor = message.type === 'invitation' ? { organizationId, userId: message.by } : { organizationId };
  return services.db.transaction((tx) => storeSignInLink(services, tx, actor, id));
}

async function letterFor(
  { db }: Services,
  user: UserRow,
  message: MailMessage,
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
