/**
 * Pages of shifts from lists that may be very long: a year of two hundred hourly schedules has almost two million. Shifts are generated one by one,
 * and those outside the page are only counted: memory holds one shift for each list.
 */
import type { Shift } from '../../engine/schedule.ts';
import type { Work } from '../shared/work.ts';

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

/**
 * Calls `visit` for each shift of the merged lists, by start, until it returns false. If several shifts start at once, that of the earlier list comes
 * first.
 */
export async function visitByStart<T>(
  lists: readonly ShiftsOf<T>[],
  work: Work,
  visit: (found: ShiftOf<T>) => boolean,
): Promise<void> {
  const heap = await heapOf(lists, work);
  for (let first = heap[0]; first !== undefined && visit(first); first = heap[0]) {
    advance(heap, first);
    if (work.isDue()) await work.turn();
  }
}

/** A page of the merged lists, and the total. Only shifts that are wanted count. */
export async function pageByStart<T>(
  lists: readonly ShiftsOf<T>[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  work: Work,
  isWanted: (shift: Shift) => boolean = () => true,
): Promise<{ page: ShiftOf<T>[]; total: number }> {
  const page: ShiftOf<T>[] = [];
  let total = 0;
  const heap = await heapOf(lists, work);
  for (let first = heap[0]; first !== undefined && page.length < limit; first = heap[0]) {
    if (isWanted(first.shift)) {
      if (total >= offset) page.push({ of: first.of, shift: first.shift });
      total += 1;
    }
    advance(heap, first);
    if (work.isDue()) await work.turn();
  }
  // The others are only counted, so their order does not matter.
  for (const head of heap) {
    for (let next: Head<T> | undefined = head; next !== undefined; next = headOf(next.of, next.shifts, next.place)) {
      if (isWanted(next.shift)) total += 1;
      if (work.isDue()) await work.turn();
    }
  }
  return { page, total };
}

/** A sorted array is a heap: no list comes before the one at half its index. */
async function heapOf<T>(lists: readonly ShiftsOf<T>[], work: Work): Promise<Head<T>[]> {
  const heap: Head<T>[] = [];
  for (const [place, { of, shifts }] of lists.entries()) {
    const head = headOf(of, shifts, place);
    if (head !== undefined) heap.push(head);
    if (work.isDue()) await work.turn();
  }
  return heap.sort(byStart);
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
