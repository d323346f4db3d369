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
  return Object.values(value).join('from' in value ? '–' : ', ');
}

/** The order of a list has no meaning. */
export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  const [a, b] = [one, other].map((value) => textOf(isList(value) ? [...new Set(value)].sort() : value));
  return a === b;
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value);
}
