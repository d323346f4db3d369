/**
 * What Watchbill asks of a chat: one workspace, seen through the few things it has to know and do there. Each adapter is
 * one such workspace; it speaks to the chat and to nothing else.
 *
 * `find…` gives undefined for what is not there. All else throws a `ChatError`, whose kind says what to do about it. To bring
 * something to the state that it already has is no error.
 */
import { AppError, type ErrorCode } from '../errors.ts';

export type ChatPlan = 'paid' | 'free';

export interface ChatChannel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

export interface ChatGroupNames {
  readonly name: string;
  /** What people write after the `@`. No two groups of a workspace have the same, also not one that is disabled. */
  readonly handle: string;
}

export interface ChatGroup extends ChatGroupNames {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly memberIds: readonly string[];
}

export interface ChatMessage {
  readonly text: string;
}

export interface ChatProvider {
  readonly name: 'local' | 'slack';
  /** A member for groups that would be empty: chats refuse a group without anyone. */
  readonly botUserId: string;
  /** User groups need a paid plan. */
  plan(): Promise<ChatPlan>;

  listChannels(): Promise<readonly ChatChannel[]>;
  findChannel(id: string): Promise<ChatChannel | undefined>;
  findUserIdByEmail(email: string): Promise<string | undefined>;

  /** Disabled groups are found too: they can be taken over. */
  findUserGroup(id: string): Promise<ChatGroup | undefined>;
  findUserGroupByHandle(handle: string): Promise<ChatGroup | undefined>;
  createUserGroup(names: ChatGroupNames): Promise<ChatGroup>;
  renameUserGroup(id: string, names: ChatGroupNames): Promise<void>;
  /** Takes the place of all members there were. */
  setUserGroupMembers(id: string, memberIds: readonly string[]): Promise<void>;
  enableUserGroup(id: string): Promise<void>;
  disableUserGroup(id: string): Promise<void>;

  post(channelId: string, message: ChatMessage): Promise<void>;
}

/** What can go wrong, and what the user is told then. */
const FAILURES = {
  /** The chat does not want it, and never will: its reason is for the user. */
  refused: 'unprocessable_entity',
  'paid plan needed': 'chat_group_only_available_for_paid_teams',
  /** Down, slow, or asking us to slow down: later it may work. */
  unavailable: 'chat_unavailable',
} as const satisfies Record<string, ErrorCode>;

export type ChatFailure = keyof typeof FAILURES;

export class ChatError extends AppError {
  readonly failure: ChatFailure;
  /** How long the chat asked to be left alone. */
  readonly retryAfterMs: number | undefined;

  /** A reason is a whole sentence: the user reads it. */
  constructor(failure: ChatFailure, reason?: string, options: ErrorOptions & { readonly retryAfterMs?: number } = {}) {
    super(FAILURES[failure], reason, options);
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
  }
}
