/** Rule REV-5: adds or removes people of a layer during the running turn. */
import { wallAt, type Zone } from '../time/zones.ts';
import { type Rotation, rotationOf, runningTurn, turnStartsAt, turnWallMs } from './rotation.ts';
import type { Layer } from './schedule.ts';

/** A place in the new order. */
export interface Place {
  /** Its position in the current order of the layer, from 0; undefined for a new person. */
  readonly position: number | undefined;
}

interface KeptTurn<P extends Place> {
  readonly rotationStart: number;
  readonly places: readonly P[];
}

/**
 * The start and the order of the layer from now on. The order starts with the positions of the running turn, so the people on call stay on call; the
 * others follow as in `places`. If everyone on call leaves, the next in the order take over. A layer that has not started keeps its start and gets
 * `places` unchanged.
 */
export function keepTurn<P extends Place>(
  layer: Layer,
  zone: Zone,
  places: readonly P[],
  now: number,
  concurrentUsers = layer.concurrentUsers,
): KeptTurn<P> {
  const { rotationStart } = layer;
  if (now < rotationStart || places.length === 0) return { rotationStart, places };

  const rotation = rotationOf(layer, zone);
  const running = runningTurn(rotation, now);
  const first = latestExactTurn(rotation, running);
  const inOrder = fromRunningTurn(layer, running, places);
  return {
    rotationStart: first === 0 ? rotationStart : turnStartsAt(rotation, first),
    places: startingAt(inOrder, (first - running) * concurrentUsers),
  };
}

function fromRunningTurn<P extends Place>(layer: Layer, running: number, places: readonly P[]): P[] {
  const positions = startingAt([...layer.users.keys()], running * layer.concurrentUsers);
  const placesAt = (some: readonly number[]) =>
    some.flatMap((position) => places.filter((place) => place.position === position));
  const onCall = placesAt(positions.slice(0, layer.concurrentUsers));
  const [next] = placesAt(positions);
  const last = onCall.at(-1);
  const following = last !== undefined ? places.indexOf(last) + 1 : next !== undefined ? places.indexOf(next) : 0;
  return [...onCall, ...startingAt(places, following).filter((place) => !onCall.includes(place))];
}

/**
 * The last turn up to this one that starts at its own wall time. If the clocks skipped that time, the turn started later, and a rotation from that
 * start would keep the later time.
 */
function latestExactTurn(rotation: Rotation, turn: number): number {
  let exact = turn;
  while (exact > 0 && wallAt(rotation.zone, turnStartsAt(rotation, exact)) !== turnWallMs(rotation, exact)) exact -= 1;
  return exact;
}

/** The list, rotated so that it starts with that position; positions wrap around, and may be negative. */
function startingAt<T>(list: readonly T[], position: number): T[] {
  if (list.length === 0) return [];
  const first = ((position % list.length) + list.length) % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
