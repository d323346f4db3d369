/** Ends mails of one kind for one person, from a link in such a mail that needs no session (RFC 8058). */
import { updateNotificationChoices, userById } from '../../db/people/users.ts';
import { AppError } from '../../errors.ts';
import { type OrganizationId, parseId, type UserId } from '../../ids.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../schemas/notifications.ts';
import { encryptionFor, type Secret } from '../../secrets/installation-secret.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { parsedJson } from '../shared/stored-values.ts';
import { choicesOf, withoutEmail } from './channels.ts';

interface Subscription {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly kind: NotificationKind;
}

/** Only the service can create one. It reveals nothing to others, and works as long as the secret is known. */
export function unsubscribeToken(secret: Secret, { organizationId, userId, kind }: Subscription): string {
  return encryptionFor(secret, 'unsubscribe').encrypt(JSON.stringify([organizationId, userId, kind]));
}

/** The kind of mails that the token ends. */
export function subscriptionOf({ secret }: Services, token: string): NotificationKind {
  return getSubscription(secret, token).kind;
}

/** Can be repeated. A deactivated user gets no mails anyway. */
export async function unsubscribe(services: Services, token: string, address: string): Promise<NotificationKind> {
  const { organizationId, userId, kind } = getSubscription(services.secret, token);
  await services.db.transaction(async (tx) => {
    const user = await tx.first(userById, { organizationId, id: userId });
    if (user === undefined) return;
    const choices = choicesOf(user);
    const choice = withoutEmail(choices[kind]);
    if (choice === choices[kind]) return;
    await tx.run(updateNotificationChoices, {
      organizationId,
      userId,
      notificationsJson: JSON.stringify({ ...choices, [kind]: choice }),
    });
    await writeAuditEntry(
      services,
      tx,
      { organizationId, userId, address },
      {
        action: 'user_settings.updated',
        targetId: userId,
        detail: { notifications: { [kind]: choice } },
      },
    );
  });
  return kind;
}

function getSubscription(secret: Secret, token: string): Subscription {
  const text = encryptionFor(secret, 'unsubscribe').decrypt(token);
  const parts = text === undefined ? undefined : parsedJson(text);
  const [organization, user, named] = Array.isArray(parts) ? parts : [];
  const organizationId = parseId('organization', String(organization));
  const userId = parseId('user', String(user));
  const kind = NOTIFICATION_KINDS.find((one) => one === named);
  if (organizationId === undefined || userId === undefined || kind === undefined) {
    throw new AppError('not_found', 'This link ends no mails: it is not complete, or no longer valid.');
  }
  return { organizationId, userId, kind };
}
