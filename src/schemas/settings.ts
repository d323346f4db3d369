import Type, { type Static } from 'typebox';
import { Body } from './fields.ts';

/** How many hours before a shift someone can be reminded of it, the longest notice first. */
export const REMINDER_HOURS = [24, 1] as const;

const ReminderHours = Type.Array(Type.Enum(REMINDER_HOURS, { type: 'integer' }), {
  maxItems: REMINDER_HOURS.length,
  description: 'How many hours before a shift of theirs they get a direct message about it; empty for none',
});

export const UserSettings = Type.Object({ reminder_hours: ReminderHours }, { title: 'UserSettings' });
export type UserSettings = Static<typeof UserSettings>;

export const UserSettingsAnswer = Type.Object({ settings: UserSettings });

export const UserSettingsUpdate = Body({ settings: Body({ reminder_hours: Type.Optional(ReminderHours) }) });
export type UserSettingsUpdate = Static<typeof UserSettingsUpdate>;
