/**
 * Leases of the worker: only one worker at a time handles a destination or a user group. Leases are short, so that another worker soon
 * takes over from a killed process, and are renewed during the work. A lease is longer than a call to the chat plus the renewal interval, so
 * a call ends before another worker can get the lease.
 */
import type { LeaseId } from '../../ids.ts';
import type { Services } from '../shared/services.ts';

export const LEASE_MS = 20_000;
const RENEW_INTERVAL_MS = 5_000;

/** Another worker has the lease now. This one writes nothing more. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

export interface Lease {
  readonly id: LeaseId;
  /** Before each step: renews the lease if it was not renewed lately. Throws `LostLease`. */
  hold(): Promise<void>;
}

/** The current leases of the worker of a service. */
const ownLeases = new WeakMap<Services, Set<LeaseId>>();

function leasesOf(services: Services): Set<LeaseId> {
  const known = ownLeases.get(services) ?? new Set();
  ownLeases.set(services, known);
  return known;
}

/** If the clock is set forward, a worker would otherwise claim its own work. */
export function isOwnLease(services: Services, id: LeaseId | null): id is LeaseId {
  return id !== null && leasesOf(services).has(id);
}

/** `renew` moves the end of the lease, and returns whether it was still ours. */
export async function withLease<T>(
  services: Services,
  taken: { readonly id: LeaseId; readonly until: number },
  renew: (until: number) => Promise<boolean>,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const { clock } = services;
  const inHand = leasesOf(services);
  let validUntil = taken.until;
  let isLost = false;

  async function renewNow(): Promise<void> {
    const until = clock.now() + LEASE_MS;
    if (await renew(until)) validUntil = until;
    else lose();
  }

  function lose(): void {
    isLost = true;
    inHand.delete(taken.id);
  }

  inHand.add(taken.id);
  // A failure here is thrown by `hold` too, where it is handled.
  const renewing = setInterval(() => void renewNow().catch(() => undefined), RENEW_INTERVAL_MS);
  try {
    return await work({
      id: taken.id,
      async hold() {
        if (!isLost && validUntil - clock.now() <= LEASE_MS - RENEW_INTERVAL_MS) await renewNow();
        if (isLost) throw new LostLease('another worker has taken over');
      },
    });
  } finally {
    clearInterval(renewing);
    inHand.delete(taken.id);
  }
}
