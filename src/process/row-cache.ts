/**
 * Caches values computed from rows for as long as the read cache gives the same row objects (db/driver/read-cache.ts). While it gives the
 * same row, nothing was written to the database at all. So a value in a `createRowCache` may be computed from other rows too, if those were not read
 * before the row (services/shared/read-with-rows.ts).
 *
 * These caches are maps that are cleared as a whole, not weak maps: with 100,000 dead rows in a weak map, one garbage collection blocks the
 * process for 50 ms.
 */
const droppers: (() => void)[] = [];
let clearings = 0;

/** Called by a read cache when it drops its rows. Values for rows of other read caches are dropped too, and computed again. */
export function clearRowCaches(): void {
  clearings++;
  for (const drop of droppers) drop();
}

/** How often they were cleared: while the number stays the same, cached rows are of the same generation. */
export function clearingsOfRowCaches(): number {
  return clearings;
}

/** A cache by row. It stores nothing for a row that is not cached itself, such as one read in a transaction. */
export function createRowCache<Row extends object, Kept>(): {
  get(row: Row): Kept | undefined;
  set(row: Row, kept: Kept): void;
} {
  let kept = new Map<Row, Kept>();
  droppers.push(() => {
    if (kept.size > 0) kept = new Map();
  });
  return {
    get: (row) => kept.get(row),
    set(row, value) {
      // Only cached rows are frozen.
      if (Object.isFrozen(row)) kept.set(row, value);
    },
  };
}

/**
 * Memoizes a function whose result depends only on the given row or other frozen object, so that it stays right after a commit. A result that
 * was not used between two commits is dropped. For an object that is not frozen, the function runs each time.
 */
export function memoizeByRow<Row extends object, Made>(make: (row: Row) => Made): (row: Row) => Made {
  let current = new Map<Row, Made>();
  let previous = new Map<Row, Made>();
  droppers.push(() => {
    if (current.size + previous.size === 0) return;
    previous = current;
    current = new Map();
  });
  return making(make, {
    get(row) {
      const found = current.get(row) ?? previous.get(row);
      if (found !== undefined) current.set(row, found);
      return found;
    },
    set(row, made) {
      if (Object.isFrozen(row)) current.set(row, made);
    },
  });
}

/** Memoizes a function of any other object, for as long as the object lives. Meant for few objects. */
export function memoizeByObject<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  return making(make, new WeakMap<From, Made>());
}

interface Keeping<From, Made> {
  get(from: From): Made | undefined;
  set(from: From, made: Made): unknown;
}

function making<From, Made>(make: (from: From) => Made, kept: Keeping<From, Made>): (from: From) => Made {
  return (from) => {
    let made = kept.get(from);
    if (made === undefined) {
      made = make(from);
      kept.set(from, made);
    }
    return made;
  };
}
