import Type, { type Static } from 'typebox';
import { Body, Described } from './fields.ts';

/** Kinds of personal notifications. `service_problem` is for owners and admins. */
export const NOTIFICATION_KINDS = ['reminder', 'cover_asked', 'cover_taken', 'shift_moved', 'service_problem'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_CHOICES = ['default', 'chat', 'email', 'both', 'none'] as const;
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number];

const Choice = Type.Enum(NOTIFICATION_CHOICES, { type: 'string', title: 'NotificationChoice' });

const ABOUT: Readonly<Record<NotificationKind, string>> = {
  reminder: 'Before a shift of theirs, as many hours as their settings say',
  cover_asked: 'Someone asks for cover in a schedule that they rotate in, or asks them',
  cover_taken:
    'Someone took over a shift for which they asked for cover, cannot cover it, or asks for cover on their behalf',
  shift_moved: 'Someone else put them on call, took them off call, or moved their next shift',
  service_problem: 'For owners and admins: messages, mails or webhooks fail',
};

const choiceOf = (kind: NotificationKind) => Described(Choice, ABOUT[kind]);

const Notifications = Type.Object(
  {
    reminder: choiceOf('reminder'),
    cover_asked: choiceOf('cover_asked'),
    cover_taken: choiceOf('cover_taken'),
    shift_moved: choiceOf('shift_moved'),
    service_problem: choiceOf('service_problem'),
  },
  {
    title: 'Notifications',
    description: `How each kind of notification reaches the user. chat: in the channels of the schedule, or as a direct message \
where it has none; reminders and problems always as a direct message. default: the chat where the user is in it, else email where it is set up`,
  },
);
export type Notifications = Static<typeof Notifications>;

export const NotificationSettings = Type.Object(
  {
    notifications: Notifications,
    reach: Type.Object(
      {
        chat: Type.Boolean({ description: 'A chat is connected, and the user has a chat id' }),
        email: Type.Boolean({ description: 'E-mail is set up' }),
        default: Type.Enum(['chat', 'email', 'none'], {
          type: 'string',
          title: 'DefaultNotification',
          description: 'What default means now',
        }),
      },
      { title: 'NotificationReach', description: 'How the user can be reached now' },
    ),
  },
  { title: 'NotificationSettings' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const NotificationsUpdate = Body(
  {
    notifications: Type.Partial(Notifications, {
      additionalProperties: false,
      title: 'NotificationsUpdate',
      description: 'An absent kind stays as it is',
    }),
  },
  { title: 'NotificationSettingsUpdate' },
);
export type NotificationsUpdate = Static<typeof NotificationsUpdate>;
