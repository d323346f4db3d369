/**
 * Leases: only one process at a time works on the queue of a destination, on a user group or on a departure.
 *
 * - Who: the process that wrote the `lease_id` of the row.
 * - Until when: the due time of the row. While a process has the row, that is the end of its lease.
 * - Renewed: every quarter of the lease while the work goes on, and before each step if that is late, by a write that finds its own `lease_id`.
 * - Released: by a write that finds its own `lease_id`, removes it, and sets the next due time.
 * - Taken over: a row whose due time has passed is due, also if it has a `lease_id`. The process that claims it writes its own; the former one finds
 *   that, and writes nothing more.
 *
 * So a killed process delays its work by the rest of a lease, and no two processes write the result of the same work.
 */
import type { Transaction } from '../../db/driver/database.ts';
import type { Parameters, WriteStatement } from '../../db/driver/statement.ts';
import type { LeaseId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';

/**
 * For work that calls other systems: longer than a call plus the renewal interval, so that a call ends before another process can take over. Others
 * take over soon from a killed process.
 */
export const CALLS_LEASE_MS = 20_000;

/** How the rows of a table are leased. */
export interface LeaseKind<R extends Leasable, K extends Parameters> {
  readonly leaseMs: number;
  readonly keyOf: (row: R) => K;
  /** Also if another process had the row. */
  readonly take: WriteStatement<K & LeaseTerm & { now: number }, unknown>;
  /** Changes nothing if another process has the row. */
  readonly renew: WriteStatement<K & LeaseTerm, unknown>;
}

interface Leasable {
  readonly lease_id: LeaseId | null;
}

export type LeaseTerm = { leaseId: LeaseId; until: number };

/** Another process has the lease now. This one writes nothing more. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

export interface Lease {
  readonly id: LeaseId;
  /** Before each step: renews the lease if it was not renewed lately. Throws `LostLease`. */
  hold(): Promise<void>;
  /** For a step that renews the lease in its own transaction. */
  term(): LeaseTerm;
}

/** The current leases of the worker of a service. */
const ownLeases = new WeakMap<Services, Set<LeaseId>>();

function leasesOf(services: Services): Set<LeaseId> {
  const known = ownLeases.get(services) ?? new Set();
  ownLeases.set(services, known);
  return known;
}

/** From now on. */
export function newLease({ clock, newId }: Services, { leaseMs }: { readonly leaseMs: number }): LeaseTerm {
  return { leaseId: newId('lease'), until: clock.now() + leaseMs };
}

/** Takes rows that are due and locked. Returns those that this process does not work on already: if its clock is set forward, it finds its own. */
export async function takeLeases<R extends Leasable, K extends Parameters>(
  services: Services,
  tx: Transaction,
  kind: LeaseKind<R, K>,
  rows: readonly R[],
): Promise<{ readonly row: R; readonly key: K; readonly lease: LeaseTerm }[]> {
  const taken: { row: R; key: K; lease: LeaseTerm }[] = [];
  for (const row of rows) {
    const key = kind.keyOf(row);
    const lease = newLease(services, kind);
    if (row.lease_id !== null && leasesOf(services).has(row.lease_id)) {
      await tx.run(kind.renew, { ...key, ...lease, leaseId: row.lease_id });
    } else {
      await tx.run(kind.take, { ...key, ...lease, now: services.clock.now() });
      taken.push({ row, key, lease });
    }
  }
  return taken;
}

/** Renews the lease while the work goes on. */
export async function withLease<R extends Leasable, K extends Parameters, T>(
  services: Services,
  { renew, leaseMs }: LeaseKind<R, K>,
  key: K,
  { leaseId, until }: LeaseTerm,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const { clock, db } = services;
  const renewalMs = leaseMs / 4;
  const inHand = leasesOf(services);
  let validUntil = until;
  let isLost = false;

  async function renewNow(): Promise<void> {
    const until = clock.now() + leaseMs;
    if ((await db.queueTransaction((tx) => tx.run(renew, { ...key, leaseId, until }))) > 0) validUntil = until;
    else lose();
  }

  function lose(): void {
    isLost = true;
    inHand.delete(leaseId);
  }

  inHand.add(leaseId);
  // A failure here is thrown by `hold` too, where it is handled.
  const renewing = setInterval(() => void renewNow().catch(() => undefined), renewalMs);
  try {
    return await work({
      id: leaseId,
      async hold() {
        if (!isLost && validUntil - clock.now() <= leaseMs - renewalMs) await renewNow();
        if (isLost) throw new LostLease('another process has taken over');
      },
      term: () => ({ leaseId, until: clock.now() + leaseMs }),
    });
  } finally {
    clearInterval(renewing);
    inHand.delete(leaseId);
  }
}
