/**
 * Writes an answer as JSON in slices, so that no turn of the event loop writes a large one as a whole (rule BUD-1). The elements of its lists are
 * written one after the other, and so are the elements of long lists inside them.
 */

/** About 1 ms of work. An element that is not divided has at most 300 KB, so a slice stays far below 1 MB. */
const SLICE_CHARS = 256 * 1024;

/** A list inside an element is divided if it is longer. */
const SHORT_LIST = 100;

/** What has been written so far. */
export interface Written {
  bytes: number;
  /** Bytes of each element of the page; the last one may be incomplete. Empty if the answer is not a page of a list. */
  readonly elementBytes: number[];
}

/** Yields full slices and returns the rest. The list of a page comes last, so that all bytes beside it are known when it becomes too large. */
export function* jsonSlices(answer: object, written: Written): Generator<string, string, void> {
  const { elementBytes } = written;
  let text = '';

  function append(part: string): void {
    const bytes = Buffer.byteLength(part);
    text += part;
    written.bytes += bytes;
    const current = elementBytes.length - 1;
    if (current >= 0) elementBytes[current] = (elementBytes[current] ?? 0) + bytes;
  }

  function* writeObject(entries: readonly (readonly [string, unknown])[], page?: unknown): Generator<string, void> {
    let separator = '{';
    for (const [name, value] of entries) {
      if (value === undefined) continue;
      append(`${separator}${JSON.stringify(name)}:`);
      separator = ',';
      if (Array.isArray(value)) yield* writeList(value, value === page);
      else if (hasList(value)) yield* writeObject(Object.entries(value));
      else append(JSON.stringify(value));
    }
    append(separator === '{' ? '{}' : '}');
  }

  function* writeList(list: readonly unknown[], isPage: boolean): Generator<string, void> {
    append('[');
    let separator = '';
    for (const element of list) {
      if (isPage) elementBytes.push(0);
      if (isLong(element)) {
        append(separator);
        yield* writeObject(Object.entries(element));
      } else append(separator + (JSON.stringify(element) ?? 'null'));
      separator = ',';
      if (text.length >= SLICE_CHARS) {
        yield text;
        text = '';
      }
    }
    append(']');
  }

  const entries = Object.entries(answer);
  const page = 'meta' in answer ? entries.find(([, value]) => Array.isArray(value)) : undefined;
  if (page === undefined) yield* writeObject(entries);
  else yield* writeObject([...entries.filter((entry) => entry !== page), page], page[1]);
  return text;
}

/** Elements of lists, and of the lists in them, that have less than 1 MB together: a person is in three lists of a schedule, with 700 bytes at most. */
const FEW_ELEMENTS = 300;

/** Whether one call of `JSON.stringify` is a slice. It takes less time than a slice, and the check takes almost none. */
export function isOneSlice(answer: object): boolean {
  return elementsIn(answer, 1) <= FEW_ELEMENTS;
}

function elementsIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    count = value.length;
    if (levels > 0) for (const element of value) count += elementsIn(element, levels - 1);
  } else {
    for (const name in value) count += elementsIn((value as Readonly<Record<string, unknown>>)[name], levels);
  }
  return count;
}

function hasList(value: unknown): value is object {
  return isObject(value) && Object.values(value).some(Array.isArray);
}

/** Whether an object has a long list. Elements of short lists are not searched: they are small. */
function isLong(value: unknown): value is object {
  if (!isObject(value)) return false;
  for (const name in value) {
    const one = (value as Readonly<Record<string, unknown>>)[name];
    if (Array.isArray(one) ? one.length > SHORT_LIST : isLong(one)) return true;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
