/**
 * A fake Slack workspace and the methods of Slack's Web API on it: the same fields, the same errors. Tests read and change it directly, as people do
 * by hand in the real one.
 */

export interface FakeUser {
  id: string;
  name: string;
  email: string;
  deleted: boolean;
  is_bot: boolean;
  is_restricted: boolean;
  is_ultra_restricted: boolean;
}

export interface FakeChannel {
  id: string;
  name: string;
  is_private: boolean;
  is_archived: boolean;
  /** Whether the app is a member. */
  is_member: boolean;
}

export interface FakeGroup {
  id: string;
  name: string;
  handle: string;
  /** Not zero if the group is disabled. */
  date_delete: number;
  users: string[];
}

export interface FakeMessage {
  channel: string;
  ts: string;
  text: string;
  blocks: FakeBlock[];
}

export interface FakeBlock {
  type: string;
  text?: { type: string; text: string; verbatim?: boolean };
  elements?: FakeElement[];
}

/** A button, a section of rich text, or a piece of one. */
export interface FakeElement {
  type: string;
  action_id?: string;
  text?: string | { type: string; text: string };
  value?: string;
  url?: string;
  user_id?: string;
  timestamp?: number;
  format?: string;
  fallback?: string;
  style?: unknown;
  elements?: FakeElement[];
}

export interface FakeWorkspace {
  plan: string;
  /** Who may change user groups: an app's bot never counts as an admin. */
  groupManagers: 'everyone' | 'admins';
  /** Slack's documentation says that a bot cannot be in a user group. */
  takesBotsInGroups: boolean;
  /** From the app's manifest: without it, nobody gets a direct message. */
  messagesTabEnabled: boolean;
  readonly users: Map<string, FakeUser>;
  readonly channels: Map<string, FakeChannel>;
  readonly groups: Map<string, FakeGroup>;
  /** The conversation with a person, by the person's id. */
  readonly directMessages: Map<string, string>;
  readonly messages: FakeMessage[];
}

export interface Call {
  readonly args: Readonly<Record<string, string>>;
  readonly asAdmin: boolean;
}

interface Method {
  /** All of them are needed. */
  readonly scopes: readonly string[];
  /** Requests a minute, as Slack's tiers have them. */
  readonly ratePerMinute: number;
  readonly run: (workspace: FakeWorkspace, call: Call) => object;
}

export const BOT_USER_ID = 'U0WATCHBILL';

/** A response with `ok: false`. */
export class Refusal extends Error {
  readonly extra: object;
  constructor(code: string, extra: object = {}) {
    super(code);
    this.extra = extra;
  }
}

const TIER_2 = 20;
const TIER_3 = 50;
const TIER_4 = 100;

/** Slack's limits for messages. */
const LIMITS = {
  text: 40_000,
  section: 3000,
  blocks: 50,
  allBlocks: 13_200,
  label: 75,
  value: 2000,
  buttons: 25,
  title: 150,
};

const METHODS: Readonly<Record<string, Method>> = {
  'auth.test': {
    scopes: [],
    ratePerMinute: TIER_4,
    run: () => ({ user_id: BOT_USER_ID, bot_id: 'B0WATCHBILL' }),
  },
  'team.billing.info': { scopes: ['team.billing:read'], ratePerMinute: TIER_3, run: ({ plan }) => ({ plan }) },
  'users.info': { scopes: ['users:read'], ratePerMinute: TIER_4, run: userInfo },
  'users.list': { scopes: ['users:read'], ratePerMinute: TIER_2, run: listUsers },
  'users.lookupByEmail': { scopes: ['users:read', 'users:read.email'], ratePerMinute: TIER_3, run: userByEmail },
  'conversations.list': { scopes: ['channels:read', 'groups:read'], ratePerMinute: TIER_2, run: listConversations },
  'conversations.info': { scopes: ['channels:read'], ratePerMinute: TIER_3, run: conversationInfo },
  'conversations.join': { scopes: ['channels:join'], ratePerMinute: TIER_3, run: joinConversation },
  'conversations.open': { scopes: ['im:write'], ratePerMinute: TIER_3, run: openConversation },
  // For the workspace; Slack says "several hundred". Each channel accepts one a second.
  'chat.postMessage': { scopes: ['chat:write'], ratePerMinute: 300, run: postMessage },
  'chat.update': { scopes: ['chat:write'], ratePerMinute: TIER_3, run: updateMessage },
  'usergroups.list': { scopes: ['usergroups:read'], ratePerMinute: TIER_2, run: listGroups },
  'usergroups.create': { scopes: ['usergroups:write'], ratePerMinute: TIER_2, run: createGroup },
  'usergroups.update': { scopes: ['usergroups:write'], ratePerMinute: TIER_2, run: updateGroup },
  'usergroups.enable': { scopes: ['usergroups:write'], ratePerMinute: TIER_2, run: switchGroup(0) },
  'usergroups.disable': { scopes: ['usergroups:write'], ratePerMinute: TIER_2, run: switchGroup(1_446_747_568) },
  'usergroups.users.update': { scopes: ['usergroups:write'], ratePerMinute: TIER_2, run: setGroupUsers },
};

export function findMethod(name: string): Method | undefined {
  return METHODS[name];
}

/** The scopes of an app that calls all of them. */
export function neededScopes(): string[] {
  return [...new Set(Object.values(METHODS).flatMap(({ scopes }) => scopes))].sort();
}

export function createWorkspace(): FakeWorkspace {
  const workspace: FakeWorkspace = {
    plan: 'std',
    groupManagers: 'everyone',
    takesBotsInGroups: true,
    messagesTabEnabled: true,
    users: new Map(),
    channels: new Map(),
    groups: new Map(),
    directMessages: new Map(),
    messages: [],
  };
  addUser(workspace, { id: BOT_USER_ID, name: 'watchbill', is_bot: true });
  return workspace;
}

export function addUser({ users }: FakeWorkspace, given: Partial<FakeUser> & { id: string; name: string }): FakeUser {
  const user = {
    email: `${given.name}@example.com`,
    deleted: false,
    is_bot: false,
    is_restricted: false,
    is_ultra_restricted: false,
    ...given,
  };
  users.set(user.id, user);
  return user;
}

export function addChannel(
  { channels }: FakeWorkspace,
  given: Partial<FakeChannel> & { id: string; name: string },
): FakeChannel {
  const channel = { is_private: false, is_archived: false, is_member: false, ...given };
  channels.set(channel.id, channel);
  return channel;
}

function userInfo({ users }: FakeWorkspace, { args }: Call): object {
  const user = users.get(args.user ?? '');
  if (user === undefined) throw new Refusal('user_not_found');
  return { user: { ...user, profile: { email: user.email } } };
}

function listUsers({ users }: FakeWorkspace, { args }: Call): object {
  const all = [...users.values()];
  const from = Number((args.cursor ?? '').replace('after-', '')) || 0;
  const to = from + Number(args.limit ?? all.length);
  return {
    members: all.slice(from, to).map((user) => ({ ...user, profile: { email: user.email, real_name: user.name } })),
    response_metadata: { next_cursor: to < all.length ? `after-${to}` : '' },
  };
}

function userByEmail({ users }: FakeWorkspace, { args }: Call): object {
  const wanted = args.email?.toLowerCase();
  const user = [...users.values()].find(({ email, deleted }) => !deleted && email.toLowerCase() === wanted);
  if (user === undefined) throw new Refusal('users_not_found');
  return { user };
}

/** A channel as the app sees it: a private channel does not exist for non-members. */
function visibleChannel({ channels }: FakeWorkspace, id = ''): FakeChannel {
  const channel = channels.get(id);
  if (channel === undefined || (channel.is_private && !channel.is_member)) throw new Refusal('channel_not_found');
  return channel;
}

function listConversations({ channels }: FakeWorkspace, { args }: Call): object {
  const types = (args.types ?? 'public_channel').split(',');
  const all = [...channels.values()].filter(
    ({ is_private, is_member, is_archived }) =>
      types.includes(is_private ? 'private_channel' : 'public_channel') &&
      (!is_private || is_member) &&
      !(is_archived && args.exclude_archived === 'true'),
  );
  const from = args.cursor === undefined ? 0 : Number(/^after-(\d+)$/.exec(args.cursor)?.[1]);
  if (Number.isNaN(from)) throw new Refusal('invalid_cursor');
  const to = from + Number(args.limit ?? 100);
  return {
    channels: all.slice(from, to),
    response_metadata: { next_cursor: to < all.length ? `after-${to}` : '' },
  };
}

function conversationInfo(workspace: FakeWorkspace, { args }: Call): object {
  return { channel: visibleChannel(workspace, args.channel) };
}

function joinConversation(workspace: FakeWorkspace, { args }: Call): object {
  const channel = visibleChannel(workspace, args.channel);
  if (channel.is_private) throw new Refusal('method_not_supported_for_channel_type');
  if (channel.is_archived) throw new Refusal('is_archived');
  channel.is_member = true;
  return { channel };
}

function openConversation({ users, directMessages }: FakeWorkspace, { args }: Call): object {
  const user = users.get(args.users ?? '');
  if (user === undefined) throw new Refusal('user_not_found');
  if (user.deleted) throw new Refusal('user_disabled');
  const id = `D0${user.id}`;
  directMessages.set(user.id, id);
  return { channel: { id } };
}

function postMessage(workspace: FakeWorkspace, { args }: Call): object {
  const { channel = '', text = '' } = args;
  requirePlaceToPost(workspace, channel);
  const ts = `17000000${String(workspace.messages.length + 1).padStart(2, '0')}.000100`;
  workspace.messages.push({ channel, ts, text, blocks: blocksIn(args) });
  return { channel, ts };
}

function updateMessage(workspace: FakeWorkspace, { args }: Call): object {
  const { channel = '', ts = '', text = '' } = args;
  requirePlaceToPost(workspace, channel);
  const message = workspace.messages.find((one) => one.channel === channel && one.ts === ts);
  if (message === undefined) throw new Refusal('message_not_found');
  Object.assign(message, { text, blocks: blocksIn(args) });
  return { channel, ts, text };
}

function requirePlaceToPost(workspace: FakeWorkspace, id: string): void {
  if ([...workspace.directMessages.values()].includes(id)) {
    if (!workspace.messagesTabEnabled) throw new Refusal('messages_tab_disabled');
    return;
  }
  const channel = visibleChannel(workspace, id);
  if (channel.is_archived) throw new Refusal('is_archived');
  if (!channel.is_member) throw new Refusal('not_in_channel');
}

function blocksIn({ text = '', blocks: json = '[]' }: Call['args']): FakeBlock[] {
  const blocks = JSON.parse(json) as FakeBlock[];
  if (text.length > LIMITS.text) throw new Refusal('msg_too_long');
  if (text === '' && blocks.length === 0) throw new Refusal('no_text');
  if (blocks.length > LIMITS.blocks || !blocks.every(isValidBlock)) throw new Refusal('invalid_blocks');
  const length = blocks.reduce((sum, block) => sum + lengthOf(block), 0);
  if (length > LIMITS.allBlocks) throw new Refusal('msg_blocks_too_long');
  return blocks;
}

function lengthOf({ text, elements = [] }: FakeElement): number {
  const own = typeof text === 'string' ? text.length : (text?.text.length ?? 0);
  return elements.reduce((sum, element) => sum + lengthOf(element), own);
}

function isValidBlock({ type, text, elements = [] }: FakeBlock): boolean {
  switch (type) {
    case 'section':
      return isWithin(text?.text, LIMITS.section);
    case 'header':
      return text?.type === 'plain_text' && isWithin(text.text, LIMITS.title);
    case 'divider':
      return true;
    case 'rich_text':
      return elements.length > 0 && elements.every(isRichTextSection);
    case 'actions':
      return isWithin(elements, LIMITS.buttons) && haveDifferentIds(elements) && elements.every(isButton);
    default:
      return false;
  }
}

function isRichTextSection({ type, elements = [] }: FakeElement): boolean {
  return type === 'rich_text_section' && elements.length > 0 && elements.every(isRichText);
}

function isRichText({ type, text, user_id, url, timestamp, format }: FakeElement): boolean {
  if (type === 'text') return typeof text === 'string' && text.length > 0;
  if (type === 'user') return /^[UW][A-Z0-9]+$/.test(user_id ?? '');
  if (type === 'link') return URL.canParse(url ?? '') && typeof text === 'string' && text.length > 0;
  return type === 'date' && Number.isSafeInteger(timestamp) && /\{\w+\}/.test(format ?? '');
}

function haveDifferentIds(elements: readonly FakeElement[]): boolean {
  return new Set(elements.map(({ action_id }) => action_id)).size === elements.length;
}

function isButton({ type, text, value, url }: FakeElement): boolean {
  const label = typeof text === 'object' ? text.text : undefined;
  const isComplete = type === 'button' && isWithin(label, LIMITS.label) && isWithin(value, LIMITS.value);
  return isComplete && (url === undefined || URL.canParse(url));
}

function isWithin(given: { length: number } | undefined, most: number): boolean {
  return given !== undefined && given.length > 0 && given.length <= most;
}

/** The buttons below a message. */
export function buttonsIn(blocks: readonly FakeBlock[]) {
  return blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements = [] }) => elements)
    .map(({ action_id = '', value = '', text, url }) => ({
      action_id,
      value,
      label: typeof text === 'object' ? text.text : '',
      ...(url !== undefined && { url }),
    }));
}

/** The people mentioned in a message. */
export function mentionsIn(blocks: readonly FakeBlock[]): string[] {
  const found = (element: FakeElement): string[] => [
    ...(element.user_id === undefined ? [] : [element.user_id]),
    ...(element.elements ?? []).flatMap(found),
  ];
  return blocks.flatMap(({ elements = [] }) => elements.flatMap(found));
}

/** The pages that a message links to. */
export function linksIn(blocks: readonly FakeBlock[]): string[] {
  const found = (element: FakeElement): string[] => [
    ...(element.url === undefined ? [] : [element.url]),
    ...(element.elements ?? []).flatMap(found),
  ];
  return blocks.flatMap(({ elements = [] }) => elements.flatMap(found));
}

function listGroups({ groups }: FakeWorkspace, { args }: Call): object {
  const shown = [...groups.values()].filter(({ date_delete }) => date_delete === 0 || args.include_disabled === 'true');
  return {
    usergroups: shown.map(({ users, ...group }) => (args.include_users === 'true' ? { ...group, users } : group)),
  };
}

function createGroup(workspace: FakeWorkspace, { args, asAdmin }: Call): object {
  requireGroups(workspace, asAdmin);
  const { name = '', handle = '' } = args;
  requireFree(workspace, { name, handle });
  const group = { id: `S0${workspace.groups.size + 1}`, name, handle, date_delete: 0, users: [] };
  workspace.groups.set(group.id, group);
  return { usergroup: group };
}

function updateGroup(workspace: FakeWorkspace, { args, asAdmin }: Call): object {
  requireGroups(workspace, asAdmin);
  const group = getGroup(workspace, args);
  const { name = group.name, handle = group.handle } = args;
  requireFree(workspace, { name, handle }, group);
  Object.assign(group, { name, handle });
  return { usergroup: group };
}

function switchGroup(date_delete: number) {
  return (workspace: FakeWorkspace, { args, asAdmin }: Call): object => {
    requireGroups(workspace, asAdmin);
    const group = getGroup(workspace, args);
    group.date_delete = date_delete;
    return { usergroup: group };
  };
}

function setGroupUsers(workspace: FakeWorkspace, { args, asAdmin }: Call): object {
  requireGroups(workspace, asAdmin);
  const group = getGroup(workspace, args);
  const ids = (args.users ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) throw new Refusal('no_users_provided');
  for (const id of ids) {
    const user = workspace.users.get(id);
    if (user === undefined || user.deleted || user.is_restricted) throw new Refusal('invalid_users');
    if (user.is_ultra_restricted) throw new Refusal('single_channel_guests_cannot_be_added');
    if (user.is_bot && !workspace.takesBotsInGroups) throw new Refusal('invalid_users');
  }
  group.users = ids;
  return { usergroup: group };
}

function requireGroups({ plan, groupManagers }: FakeWorkspace, asAdmin: boolean): void {
  if (plan === 'free') throw new Refusal('plan_upgrade_required');
  if (groupManagers === 'admins' && !asAdmin) throw new Refusal('permission_denied');
}

function getGroup({ groups }: FakeWorkspace, { usergroup = '' }: Call['args']): FakeGroup {
  const group = groups.get(usergroup);
  if (group === undefined) throw new Refusal('no_such_subteam');
  return group;
}

/** Handles are unique among groups, people and channels, names among groups; disabled groups count. */
function requireFree(
  { groups, users, channels }: FakeWorkspace,
  { name, handle }: { name: string; handle: string },
  own?: FakeGroup,
): void {
  const others = [...groups.values()].filter((group) => group !== own);
  const handles = [
    ...others.map((group) => group.handle),
    ...[...users.values(), ...channels.values()].map((one) => one.name),
    'channel',
    'everyone',
    'here',
  ];
  if (handles.includes(handle)) throw new Refusal('handle_already_exists');
  if (others.some((group) => group.name === name)) throw new Refusal('name_already_exists');
}
