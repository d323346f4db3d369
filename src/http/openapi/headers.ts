/** The headers of responses, as components. */

export const HEADERS = {
  'x-ratelimit-limit': header('integer', 'Requests that may be made within a minute'),
  'x-ratelimit-remaining': header('integer', 'Requests that remain in the current minute'),
  'x-ratelimit-reset': header('integer', 'Seconds until the count starts again'),
  'retry-after': header('integer', 'Seconds to wait before the next request; only when one has to wait'),
  'x-api-version': header('string', 'The version that was used'),
  link: header('string', 'The first, previous, next and last page of a list, relative to its address (RFC 8288)'),
  etag: header('string', 'The entity tag; send it as `if-match` to change only what you have read'),
};

export const ON_EVERY_ANSWER = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-api-version'];

function header(type: 'integer' | 'string', description: string) {
  return { description, schema: { type } };
}

export function headersFor(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
