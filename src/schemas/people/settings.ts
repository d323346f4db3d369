import Type, { type Static } from 'typebox';
import { Body, Described } from '../fields.ts';

/** How many hours before a shift someone can be reminded of it, the longest notice first. */
export const REMINDER_HOURS = [24, 1] as const;

const ReminderHours = Type.Array(Type.Enum(REMINDER_HOURS, { type: 'integer', title: 'ReminderHour' }), {
  maxItems: REMINDER_HOURS.length,
  description: 'Hours before a shift at which the user gets a direct message about it; empty: no reminders',
});

/** Why someone is mentioned in a channel. */
export const CHAT_MENTIONS = ['put_on_call', 'taken_off_call', 'shift_ended', 'shift_moved'] as const;
export type ChatMention = (typeof CHAT_MENTIONS)[number];
export const DEFAULT_CHAT_MENTIONS: readonly ChatMention[] = ['put_on_call', 'taken_off_call'];

const ChatMentions = Type.Array(Type.Enum(CHAT_MENTIONS, { type: 'string', title: 'ChatMention' }), {
  maxItems: CHAT_MENTIONS.length,
  description: `What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. \
taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time`,
});

const DateFormat = Type.Enum(['day_month', 'month_day', 'iso'], {
  type: 'string',
  title: 'DateStyle',
  description: 'day_month: 5 Jan 2026. month_day: Jan 5, 2026. iso: 2026-01-05',
});
const TimeFormat = Type.Enum(['24_hours', '12_hours'], {
  type: 'string',
  title: 'TimeStyle',
  description: '17:00 or 5:00 PM',
});
const WeekStart = Type.Enum(['monday', 'saturday', 'sunday'], { type: 'string', title: 'WeekStart' });

export const Display = Type.Object(
  {
    date_format: Type.Optional(DateFormat),
    time_format: Type.Optional(TimeFormat),
    week_start: Type.Optional(WeekStart),
  },
  {
    title: 'Display',
    description: 'How the web application formats dates and times for the user. An absent field follows the browser',
  },
);
export type Display = Static<typeof Display>;

export const UserSettings = Type.Object(
  { reminder_hours: ReminderHours, chat_mentions: ChatMentions, display: Type.Optional(Display) },
  { title: 'UserSettings' },
);
export type UserSettings = Static<typeof UserSettings>;

export const UserSettingsAnswer = Type.Object({ settings: UserSettings }, { title: 'UserSettingsAnswer' });

const LISTS = { reminder_hours: Type.Optional(ReminderHours), chat_mentions: Type.Optional(ChatMentions) };

/** Changes single elements, so that a client does not overwrite others that were changed since it read the list. */
const Elements = Body(LISTS, { title: 'UserSettingsElements' });

export const UserSettingsUpdate = Body(
  {
    settings: Body(
      {
        ...LISTS,
        add: Type.Optional(Described(Elements, 'Elements to add to the lists. All others stay as they are')),
        remove: Type.Optional(
          Described(
            Elements,
            'Elements to remove from the lists, after those of add were added. All others stay as they are',
          ),
        ),
        display: Type.Optional(
          Type.Object(
            {
              date_format: Type.Optional(Type.Union([DateFormat, Type.Null()])),
              time_format: Type.Optional(Type.Union([TimeFormat, Type.Null()])),
              week_start: Type.Optional(Type.Union([WeekStart, Type.Null()])),
            },
            {
              title: 'DisplayUpdate',
              additionalProperties: false,
              description: 'null: follow the browser. An absent field is not changed',
            },
          ),
        ),
      },
      { title: 'UserSettingsChanges' },
    ),
  },
  { title: 'UserSettingsUpdate' },
);
export type UserSettingsUpdate = Static<typeof UserSettingsUpdate>;
