/** Words a problem of a value as one sentence: the field, the rule and the value. */
import type { TSchema } from 'typebox';
import { quoted } from '../errors.ts';
import { FORMAT_RULES, NOT_QUOTED } from '../schemas/fields.ts';

/** Enough to recognise a value or a key. */
const MAX_SHOWN_LENGTH = 60;

/** The fields that a message names. No object of the API has more. */
const MAX_FIELDS = 30;

/** `a, b and c` */
const AND = new Intl.ListFormat('en-GB');

export type Property = { readonly type?: string; readonly default?: unknown };

export interface Problem {
  readonly keyword: string;
  /** Of the schema that has the keyword; for `boolean`, of the schema that refuses any value. */
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

export function sentence(
  schema: TSchema,
  { keyword, schemaPath, instancePath, params, message }: Problem,
  value: unknown,
  part: string,
): string {
  const field = nameOf(keysOf(instancePath));
  const subject = field === '' ? `The ${part === 'querystring' ? 'query' : part}` : field;
  const given = () => {
    const found = valueAt(value, instancePath);
    return found !== null && holdsSecret(schema, keysOf(instancePath)) ? 'not shown here' : shown(found);
  };
  switch (keyword) {
    case 'required':
      return saidOf(namesIn(params, 'requiredProperties', field), 'is required', 'are required');
    case 'boolean':
      return `${subject} is not a known field. ${knownFields(schema, parentOf(schemaPath), parentOf(instancePath))}`;
    case 'enum':
      return `${subject} must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}; it is ${given()}.`;
    case 'format': {
      const { format } = params as { format: string };
      return `${subject} must be ${FORMAT_RULES[format] ?? format}; it is ${given()}.`;
    }
    case 'pattern': {
      const { pattern } = params as { pattern: string | RegExp };
      const source = pattern instanceof RegExp ? pattern.source : pattern;
      return `${subject} must ${source === '\\S' ? 'not be blank' : `match ${source}`}; it is ${given()}.`;
    }
    default:
      return `${subject} ${message}; it is ${given()}.`;
  }
}

/** Names the fields of the object at these paths. Those with a default, such as the page of a list, come last. */
function knownFields(schema: TSchema, schemaPath: string, instancePath: string): string {
  const { properties = {} } = valueAt(schema, schemaPath) as { properties?: Record<string, Property> };
  const byDefault = Object.groupBy(Object.keys(properties), (name) =>
    properties[name]?.default === undefined ? 'none' : 'some',
  );
  const names = [...(byDefault.none ?? []), ...(byDefault.some ?? [])];
  const shown = names.length > MAX_FIELDS ? [...names.slice(0, MAX_FIELDS), 'others'] : names;
  const field = nameOf(keysOf(instancePath));
  const where = field === '' ? '' : ` of ${field}`;
  return names.length === 0 ? `No field${where} is known.` : `Known${where}: ${AND.format(shown)}.`;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Whether the value may contain a `writeOnly` field or one that is not quoted: a message may end up in a log, and a password must not. */
function holdsSecret(schema: TSchema, [key, ...rest]: readonly string[]): boolean {
  const {
    writeOnly = false,
    [NOT_QUOTED]: isNotQuoted = false,
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly writeOnly?: boolean;
    readonly [NOT_QUOTED]?: boolean;
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  const parts = key === undefined ? [...Object.values(properties), items] : [properties[key] ?? items];
  return (
    writeOnly ||
    isNotQuoted ||
    anyOf.some((one) => holdsSecret(one, key === undefined ? [] : [key, ...rest])) ||
    parts.some((part) => part !== undefined && holdsSecret(part, rest))
  );
}

/** As a person would write it: `layers[0].shift_length`. */
export function nameOf(keys: readonly string[]): string {
  return keys
    .map((key) => (key.length <= MAX_SHOWN_LENGTH ? key : `${key.slice(0, MAX_SHOWN_LENGTH - 1)}…`))
    .reduce((name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`), '');
}

/** A key as a part of a JSON pointer. */
export function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function keysOf(instancePath: string): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, instancePath: string): unknown {
  return keysOf(instancePath).reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
}

function namesIn(params: object, key: string, field: string): readonly string[] {
  const names = (params as Record<string, string[]>)[key] ?? [];
  return names.map((name) => (field === '' ? name : `${field}.${name}`));
}

/** `end and user_references are required.` */
function saidOf(names: readonly string[], ofOne: string, ofSeveral: string): string {
  return `${AND.format(names)} ${names.length === 1 ? ofOne : ofSeveral}.`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value) && 2 * value.length >= MAX_SHOWN_LENGTH) return `an array of ${value.length}`;
  const text = JSON.stringify(value) ?? 'absent';
  if (text.length <= MAX_SHOWN_LENGTH) return text;
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}
