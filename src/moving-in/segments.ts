/** Who is on call, as consecutive segments: made from overlapping shifts, and compared. */
import type { Interval } from '../engine/schedule.ts';
import type { RenderedShift, RenderedTimeline } from './source.ts';

/** The timeline from `start` to `end`; if they are unknown, as far as the shifts reach. Undefined if it is empty. */
export function renderedBetween(
  shifts: readonly RenderedShift[],
  start: number | undefined,
  end: number | undefined,
): RenderedTimeline | undefined {
  const from = start ?? shifts.reduce((least, shift) => Math.min(least, shift.start), Number.POSITIVE_INFINITY);
  const to = end ?? shifts.reduce((most, shift) => Math.max(most, shift.end), 0);
  return from < to ? { start: from, end: to, shifts } : undefined;
}

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Sorted and unique; empty if nobody is on call. */
  readonly people: readonly string[];
}

export interface Difference {
  readonly start: number;
  readonly end: number;
  readonly there: readonly string[];
  readonly here: readonly string[];
}

/** From `start` to `end` without gaps. Neighbours differ. */
export function segmentsOf(shifts: readonly RenderedShift[], start: number, end: number): Segment[] {
  const inside = shifts
    .map((shift) => ({ ...shift, start: Math.max(shift.start, start), end: Math.min(shift.end, end) }))
    .filter((shift) => shift.start < shift.end)
    .sort((a, b) => a.start - b.start);
  const bounds = [...new Set([start, end, ...inside.flatMap((shift) => [shift.start, shift.end])])].sort(
    (a, b) => a - b,
  );
  const segments: Segment[] = [];
  let running: RenderedShift[] = [];
  let next = 0;
  for (const [i, from] of bounds.entries()) {
    const to = bounds[i + 1];
    if (to === undefined) break;
    running = running.filter((shift) => shift.end > from);
    for (let shift = inside[next]; shift !== undefined && shift.start <= from; shift = inside[++next])
      running.push(shift);
    push(segments, { start: from, end: to, people: [...new Set(running.flatMap(({ people }) => people))].sort() });
  }
  return segments;
}

/** Both must cover the same interval. */
export function differencesBetween(there: readonly Segment[], here: readonly Segment[]): Difference[] {
  const differences: Difference[] = [];
  for (const { start, end, people } of sweep([there, here])) {
    const [one = [], other = []] = people;
    if (samePeople(one, other)) continue;
    const previous = differences.at(-1);
    if (previous?.end === start && samePeople(previous.there, one) && samePeople(previous.here, other)) {
      differences[differences.length - 1] = { ...previous, end };
    } else {
      differences.push({ start, end, there: one, here: other });
    }
  }
  return differences;
}

/** What is left of the differences outside of the interval. */
export function differencesOutside(differences: readonly Difference[], { start, end }: Interval): Difference[] {
  return differences
    .flatMap((one) => [
      { ...one, end: Math.min(one.end, start) },
      { ...one, start: Math.max(one.start, end) },
    ])
    .filter((one) => one.start < one.end);
}

/** Yields each stretch in which no list changes, with the people of each list. All lists must cover the same interval. */
export function* sweep(
  lists: readonly (readonly Segment[])[],
): Generator<{ readonly start: number; readonly end: number; readonly people: readonly (readonly string[])[] }> {
  const bounds = [...new Set(lists.flat().flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const at = lists.map(() => 0);
  for (const [i, start] of bounds.entries()) {
    const end = bounds[i + 1];
    if (end === undefined) return;
    const people = lists.map((segments, list) => {
      let index = at[list] as number;
      while ((segments[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1;
      at[list] = index;
      return segments[index]?.people ?? [];
    });
    yield { start, end, people };
  }
}

export function samePeople(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((person, i) => person === other[i]);
}

/** Extends the last segment if the people are the same. */
function push(segments: Segment[], segment: Segment): void {
  const previous = segments.at(-1);
  if (previous !== undefined && previous.end === segment.start && samePeople(previous.people, segment.people)) {
    segments[segments.length - 1] = { ...previous, end: segment.end };
  } else {
    segments.push(segment);
  }
}
