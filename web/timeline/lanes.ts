/** Distributes overlapping intervals over lanes without overlap: each goes to the first free lane. */
import type { Interval } from '../../src/engine/schedule.ts';

export function lanesOf<T extends Interval>(things: readonly T[]): T[][] {
  const lanes: T[][] = [];
  for (const thing of [...things].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const lane = lanes.find((taken) => (taken.at(-1)?.end ?? 0) <= thing.start);
    if (lane === undefined) lanes.push([thing]);
    else lane.push(thing);
  }
  return lanes;
}
