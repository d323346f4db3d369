/** Rule REV-5: someone leaves a schedule, and nobody else's turn moves. */
import type { UserId } from '../ids.ts';
import { wallAt, type Zone } from '../time/zones.ts';
import { reignsOf, sameLayer } from './revisions.ts';
import { type Rotation, rotationOf, runningTurn, turnStartsAt } from './rotation.ts';
import type { Layer, Override, Revision } from './schedule.ts';

/** A user is on call nowhere from that instant on. */
export interface Departure {
  readonly user: UserId;
  readonly at: number;
}

/**
 * The revisions to append, so that the user is in no layer in force from then on. Each layer keeps the time in which it is in
 * force, also one that is planned. Nothing when the user is in none of them.
 */
export function revisionsWithout(
  revisions: readonly Revision[],
  { user, at }: Departure,
  leave: (layer: Layer, at: number) => Layer,
): Revision[] {
  const reigns = reignsOf(revisions).filter(({ end }) => end > at);
  const first = reigns.findIndex(({ revision }) => revision.layer.users.includes(user));
  const appended: Revision[] = [];
  let latest = revisions.reduce((highest, { number }) => Math.max(highest, number), 0);
  // A new revision ends all that would be in force after it, so those that follow are appended too.
  for (const { start, revision } of first === -1 ? [] : reigns.slice(first)) {
    const validFrom = Math.max(start, at);
    const layer = leave(revision.layer, validFrom);
    const previous = appended.at(-1);
    if (previous !== undefined && sameLayer(previous.layer, layer)) continue;
    latest += 1;
    appended.push({ number: latest, validFrom, layer });
  }
  return appended;
}

/** The overrides as they are when the user is in none of them from then on. What is past stays, and so do the others in them. */
export function overridesWithout<O extends Override>(overrides: readonly O[], departure: Departure): O[] {
  return overrides.flatMap((override) => {
    const { past, rest } = overrideWithout(override, departure);
    return [...(past === undefined ? [] : [past]), ...(rest === undefined ? [] : [rest])];
  });
}

/** The part of the override before the departure and the part from then on; undefined where there is none. */
export function overrideWithout<O extends Override>(
  override: O,
  { user, at }: Departure,
): { readonly past: O | undefined; readonly rest: O | undefined } {
  if (override.end <= at) return { past: override, rest: undefined };
  if (!override.users.includes(user)) return { past: undefined, rest: override };
  const users = override.users.filter((one) => one !== user);
  return {
    past: override.start < at ? { ...override, end: at } : undefined,
    rest: users.length === 0 ? undefined : { ...override, start: Math.max(override.start, at), users },
  };
}

/** All of the revisions when those users have left, one after the other. */
export function revisionsAfter(
  revisions: readonly Revision[],
  zone: Zone,
  departures: readonly Departure[],
): readonly Revision[] {
  const all = [...revisions];
  for (const departure of departures) {
    all.push(...revisionsWithout(all, departure, (layer, at) => withoutUser(layer, zone, departure.user, at)));
  }
  return all;
}

/**
 * The layer without the user, in force from now on. The list starts with the position whose turn is running, so the others stay on call
 * and keep their order. A layer that has yet to start only loses the user.
 */
export function withoutUser(layer: Layer, zone: Zone, user: UserId, now: number): Layer {
  if (!layer.users.includes(user)) return layer;
  const others = layer.users.filter((one) => one !== user);
  if (now < layer.rotationStart || others.length === 0) return { ...layer, users: others };

  const rotation = rotationOf(layer, zone);
  const running = runningTurn(rotation, now);
  const inOrder = startingAt(layer.users, running * layer.concurrentUsers).filter((one) => one !== user);
  const first = latestExactTurn(rotation, running);
  return {
    ...layer,
    rotationStart: first === 0 ? layer.rotationStart : turnStartsAt(rotation, first),
    users: startingAt(inOrder, (first - running) * layer.concurrentUsers),
  };
}

/**
 * The last turn up to this one that starts at its own wall time. Where the clocks skipped that time, the turn started later, and
 * a rotation that began then would hand over at this later time ever after.
 */
function latestExactTurn(rotation: Rotation, turn: number): number {
  let exact = turn;
  while (
    exact > 0 &&
    wallAt(rotation.zone, turnStartsAt(rotation, exact)) !== rotation.wallStartMs + exact * rotation.turnMs
  ) {
    exact -= 1;
  }
  return exact;
}

/** The list, turned so that it starts with that position; positions are counted round and round, and may be negative. */
function startingAt<T>(list: readonly T[], position: number): T[] {
  const first = ((position % list.length) + list.length) % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
