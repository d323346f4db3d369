/**
 * Changes on behalf of a caller. The caller was authenticated before the transaction began, and may have been deactivated or lost a role
 * since. So each change reads the caller again in its own transaction.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { type UserRow, userById } from '../../db/people/users.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Services } from './services.ts';

/** Runs the work in one transaction, with current data of the caller. The result must be what it wrote, read in the same transaction. */
export function changeAs<T>(
  { db }: Services,
  caller: Caller,
  work: (tx: Transaction, caller: Caller) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => work(tx, await currentCaller(tx, caller)));
}

async function currentCaller(tx: Transaction, caller: Caller): Promise<Caller> {
  const { role, seat } = await currentUser(tx, caller);
  return { ...caller, role, seat };
}

export async function currentUser(tx: Transaction, { organizationId, userId }: Caller): Promise<UserRow> {
  const row = await tx.first(userById, { organizationId, id: userId });
  if (row === undefined) throw new AppError('unauthorized');
  return row;
}
