import Type, { type Static } from 'typebox';
import { Body, Described, Instant, Name, PageQuery, PaginationMeta } from './fields.ts';

export const UserGroup = Type.Object(
  {
    id: Type.String({ description: 'The id in the chat' }),
    name: Type.String(),
    handle: Type.String(),
  },
  { title: 'UserGroup' },
);
export type UserGroup = Static<typeof UserGroup>;

export const UserGroupAnswer = Type.Object({ user_group: UserGroup }, { title: 'UserGroupAnswer' });

const NamedUser = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'NamedUser' });

const LeftOut = Type.Array(Type.Object({ user: NamedUser, reason: Type.String() }, { title: 'LeftOutUser' }), {
  description: 'People on call who could not be put into the group at its last update',
});

export const GroupSync = Type.Object(
  {
    state: Type.Enum(['in_sync', 'pending', 'failing'], {
      type: 'string',
      title: 'UserGroupSyncState',
      description:
        'pending: the chat is not up to date yet. failing: the chat refused or did not respond; it is retried',
    }),
    last_success_at: Type.Optional(Type.String({ ...Instant, description: 'When the group was last up to date' })),
    last_error: Type.Optional(Type.String({ description: 'Why it is failing' })),
    left_out: LeftOut,
  },
  { title: 'UserGroupSync' },
);
export type GroupSync = Static<typeof GroupSync>;
export type LeftOutUsers = GroupSync['left_out'];

export const FollowedUserGroup = Type.Object(
  {
    ...UserGroup.properties,
    members: Type.Array(NamedUser, {
      description: 'People on call now, who are in the group as soon as the chat is up to date',
    }),
    sync: GroupSync,
  },
  { title: 'FollowedUserGroup' },
);
export type FollowedUserGroup = Static<typeof FollowedUserGroup>;

export const FollowedUserGroupAnswer = Type.Object(
  { user_group: FollowedUserGroup },
  { title: 'FollowedUserGroupAnswer' },
);

export const UserGroupOfSchedule = Type.Object(
  { ...UserGroup.properties, schedule_id: Type.String() },
  { title: 'UserGroupOfSchedule' },
);
export type UserGroupOfSchedule = Static<typeof UserGroupOfSchedule>;

export const UserGroupsAnswer = Type.Object(
  {
    user_groups: Type.Array(UserGroupOfSchedule, {
      description: 'An entry for each schedule that has a user group. Schedules that share a group follow each other',
    }),
    meta: PaginationMeta,
  },
  { title: 'UserGroupsAnswer' },
);

export const NewUserGroup = Body(
  {
    name: Name(60),
    handle: Type.String({
      minLength: 1,
      maxLength: 60,
      format: 'chat-handle',
      description: 'Lower case letters, digits, -, _ and .',
      examples: ['payments-oncall'],
    }),
  },
  { title: 'UserGroupCreation' },
);
export type NewUserGroup = Static<typeof NewUserGroup>;

export const ChatChannel = Type.Object(
  { id: Type.String(), name: Type.String(), is_private: Type.Boolean(), is_archived: Type.Boolean() },
  { title: 'ChatChannel' },
);
export type ChatChannel = Static<typeof ChatChannel>;

export const ChatChannelsAnswer = Type.Object(
  { channels: Type.Array(ChatChannel), meta: PaginationMeta },
  { title: 'ChatChannelsAnswer' },
);

export const ChatPerson = Type.Object(
  {
    chat_id: Type.String(),
    name: Type.String(),
    email: Type.Optional(Type.String()),
    time_zone: Type.Optional(Type.String()),
    is_user: Type.Boolean({ description: 'Whether a user has this email or this chat id' }),
  },
  { title: 'ChatPerson' },
);
export type ChatPerson = Static<typeof ChatPerson>;

export const ChatPeopleAnswer = Type.Object(
  { people: Type.Array(ChatPerson), meta: PaginationMeta },
  { title: 'ChatPeopleAnswer' },
);
export const ChatPeopleQuery = Body({
  ...PageQuery,
  query: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of the name or of the email, case-insensitive' }),
  ),
});

export const LinkedChannel = Type.Object(
  { id: Type.String(), name: Type.String({ description: 'Name at the time when the channel was linked' }) },
  { title: 'LinkedChannel' },
);
export type LinkedChannel = Static<typeof LinkedChannel>;

export const LinkedChannelsAnswer = Type.Object(
  { channels: Type.Array(LinkedChannel), meta: PaginationMeta },
  { title: 'LinkedChannelsAnswer' },
);

export const LinkedChannelOfSchedule = Type.Object(
  { schedule_id: Type.String(), ...LinkedChannel.properties },
  { title: 'LinkedChannelOfSchedule' },
);
export type LinkedChannelOfSchedule = Static<typeof LinkedChannelOfSchedule>;

export const LinkedChannelsOfSchedulesAnswer = Type.Object(
  {
    channels: Type.Array(LinkedChannelOfSchedule, {
      description: 'An entry for each channel of each schedule. The channels of a schedule follow each other',
    }),
    meta: PaginationMeta,
  },
  { title: 'LinkedChannelsOfSchedulesAnswer' },
);

export const LocalGroup = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    handle: Type.String(),
    is_enabled: Type.Boolean(),
    member_ids: Type.Array(Type.String(), { description: 'Chat ids' }),
    left_out: LeftOut,
  },
  { title: 'LocalChatGroup' },
);
export type LocalGroup = Static<typeof LocalGroup>;

export const LocalGroupsAnswer = Type.Object(
  { groups: Type.Array(LocalGroup), meta: PaginationMeta },
  { title: 'LocalChatGroupsAnswer' },
);

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

export const LocalMessagesAnswer = Type.Object(
  { messages: Type.Array(LocalMessage), meta: PaginationMeta },
  { title: 'LocalChatMessagesAnswer' },
);

export const LocalMessagesQuery = Body({
  ...PageQuery,
  channel_id: Type.Optional(Type.String({ maxLength: 100, description: 'Or the chat id of a person' })),
  order: Type.Enum(['oldest', 'newest'], {
    type: 'string',
    title: 'MessageOrder',
    default: 'oldest',
    description: 'Which messages come first',
  }),
});
export type LocalMessagesQuery = Static<typeof LocalMessagesQuery>;

const ChatPlan = Type.Enum(['paid', 'free'], { type: 'string', title: 'ChatPlan' });

export const Chat = Type.Object(
  {
    provider: Type.Enum(['none', 'local', 'slack'], { type: 'string', title: 'ChatProvider' }),
    plan: Type.Optional(Described(ChatPlan, 'Absent if the chat does not provide it')),
  },
  { title: 'Chat' },
);
export type Chat = Static<typeof Chat>;
export const ChatAnswer = Type.Object({ chat: Chat }, { title: 'ChatAnswer' });

export const NewChatTest = Body(
  {
    channel_id: Type.Optional(Type.String({ description: 'Channel for a short test message; absent: none is posted' })),
  },
  { title: 'ChatTestRequest' },
);
export type NewChatTest = Static<typeof NewChatTest>;

export const ChatTest = Type.Object(
  {
    ok: Type.Literal(true, { description: 'Always true: a test that fails is an error' }),
    bot_user_id: Type.String({ description: 'The chat user of Watchbill' }),
    plan: ChatPlan,
  },
  { title: 'ChatTest' },
);
export type ChatTest = Static<typeof ChatTest>;
export const ChatTestAnswer = Type.Object({ chat_test: ChatTest }, { title: 'ChatTestAnswer' });

export const ChatQuery = Body({ ...PageQuery });
