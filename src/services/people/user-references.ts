/** Resolves references to users in requests: by email, by chat id, or by user id. */

import type { LockingTransaction, Transaction, UnguardedReads } from '../../db/driver/database.ts';
import { lockUsers, touchUsers, type UserRow, usersByChatIds, usersByIds } from '../../db/people/users.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { UserReference } from '../../schemas/schedules/schedules.ts';
import { emailKeyOf } from '../../text/emails.ts';
import { isEmail } from '../../text/harmless-text.ts';
import { BeginAgain } from '../shared/begin-again.ts';
import { findUsersByEmails } from './user-emails.ts';

/** The referenced users as they are before they are locked. */
export interface FoundReferences {
  readonly ids: readonly UserId[];
  /** Users who are named by their email or chat id. */
  readonly rows: readonly UserRow[];
}

export async function findReferences(
  tx: UnguardedReads,
  { organizationId }: Caller,
  references: readonly UserReference[],
): Promise<FoundReferences> {
  const malformed = references.find(({ type, value }) => type === 'email' && !isEmail(value));
  if (malformed !== undefined) {
    throw new AppError(
      'bad_request',
      `The value of a user reference of type email must be an email address; it is ${quoted(malformed.value)}.`,
    );
  }
  const values = (type: UserReference['type']) =>
    references.filter((one) => one.type === type).map(({ value }) => value);
  const ids = values('internal_user_id').flatMap((value) => parseId('user', value) ?? []);
  const emails = values('email');
  const chatIds = values('chat_user_id');

  const found = await Promise.all([
    emails.length > 0 ? findUsersByEmails(tx, organizationId, emails) : [],
    chatIds.length > 0 ? tx.all(usersByChatIds, { organizationId, chatIds }) : [],
  ]);
  const rows = found.flat();
  return { ids: [...new Set([...ids, ...rows.map(({ id }) => id)])], rows };
}

/** Rows of active users, who cannot be deactivated or become viewers before the transaction ends. */
export type LockedUsers = readonly UserRow[];

/** Transactions that lock users and schedules lock users first. For SERIALIZABLE transactions. */
export async function lockReferences(
  tx: Transaction,
  { organizationId }: Caller,
  { ids }: FoundReferences,
): Promise<LockedUsers> {
  return ids.length === 0 ? [] : tx.all(lockUsers, { organizationId, ids });
}

/** The same, for READ COMMITTED transactions (rule LOCK-2). */
export async function touchReferences(
  tx: LockingTransaction,
  { organizationId }: Caller,
  { ids, rows }: FoundReferences,
): Promise<LockedUsers> {
  if (ids.length === 0) return [];
  // Several rows are locked in the order of their ids first: an update locks them in any order.
  if (ids.length > 1) tx.send(lockUsers, { organizationId, ids });
  const locked = await tx.all(touchUsers, { organizationId, ids });
  requireSame(locked, rows);
  return locked;
}

/** The active ones among them, without a lock: for people whose schedule is locked, and who are in its layers. */
export async function readReferences(
  tx: UnguardedReads,
  { organizationId }: Caller,
  { ids, rows }: FoundReferences,
): Promise<readonly UserRow[]> {
  if (ids.length === 0) return [];
  const users = await tx.all(usersByIds, { organizationId, ids });
  const active = users.filter(({ deactivated_at }) => deactivated_at === null);
  requireSame(active, rows);
  return active;
}

function requireSame(users: readonly UserRow[], found: readonly UserRow[]): void {
  const isSame = (before: UserRow) =>
    users.some(({ id, email, chat_id }) => id === before.id && email === before.email && chat_id === before.chat_id);
  if (!found.every(isSame)) throw new BeginAgain('somebody else may have the email or chat id of a reference by now');
}

/** In the order of the references, with duplicates. An unknown user is 404, a viewer 422. */
export function usersIn(active: readonly UserRow[], references: readonly UserReference[]): UserRow[] {
  const byEmail = references.some(({ type }) => type === 'email')
    ? new Map(active.map((row) => [emailKeyOf(row.email), row]))
    : new Map<string, UserRow>();
  const rowOf = ({ type, value }: UserReference) => {
    if (type === 'email') return byEmail.get(emailKeyOf(value));
    return active.findLast(({ id, chat_id }) => value === (type === 'internal_user_id' ? id : chat_id));
  };

  return references.map((reference) => {
    const { type, value } = reference;
    const row = rowOf(reference);
    if (row === undefined) throw new AppError('not_found', `There is no user with ${type} ${quoted(value)}.`);
    if (row.seat === 'viewer') {
      throw new AppError(
        'unprocessable_entity',
        `${row.name} (${row.id}) has a viewer seat; only people with a member seat can be on call.`,
      );
    }
    return row;
  });
}
