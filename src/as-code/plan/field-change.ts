import { isDeepStrictEqual } from 'node:util';

/** A changed field, with its value before and after, as the file has it. Null, the empty text and the empty list: none. */
export interface FieldChange {
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** Of a field that is text. */
export interface TextChange extends FieldChange {
  readonly after: string;
}

export type FieldValue = string | boolean | readonly string[] | Readonly<Record<string, string>> | null;

/** `"Ada"`, `yes`, `friday, saturday`, `22:00–06:00`, `DE, BE` */
export function textOf(value: FieldValue): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isList(value)) return value.length === 0 ? 'none' : value.join(', ');
  const { from, to, country, region } = value;
  return from === undefined ? [country, region].filter(Boolean).join(', ') : `${from}–${to}`;
}

/** The order of a list has no meaning. */
export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable(value: FieldValue): unknown {
  if (value === '') return null;
  if (!isList(value)) return value;
  return value.length === 0 ? null : new Set(value);
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value);
}
