import Type, { type Static } from 'typebox';
import { Body, Instant, Name, PageQuery, PaginationMeta } from './fields.ts';

export const UserGroup = Type.Object(
  {
    id: Type.String({ description: 'The id that the chat gave it' }),
    name: Type.String(),
    handle: Type.String(),
  },
  { title: 'UserGroup' },
);
export type UserGroup = Static<typeof UserGroup>;

export const UserGroupAnswer = Type.Object({ user_group: UserGroup });

export const GroupSync = Type.Object(
  {
    state: Type.Enum(['in_sync', 'pending', 'failing'], {
      type: 'string',
      description:
        'pending: the chat has yet to follow. failing: the chat refused or did not answer, and is tried again',
    }),
    last_success_at: Type.Optional(Type.String({ ...Instant, description: 'When the group was last as it should be' })),
    last_error: Type.Optional(Type.String({ description: 'Why it is failing' })),
    left_out: Type.Array(
      Type.Object({ user: Type.Object({ id: Type.String(), name: Type.String() }), reason: Type.String() }),
      { description: 'Who was on call then and could not be put into the group' },
    ),
  },
  { title: 'UserGroupSync' },
);
export type GroupSync = Static<typeof GroupSync>;

export const FollowedUserGroup = Type.Object(
  { ...UserGroup.properties, sync: GroupSync },
  { title: 'FollowedUserGroup' },
);
export type FollowedUserGroup = Static<typeof FollowedUserGroup>;

export const FollowedUserGroupAnswer = Type.Object({ user_group: FollowedUserGroup });

export const NewUserGroup = Body({
  name: Name(60),
  handle: Type.String({
    minLength: 1,
    maxLength: 60,
    format: 'chat-handle',
    description: 'Lower case letters, digits, -, _ and .',
    examples: ['payments-oncall'],
  }),
});
export type NewUserGroup = Static<typeof NewUserGroup>;

export const ChatChannel = Type.Object(
  { id: Type.String(), name: Type.String(), is_private: Type.Boolean(), is_archived: Type.Boolean() },
  { title: 'ChatChannel' },
);
export type ChatChannel = Static<typeof ChatChannel>;

export const ChatChannelsAnswer = Type.Object({ channels: Type.Array(ChatChannel), meta: PaginationMeta });

export const LinkedChannel = Type.Object(
  { id: Type.String(), name: Type.String({ description: 'As it was when the channel was linked' }) },
  { title: 'LinkedChannel' },
);
export type LinkedChannel = Static<typeof LinkedChannel>;

export const LinkedChannelsAnswer = Type.Object({ channels: Type.Array(LinkedChannel), meta: PaginationMeta });

export const LocalGroup = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    handle: Type.String(),
    is_enabled: Type.Boolean(),
    member_ids: Type.Array(Type.String(), { description: 'Chat ids' }),
  },
  { title: 'LocalChatGroup' },
);
export type LocalGroup = Static<typeof LocalGroup>;

export const LocalGroupsAnswer = Type.Object({ groups: Type.Array(LocalGroup), meta: PaginationMeta });

export const LocalMessage = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String(),
    text: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'LocalChatMessage' },
);
export type LocalMessage = Static<typeof LocalMessage>;

export const LocalMessagesAnswer = Type.Object({ messages: Type.Array(LocalMessage), meta: PaginationMeta });

export const ChatQuery = Body({ ...PageQuery });
export const ChatScheduleParams = Type.Object({ schedule_id: Type.String() });
export const ChatChannelParams = Type.Object({ schedule_id: Type.String(), channel_id: Type.String() });
