/**
 * What is made of values that do not change is made once, and kept for as long as they are. Rows that a database remembers
 * are such values, and more: while it gives the same row, nothing at all was written (db/remembered-reads.ts). So what is
 * kept beside such a row may be made of any other rows too.
 */
export function madeOnce<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const kept = new WeakMap<From, Made>();
  return (from) => {
    let made = kept.get(from);
    if (made === undefined) {
      made = make(from);
      kept.set(from, made);
    }
    return made;
  };
}

/** Keeps something beside rows; beside one that was read only for its reader, as in a transaction, it keeps nothing. */
export function keptBeside<Row extends object, Kept>(): {
  get(row: Row): Kept | undefined;
  set(row: Row, kept: Kept): void;
} {
  const kept = new WeakMap<Row, Kept>();
  return {
    get: (row) => kept.get(row),
    set(row, value) {
      // Only what is remembered is frozen.
      if (Object.isFrozen(row)) kept.set(row, value);
    },
  };
}
