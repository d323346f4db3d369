/** How far behind the work is, of all organizations: for whoever runs the service. It holds no names. */
import { outboxState } from '../db/deliveries.ts';
import { earliestDue } from '../db/due-work.ts';
import { AppError } from '../errors.ts';
import { countBrokenSchedules } from './broken-schedules.ts';
import { KINDS_OF_WORK, type KindOfWork } from './due-work.ts';
import type { Services } from './services.ts';

export interface Measures {
  /** How long the work that waits longest has been due, by kind; 0 when none is due. */
  readonly lagMs: Readonly<Record<KindOfWork, number>>;
  readonly brokenSchedules: number;
  readonly outbox: { readonly pending: number; readonly oldestMs: number };
}

/** Undefined while the database cannot be reached: then nobody knows. */
export async function measureWork({ db, clock }: Services): Promise<Measures | undefined> {
  try {
    const due = await db.first(earliestDue, {});
    const outbox = await db.first(outboxState, {});
    const brokenSchedules = await countBrokenSchedules(db);
    const now = clock.now();
    const since = (instant: number | null | undefined) => Math.max(0, now - (instant ?? now));
    const lags = KINDS_OF_WORK.map((kind) => [kind, since(due?.[kind])] as const);
    return {
      brokenSchedules,
      lagMs: Object.fromEntries(lags) as Record<KindOfWork, number>,
      outbox: { pending: outbox?.pending ?? 0, oldestMs: since(outbox?.oldest) },
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'service_unavailable') return undefined;
    throw error;
  }
}

/** Of this process, where it has a pool of connections to its database. */
export function countConnections({ db }: Services): Readonly<Record<string, number>> {
  return db.connections?.() ?? {};
}
