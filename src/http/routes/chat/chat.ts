import {
  ChatAnswer,
  ChatChannelsAnswer,
  ChatPeopleAnswer,
  ChatPeopleQuery,
  ChatQuery,
  ChatTestAnswer,
  FollowedUserGroupAnswer,
  LinkedChannelsAnswer,
  LinkedChannelsOfSchedulesAnswer,
  LocalGroupsAnswer,
  LocalMessagesAnswer,
  LocalMessagesQuery,
  NewChatTest,
  NewUserGroup,
  UserGroupAnswer,
  UserGroupsAnswer,
} from '../../../schemas/chat.ts';
import {
  linkChannel,
  listChannels,
  listLinkedChannels,
  listLinkedChannelsOfSchedules,
  unlinkChannel,
} from '../../../services/chat/chat-channels.ts';
import { listChatPeople } from '../../../services/chat/chat-people-list.ts';
import { getChatInfo, testChat } from '../../../services/chat/chat-tests.ts';
import {
  attachUserGroup,
  detachUserGroup,
  getUserGroup,
  listUserGroups,
} from '../../../services/chat/chat-user-groups.ts';
import { listLocalChannels, listLocalGroups, listLocalMessages } from '../../../services/chat/local-chat.ts';
import { tagOfUserGroup } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function chatRoutes(app: App, services: Services): void {
  connectionRoutes(app, services);
  userGroupRoutes(app, services);
  channelRoutes(app, services);
  localChatRoutes(app, services);
}

function connectionRoutes(app: App, services: Services): void {
  const { get, post } = operationsOf(app, services, 'Chat');

  get('/chat/', {
    operationId: 'getChat',
    summary: 'The connected chat',
    answer: ChatAnswer,
    run: async ({ caller }) => ({ chat: await getChatInfo(services, caller) }),
  });

  post('/chat/test', {
    operationId: 'testChat',
    summary: 'Test the connection to the chat, and post a short message to a channel',
    floor: 'change organization',
    idempotency: 'afterwards',
    body: NewChatTest,
    errors: ['not_found', 'unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
    answer: ChatTestAnswer,
    run: async ({ caller, body }) => ({ chat_test: await testChat(services, caller, body) }),
  });
}

function userGroupRoutes(app: App, services: Services): void {
  const { get, put, del } = operationsOf(app, services, 'Chat');

  const path = '/schedules/:schedule_id/chat_user_group/';

  get('/chat/user_groups/', {
    operationId: 'listChatUserGroups',
    summary: 'The chat user groups of all schedules',
    query: ChatQuery,
    answer: UserGroupsAnswer,
    run: ({ caller, query }) => listUserGroups(services, caller, query),
  });

  get(path, {
    operationId: 'getChatUserGroup',
    summary: 'The chat user group of a schedule, and the state of its sync',
    answer: FollowedUserGroupAnswer,
    tagOf: ({ user_group }) => tagOfUserGroup(user_group),
    run: async ({ caller, params }) => ({ user_group: await getUserGroup(services, caller, params.schedule_id) }),
  });

  put(path, {
    operationId: 'attachChatUserGroup',
    summary: 'Attach a chat user group to a schedule, or rename the attached one',
    description:
      'The members of the group are the people on call. An existing group with this handle is taken over. Needs a paid plan in the chat.',
    ifMatch: 'or none',
    body: NewUserGroup,
    errors: [
      'unprocessable_entity',
      'chat_group_only_available_for_paid_teams',
      'chat_not_connected',
      'chat_unavailable',
    ],
    answer: UserGroupAnswer,
    tagOf: ({ user_group }) => tagOfUserGroup(user_group),
    run: async ({ caller, params, body, expected }) => ({
      user_group: await attachUserGroup(services, caller, params.schedule_id, body, expected),
    }),
  });

  del(path, {
    operationId: 'detachChatUserGroup',
    summary: 'Detach the chat user group of a schedule; it is then disabled in the chat',
    ifMatch: true,
    run: ({ caller, params, expected }) => detachUserGroup(services, caller, params.schedule_id, expected),
  });
}

function channelRoutes(app: App, services: Services): void {
  const { get, put, del } = operationsOf(app, services, 'Chat');

  get('/chat/channels/', {
    operationId: 'listChatChannels',
    summary: 'All channels of the chat',
    mayBeLarge: true,
    query: ChatQuery,
    errors: ['unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
    answer: ChatChannelsAnswer,
    run: ({ caller, query }) => listChannels(services, caller, query),
  });

  get('/chat/people/', {
    operationId: 'listChatPeople',
    summary: 'The people of the chat, without guests and bots',
    description: 'For users who may create users. At most 3000 people of the chat are searched.',
    floor: 'change users',
    mayBeLarge: true,
    query: ChatPeopleQuery,
    errors: ['forbidden', 'unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
    answer: ChatPeopleAnswer,
    run: ({ caller, query }) => listChatPeople(services, caller, query),
  });

  get('/chat/linked_channels/', {
    operationId: 'listChatChannelLinks',
    summary: 'The linked channels of all schedules',
    query: ChatQuery,
    answer: LinkedChannelsOfSchedulesAnswer,
    run: ({ caller, query }) => listLinkedChannelsOfSchedules(services, caller, query),
  });

  get('/schedules/:schedule_id/chat_channels/', {
    operationId: 'listLinkedChatChannels',
    summary: 'The linked channels of a schedule',
    query: ChatQuery,
    answer: LinkedChannelsAnswer,
    run: ({ caller, params, query }) => listLinkedChannels(services, caller, params.schedule_id, query),
  });

  put('/schedules/:schedule_id/chat_channels/:channel_id', {
    operationId: 'linkChatChannel',
    summary: 'Link a public channel to a schedule: it then gets the notifications',
    errors: ['unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
    run: ({ caller, params }) => linkChannel(services, caller, params.schedule_id, params.channel_id),
  });

  del('/schedules/:schedule_id/chat_channels/:channel_id', {
    operationId: 'unlinkChatChannel',
    summary: 'Unlink a channel from a schedule',
    run: ({ caller, params }) => unlinkChannel(services, caller, params.schedule_id, params.channel_id),
  });
}

function localChatRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, 'Built-in chat');

  get('/chat/local/channels/', {
    operationId: 'listLocalChatChannels',
    summary: 'Channels of the built-in chat',
    query: ChatQuery,
    errors: ['chat_not_connected'],
    answer: ChatChannelsAnswer,
    run: ({ caller, query }) => listLocalChannels(services, caller, query),
  });

  get('/chat/local/groups/', {
    operationId: 'listLocalChatGroups',
    summary: 'User groups of the built-in chat',
    query: ChatQuery,
    errors: ['chat_not_connected'],
    answer: LocalGroupsAnswer,
    run: ({ caller, query }) => listLocalGroups(services, caller, query),
  });

  get('/chat/local/messages/', {
    operationId: 'listLocalChatMessages',
    summary: 'Messages of the built-in chat',
    query: LocalMessagesQuery,
    errors: ['chat_not_connected'],
    answer: LocalMessagesAnswer,
    run: ({ caller, query }) => listLocalMessages(services, caller, query),
  });
}
