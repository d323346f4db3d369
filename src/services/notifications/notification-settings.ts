/** Rule MAIL-2: each user, viewers included, chooses how each kind of notification reaches them. */
import { type UserRow, updateNotificationChoices } from '../../db/people/users.ts';
import type { Caller } from '../../permissions.ts';
import type { NotificationSettings, NotificationsUpdate } from '../../schemas/notifications.ts';
import { getUserRow } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { choicesOf, reachOf, storedChoices } from './channels.ts';

export async function getNotificationSettings(services: Services, caller: Caller): Promise<NotificationSettings> {
  return settingsOf(services, await getUserRow(services.db, caller, caller.userId));
}

export function updateNotificationSettings(
  services: Services,
  caller: Caller,
  wanted: NotificationsUpdate['notifications'],
): Promise<NotificationSettings> {
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const user = await getUserRow(tx, caller, userId);
    const notificationsJson = JSON.stringify({ ...storedChoices(user), ...wanted });
    await tx.run(updateNotificationChoices, { organizationId, userId, notificationsJson });
    await writeAuditEntry(services, tx, caller, {
      action: 'user_settings.updated',
      targetId: userId,
      detail: { notifications: wanted },
    });
    return settingsOf(services, { ...user, notifications_json: notificationsJson });
  });
}

function settingsOf(services: Services, user: UserRow): NotificationSettings {
  return { notifications: choicesOf(user), reach: reachOf(services, user.organization_id, user) };
}
