interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** By start. Intervals that overlap or touch are joined. */
export function joinIntervals(intervals: readonly Stretch[]): Stretch[] {
  const sorted = intervals.toSorted((a, b) => a.start - b.start);
  const result: Stretch[] = [];
  let last: { start: number; end: number } | undefined;
  for (const { start, end } of sorted) {
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else {
      last = { start, end };
      result.push(last);
    }
  }
  return result;
}

/** The intersection. Each list is by start, without overlaps. */
export function intersectIntervals(one: readonly Stretch[], other: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [one[i], other[j]];
    if (a === undefined || b === undefined) return result;
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
    if (start < end) result.push({ start, end });
    if (a.end < b.end) i += 1;
    else j += 1;
  }
}

/** The parts of the interval that are in none of the others, which are by start and do not overlap. */
export function subtractIntervals({ start, end }: Stretch, others: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  let at = start;
  for (const other of others) {
    if (other.start >= end) break;
    if (other.end <= at) continue;
    if (other.start > at) result.push({ start: at, end: other.start });
    at = other.end;
  }
  if (at < end) result.push({ start: at, end });
  return result;
}
