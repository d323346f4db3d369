/** What someone decides for themself alone. Everyone may, viewers too. */
import { updateReminderHours } from '../db/reminders.ts';
import { lockSchedule, schedulesOfUser } from '../db/schedules.ts';
import { lockUsers, type UserRow } from '../db/users.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../permissions.ts';
import { REMINDER_HOURS, type UserSettings, type UserSettingsUpdate } from '../schemas/settings.ts';
import { writeAuditEntry } from './audit-log.ts';
import { refreshNextReminder } from './reminders.ts';
import type { Services } from './services.ts';
import { getUserRow } from './users.ts';

export async function getUserSettings({ db }: Services, caller: Caller): Promise<UserSettings> {
  return settingsOf(await getUserRow(db, caller, caller.userId));
}

export async function updateUserSettings(
  services: Services,
  caller: Caller,
  wanted: UserSettingsUpdate['settings'],
): Promise<UserSettings> {
  const { organizationId, userId } = caller;
  await services.db.transaction(async (tx) => {
    // Taken first: whoever puts them on call at the same time waits, and then finds what they want now.
    const user = await tx.first(lockUsers, { organizationId, ids: [userId] });
    if (user === undefined) throw new AppError('unauthorized');
    const hours = wanted.reminder_hours ?? settingsOf(user).reminder_hours;
    const reminderHoursJson = JSON.stringify(REMINDER_HOURS.filter((one) => hours.includes(one)));
    await tx.run(updateReminderHours, { organizationId, userId, reminderHoursJson });
    for (const { id } of await tx.all(schedulesOfUser, { organizationId, userId, since: services.clock.now() })) {
      const schedule = await tx.first(lockSchedule, { organizationId, id });
      if (schedule !== undefined) await refreshNextReminder(services, tx, organizationId, id);
    }
    await writeAuditEntry(services, tx, caller, {
      action: 'user_settings.updated',
      targetId: userId,
      detail: wanted,
    });
    await tx.wakeWorkers();
  });
  return getUserSettings(services, caller);
}

function settingsOf({ reminder_hours_json }: UserRow): UserSettings {
  return { reminder_hours: JSON.parse(reminder_hours_json) as UserSettings['reminder_hours'] };
}
