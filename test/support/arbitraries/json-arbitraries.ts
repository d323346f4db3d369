/** Generates JSON that matches a schema of the OpenAPI document, JSON that matches nothing, and mutations from one to the other. */
import fc from 'fast-check';
import { formatInstant } from '../../../src/time/iso.ts';
import { calendarFile } from '../drivers/calendars.ts';
import type { Schema } from '../drivers/openapi.ts';
import { ZONE_NAMES } from './zone-names.ts';

export type Json = unknown;

const HOUR = 3_600_000;
/** The days around the start time of the tests. */
const FIRST_HOUR = Date.UTC(2026, 0, 4) / HOUR;

/**
 * A placeholder for an id, or for JSON that `JSON.stringify` cannot write, until the request is sent: `~team_id.2~`, `~raw.1e999~`. Its characters
 * have no special meaning in JSON and in addresses, so it survives both.
 */
export const TOKEN = /~(\w+)\.([\w.+-]+?)~/g;

export function token(kind: string): fc.Arbitrary<string> {
  return fc.nat({ max: 5 }).map((index) => `~${kind}.${index}~`);
}

/** Values of the schema. Fields for ids get a token whose kind is the name of the field. */
export function fitting(schema: Schema, name = ''): fc.Arbitrary<Json> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { type } = schema;
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => fitting({ ...schema, type: one }, name)));
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fitting(one, name)));
  switch (type) {
    case 'object':
      return fittingObject(schema);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 20 } = schema;
      const few = fc.array(fitting(items, name.replace(/s$/, '')), { minLength, maxLength: Math.min(maxItems, 4) });
      return fc.oneof(
        { weight: 20, arbitrary: few },
        { weight: 1, arbitrary: few.map((list) => filled(list, maxItems)) },
      );
    }
    case 'integer': {
      const { minimum: min = 0, maximum: max = 1000 } = schema;
      return fc.oneof(
        fc.integer({ min, max: Math.min(max, min + 5) }),
        fc.maxSafeInteger().map((n) => clamp(n, min, max)),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      if (name === 'url') return fc.constantFrom('https://hooks.example.com/', 'https://203.0.113.7:8443/a?b=c');
      if (name === 'calendar') return fc.constantFrom('Primary', calendarFile('DTSTART;VALUE=DATE:20260201'));
      return /_id$/.test(name) ? token(name) : fittingText(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<Json> {
  // The keys that are used for the requests must stay.
  const names = Object.keys(properties).filter(
    (name) => properties[name]?.deprecated !== true && name !== 'revoke_api_keys',
  );
  if (properties.type?.enum?.includes('internal_user_id')) return userReference;
  const fields = Object.fromEntries(names.map((name) => [name, fitting(properties[name] ?? {}, name)]));
  const object = fc.record(fields, { requiredKeys: names.filter((name) => required.includes(name)) });
  if (properties.start === undefined || properties.end === undefined) return object;
  return fc.tuple(object, interval).map(([value, [start, end]]) => ({ ...value, start, end }));
}

const userReference = fc.oneof(
  { weight: 6, arbitrary: token('person_id').map((value) => ({ type: 'internal_user_id', value })) },
  { weight: 3, arbitrary: token('person_email').map((value) => ({ type: 'email', value })) },
  { weight: 1, arbitrary: fc.constant({ type: 'chat_user_id', value: 'U0ADA' }) },
);

const emails = fc
  .string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 12, maxLength: 12 })
  .map((s) => `${s}@example.com`);

const EXAMPLES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc.oneof(
    { weight: 8, arbitrary: fc.nat(60 * 24).map((hours) => formatInstant((FIRST_HOUR + hours) * HOUR)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '1970-01-01T00:00:00Z',
        '2199-12-31T23:59:59.999Z',
        '2026-03-29T02:30:00+01:00',
        '2024-02-29T23:59:59.5-11:30',
      ),
    },
  ),
  'time-zone': fc.constantFrom(...ZONE_NAMES),
  email: emails,
  'known-email': emails,
  'time-of-day': fc.constantFrom('00:00', '09:00', '17:30', '23:59'),
  'end-time-of-day': fc.constantFrom('00:00', '09:01', '17:30', '24:00'),
  'country-code': fc.constantFrom('DE', 'US', 'CH', 'ZZ'),
  'chat-handle': fc.constantFrom('primary', 'on-call_2', 'a.b', '0'),
};

/** A start and an end some hours later, in the format of the contract. */
export const interval = fc
  .tuple(fc.nat(60 * 24), fc.integer({ min: 1, max: 30 }))
  .map(([from, hours]) => [from, from + hours].map((at) => formatInstant((FIRST_HOUR + at) * HOUR)));

function fittingText({ format, pattern, minLength = 0, maxLength = 80 }: Schema): fc.Arbitrary<string> {
  const example = format === undefined ? undefined : EXAMPLES[format];
  if (example !== undefined) return example;
  const rule = new RegExp(pattern ?? '', 'u');
  const isFitting = (text: string) => rule.test(text) && [...text].length >= minLength;
  const texts = fc
    .oneof(
      fc.constantFrom('Primary', 'Ada-Ben', 'x'.repeat(maxLength), '🛟'.repeat(maxLength), 'team.created'),
      fc.string({ unit: 'grapheme-ascii', minLength, maxLength }),
      fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 12) }),
    )
    .map((text) => [...text].slice(0, maxLength).join(''));
  // Drawing texts until one fits would take millions for a pattern of a few words.
  return texts.chain((text) =>
    isFitting(text) ? fc.constant(text) : fc.stringMatching(rule, { maxLength }).filter(isFitting),
  );
}

/** Characters that programs often mishandle, or that no database can store. */
const oddCharacters = fc.oneof(
  fc.constantFrom('\0', '\ud800', '\udc00'),
  fc.constantFrom('🛟', '\u0301', '\u202e', '\u2028', '\u001b', '\u0085', '\ufeff', '\r\n', '\n', '%', '_', '\\', "'"),
);

/** Texts that programs often mishandle. */
export const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00',
    '\udedf\ud83d',
    '🛟',
    'e\u0301',
    '\u202e',
    '\ufeff',
    '\r\n',
  ),
  // Not allowed in single lines, nor in texts.
  fc.constantFrom(
    'Ada\nBen',
    'Ada\tBen',
    '\u001b[2J',
    '\u007f',
    '\u009b2J',
    '\u2028',
    'x\u2029y',
    'x\u2067y\u2069',
    'x\u200fy',
  ),
  fc.constantFrom(
    'x'.repeat(61),
    '🛟'.repeat(256),
    'x'.repeat(20_000),
    "'; drop table users; --",
    '%',
    '_',
    '\\',
    '$1',
    '{}',
  ),
  fc.constantFrom('null', 'true', '0', '-1', '1e3', 'NaN', '__proto__', 'constructor', 'toString', '[object Object]'),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-01-05T09:00:60Z',
    '2026-01-05',
  ),
  fc.constantFrom(
    '24:00',
    '25:61',
    '+02:00',
    'Etc/GMT+25',
    'europe/berlin',
    'a@b',
    '@',
    '../../etc/passwd',
    'Ꭰ',
    'ß',
    'İ',
  ),
  fc.constantFrom(...['usr', 'tea', 'sch', 'ovr', 'cov', 'key'].map((prefix) => `${prefix}_${'7'.repeat(26)}`)),
  fc
    .constantFrom(
      'user_id',
      'team_id',
      'schedule_id',
      'override_id',
      'coverage_request_id',
      'api_key_id',
      'identity_id',
    )
    .chain(token),
  fc.string({ unit: codePoint() }),
  fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'then'),
);

const NUMBERS = [
  '1e999',
  '-1e999',
  '-0',
  '1.0',
  '1E0',
  '0.1',
  '9007199254740993',
  '9223372036854775808',
  `1${'0'.repeat(400)}`,
];

const oddValue = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 0.5, 2 ** 31, 2 ** 53, 1e21, 5e-324, 1e308) },
  { weight: 1, arbitrary: fc.constantFrom(...NUMBERS).map((text) => `~raw.${text}~`) },
  { weight: 1, arbitrary: fc.constantFrom([], {}, [[]], [null], [{}], { '': '' }) },
  { weight: 1, arbitrary: fc.constantFrom(10, 51, 400).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Changes one place in a value, which may be the whole value. */
type Change = (place: Record<string, Json>, key: string) => void;

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: oddValue.map(
      (odd): Change =>
        (place, key) => {
          place[key] = odd;
        },
    ),
  },
  {
    weight: 6,
    arbitrary: oddCharacters.map(
      (odd): Change =>
        (place, key) => {
          place[key] = typeof place[key] === 'string' ? `${odd}${place[key]}`.slice(0, -1) : odd;
        },
    ),
  },
  { weight: 2, arbitrary: fc.constant<Change>((place, key) => Reflect.deleteProperty(place, key)) },
  {
    weight: 2,
    arbitrary: fc.tuple(oddText, oddValue).map(
      ([name, value]): Change =>
        (place, key) => {
          const target = typeof place[key] === 'object' && place[key] !== null ? place[key] : place;
          // Defined as a property: assigning to __proto__ would not create the field.
          Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Change>(
      (place, key) => {
        place[key] = [place[key]];
      },
      (place, key) => {
        place[key] = { [key]: place[key] };
      },
      (place, key) => {
        place[key] = Array.isArray(place[key]) ? filled(place[key], 101) : String(place[key]);
      },
    ),
  },
);

/** A function that changes a copy of a value in one place. */
export const changeOfJson: fc.Arbitrary<(value: Json) => Json> = fc
  .tuple(fc.nat(), change)
  .map(([at, apply]) => (value) => {
    const root = { value: structuredClone(value) };
    const all = placesIn(root);
    const [place, key] = all[at % all.length] ?? [root, 'value'];
    apply(place, key);
    return root.value;
  });

function placesIn(parent: object): [place: Record<string, Json>, key: string][] {
  return Object.entries(parent).flatMap(([key, value]) => [
    [parent as Record<string, Json>, key] as [Record<string, Json>, string],
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}

function filled(list: readonly Json[], length: number): Json[] {
  return list.length === 0 ? [] : Array.from({ length }, (_, i) => list[i % list.length]);
}

function nested(depth: number): Json {
  let value: Json = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

function clamp(n: number, min: number, max: number): number {
  return Math.min(Math.max(n, min), max);
}

/** Any but halves of a surrogate pair. The `binary` of fast-check is the same, and takes two seconds to make a table of all of them. */
function codePoint(): fc.Arbitrary<string> {
  const [surrogates, end] = [0xd800, 0xe000];
  return fc
    .integer({ min: 0, max: 0x10ffff - (end - surrogates) })
    .map((n) => String.fromCodePoint(n < surrogates ? n : n + (end - surrogates)));
}
