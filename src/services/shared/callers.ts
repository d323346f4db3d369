/**
 * Changes on behalf of a caller. The caller was authenticated before the transaction began, and may have been deactivated or lost a role
 * since. So each change reads the caller again in its own transaction.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { type BoundRead, bindRead } from '../../db/driver/statement.ts';
import { type UserRow, userById } from '../../db/people/users.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Services } from './services.ts';

/**
 * Runs the work in one transaction, with current data of the caller. The result must be what it wrote, or read in the same transaction. `alsoRead`:
 * what the work reads first, to be read in the same round trip as the caller.
 */
export function changeAs<T>(
  { db }: Services,
  caller: Caller,
  work: (tx: Transaction, caller: Caller, user: UserRow) => Promise<T>,
  alsoRead: () => readonly BoundRead[] = () => [],
): Promise<T> {
  return db.transaction(async (tx) => {
    tx.prefetch?.(bindRead(userById, { organizationId: caller.organizationId, id: caller.userId }), alsoRead);
    const user = await currentUser(tx, caller);
    return work(tx, { ...caller, role: user.role, seat: user.seat }, user);
  });
}

export async function currentUser(tx: Transaction, { organizationId, userId }: Caller): Promise<UserRow> {
  const row = await tx.first(userById, { organizationId, id: userId });
  if (row === undefined) throw new AppError('unauthorized');
  return row;
}
