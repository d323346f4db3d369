import Type, { type Static } from 'typebox';
import { Instant } from './fields.ts';

export const Notice = Type.Object(
  {
    kind: Type.Enum(['messages_wait', 'messages_failed', 'groups_fail', 'webhooks_disabled', 'webhooks_fail'], {
      type: 'string',
    }),
    since: Type.String({ ...Instant, description: 'Since when; for groups, when one last was as it should be' }),
    count: Type.Integer({ description: 'How many messages, destinations, groups or webhooks; 100 means 100 or more' }),
    message: Type.String({ description: 'What happened, with the reason that the other side gave' }),
    advice: Type.String({ description: 'What to do' }),
  },
  { title: 'Notice' },
);
export type Notice = Static<typeof Notice>;

export const NoticesAnswer = Type.Object({ notices: Type.Array(Notice) });
