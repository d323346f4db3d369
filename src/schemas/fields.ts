/** Fields that several resources share, and the formats behind them. One schema validates, types and documents. */
import Type, { type TSchema } from 'typebox';
import Format from 'typebox/format';
import { ERRORS } from '../errors.ts';
import { isEmail, isHarmlessText, isSingleLine } from '../text/harmless-text.ts';
import { INSTANT_RULE, parseInstant } from '../time/iso.ts';
import { findZone } from '../time/zones.ts';

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

Format.Set('date-time', (value) => parseInstant(value) !== undefined);
Format.Set('time-zone', (value) => findZone(value) !== undefined);
Format.Set('time-of-day', (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value));
Format.Set('end-time-of-day', (value) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value));
Format.Set('chat-handle', (value) => /^[a-z0-9._-]*$/.test(value));
Format.Set('entity-tags', (value) => /^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/.test(value));
Format.Set('idempotency-key', (value) => /^[\x21-\x7e]+$/.test(value));
Format.Set('external-id', (value) => /^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/.test(value));
Format.Set('country-code', (value) => /^[A-Z]{2}$/.test(value));
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
export const TimeZone = Type.String({ format: 'time-zone', examples: ['Europe/Berlin'] });
export const Email = Type.String({ format: 'email', maxLength: 254 });
/** To find a user, who may have an address that is no longer allowed. */
export const KnownEmail = Type.String({ format: 'known-email', maxLength: 254 });

/** The id of a resource in another system. Compared exactly. */
export const ExternalId = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'external-id',
  examples: ['platform-primary'],
});

/** The file or tool that creates a resource and keeps it up to date. */
export const ManagedBy = Type.String({ minLength: 1, maxLength: 60, format: 'external-id', examples: ['northwind'] });

/** For an update: null removes what is set. */
export function OrNone<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()], { description: 'null: none' });
}

/** A request body; unknown fields are refused. */
export function Body<T extends Record<string, TSchema>>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A body that may be left out: then it is `{}`. All its fields are optional. */
export function OptionalBody<T extends Record<string, TSchema>>(properties: T) {
  return Type.Object(properties, { additionalProperties: false, default: {} });
}

export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
};

/** Filters of a list, for scripts that look for one resource. */
export const ExactQuery = {
  name: Type.Optional(Type.String({ maxLength: 60, description: 'The whole name, in the same case' })),
  external_id: Type.Optional(Type.String({ maxLength: 100, description: 'The whole external id' })),
};

export const PaginationMeta = Type.Object(
  {
    total: Type.Integer({ description: 'Items in the whole collection' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
  },
  { title: 'PaginationMeta' },
);

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({
        description: 'What went wrong, to act on. Later versions may have further codes',
        'x-extensible-enum': Object.keys(ERRORS),
      }),
      status: Type.Integer(),
      message: Type.String(),
      docs_url: Type.Optional(Type.String()),
    }),
  },
  { title: 'Error' },
);

/** Headers of a request that changes a resource with an entity tag. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      format: 'entity-tags',
      description:
        'Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.',
      examples: ['"Zm9vYmFyYmF6cXV4Zm9vYg"'],
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
      examples: ['5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44'],
    }),
  ),
});

/** A response with the header `ETag`. */
export function Tagged<T extends TSchema>(answer: T): T {
  return { ...answer, headers: { etag: Type.String() } };
}

/** For operations without a response body. */
export const NoContent = Type.Null({ description: 'Done; no body' });
