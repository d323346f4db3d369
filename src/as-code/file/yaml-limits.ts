/** What a YAML file may contain. Its text is checked first: the parser needs a thousand times the memory of a short value. */
import { CST, type Document, Lexer, visit, type YAMLMap } from 'yaml';
import { FileError } from './file-error.ts';
import { MAX_DEPTH, sizeOf, TOO_DEEP } from './value-size.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** A hundred for each of ten thousand schedules. They take about 1 GB while they are parsed. */
const MAX_VALUES = 1_000_000;

/** The parser compares each alias with all anchors. */
const MAX_ALIASES = 10_000;

const TOO_MANY_VALUES = `it has more than ${shown(MAX_VALUES)} values`;

/** Messages of the parser about text that it could not follow for lack of stack. */
const STACK_OVERFLOW = /call stack|Stack overflow/;

/** Throws unless the parser can handle the text. It has no tree yet, so only brackets tell the depth here. */
export function checkText(text: string, name: string): void {
  let values = 0;
  let aliases = 0;
  let depth = 0;
  for (const token of new Lexer().lex(text)) {
    switch (CST.tokenType(token)) {
      case 'flow-map-start':
      case 'flow-seq-start':
        depth += 1;
        values += 1;
        break;
      case 'flow-map-end':
      case 'flow-seq-end':
        depth = Math.max(0, depth - 1);
        break;
      case 'scalar':
      case 'seq-item-ind':
      case 'explicit-key-ind':
        values += 1;
        break;
      case 'alias':
      case 'anchor':
        aliases += 1;
        break;
      default:
    }
    if (depth > MAX_DEPTH) throw unreadable(name, TOO_DEEP);
    if (values > MAX_VALUES) throw unreadable(name, TOO_MANY_VALUES);
    if (aliases > MAX_ALIASES) throw unreadable(name, `it has more than ${shown(MAX_ALIASES)} anchors and aliases`);
  }
}

/** The value of the document, which has no errors. Its aliases are not copied, but each later use sees them expanded. */
export function valueIn(document: Document, name: string): unknown {
  const value = attempt(name, () => document.toJS({ maxAliasCount: -1 }));
  const { depth, values } = sizeOf(value);
  if (depth > MAX_DEPTH) throw unreadable(name, TOO_DEEP);
  if (values > MAX_VALUES) throw unreadable(name, TOO_MANY_VALUES);
  return value;
}

/** Runs a step of the parser. It is recursive: a deep file ends it with an error of its own, or with ours. */
export function attempt<T>(name: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw unreadable(name, STACK_OVERFLOW.test(message) ? TOO_DEEP : message);
  }
}

export function requireEnoughStack(document: Document, name: string): void {
  if (document.errors.some(({ message }) => STACK_OVERFLOW.test(message))) throw unreadable(name, TOO_DEEP);
}

/** The offsets of keys that their map has already. The parser's own check compares each key with all others. */
export function repeatedKeys(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Map: (_, map) => {
      offsets.push(...repeatedIn(map));
    },
  });
  return offsets;
}

function repeatedIn({ items }: YAMLMap<unknown>): number[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }) => {
    const { value = key, range } = key as { value?: unknown; range?: readonly number[] };
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [range?.[0] ?? 0];
  });
}

function unreadable(name: string, reason: string): FileError {
  return new FileError(`${name} cannot be read: ${reason}.`);
}

function shown(count: number): string {
  return count.toLocaleString('en-GB');
}
