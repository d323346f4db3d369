/** Rule REV-5: someone leaves a layer, and nobody else's turn moves. */
import type { UserId } from '../ids.ts';
import { wallAt, type Zone } from '../time/zones.ts';
import { type Rotation, rotationOf, runningTurn, turnStartsAt } from './rotation.ts';
import type { Layer } from './schedule.ts';

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
