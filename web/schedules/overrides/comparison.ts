/** Compares two timelines: who is on call before and after a change. */
import { samePeople } from '../../../src/engine/rotation.ts';
import type { Interval, Shift } from '../../../src/engine/schedule.ts';
import { onCallAt, shiftsIn, type Timeline } from '../../../src/engine/timeline.ts';

export interface Slice extends Interval {
  /** Empty: nobody. */
  readonly before: Shift['users'];
  readonly after: Shift['users'];
}

/** Cuts the interval into slices in which neither timeline changes. */
export function comparison(before: Timeline, after: Timeline, within: Interval): Slice[] {
  const shifts = [before, after].flatMap((timeline) => shiftsIn(timeline, within, { clip: true }));
  const edges = new Set([within.start, within.end, ...shifts.flatMap(({ start, end }) => [start, end])]);
  const instants = [...edges].sort((a, b) => a - b);
  const slices: Slice[] = [];
  for (let i = 0; i + 1 < instants.length; i++) {
    const [start, end] = [instants[i] as number, instants[i + 1] as number];
    const slice = { start, end, before: onCallAt(before, start), after: onCallAt(after, start) };
    const last = slices.at(-1);
    if (last !== undefined && isSame(last, slice)) slices[slices.length - 1] = { ...last, end };
    else slices.push(slice);
  }
  return slices;
}

function isSame(one: Slice, other: Slice): boolean {
  return samePeople(one.before, other.before) && samePeople(one.after, other.after);
}
