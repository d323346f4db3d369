/** The size of a parsed file. Aliases make parts of it shared: a small file can expand to more values than fit the memory. */

/** A hundred for each of ten thousand schedules. In a YAML file, they take about 1 GB while they are parsed. */
export const MAX_VALUES = 1_000_000;

/** Far deeper than any file needs, and far less deep than the stack. */
export const MAX_DEPTH = 50;

export const TOO_MANY_VALUES = `it has more than ${MAX_VALUES.toLocaleString('en-GB')} values`;

export const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels`;

interface Size {
  readonly depth: number;
  /** With aliases expanded. */
  readonly values: number;
}

const LEAF: Size = { depth: 0, values: 1 };
const TOO_LARGE: Size = { depth: 0, values: Number.POSITIVE_INFINITY };
const ENDLESS: Size = { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

/** Visits each part once, however often it is shared. A value that contains itself is endless, and so is one that is nested too deeply. */
export function sizeOf(value: unknown): Size {
  const known = new Map<object, Size>();

  function measure(part: unknown, level: number): Size {
    if (typeof part !== 'object' || part === null) return LEAF;
    const measured = known.get(part);
    if (measured !== undefined) return measured;
    if (level >= MAX_DEPTH) return ENDLESS;
    if (known.size >= MAX_VALUES) return TOO_LARGE;
    known.set(part, ENDLESS);
    let depth = 0;
    let values = 1;
    for (const inner of Object.values(part)) {
      const size = measure(inner, level + 1);
      depth = Math.max(depth, size.depth);
      values += size.values;
    }
    const size = { depth: depth + 1, values };
    known.set(part, size);
    return size;
  }

  return measure(value, 0);
}

/** The limit that the value exceeds. */
export function problemOfSize({ depth, values }: Size): string | undefined {
  if (depth > MAX_DEPTH) return TOO_DEEP;
  return values > MAX_VALUES ? TOO_MANY_VALUES : undefined;
}
