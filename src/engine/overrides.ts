/** Rules OVR-1 to OVR-5: which override applies at an instant, and what may be done with an override. */
import { AppError } from '../errors.ts';
import { formatInstant, MAX_INSTANT } from '../time/iso.ts';
import { lastAtOrBefore } from '../time/sorted.ts';
import type { Interval, Override } from './schedule.ts';

const MAX_USERS = 4;

/**
 * Rules OVR-1 and OVR-4: the stretches in which an override is in force, each with its users; disjoint, ascending. The overrides come in order of
 * creation.
 *
 * From the newest override to the oldest, each takes the slots between neighbouring edges that are still free. `free[slot]` leads to the next free
 * slot, so every slot is visited once, however many overrides cover it.
 */
export function decidingStretches(overrides: readonly Override[]): Override[] {
  const edges = new Float64Array(2 * overrides.length);
  overrides.forEach(({ start, end }, i) => {
    edges[2 * i] = Math.min(start, MAX_INSTANT);
    edges[2 * i + 1] = Math.min(end, MAX_INSTANT);
  });
  edges.sort();
  const owners: (Override | undefined)[] = new Array(edges.length).fill(undefined);
  const free = new Uint32Array(edges.length);
  for (let slot = 0; slot < free.length; slot++) free[slot] = slot;

  for (let i = overrides.length - 1; i >= 0; i--) {
    const override = overrides[i] as Override;
    const endSlot = lastAtOrBefore(edges, override.end);
    let slot = nextFree(free, lastAtOrBefore(edges, override.start));
    while (slot < endSlot) {
      owners[slot] = override;
      free[slot] = slot + 1;
      slot = nextFree(free, slot);
    }
  }

  const stretches: Override[] = [];
  let start = 0;
  for (let slot = 1; slot <= edges.length; slot++) {
    const owner = owners[start];
    if (owners[slot] === owner && slot < edges.length) continue;
    if (owner !== undefined) {
      stretches.push({ start: edges[start] as number, end: edges[slot] as number, users: owner.users });
    }
    start = slot;
  }
  return stretches;
}

/** Rule OVR-2: the resulting override. Throws if the requested one is invalid. */
export function placeOverride({ start, end, users }: Override, now: number): Override {
  const distinctUsers = [...new Set(users)];
  if (end <= start) {
    throw refusal(`end must be after start: end is ${formatInstant(end)}, start is ${formatInstant(start)}.`);
  }
  if (end <= now) {
    throw refusal(`end must be in the future: end is ${formatInstant(end)}, and it is ${formatInstant(now)}.`);
  }
  if (distinctUsers.length < 1 || distinctUsers.length > MAX_USERS) {
    throw refusal(`an override has 1 to ${MAX_USERS} users: ${distinctUsers.length} were given.`);
  }
  return { start: Math.max(start, now), end, users: distinctUsers };
}

/** Rule OVR-3: what deleting the override does to it. */
export function removeOverride(override: Interval, now: number): { kind: 'ends'; end: number } | { kind: 'gone' } {
  if (override.end <= now) throw new AppError('override_already_finished');
  return override.start < now ? { kind: 'ends', end: now } : { kind: 'gone' };
}

/** The changes to an override. */
export type OverrideChange = Partial<Pick<Override, 'start' | 'end' | 'users'>>;

/**
 * Rule OVR-5: the result of changing the override. `past` is its past part, if that has to be kept separately: `changed` then
 * applies from now on.
 */
export function changeOverride(
  { start, end, users }: Override,
  change: OverrideChange,
  now: number,
): { readonly past: Override | undefined; readonly changed: Override } {
  if (end <= now) throw new AppError('override_already_finished');
  const changed = placeOverride({ start, end, users, ...change }, now);
  if (start >= now) return { past: undefined, changed };
  const goesOn = changed.start === now && changed.users.join() === users.join();
  return goesOn ? { past: undefined, changed: { ...changed, start } } : { past: { start, end: now, users }, changed };
}

function refusal(message: string): AppError {
  return new AppError('unprocessable_entity', message);
}

/** Follows the links to the next free slot, and shortens them on the way. */
function nextFree(free: Uint32Array, slot: number): number {
  let at = slot;
  for (let next = free[at] as number; next !== at; next = free[at] as number) {
    free[at] = free[next] as number;
    at = next;
  }
  return at;
}
