/**
 * The interface of a chat workspace. Each adapter implements it for one chat, and talks to that chat only.
 *
 * `find…` returns undefined for what does not exist. Everything else throws a `ChatError` whose failure says what to do about it. Setting a
 * state that is already set is no error. Adapters never retry: the caller decides when to try again.
 */
import { AppError, type ErrorCode } from '../errors.ts';

export type ChatPlan = 'paid' | 'free';

export interface ChatChannel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

/** A person in the workspace, without guests, bots and people who have left. */
export interface ChatPerson {
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly timeZone?: string | undefined;
}

export interface ChatGroupNames {
  readonly name: string;
  /** The word after the `@`. Unique among the groups of a workspace, including disabled ones. */
  readonly handle: string;
}

/** All groups of a workspace. */
export interface ChatGroupListing {
  /** When the chat was read. */
  readonly asOf: number;
  /** By id. */
  readonly groups: ReadonlyMap<string, ChatGroup>;
}

export interface ChatGroup extends ChatGroupNames {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly memberIds: readonly string[];
}

/** A message is made of lines, and a line of pieces that every chat shows in its own way. It is plain JSON, since it is stored in the outbox. */
export interface ChatMessage {
  /** The title of a card, if the chat has cards. */
  readonly title?: string;
  /** An empty line starts a new section. */
  readonly lines: readonly ChatLine[];
  /** Buttons below the lines, if the chat has buttons. */
  readonly actions?: readonly ChatAction[];
}

export type ChatLine = readonly ChatPiece[];

export type ChatPiece =
  | string
  /** A highlighted name, with a link to its page if there is an address. */
  | { readonly bold: string; readonly url?: string }
  /** With a chat id the person is mentioned, and so notified; without, only named. */
  | { readonly person: { readonly name: string; readonly chatId?: string } }
  /** Epoch milliseconds, and the zone to use if the chat does not know the reader's. */
  | { readonly instant: number; readonly zone: string };

export interface ChatAction {
  /** The action of the button; unique in a message. */
  readonly id: string;
  readonly label: string;
  /** The target of the action. */
  readonly value: string;
  /** A page that the button opens. */
  readonly url?: string;
  readonly isPrimary?: boolean;
}

export interface ChatProvider {
  readonly name: 'local' | 'slack';
  /** A member for groups that would be empty, which chats refuse. */
  botUserId(): Promise<string>;
  /** User groups need a paid plan. */
  plan(): Promise<ChatPlan>;

  listChannels(): Promise<readonly ChatChannel[]>;
  findChannel(id: string): Promise<ChatChannel | undefined>;
  /** At most `MAX_CHAT_PEOPLE`. */
  listPeople(): Promise<readonly ChatPerson[]>;
  findUserIdByEmail(email: string): Promise<string | undefined>;
  /** The email address that the workspace has verified; none for a guest, a bot, or a person who has left. */
  findEmailOfUser(id: string): Promise<string | undefined>;

  /** Disabled groups are found too: they can be taken over. */
  findUserGroup(id: string): Promise<ChatGroup | undefined>;
  findUserGroupByHandle(handle: string): Promise<ChatGroup | undefined>;
  /** Only for a chat that returns all groups at once and cannot return one. */
  listUserGroups?(): Promise<readonly ChatGroup[]>;
  /** The same, shared by all callers within a minute: a list that was read after `newerThan`. */
  recentUserGroups?(newerThan: number): Promise<ChatGroupListing>;
  createUserGroup(names: ChatGroupNames): Promise<ChatGroup>;
  renameUserGroup(id: string, names: ChatGroupNames): Promise<void>;
  /** Replaces all members. The failure `unknown members` names those whom the chat refuses. */
  setUserGroupMembers(id: string, memberIds: readonly string[]): Promise<void>;
  enableUserGroup(id: string): Promise<void>;
  disableUserGroup(id: string): Promise<void>;

  /** Posts to a channel or to a person, by id; returns the id of the message. */
  post(destinationId: string, message: ChatMessage): Promise<string>;
  /** Replaces a posted message. */
  updateMessage(destinationId: string, messageId: string, message: ChatMessage): Promise<void>;
}

export type ChatWithGroupList = ChatProvider & Required<Pick<ChatProvider, 'listUserGroups'>>;

/** Slack returns 200 of them in a call, and allows 20 such calls a minute. */
export const MAX_CHAT_PEOPLE = 3000;

/** Timeout of one call. A chat responds in well under a second; a slower response will probably not come. */
export const CALL_TIMEOUT_MS = 10_000;

/** `later`: only a person can fix it, so it is retried seldom. `briefly`: it may or may not pass, so it is retried for a while, and then fails. */
export type Retry = 'soon' | 'briefly' | 'later' | 'never';

/** The possible failures, the message for the user, and whether a retry may succeed. */
const FAILURES = {
  /** The chat refuses it permanently: its reason is for the user. */
  refused: { code: 'unprocessable_entity', retry: 'never' },
  /** The chat refuses it with an error that we do not know. */
  'unknown error': { code: 'unprocessable_entity', retry: 'briefly' },
  'paid plan needed': { code: 'chat_group_only_available_for_paid_teams', retry: 'later' },
  /** The workspace forbids it: somebody has to change its settings, or the scopes of the app. */
  'not allowed': { code: 'unprocessable_entity', retry: 'later' },
  /** The chat rejects our credentials: a token was revoked, or the app was removed. */
  'connection lost': { code: 'chat_not_connected', retry: 'later' },
  /** Down, slow, or rate-limiting our reads. */
  unavailable: { code: 'chat_unavailable', retry: 'soon' },
  /** The chat asks us to slow down, so the call is postponed. It changed nothing in the chat. */
  'waits for its turn': { code: 'chat_unavailable', retry: 'soon' },
  /** The channel is archived or deleted, the person has left. */
  'destination gone': { code: 'unprocessable_entity', retry: 'never' },
  'group gone': { code: 'unprocessable_entity', retry: 'never' },
  /** Some members cannot be in a group (`memberIds`); without them it may work. */
  'unknown members': { code: 'unprocessable_entity', retry: 'never' },
} as const satisfies Record<string, { readonly code: ErrorCode; readonly retry: Retry }>;

export type ChatFailure = keyof typeof FAILURES;

interface ChatErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | undefined;
  readonly memberIds?: readonly string[];
}

export class ChatError extends AppError {
  readonly failure: ChatFailure;
  /** The delay that the chat asked for. */
  readonly retryAfterMs: number | undefined;
  /** For `unknown members`: whom to leave out. */
  readonly memberIds: readonly string[];

  /** A reason is a whole sentence, shown to the user. */
  constructor(failure: ChatFailure, reason?: string, options: ChatErrorOptions = {}) {
    super(FAILURES[failure].code, reason, options);
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
    this.memberIds = options.memberIds ?? [];
  }

  get retry(): Retry {
    return FAILURES[this.failure].retry;
  }
}
