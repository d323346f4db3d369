/**
 * Pages of shifts, from lists that may be very long: a year of two hundred hourly schedules is almost two million. Each shift is
 * made when its turn comes, and what is not on the page is counted and let go: as many are held at once as there are lists.
 */
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Shift } from '../../engine/schedule.ts';

/** Counting this many takes some milliseconds; then the event loop gets a turn. */
const COUNTED_PER_BATCH = 20_000;

/** The shifts of something, by start. */
export interface ShiftsOf<T> {
  readonly of: T;
  readonly shifts: Iterator<Shift>;
}

export interface ShiftOf<T> {
  readonly of: T;
  readonly shift: Shift;
}

/** A list with its first shift taken out. */
interface Head<T> extends ShiftsOf<T>, ShiftOf<T> {
  readonly place: number;
}

/** A page of all the lists together, by start, and how many shifts there are. Of those that start at once, the earlier list's is first. */
export async function pageByStart<T>(
  lists: readonly ShiftsOf<T>[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ page: ShiftOf<T>[]; total: number }> {
  const page: ShiftOf<T>[] = [];
  let total = 0;
  // In order, and so a heap already: no list comes before the one at half its index.
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

/** Takes the first shift of all away: its list moves down to where its next one belongs, or goes. */
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
