/** Resolves references to users in requests: by email, by chat id, or by user id. */

import type { Transaction } from '../../db/driver/database.ts';
import { lockUsers, type UserRow, usersByChatIds } from '../../db/people/users.ts';
import { emailKeyOf } from '../../emails.ts';
import { AppError, quoted } from '../../errors.ts';
import { isEmail } from '../../harmless-text.ts';
import { parseId, type UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { UserReference } from '../../schemas/schedules/schedules.ts';
import { findUsersByEmails } from './user-emails.ts';

/** The ids of the referenced users. Nothing is locked yet. */
export async function findReferences(
  tx: Transaction,
  { organizationId }: Caller,
  references: readonly UserReference[],
): Promise<UserId[]> {
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
  return [...new Set([...ids, ...found.flat().map(({ id }) => id)])];
}

/**
 * In the order of the references, with duplicates. An unknown user is 404, a viewer 422. The users cannot be deactivated before the transaction ends.
 * Transactions that lock users and schedules lock users first.
 */
export async function lockReferences(
  tx: Transaction,
  { organizationId }: Caller,
  references: readonly UserReference[],
  candidates: readonly UserId[],
): Promise<UserRow[]> {
  if (references.length === 0) return [];
  const active = await tx.all(lockUsers, { organizationId, ids: candidates });
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
