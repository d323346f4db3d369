/** Settings that every user, viewers included, has for themselves. */
import type { Transaction } from '../../db/driver/database.ts';
import { updateChatMentions, updateReminderHours } from '../../db/jobs/reminders.ts';
import { type UserRow, updateDisplay } from '../../db/people/users.ts';
import { lookForRemindersOf } from '../../db/schedules/schedules.ts';
import type { Caller } from '../../permissions.ts';
import {
  CHAT_MENTIONS,
  REMINDER_HOURS,
  type UserSettings,
  type UserSettingsUpdate,
} from '../../schemas/people/settings.ts';
import { mentionsOf } from '../chat-links/chat-people.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { displayOf, withDisplay } from './display.ts';
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
    const current = settingsOf(await getUserRow(tx, caller, userId));
    const { add, remove } = wanted;
    const { reminder_hours: hours, chat_mentions: mentions } = { ...current, ...wanted };
    const display = withDisplay(current.display, wanted.display);
    const settings: UserSettings = {
      reminder_hours: changedList(REMINDER_HOURS, hours, add?.reminder_hours, remove?.reminder_hours),
      chat_mentions: changedList(CHAT_MENTIONS, mentions, add?.chat_mentions, remove?.chat_mentions),
      ...(display !== undefined && { display }),
    };
    const user = { organization_id: organizationId, id: userId };
    const mentionsJson = JSON.stringify(settings.chat_mentions);
    const isNamed = (list: 'reminder_hours' | 'chat_mentions') =>
      [wanted, add, remove].some((part) => part?.[list] !== undefined);
    if (isNamed('chat_mentions')) await tx.run(updateChatMentions, { ...user, chat_mentions_json: mentionsJson });
    if (isNamed('reminder_hours')) await storeHours(services, tx, caller, settings.reminder_hours);
    if (wanted.display !== undefined) {
      const displayJson = display === undefined ? null : JSON.stringify(display);
      await tx.run(updateDisplay, { ...user, display_json: displayJson });
    }
    await writeAuditEntry(services, tx, caller, {
      action: 'user_settings.updated',
      targetId: userId,
      detail: wanted,
    });
    await tx.wakeWorkers();
    return settings;
  });
}

/** In the order of `all`, without duplicates. */
function changedList<T>(
  all: readonly T[],
  list: readonly T[],
  added: readonly T[] = [],
  removed: readonly T[] = [],
): T[] {
  return all.filter((one) => (list.includes(one) || added.includes(one)) && !removed.includes(one));
}

/**
 * The worker finds the next reminder of each schedule, in batches: a user may be in thousands. It reads the hours in queue transactions that claim the
 * row of the schedule, which is written here.
 */
async function storeHours(
  { clock }: Services,
  tx: Transaction,
  { organizationId, userId }: Caller,
  hours: UserSettings['reminder_hours'],
): Promise<void> {
  const hoursJson = JSON.stringify(hours);
  await tx.run(updateReminderHours, { organization_id: organizationId, id: userId, reminder_hours_json: hoursJson });
  await tx.run(lookForRemindersOf, { organizationId, userId, now: clock.now() });
}

function settingsOf(row: UserRow): UserSettings {
  return {
    reminder_hours: JSON.parse(row.reminder_hours_json) as UserSettings['reminder_hours'],
    chat_mentions: [...mentionsOf(row)],
    ...displayOf(row),
  };
}
