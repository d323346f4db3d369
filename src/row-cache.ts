/**
 * What is made of values that do not change is made once, and kept for as long as they are. Rows that a database remembers
 * are such values, and more: while it gives the same row, nothing at all was written (db/driver/read-cache.ts). So what is
 * kept beside such a row may be made of any other rows too.
 *
 * Not in weak maps: with a hundred thousand dead rows in one, a collection of garbage stops everything for 50 ms. What was
 * kept is dropped as a whole instead, whenever a database forgets its rows.
 */
const droppers: (() => void)[] = [];

/** Whoever remembers rows calls this when it forgets them. What was kept beside the rows of others is only made again. */
export function clearRowCaches(): void {
  for (const drop of droppers) drop();
}

/** Keeps something beside rows; beside one that was read only for its reader, as in a transaction, it keeps nothing. */
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
      // Only what is remembered is frozen.
      if (Object.isFrozen(row)) kept.set(row, value);
    },
  };
}

/** What is made of a row alone, or of an answer: of one that is not frozen, and so was not remembered, it is made each time. */
export function memoizeByRow<Row extends object, Made>(make: (row: Row) => Made): (row: Row) => Made {
  return making(make, createRowCache<Row, Made>());
}

/** For objects of any other kind, of which there are few: kept for as long as they are. */
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
