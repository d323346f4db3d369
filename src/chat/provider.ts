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

/** A person in the workspace; no guests, no bots, nobody who has left. */
export interface ChatPerson {
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly timeZone?: string | undefined;
}

export interface ChatGroupNames {
  readonly name: string;
  /** What people write after the `@`. No two groups of a workspace have the same, also not one that is disabled. */
  readonly handle: string;
}

/** All groups of a workspace. */
export interface ChatGroupListing {
  /** When the chat was asked. */
  readonly asOf: number;
  /** By id. */
  readonly groups: ReadonlyMap<string, ChatGroup>;
}

export interface ChatGroup extends ChatGroupNames {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly memberIds: readonly string[];
}

/**
 * A message is made of lines, and a line of pieces that every chat shows in its own way. It is plain JSON: it may wait in a
 * database between being made and being sent.
 */
export interface ChatMessage {
  /** Of a card, where the chat has such. */
  readonly title?: string;
  /** An empty line sets off what follows. */
  readonly lines: readonly ChatLine[];
  /** Buttons below the lines, where the chat has such. */
  readonly actions?: readonly ChatAction[];
}

export type ChatLine = readonly ChatPiece[];

export type ChatPiece =
  | string
  /** A highlighted name, with a link to its page if there is an address. */
  | { readonly bold: string; readonly url?: string }
  /** With a chat id the person is mentioned, and so notified; without, only named. */
  | { readonly person: { readonly name: string; readonly chatId?: string } }
  /** Epoch milliseconds, and the zone to show them in where the chat does not know the reader's. */
  | { readonly instant: number; readonly zone: string };

export interface ChatAction {
  /** What the button does; no two of a message have the same. */
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
  /** A member for groups that would be empty: chats refuse a group without anyone. */
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
  /** Only for a chat that returns all groups at once and cannot be asked for one. */
  listUserGroups?(): Promise<readonly ChatGroup[]>;
  /** The same, shared by all who ask within a minute: a list that the chat was asked for after `newerThan`. */
  recentUserGroups?(newerThan: number): Promise<ChatGroupListing>;
  createUserGroup(names: ChatGroupNames): Promise<ChatGroup>;
  renameUserGroup(id: string, names: ChatGroupNames): Promise<void>;
  /** Replaces all members. The failure `unknown members` names those whom the chat refuses. */
  setUserGroupMembers(id: string, memberIds: readonly string[]): Promise<void>;
  enableUserGroup(id: string): Promise<void>;
  disableUserGroup(id: string): Promise<void>;

  /** Posts to a channel or to a person, by id; returns the id of the message. */
  post(destinationId: string, message: ChatMessage): Promise<string>;
  /** Puts another message in the place of one that was posted. */
  updateMessage(destinationId: string, messageId: string, message: ChatMessage): Promise<void>;
}

export type ChatWithGroupList = ChatProvider & Required<Pick<ChatProvider, 'listUserGroups'>>;

/** Slack returns 200 of them in a call, and allows 20 such calls a minute. */
export const MAX_CHAT_PEOPLE = 3000;

/** Timeout of one call. A chat answers in well under a second; what takes longer than this will not be answered. */
export const CALL_TIMEOUT_MS = 10_000;

/**
 * `later` is for what only a person can put right: a minute changes nothing, but one day it works again. `briefly` is for what may
 * pass or may not: it is tried for a while, and then given up.
 */
export type Retry = 'soon' | 'briefly' | 'later' | 'never';

/** The possible failures, the message for the user, and whether a retry may succeed. */
const FAILURES = {
  /** The chat does not want it, and never will: its reason is for the user. */
  refused: { code: 'unprocessable_entity', retry: 'never' },
  /** The chat refuses it with an error that we do not know. */
  'unknown error': { code: 'unprocessable_entity', retry: 'briefly' },
  'paid plan needed': { code: 'chat_group_only_available_for_paid_teams', retry: 'later' },
  /** The workspace does not let the app do it: someone has to change its settings, or what the app may do. */
  'not allowed': { code: 'unprocessable_entity', retry: 'later' },
  /** The chat does not accept who we say we are: a token was revoked, the app was removed. */
  'connection lost': { code: 'chat_not_connected', retry: 'later' },
  /** Down, slow, or asking us to slow down. */
  unavailable: { code: 'chat_unavailable', retry: 'soon' },
  /** We postpone the call because of the rate limit. It was not sent to the chat. */
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
  /** How long the chat asked to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** Whom to leave out, of the failure `unknown members`. */
  readonly memberIds: readonly string[];

  /** A reason is a whole sentence: the user reads it. */
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
