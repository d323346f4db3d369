/** Rule TRU-5: a value of a source that breaks a rule. The reader knows the object that has it; its file and line are found afterwards. */
import { INSTANT_RULE, parseInstant } from '../time/iso.ts';
import { findZone, type Zone } from '../time/zones.ts';
import { offsetIn, type Path, pathText } from './json-places.ts';
import { type Document, SourceError } from './source.ts';

export class BadValue extends SourceError {
  /** An object of a document. */
  readonly owner: unknown;
  /** From the owner on. */
  readonly path: Path;

  constructor(owner: unknown, path: Path, message: string) {
    super(message);
    this.owner = owner;
    this.path = path;
  }
}

/** For a field of the object: what it must be, and what it is. */
export function badField<T extends object>(owner: T, field: keyof T & string, rule: string): BadValue {
  return new BadValue(owner, [field], `${field} must be ${rule}; it is ${JSON.stringify(owner[field])}.`);
}

/** The same error with the file, the line and the column; without a place if the owner is not in a document. */
export function withPlace(error: unknown, documents: readonly Document[]): unknown {
  if (!(error instanceof BadValue)) return error;
  for (const { name, value, text } of documents) {
    const path = pathTo(error.owner, value);
    if (path === undefined) continue;
    const line = text === undefined ? '' : `:${lineAndColumn(text, offsetIn(text, [...path, ...error.path]))}`;
    const inside = path.length === 0 ? '' : ` in ${pathText(path)}`;
    return new SourceError(`${name}${line}${inside}: ${error.message}`);
  }
  return error;
}

function pathTo(wanted: unknown, value: unknown): Path | undefined {
  if (value === wanted) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const rest = typeof inner === 'object' ? pathTo(wanted, inner) : undefined;
    if (rest !== undefined) return [Array.isArray(value) ? Number(key) : key, ...rest];
  }
  return undefined;
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The names of the fields of an object that may have a text. */
type TextField<T> = { [F in keyof T]-?: T[F] extends string | null | undefined ? F : never }[keyof T] & string;

export function instantIn<T extends object>(owner: T, field: TextField<T>): number {
  const instant = parseInstant(String(owner[field]));
  if (instant === undefined) throw badField(owner, field, INSTANT_RULE);
  return instant;
}

/** Undefined if the field is absent or empty. */
export function findInstantIn<T extends object>(owner: T, field: TextField<T>): number | undefined {
  return owner[field] ? instantIn(owner, field) : undefined;
}

export function zoneIn<T extends object>(owner: T, field: TextField<T>): Zone {
  const zone = findZone(String(owner[field]));
  if (zone === undefined) throw badField(owner, field, 'the name of a time zone');
  return zone;
}

/** An interval of the source, which must not end before it starts. */
export function intervalIn<T extends object>(
  owner: T,
  from: TextField<T>,
  to: TextField<T>,
): { readonly start: number; readonly end: number } {
  const [start, end] = [instantIn(owner, from), instantIn(owner, to)];
  if (end < start) throw badField(owner, to, `after ${from}, which is ${JSON.stringify(owner[from])}`);
  return { start, end };
}
