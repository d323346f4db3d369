/**
 * Removes secrets from the log: values of fields with certain names, and text that looks like a secret. Errors of libraries quote requests with their
 * headers, and addresses with their passwords.
 */
const REDACTED = '[redacted]';

const SECRET_FIELD = /^((proxy-)?authorization|(set-)?cookie|x-api-key|.*(password|secret|token)|api_?key)$/i;

/** Each keeps its first group, which shows what was there. */
const SECRETS: readonly RegExp[] = [
  // API keys of Watchbill, tokens of Slack, signed tokens of OpenID Connect.
  /\b(wb_)[A-Za-z0-9]{40}\b/g,
  /\b(xox[a-z]+-|xapp-)[\w-]+/g,
  /\b(ey)J[\w-]+\.[\w-]+\.[\w-]*/g,
  // The password in an address, which may contain an unescaped @.
  /(:\/\/[^\s:/?#@]*:)\S*(?=@)/g,
  // The token in the address of a calendar feed or an unsubscribe link.
  /(\/(?:calendars|unsubscribe)(?:\/|%2f))[^\s/?#'"]+/gi,
  // The token of a sign-in link.
  /(\/welcome#)[\w-]+/g,
  /\b((?:Bearer|Basic) )[\w.~+/=-]{20,}/gi,
  // `password: 'x'`, `"token":"x"`, and `token=x` in queries and cookies.
  /\b((?:authorization|cookie|x-api-key|\w*password|\w*secret|\w*token|api_?key)['"]?\s*[:=]\s*)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/gi,
  /((?:\b\w*(?:password|secret|token|session)|\bapi_?key|[?&](?:code|state))=)[^\s&;,'"]+/gi,
];

/** Fields below this depth are left out. */
const MAX_DEPTH = 5;

export function redactText(text: string): string {
  return SECRETS.reduce((rest, secret) => rest.replace(secret, `$1${REDACTED}`), text);
}

export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactRecord(fields, MAX_DEPTH);
}

function redactRecord(record: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      SECRET_FIELD.test(name) && value != null ? REDACTED : redactValue(value, depth - 1),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  return Array.isArray(value) ? value.map((one) => redactValue(one, depth - 1)) : redactRecord(value, depth);
}
