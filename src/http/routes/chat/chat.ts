import {
  ChatAnswer,
  ChatChannelParams,
  ChatChannelsAnswer,
  ChatPeopleAnswer,
  ChatPeopleQuery,
  ChatQuery,
  ChatScheduleParams,
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
import { IfMatch, IfMatchOrNone, NoContent, Tagged } from '../../../schemas/fields.ts';
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
import { expectedTagsOf, expectedTagsOrNone, sendTag } from '../../entity-tags.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function chatRoutes(app: App, services: Services): void {
  connectionRoutes(app, services);
  userGroupRoutes(app, services);
  channelRoutes(app, services);
  localChatRoutes(app, services);
}

function connectionRoutes(app: App, services: Services): void {
  const tags = ['Chat'];

  app.get(
    '/chat/',
    { schema: { tags, operationId: 'getChat', summary: 'The connected chat', response: { 200: ChatAnswer } } },
    async (request) => ({ chat: await getChatInfo(services, callerOf(request)) }),
  );

  app.post(
    '/chat/test',
    {
      config: { idempotency: 'afterwards' },
      schema: {
        tags,
        operationId: 'testChat',
        summary: 'Test the connection to the chat, and post a short message to a channel',
        body: NewChatTest,
        errors: ['not_found', 'unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
        response: { 200: ChatTestAnswer },
      },
    },
    async (request) => ({ chat_test: await testChat(services, callerOf(request), request.body) }),
  );
}

function userGroupRoutes(app: App, services: Services): void {
  const tags = ['Chat'];
  const path = '/schedules/:schedule_id/chat_user_group/';

  app.get(
    '/chat/user_groups/',
    {
      schema: {
        tags,
        operationId: 'listChatUserGroups',
        summary: 'The chat user groups of all schedules',
        querystring: ChatQuery,
        response: { 200: UserGroupsAnswer },
      },
    },
    async (request) => listUserGroups(services, callerOf(request), request.query),
  );

  app.get(
    path,
    {
      schema: {
        tags,
        operationId: 'getChatUserGroup',
        summary: 'The chat user group of a schedule, and the state of its sync',
        params: ChatScheduleParams,
        response: { 200: Tagged(FollowedUserGroupAnswer) },
      },
    },
    async (request, reply) => {
      const group = await getUserGroup(services, callerOf(request), request.params.schedule_id);
      sendTag(reply, tagOfUserGroup(group));
      return { user_group: group };
    },
  );

  app.put(
    path,
    {
      schema: {
        tags,
        operationId: 'attachChatUserGroup',
        summary: 'Attach a chat user group to a schedule, or rename the attached one',
        description:
          'The members of the group are the people on call. An existing group with this handle is taken over. Needs a paid plan in the chat.',
        params: ChatScheduleParams,
        headers: IfMatchOrNone,
        body: NewUserGroup,
        errors: [
          'unprocessable_entity',
          'chat_group_only_available_for_paid_teams',
          'chat_not_connected',
          'chat_unavailable',
        ],
        response: { 200: Tagged(UserGroupAnswer) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const expected = expectedTagsOrNone(request);
      const group = await attachUserGroup(services, callerOf(request), params.schedule_id, body, expected);
      sendTag(reply, tagOfUserGroup(group));
      return { user_group: group };
    },
  );

  app.delete(
    path,
    {
      schema: {
        tags,
        operationId: 'detachChatUserGroup',
        summary: 'Detach the chat user group of a schedule; it is then disabled in the chat',
        params: ChatScheduleParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await detachUserGroup(services, callerOf(request), request.params.schedule_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );
}

function channelRoutes(app: App, services: Services): void {
  const tags = ['Chat'];

  app.get(
    '/chat/channels/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listChatChannels',
        summary: 'All channels of the chat',
        querystring: ChatQuery,
        errors: ['unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
        response: { 200: ChatChannelsAnswer },
      },
    },
    async (request) => listChannels(services, callerOf(request), request.query),
  );

  app.get(
    '/chat/people/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listChatPeople',
        summary: 'The people of the chat, without guests and bots',
        description: 'For users who may create users. At most 3000 people of the chat are searched.',
        querystring: ChatPeopleQuery,
        errors: ['forbidden', 'unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
        response: { 200: ChatPeopleAnswer },
      },
    },
    async (request) => listChatPeople(services, callerOf(request), request.query),
  );

  app.get(
    '/chat/linked_channels/',
    {
      schema: {
        tags,
        operationId: 'listChatChannelLinks',
        summary: 'The linked channels of all schedules',
        querystring: ChatQuery,
        response: { 200: LinkedChannelsOfSchedulesAnswer },
      },
    },
    async (request) => listLinkedChannelsOfSchedules(services, callerOf(request), request.query),
  );

  app.get(
    '/schedules/:schedule_id/chat_channels/',
    {
      schema: {
        tags,
        operationId: 'listLinkedChatChannels',
        summary: 'The linked channels of a schedule',
        params: ChatScheduleParams,
        querystring: ChatQuery,
        response: { 200: LinkedChannelsAnswer },
      },
    },
    async (request) => listLinkedChannels(services, callerOf(request), request.params.schedule_id, request.query),
  );

  app.put(
    '/schedules/:schedule_id/chat_channels/:channel_id',
    {
      schema: {
        tags,
        operationId: 'linkChatChannel',
        summary: 'Link a public channel to a schedule: it then gets the notifications',
        params: ChatChannelParams,
        errors: ['unprocessable_entity', 'chat_not_connected', 'chat_unavailable'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await linkChannel(services, callerOf(request), request.params.schedule_id, request.params.channel_id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/schedules/:schedule_id/chat_channels/:channel_id',
    {
      schema: {
        tags,
        operationId: 'unlinkChatChannel',
        summary: 'Unlink a channel from a schedule',
        params: ChatChannelParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await unlinkChannel(services, callerOf(request), request.params.schedule_id, request.params.channel_id);
      return reply.code(204).send(null);
    },
  );
}

function localChatRoutes(app: App, services: Services): void {
  const tags = ['Built-in chat'];

  app.get(
    '/chat/local/channels/',
    {
      schema: {
        tags,
        operationId: 'listLocalChatChannels',
        summary: 'Channels of the built-in chat',
        querystring: ChatQuery,
        errors: ['chat_not_connected'],
        response: { 200: ChatChannelsAnswer },
      },
    },
    async (request) => listLocalChannels(services, callerOf(request), request.query),
  );

  app.get(
    '/chat/local/groups/',
    {
      schema: {
        tags,
        operationId: 'listLocalChatGroups',
        summary: 'User groups of the built-in chat',
        querystring: ChatQuery,
        errors: ['chat_not_connected'],
        response: { 200: LocalGroupsAnswer },
      },
    },
    async (request) => listLocalGroups(services, callerOf(request), request.query),
  );

  app.get(
    '/chat/local/messages/',
    {
      schema: {
        tags,
        operationId: 'listLocalChatMessages',
        summary: 'Messages of the built-in chat',
        querystring: LocalMessagesQuery,
        errors: ['chat_not_connected'],
        response: { 200: LocalMessagesAnswer },
      },
    },
    async (request) => listLocalMessages(services, callerOf(request), request.query),
  );
}
