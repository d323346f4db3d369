/**
 * Patterns for clients: what JSON Schema can say about texts that the service checks by itself. They stand in the OpenAPI document beside each format.
 * A pattern accepts all that its format accepts. Other languages read them too: so no lookaheads, no \p, and no characters above U+FFFF.
 */

const ZONE_OFFSET = '[+-]([01]\\d|2[0-3]):[0-5]\\d';
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d';

/** Two more days than from 1970 to 2199: an offset may move an instant into another year, and a shift may end at the beginning of 2200. */
const DATE = '((19[7-9]\\d|2[01]\\d\\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])|1969-12-31|2200-01-01)';

/** Invisible characters and white space, which no email address has. */
const NOT_IN_AN_EMAIL = '\\s\\x00-\\x20\\x7f-\\xa0\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff';
const LOCAL_PART = `[^${NOT_IN_AN_EMAIL}"(),:;<>@\\[\\\\\\]]+`;
const LABEL = `[^${NOT_IN_AN_EMAIL}\\x21-\\x2c./\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x7e]+`;

const ENTITY_TAG = '(W/)?"[^"]*"';

/** Formats that are exactly these patterns. */
export const EXACT_PATTERNS = {
  'time-of-day': `^${CLOCK}$`,
  'end-time-of-day': `^(${CLOCK}|24:00)$`,
  'chat-handle': '^[a-z0-9._-]*$',
  'country-code': '^[A-Z]{2}$',
  'external-id': '^[A-Za-z0-9][A-Za-z0-9._:@/-]*$',
  'idempotency-key': '^[\\x21-\\x7e]+$',
  'entity-tags': `^\\s*(\\*|${ENTITY_TAG}(\\s*,\\s*${ENTITY_TAG})*)\\s*$`,
} as const;

/** Formats of which a pattern can say only a part. */
const ROUGH_PATTERNS = {
  'date-time': `^${DATE}[Tt]${CLOCK}:[0-5]\\d(\\.\\d+)?([Zz]|${ZONE_OFFSET})$`,
  'time-zone': '^[A-Za-z][A-Za-z0-9_+/-]*$',
  email: `^${LOCAL_PART}@${LABEL}(\\.${LABEL})*$`,
  'known-email': '^[^\\s@]+@[^\\s@]+$',
} as const;

/** Characters that a text of the format does not have, as in a pattern. */
const REFUSED_CHARACTERS: Readonly<Record<string, string>> = {
  'single-line': '\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069',
  'harmless-text': '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069',
};

/** No text in a request has this character. */
const NUL = '\\x00';

/** The pattern of a text with this format and this pattern of its own. Undefined if there is nothing to say. */
export function patternOf(
  format: string | undefined,
  own: string | undefined,
  isInRequest: boolean,
): string | undefined {
  if (format !== undefined && Object.hasOwn(PATTERNS, format)) return PATTERNS[format];
  const refused = REFUSED_CHARACTERS[format ?? ''] ?? (isInRequest ? NUL : undefined);
  if (refused === undefined) return own;
  if (own === undefined) return `^[^${refused}]*$`;
  if (own === '\\S') return `^[^${refused}]*[^${refused}\\s][^${refused}]*$`;
  if (own === '^\\S+$') return `^[^${refused}\\s]+$`;
  return own;
}

const PATTERNS: Readonly<Record<string, string>> = { ...EXACT_PATTERNS, ...ROUGH_PATTERNS };
