/**
 * Changes on behalf of a caller. The caller was authenticated before the transaction began, and may have been deactivated or lost a role
 * since. So each change reads the caller again in its own transaction.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { type UserRow, userById } from '../../db/people/users.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Services } from './services.ts';
import { waitForAll } from './wait-for-all.ts';

/**
 * Runs the work in one transaction, with current data of the caller. The result must be what it wrote, or read in the same transaction. `load`: reads
 * that do not depend on the caller, in the same round trip. It refuses nothing, since the caller may not be allowed to ask.
 */
export function changeAs<T, Loaded = undefined>(
  { db }: Services,
  caller: Caller,
  work: (tx: Transaction, caller: Caller, user: UserRow, loaded: Loaded) => Promise<T>,
  load?: (tx: Transaction) => Promise<Loaded>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [user, loaded] = await waitForAll<[UserRow, Loaded]>([
      currentUser(tx, caller),
      load?.(tx) ?? (Promise.resolve(undefined) as Promise<Loaded>),
    ]);
    return work(tx, { ...caller, role: user.role, seat: user.seat }, user, loaded);
  });
}

export async function currentUser(tx: Transaction, { organizationId, userId }: Caller): Promise<UserRow> {
  const row = await tx.first(userById, { organizationId, id: userId });
  if (row === undefined) throw new AppError('unauthorized');
  return row;
}
