/**
 * Rule STO-5: a worker that finds a schedule it cannot compute stores the reason. The schedule keeps its due times, but workers skip it, so it is not
 * tried again and again. Every start of a worker checks all schedules: one that works again, for example after an upgrade of the runtime, is due from
 * then on, and its missed handoffs are announced as one.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { brokenSchedulesTotal, schedulesAfter, updateBrokenReasons } from '../../db/schedules/broken-schedules.ts';
import { lockSchedule } from '../../db/schedules/schedule-locks.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Services } from '../shared/services.ts';
import { type BrokenSchedule, isBroken } from './rotations.ts';
import { loadSchedule, loadSchedules, type ScheduleLoad } from './timelines.ts';

/** Requests to the same process wait while a batch is computed, and on SQLite while it is read. */
const CHECKED_PER_BATCH = 20;

/** After each batch the check pauses for three times as long as the batch took, so it uses at most a quarter of the process. */
const PAUSE_FACTOR = 3;

/** A worker that stops waits for the pause. */
const MAX_PAUSE_MS = 100;

/** The rows must be locked: otherwise a schedule that was repaired meanwhile would be marked. */
export async function markBroken(tx: Transaction, schedules: readonly BrokenSchedule[]): Promise<void> {
  const changed = schedules.filter(({ row, broken }) => row.broken_reason !== broken.reason);
  await store(
    tx,
    changed.map(({ row, broken }) => ({ row, reason: broken.reason })),
  );
}

/** The row must be locked. */
export async function clearBroken(tx: Transaction, row: ScheduleRow): Promise<void> {
  if (row.broken_reason !== null) await store(tx, [{ row, reason: null }]);
}

/** In all organizations. */
export async function countBrokenSchedules(db: Queryable): Promise<number> {
  return (await db.first(brokenSchedulesTotal, {}))?.total ?? 0;
}

/** Checks every schedule, and returns how many became broken or work again. Ends early if `isStopping`. */
export async function checkAllSchedules(services: Services, isStopping = () => false): Promise<number> {
  let changed = 0;
  let after: string | undefined = '';
  while (after !== undefined && !isStopping()) {
    const begun = performance.now();
    const { next, loads }: Batch = await loadBatch(services, after);
    for (const load of loads) {
      if (reasonOf(load) === load.row.broken_reason) continue;
      await checkSchedule(services, load.row);
      changed += 1;
    }
    if (next !== undefined) await pause(Math.min((performance.now() - begun) * PAUSE_FACTOR, MAX_PAUSE_MS));
    after = next;
  }
  return changed;
}

interface Batch {
  readonly loads: readonly ScheduleLoad[];
  /** The id after which the next batch begins; undefined if this was the last one. */
  readonly next: string | undefined;
}

/** In a transaction, so that these reads are not cached: they would displace rows of requests. */
function loadBatch({ db, clock }: Services, after: string): Promise<Batch> {
  return db.queueTransaction(async (tx) => {
    const now = clock.now();
    const rows = await tx.all(schedulesAfter, { after, limit: CHECKED_PER_BATCH });
    const loads: ScheduleLoad[] = [];
    for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organization_id)) {
      loads.push(...(await loadSchedules(tx, organizationId, own, { start: now, end: now + 1 })));
    }
    return { loads, next: rows.length < CHECKED_PER_BATCH ? undefined : rows.at(-1)?.id };
  });
}

/** Checks it again, with its row locked. */
async function checkSchedule(
  { db, clock }: Services,
  { organization_id: organizationId, id }: ScheduleRow,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.first(lockSchedule, { organizationId, id });
    if (row === undefined) return;
    const now = clock.now();
    const load = await loadSchedule(tx, row, { start: now, end: now + 1 });
    if (isBroken(load)) return markBroken(tx, [load]);
    await clearBroken(tx, row);
    await tx.wakeWorkers();
  });
}

function reasonOf(load: ScheduleLoad): string | null {
  return isBroken(load) ? load.broken.reason : null;
}

async function store(
  tx: Transaction,
  schedules: readonly { readonly row: ScheduleRow; readonly reason: string | null }[],
): Promise<void> {
  if (schedules.length === 0) return;
  const rows = schedules.map(({ row, reason }) => ({
    organization_id: row.organization_id,
    id: row.id,
    broken_reason: reason,
  }));
  await tx.run(updateBrokenReasons, { rows });
}
