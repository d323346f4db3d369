/**
 * Pages of shifts from lists that may be very long: a year of two hundred hourly schedules has almost two million. Shifts are generated one by one,
 * and those outside the page are only counted: memory holds one shift for each list.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Shift } from '../../engine/schedule.ts';

/** Counting this many takes some milliseconds; then the event loop gets a turn. */
const COUNTED_PER_BATCH = 20_000;

/** The shifts of one list, by start. */
export interface ShiftsOf<T> {
  readonly of: T;
  readonly shifts: Iterator<Shift>;
}

export interface ShiftOf<T> {
  readonly of: T;
  readonly shift: Shift;
}

/** A list without its first shift. */
interface Head<T> extends ShiftsOf<T>, ShiftOf<T> {
  readonly place: number;
}

/** A page of the merged lists, by start, and the total. If several shifts start at once, that of the earlier list comes first. */
export async function pageByStart<T>(
  lists: readonly ShiftsOf<T>[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ page: ShiftOf<T>[]; total: number }> {
  const page: ShiftOf<T>[] = [];
  let total = 0;
  // A sorted array is a heap: no list comes before the one at half its index.
  const heap = lists.flatMap(({ of, shifts }, place) => headOf(of, shifts, place) ?? []).sort(byStart);
  for (let first = heap[0]; first !== undefined && page.length < limit; first = heap[0]) {
    if (total >= offset) page.push({ of: first.of, shift: first.shift });
    advance(heap, first);
    total += 1;
    if (total % COUNTED_PER_BATCH === 0) await otherWork();
  }
  for (const { shifts } of heap) {
    do {
      total += 1;
      if (total % COUNTED_PER_BATCH === 0) await otherWork();
    } while (shifts.next().done !== true);
  }
  return { page, total };
}

function headOf<T>(of: T, shifts: Iterator<Shift>, place: number): Head<T> | undefined {
  const next = shifts.next();
  return next.done === true ? undefined : { of, shifts, place, shift: next.value };
}

/** Removes the first shift of all: its list moves down to the place of its next shift, or is removed. */
function advance<T>(heap: Head<T>[], { of, shifts, place }: Head<T>): void {
  const next = headOf(of, shifts, place);
  const moving = next ?? heap.pop();
  if (moving !== undefined && heap.length > 0) sink(heap, moving);
}

function sink<T>(heap: Head<T>[], moving: Head<T>): void {
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    const [left, right] = [heap[child], heap[child + 1]];
    if (left !== undefined && right !== undefined && byStart(right, left) < 0) child += 1;
    const earlier = heap[child];
    if (earlier === undefined || byStart(moving, earlier) < 0) break;
    heap[index] = earlier;
    index = child;
  }
  heap[index] = moving;
}

function byStart(one: Head<unknown>, other: Head<unknown>): number {
  return one.shift.start - other.shift.start || one.place - other.place;
}
