/** What someone decides for themself alone. Everyone may, viewers too. */
import { updateReminderHours } from '../db/reminders.ts';
import { schedulesOfUser, updateSchedule } from '../db/schedules.ts';
import type { UserRow } from '../db/users.ts';
import type { Caller } from '../permissions.ts';
import { REMINDER_HOURS, type UserSettings, type UserSettingsUpdate } from '../schemas/settings.ts';
import { writeAuditEntry } from './audit-log.ts';
import { changeAs } from './callers.ts';
import { lockStates } from './schedule-locks.ts';
import { refreshedRow } from './schedule-plan.ts';
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
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId, userId } = caller;
    const hours = wanted.reminder_hours ?? settingsOf(await getUserRow(tx, caller, userId)).reminder_hours;
    const settings: UserSettings = { reminder_hours: REMINDER_HOURS.filter((one) => hours.includes(one)) };
    const reminderHoursJson = JSON.stringify(settings.reminder_hours);
    await tx.run(updateReminderHours, { organizationId, userId, reminderHoursJson });
    // The worker reads these hours in queue transactions that claim the row of the schedule, so each row is locked here.
    const now = services.clock.now();
    const schedules = await tx.all(schedulesOfUser, { organizationId, userId, since: now });
    const ids = schedules.map(({ id }) => id);
    const states = await lockStates(services, tx, organizationId, ids);
    await Promise.all(states.map((state) => tx.run(updateSchedule, { ...refreshedRow(state, now), organizationId })));
    await writeAuditEntry(services, tx, caller, {
      action: 'user_settings.updated',
      targetId: userId,
      detail: wanted,
    });
    await tx.wakeWorkers();
    return settings;
  });
}

function settingsOf({ reminder_hours_json }: UserRow): UserSettings {
  return { reminder_hours: JSON.parse(reminder_hours_json) as UserSettings['reminder_hours'] };
}
