import Type, { type Static } from 'typebox';
import { Body } from './fields.ts';

/** How many hours before a shift someone can be reminded of it, the longest notice first. */
export const REMINDER_HOURS = [24, 1] as const;

const ReminderHours = Type.Array(Type.Enum(REMINDER_HOURS, { type: 'integer' }), {
  maxItems: REMINDER_HOURS.length,
  description: 'How many hours before a shift of theirs they get a direct message about it; empty for none',
});

/** Why someone is mentioned in a channel. */
export const CHAT_MENTIONS = ['put_on_call', 'taken_off_call', 'shift_moved'] as const;
export type ChatMention = (typeof CHAT_MENTIONS)[number];
export const DEFAULT_CHAT_MENTIONS: readonly ChatMention[] = ['put_on_call', 'taken_off_call'];

const ChatMentions = Type.Array(Type.Enum(CHAT_MENTIONS, { type: 'string' }), {
  maxItems: CHAT_MENTIONS.length,
  description: `What mentions them in a channel. put_on_call: their duty begins, at a handoff or because someone puts them on call. \
taken_off_call: someone takes them off call; the planned end of a shift mentions nobody. shift_moved: their next shift starts at another time`,
});

export const UserSettings = Type.Object(
  { reminder_hours: ReminderHours, chat_mentions: ChatMentions },
  { title: 'UserSettings' },
);
export type UserSettings = Static<typeof UserSettings>;

export const UserSettingsAnswer = Type.Object({ settings: UserSettings });

export const UserSettingsUpdate = Body({
  settings: Body({ reminder_hours: Type.Optional(ReminderHours), chat_mentions: Type.Optional(ChatMentions) }),
});
export type UserSettingsUpdate = Static<typeof UserSettingsUpdate>;
