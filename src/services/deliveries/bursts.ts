/**
 * Rule BUD-7: what one person does sends another at most ten mails or direct messages of a kind in an hour. What follows is held for five minutes and
 * then sent as one message. A delivery of a burst is
 *
 *   - sent at once, while there are fewer than ten, or if it is about a shift that starts within a day;
 *   - held otherwise: `held_until` is set, and the queue continues without it. Others of its burst wait for the same time;
 *   - merged when that time has come: the first one is sent with a message for all of them, and they share its result.
 *
 * Decided by the worker that has the lease of the queue, so several workers count alike. All of it is in the rows: a killed worker loses nothing.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { firstHeldOfBurst, holdDelivery, pendingOfBurst, sentOfBurst } from '../../db/outbox/bursts.ts';
import { type DeliveryRow, deliveryById } from '../../db/outbox/deliveries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

const MAX_OF_A_BURST = 10;
const COUNTED_MS = HOUR_MS;
const HELD_MS = 5 * MINUTE_MS;

/** A shift that starts within this time is near: what concerns it is never held. */
const NEAR_MS = DAY_MS;

/** More of them are merged into the next message. */
const MAX_MERGED = 500;

/** `merged`: all deliveries that the message is to contain, at least two. */
export type Step = 'skip' | 'send' | { readonly merged: readonly DeliveryRow[] };

/** Locks nothing: the caller has locked the queue. Holds the delivery if it has to wait; the caller then skips it. */
export async function stepFor(tx: Transaction, delivery: DeliveryRow, burst: string, now: number): Promise<Step> {
  const { organization_id: organizationId, destination_id: destinationId, id } = delivery;
  const key = { organizationId, destinationId, burst };
  const row = await tx.first(deliveryById, { organizationId, id });
  // It was merged into an earlier one.
  if (row?.status !== 'pending') return 'skip';
  if (row.held_until !== null && row.held_until <= now) {
    const pending = await tx.all(pendingOfBurst, { ...key, limit: MAX_MERGED });
    const merged = pending.filter((one) => one.held_until !== null || !isNear(one, now));
    return merged.length > 1 ? { merged } : 'send';
  }
  if (isNear(row, now)) return 'send';
  const held = (await tx.first(firstHeldOfBurst, key))?.held_until ?? undefined;
  if (held === undefined) {
    const sent = await tx.all(sentOfBurst, { ...key, since: now - COUNTED_MS, limit: MAX_OF_A_BURST });
    if (sent.length < MAX_OF_A_BURST) return 'send';
  }
  await tx.run(holdDelivery, { organizationId, id, heldUntil: held ?? now + HELD_MS });
  return 'skip';
}

function isNear({ shift_at }: DeliveryRow, now: number): boolean {
  return shift_at !== null && shift_at - now < NEAR_MS;
}
