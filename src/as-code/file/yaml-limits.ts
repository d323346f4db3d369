/** What a YAML file may contain. Its text is checked first: the parser needs a thousand times the memory of a short value. */
import { CST, type Document, Lexer, visit, type YAMLMap } from 'yaml';
import { FileError } from './file-error.ts';
import { MAX_DEPTH, MAX_VALUES, problemOfSize, sizeOf, TOO_DEEP, TOO_MANY_VALUES } from './value-size.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** The parser makes objects of blank lines and comments too. */
const MAX_LINES = 1_000_000;

/** The parser compares each alias with all anchors. */
const MAX_ALIASES = 10_000;

/** How many tokens of some kinds a file may have. The parser makes an object of each, or the error of a mistake. */
interface TokenLimit {
  readonly kinds: readonly string[];
  readonly most: number;
  readonly reason: string;
}

const VALUES: TokenLimit = {
  kinds: ['scalar', 'seq-item-ind', 'explicit-key-ind', 'flow-map-start', 'flow-seq-start'],
  most: MAX_VALUES,
  reason: TOO_MANY_VALUES,
};

/** All other kinds have a line of their own. */
const TOKEN_LIMITS: readonly TokenLimit[] = [
  VALUES,
  // A value may have a key, and both may be in quotes.
  { ...VALUES, kinds: ['single-quoted-scalar', 'double-quoted-scalar'], most: 2 * MAX_VALUES },
  // A value has one of these at most.
  { ...VALUES, kinds: ['map-value-ind'] },
  { ...VALUES, kinds: ['comma'] },
  { ...VALUES, kinds: ['tag'] },
  { ...VALUES, kinds: ['flow-map-end', 'flow-seq-end'] },
  {
    kinds: ['alias', 'anchor'],
    most: MAX_ALIASES,
    reason: `it has more than ${shown(MAX_ALIASES)} anchors and aliases`,
  },
];

const LIMIT_OF = new Map(TOKEN_LIMITS.flatMap((limit) => limit.kinds.map((kind) => [kind, limit])));

/** Messages of the parser about text that it could not follow for lack of stack. */
const STACK_OVERFLOW = /call stack|Stack overflow/;

/** Throws unless the parser can handle the text. It has no tree yet, so only brackets tell the depth here. */
export function checkText(text: string, name: string): void {
  if (hasMoreLines(text, MAX_LINES)) throw unreadable(name, `it has more than ${shown(MAX_LINES)} lines`);
  const counts = new Map<TokenLimit, number>();
  let depth = 0;
  for (const token of new Lexer().lex(text)) {
    const kind = CST.tokenType(token) ?? '';
    const limit = LIMIT_OF.get(kind);
    if (limit === undefined) continue;
    if (kind === 'flow-map-start' || kind === 'flow-seq-start') depth += 1;
    if (kind === 'flow-map-end' || kind === 'flow-seq-end') depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) throw unreadable(name, TOO_DEEP);
    const count = (counts.get(limit) ?? 0) + 1;
    if (count > limit.most) throw unreadable(name, limit.reason);
    counts.set(limit, count);
  }
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > most;
}

/** The value of the document, which has no errors. Its aliases are not copied, but each later use sees them expanded. */
export function valueIn(document: Document, name: string): unknown {
  const value = attempt(name, () => document.toJS({ maxAliasCount: -1 }));
  const problem = problemOfSize(sizeOf(value));
  if (problem !== undefined) throw unreadable(name, problem);
  return value;
}

/** Runs a step of the parser. It is recursive: a deep file ends it with an error of its own, or with ours. */
export function attempt<T>(name: string, step: () => T): T {
  const { stackTraceLimit } = Error;
  // The parser makes an error for each mistake. Without stacks, which nobody sees, a million take a third of the time and half of the memory.
  Error.stackTraceLimit = 0;
  try {
    return step();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw unreadable(name, STACK_OVERFLOW.test(message) ? TOO_DEEP : message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
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
      for (const offset of repeatedIn(map)) offsets.push(offset);
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
