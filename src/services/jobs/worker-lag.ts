/** How late each kind of work is, across all organizations, for `/metrics`. Contains no names. */

import type { Queryable } from '../../db/driver/database.ts';
import { earliestDue } from '../../db/jobs/due-work.ts';
import { outboxState } from '../../db/outbox/deliveries.ts';
import type { DestinationKind } from '../../db/schema/tables/outbox.ts';
import { AppError } from '../../errors.ts';
import { DESTINATION_KINDS } from '../deliveries/senders.ts';
import type { Services } from '../shared/services.ts';
import { countBrokenSchedules } from '../timelines/broken-schedules.ts';
import { WORK_KINDS, type WorkKind } from './due-work.ts';

export interface WorkerLag {
  /** How long the oldest due work has been due, by kind; 0 if none is due. */
  readonly lagMs: Readonly<Record<WorkKind, number>>;
  readonly brokenSchedules: number;
  /** Pending messages by kind of destination. */
  readonly outbox: Readonly<Record<DestinationKind, { readonly pending: number; readonly oldestMs: number }>>;
}

/** Undefined while the database is unreachable. */
export async function measureWorkerLag({ db, clock }: Services): Promise<WorkerLag | undefined> {
  try {
    const due = await db.first(earliestDue, {});
    const outbox = await outboxByKind(db);
    const brokenSchedules = await countBrokenSchedules(db);
    const now = clock.now();
    const since = (instant: number | null | undefined) => Math.max(0, now - (instant ?? now));
    const lags = WORK_KINDS.map((kind) => [kind, since(due?.[kind])] as const);
    return {
      brokenSchedules,
      lagMs: Object.fromEntries(lags) as Record<WorkKind, number>,
      outbox: Object.fromEntries(
        outbox.map(([kind, { pending, oldest }]) => [kind, { pending, oldestMs: since(oldest) }]),
      ) as WorkerLag['outbox'],
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'service_unavailable') return undefined;
    throw error;
  }
}

async function outboxByKind(db: Queryable) {
  return Promise.all(
    DESTINATION_KINDS.map(
      async (kind) => [kind, (await db.first(outboxState, { kind })) ?? { pending: 0, oldest: null }] as const,
    ),
  );
}

/** Connections of this process, if it has a pool. */
export function countConnections({ db }: Services): Readonly<Record<string, number>> {
  return db.connections?.() ?? {};
}
