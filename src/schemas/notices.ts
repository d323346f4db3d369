import Type, { type Static } from 'typebox';
import { Instant } from './fields.ts';

export const NOTICE_KINDS = [
  'messages_wait',
  'messages_failed',
  'groups_fail',
  'mails_wait',
  'mails_failed',
  'webhooks_disabled',
  'webhooks_fail',
  'identities_refused',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const Notice = Type.Object(
  {
    kind: Type.Enum(NOTICE_KINDS, { type: 'string', title: 'NoticeKind' }),
    since: Type.String({ ...Instant, description: 'Start of the problem; for groups, when one was last up to date' }),
    count: Type.Integer({
      minimum: 0,
      description: 'Number of messages, mails, destinations, groups, webhooks or people; 100 means 100 or more',
    }),
    message: Type.String({ description: 'What happened, with the reason from the other side' }),
    advice: Type.String({ description: 'What to do' }),
  },
  { title: 'Notice' },
);
export type Notice = Static<typeof Notice>;

export const NoticesAnswer = Type.Object({ notices: Type.Array(Notice) }, { title: 'NoticesAnswer' });
