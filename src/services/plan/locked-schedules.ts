/**
 * Rule LOCK-3: the proof that schedules are locked. Only locking gives it, and what the lock guards is read through it: a READ COMMITTED transaction
 * that forgets the lock does not compile.
 */
import type { LockingTransaction, Queryable, QueueTransaction, Transaction } from '../../db/driver/database.ts';
import type { ClaimStatement, Parameters, Statement } from '../../db/driver/statement.ts';
import { lockSchedules } from '../../db/schedules/schedule-locks.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';

export class LockedSchedules {
  readonly tx: LockingTransaction;
  readonly organizationId: OrganizationId;
  /** The ids of the locked schedules, and of those that do not exist. */
  readonly ids: readonly ScheduleId[];
  /** In the order of their ids. What is read from now on is read under the lock, also before this arrives. */
  readonly rows: Promise<readonly ScheduleRow[]>;
  /** Reads of these schedules, and of what no lock guards. */
  readonly reads: Queryable;

  private constructor(
    tx: LockingTransaction,
    organizationId: OrganizationId,
    ids: readonly ScheduleId[],
    rows: Promise<readonly ScheduleRow[]>,
  ) {
    this.tx = tx;
    this.organizationId = organizationId;
    this.ids = ids;
    this.rows = rows;
    // The one place where the type of the transaction is widened.
    const { all, first } = tx as Transaction;
    this.reads = {
      all: (statement, parameters) => {
        this.#require(statement, parameters);
        return all(statement, parameters);
      },
      first: (statement, parameters) => {
        this.#require(statement, parameters);
        return first(statement, parameters);
      },
    };
  }

  /** Locks them until the end of the transaction, in the order of their ids, so that two transactions never deadlock. */
  static lock(tx: LockingTransaction, organizationId: OrganizationId, ids: Iterable<ScheduleId>): LockedSchedules {
    const wanted = [...new Set(ids)];
    return new LockedSchedules(tx, organizationId, wanted, tx.all(lockSchedules, { organizationId, ids: wanted }));
  }

  /** Locks those that no other transaction has locked. */
  static async claim(
    tx: QueueTransaction,
    statement: ClaimStatement<{ organizationId: OrganizationId; ids: readonly ScheduleId[] }, ScheduleRow>,
    organizationId: OrganizationId,
    ids: readonly ScheduleId[],
  ): Promise<LockedSchedules> {
    const rows = await tx.claim(statement, { organizationId, ids });
    const claimed = rows.map(({ id }) => id);
    return new LockedSchedules(tx, organizationId, claimed, Promise.resolve(rows));
  }

  /** The types cannot tell which schedules a statement names. */
  #require({ kind }: Statement<never, unknown>, { ids, scheduleId = ids }: Parameters): void {
    if (kind !== 'guarded') return;
    const other = [scheduleId].flat().find((id) => !this.ids.includes(id as ScheduleId));
    if (other !== undefined) throw new Error(`${other} is not locked`);
  }
}
