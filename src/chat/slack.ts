/**
 * A Slack workspace. It does not retry, and caches nothing but our own user id. So the outbox decides when to retry, and changes made by
 * hand in Slack are seen.
 */
import type { WebClient } from '@slack/web-api';
import {
  CALL_TIMEOUT_MS,
  type ChatChannel,
  ChatError,
  type ChatGroup,
  type ChatMessage,
  type ChatPerson,
  type ChatPlan,
  type ChatProvider,
  type ChatWithGroupList,
  MAX_CHAT_PEOPLE,
} from './provider.ts';
import { slackMessage } from './slack-blocks.ts';
import { connectSlack, type SlackConnection } from './slack-client.ts';

export interface SlackOptions {
  readonly botToken: string;
  /** Token of a person who may manage user groups, for workspaces where not everyone may. */
  readonly userToken?: string | undefined;
  /** Absent: Slack's own. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number;
}

/** What Slack recommends. */
const PAGE_LENGTH = 200;

/** A person's id, as opposed to a channel's. */
const USER_ID = /^[UW]/;

/** In every workspace, and not marked as a bot. */
const SLACKBOT_ID = 'USLACKBOT';

type Usergroup = NonNullable<Awaited<ReturnType<WebClient['usergroups']['list']>>['usergroups']>[number];
type Conversation = NonNullable<Awaited<ReturnType<WebClient['conversations']['info']>>['channel']>;
type SlackUser = NonNullable<Awaited<ReturnType<WebClient['users']['info']>>['user']>;

export function createSlackChat({
  botToken,
  userToken,
  apiUrl,
  timeoutMs = CALL_TIMEOUT_MS,
}: SlackOptions): ChatWithGroupList {
  const bot = connectSlack({ token: botToken, variable: 'SLACK_BOT_TOKEN', apiUrl, timeoutMs });
  const groupManager =
    userToken === undefined ? bot : connectSlack({ token: userToken, variable: 'SLACK_USER_TOKEN', apiUrl, timeoutMs });

  return {
    name: 'slack',
    botUserId: rememberBotUserId(bot),
    plan: () => askPlan(bot),
    listChannels: () => listChannels(bot),
    async findChannel(id) {
      const found = await bot.askUnless('channel_not_found', (slack) => slack.conversations.info({ channel: id }));
      return found && channelOf(given(found.channel, 'channel'));
    },
    listPeople: () => listPeople(bot),
    async findUserIdByEmail(email) {
      const found = await bot.askUnless('users_not_found', (slack) => slack.users.lookupByEmail({ email }));
      return found?.user?.deleted === true ? undefined : found?.user?.id;
    },
    async findEmailOfUser(id) {
      const found = await bot.askUnless('user_not_found', (slack) => slack.users.info({ user: id }));
      const isVouchedFor = found?.user !== undefined && !isOutsider(found.user) && found.user.is_stranger !== true;
      return isVouchedFor ? found.user?.profile?.email : undefined;
    },
    ...userGroupsOf(groupManager, bot),
    post: (destinationId, message) => post(bot, destinationId, message),
    async updateMessage(destinationId, ts, message) {
      const channel = await conversationWith(bot, destinationId);
      await bot.ask((slack) => slack.chat.update({ channel, ts, ...slackMessage(message) }));
    },
  };
}

function userGroupsOf(manager: SlackConnection, bot: SlackConnection) {
  const list = async () => {
    const { usergroups = [] } = await manager.ask((slack) =>
      slack.usergroups.list({ include_disabled: true, include_users: true }),
    );
    return usergroups.map(groupOf);
  };
  return {
    listUserGroups: list,
    findUserGroup: async (wanted) => (await list()).find(({ id }) => id === wanted),
    findUserGroupByHandle: async (wanted) => (await list()).find(({ handle }) => handle === wanted),
    async createUserGroup({ name, handle }) {
      const { usergroup } = await manager.ask((slack) => slack.usergroups.create({ name, handle }));
      return groupOf(given(usergroup, 'usergroup'));
    },
    async renameUserGroup(id, { name, handle }) {
      await manager.ask((slack) => slack.usergroups.update({ usergroup: id, name, handle }));
    },
    async setUserGroupMembers(id, memberIds) {
      const users = memberIds.join(',');
      try {
        await manager.ask((slack) => slack.usergroups.users.update({ usergroup: id, users }));
      } catch (error) {
        throw isAboutMembers(error) ? await namingUnknown(bot, memberIds, error) : error;
      }
    },
    async enableUserGroup(id) {
      await manager.ask((slack) => slack.usergroups.enable({ usergroup: id }));
    },
    async disableUserGroup(id) {
      await manager.ask((slack) => slack.usergroups.disable({ usergroup: id }));
    },
  } satisfies Partial<ChatProvider>;
}

/** Read once, unless Slack fails to respond. */
function rememberBotUserId(bot: SlackConnection): () => Promise<string> {
  let id: Promise<string> | undefined;
  return () => {
    id ??= bot
      .ask((slack) => slack.auth.test())
      .then(({ user_id }) => given(user_id, 'user_id'))
      .catch((error) => {
        id = undefined;
        throw error;
      });
    return id;
  };
}

/** Without the scope to read the plan it counts as paid: otherwise the first group will be refused. */
async function askPlan(bot: SlackConnection): Promise<ChatPlan> {
  const answer = await bot.askUnless('missing_scope', (slack) => slack.team.billing.info({}));
  return answer?.plan === 'free' ? 'free' : 'paid';
}

async function listChannels(bot: SlackConnection): Promise<ChatChannel[]> {
  const all: ChatChannel[] = [];
  let cursor: string | undefined;
  do {
    const page = { types: 'public_channel,private_channel', limit: PAGE_LENGTH, ...(cursor && { cursor }) };
    const { channels = [], response_metadata } = await bot.ask((slack) => slack.conversations.list(page));
    all.push(...channels.map(channelOf));
    cursor = response_metadata?.next_cursor;
  } while (cursor);
  return all;
}

async function listPeople(bot: SlackConnection): Promise<ChatPerson[]> {
  const all: ChatPerson[] = [];
  let cursor: string | undefined;
  do {
    const page = { limit: PAGE_LENGTH, ...(cursor && { cursor }) };
    const { members = [], response_metadata } = await bot.ask((slack) => slack.users.list(page));
    all.push(...members.filter((member) => !isOutsider(member) && member.id !== SLACKBOT_ID).map(personOf));
    cursor = response_metadata?.next_cursor;
  } while (cursor && all.length < MAX_CHAT_PEOPLE);
  return all.slice(0, MAX_CHAT_PEOPLE);
}

function personOf({ id, name, real_name, tz, profile }: SlackUser): ChatPerson {
  return {
    id: given(id, 'member.id'),
    name: profile?.real_name || real_name || name || '',
    email: profile?.email,
    timeZone: tz,
  };
}

async function post(bot: SlackConnection, destinationId: string, message: ChatMessage): Promise<string> {
  const channel = await conversationWith(bot, destinationId);
  const send = (slack: WebClient) =>
    slack.chat.postMessage({
      channel,
      ...slackMessage(message),
      // In the text of notifications, typed text is not markup either.
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  let posted = await bot.askUnless('not_in_channel', send);
  if (posted === undefined) {
    await bot.ask((slack) => slack.conversations.join({ channel }));
    posted = await bot.ask(send);
  }
  return given(posted.ts, 'ts');
}

/** A message to a person is in a conversation with its own id, which Slack requires for a change. */
async function conversationWith(bot: SlackConnection, destinationId: string): Promise<string> {
  if (!USER_ID.test(destinationId)) return destinationId;
  const { channel } = await bot.ask((slack) => slack.conversations.open({ users: destinationId }));
  return given(channel?.id, 'channel');
}

function isAboutMembers(error: unknown): error is ChatError {
  return error instanceof ChatError && ['unknown members', 'destination gone'].includes(error.failure);
}

/** Slack refuses the whole set without naming the reason, so each member is checked. */
async function namingUnknown(
  bot: SlackConnection,
  memberIds: readonly string[],
  refusal: ChatError,
): Promise<ChatError> {
  const checks = await Promise.all(memberIds.map((id) => canBeInGroup(bot, id)));
  const unknown = memberIds.filter((_, i) => checks[i] === false);
  if (unknown.length === 0) return new ChatError('refused', refusal.message);
  const reason = `Slack does not take ${unknown.join(', ')} into a user group: gone, a guest or a bot.`;
  return new ChatError('unknown members', reason, { memberIds: unknown });
}

async function canBeInGroup(bot: SlackConnection, id: string): Promise<boolean> {
  const found = await bot.askUnless('user_not_found', (slack) => slack.users.info({ user: id }));
  return found?.user !== undefined && !isOutsider(found.user);
}

function isOutsider({ deleted, is_restricted, is_ultra_restricted, is_bot }: SlackUser): boolean {
  return [deleted, is_restricted, is_ultra_restricted, is_bot].includes(true);
}

function groupOf({ id, name, handle, date_delete, users }: Usergroup): ChatGroup {
  return {
    id: given(id, 'usergroup.id'),
    name: name ?? '',
    handle: handle ?? '',
    isEnabled: (date_delete ?? 0) === 0,
    memberIds: users ?? [],
  };
}

function channelOf({ id, name, is_private, is_im, is_mpim, is_archived }: Conversation): ChatChannel {
  return {
    id: given(id, 'channel.id'),
    name: name ?? '',
    isPrivate: [is_private, is_im, is_mpim].includes(true),
    isArchived: is_archived === true,
  };
}

/** Throws if a required field of Slack's response is missing. */
function given<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new ChatError('unavailable', `Slack gave an answer without ${field}.`);
  return value;
}
