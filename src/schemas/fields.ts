/** Fields that several resources share, and the formats behind them. One schema validates, types and documents. */
import Type, { type Static, type TObjectOptions, type TSchema } from 'typebox';
import Format from 'typebox/format';
import { ERRORS } from '../errors.ts';
import { isEmail, isHarmlessText, isSingleLine } from '../text/harmless-text.ts';
import { INSTANT_RULE, parseInstant } from '../time/iso.ts';
import { findZone } from '../time/zones.ts';
import { EXACT_PATTERNS } from './patterns.ts';

/** The rule of each format, for error messages. */
export const FORMAT_RULES: Readonly<Record<string, string>> = {
  'date-time': INSTANT_RULE,
  'time-zone': 'an IANA time zone, such as Europe/Berlin',
  email: 'an email address',
  'known-email': 'an email address',
  'time-of-day': 'a time from 00:00 to 23:59',
  'end-time-of-day': 'a time from 00:00 to 24:00',
  'chat-handle': 'lower case letters, digits, -, _ and .',
  'country-code': 'a country code of two capital letters, such as DE',
  'single-line': 'one line without control characters, line separators and bidirectional controls',
  'harmless-text':
    'text without control characters other than line feed and tab, without line separators and bidirectional overrides',
  'idempotency-key': 'visible ASCII characters without spaces',
  'entity-tags': '* or entity tags in quotes, with commas between them',
  'external-id': 'letters, digits and . _ : @ / -, beginning with a letter or digit',
};

for (const [format, pattern] of Object.entries(EXACT_PATTERNS)) {
  const expression = new RegExp(pattern, 'u');
  Format.Set(format, (value) => expression.test(value));
}
Format.Set('date-time', (value) => parseInstant(value) !== undefined);
Format.Set('time-zone', (value) => findZone(value) !== undefined);
Format.Set('single-line', isSingleLine);
Format.Set('harmless-text', isHarmlessText);
Format.Set('email', isEmail);
Format.Set('known-email', (value) => /^[^\s@]+@[^\s@]+$/.test(value) && isSingleLine(value));

/** Trimmed before it is stored; not blank. */
export function Name(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: '\\S', format: 'single-line' });
}

/** Trimmed before it is stored; not blank. It may have several lines. */
export function Reason(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: '\\S', format: 'harmless-text' });
}

export function Description(maxLength: number) {
  return Type.String({ maxLength, format: 'harmless-text' });
}

export const Instant = Type.String({ format: 'date-time', examples: ['2026-01-05T09:00:00Z'] });
/** In examples of requests about the future: far ahead, since an example that has passed would be refused. */
export const EXAMPLE_WEEK = { start: '2099-01-05T09:00:00Z', end: '2099-01-12T09:00:00Z' };
export const FutureStart = Type.String({ format: 'date-time', examples: [EXAMPLE_WEEK.start] });
export const FutureEnd = Type.String({ format: 'date-time', examples: [EXAMPLE_WEEK.end] });
/** Without an example: from and to with the same example would be an interval of no length. */
export function InstantInQuery(description?: string) {
  return Type.String({ format: 'date-time', ...(description !== undefined && { description }) });
}
export const TimeZone = Type.String({ format: 'time-zone', examples: ['Europe/Berlin'] });
export const Email = Type.String({ format: 'email', maxLength: 254 });
/** To find a user, who may have an address that is no longer allowed. */
export const KnownEmail = Type.String({ format: 'known-email', maxLength: 254 });
/** As a user has it. */
export const StoredEmail = Type.String({ format: 'known-email' });
/** A time on a clock, such as 09:00. */
export const TimeOfDay = Type.String({ format: 'time-of-day', examples: ['09:00'], description: 'HH:MM' });

export function Milliseconds(description?: string) {
  return Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
}

/** The id of a resource in another system. Compared exactly. */
export const ExternalId = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'external-id',
  examples: ['platform-primary'],
});

/** The file or tool that creates a resource and keeps it up to date. */
export const ManagedBy = Type.String({ minLength: 1, maxLength: 60, format: 'external-id', examples: ['northwind'] });

/** A keyword of our own: messages about a bad value do not quote it. */
export const NOT_QUOTED = 'x-not-quoted';

/** For an update: null removes what is set. */
export function OrNone<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()], { description: 'null: none' });
}

/** What a request says; unknown fields are refused. A body has a title, which names it in the OpenAPI document. */
export function Body<T extends Record<string, TSchema>>(properties: T, options: TObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A body that may be left out: then it is `{}`. All its fields are optional. */
export function OptionalBody<T extends Record<string, TSchema>>(properties: T, options: TObjectOptions) {
  return Body(properties, { ...options, default: {} });
}

/** A named schema with a description for the place where it is used. */
export function Described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Static<T>>({ allOf: [schema], description });
}

/** From its start until before its end. */
export const Interval = Type.Object({ start: Instant, end: Instant }, { title: 'Interval' });

const MAX_PER_PAGE = 100;

export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE, default: 20 }),
};

/** Filters of a list, for scripts that look for one resource. */
export const ExactQuery = {
  name: Type.Optional(Type.String({ maxLength: 60, description: 'The whole name, in the same case' })),
  external_id: Type.Optional(Type.String({ maxLength: 100, description: 'The whole external id' })),
};

export const PaginationMeta = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Items in the whole collection' }),
    page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    per_page: Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE }),
  },
  { title: 'PaginationMeta' },
);

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({
          description: 'What went wrong, to act on. Later versions may have further codes',
          'x-extensible-enum': Object.keys(ERRORS),
        }),
        status: Type.Integer({ minimum: 400, maximum: 599 }),
        message: Type.String(),
        docs_url: Type.Optional(Type.String()),
      },
      { title: 'ErrorDetail' },
    ),
  },
  { title: 'ErrorAnswer' },
);

/** Headers of a request that changes a resource with an entity tag. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      format: 'entity-tags',
      description:
        'Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.',
    }),
  ),
});

/** The same for a resource that the request may create. */
export const IfMatchOrNone = Type.Object({
  ...IfMatch.properties,
  'if-none-match': Type.Optional(
    Type.Literal('*', { description: 'Attach a group only if the schedule has none; otherwise 412.' }),
  ),
});

/** Header of a request that is carried out once, however often it is sent. */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'idempotency-key',
      description:
        'A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.',
    }),
  ),
});

/** A response with the header `ETag`. */
export function Tagged<T extends TSchema>(answer: T): T {
  return { ...answer, headers: { etag: Type.String() } };
}

/** A response that sets the cookie of a session, or clears it. */
export function SetsCookie<T extends TSchema>(answer: T): T {
  return { ...answer, headers: { 'set-cookie': Type.String() } };
}

/** For operations without a response body. */
export const NoContent = Type.Null({ description: 'Done; no body' });
