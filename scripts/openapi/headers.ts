/** The headers of responses, as components. */

export const HEADERS = {
  'x-ratelimit-limit': integer('Requests that may be made within a minute'),
  'x-ratelimit-remaining': integer('Requests that remain in the current minute'),
  'x-ratelimit-reset': integer('Seconds until the count starts again'),
  'retry-after': integer('Seconds to wait before the next request; only when one has to wait'),
  'x-api-version': text('The version that was used'),
  'x-request-id': text('The id of this request, which the log of the service has too'),
  link: text('The first, previous, next and last page of a list, relative to its address (RFC 8288)'),
  etag: text('The entity tag; send it as `if-match` to change only what you have read'),
  'idempotency-replayed': text(
    '`true` if the response is that of an earlier request with the same `idempotency-key`; else absent',
  ),
  'content-disposition': text('The name for the file'),
  'set-cookie': text('The cookie of the session'),
  accept: text('The media types that a body may have'),
  'www-authenticate': text('How to send an API key (RFC 9110)'),
};

export const ON_EVERY_ANSWER = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-api-version',
];

function text(description: string) {
  return { description, schema: { type: 'string' } } as const;
}

function integer(description: string) {
  return { description, schema: { type: 'integer', format: 'int32', minimum: 0 } } as const;
}

export function headersFor(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
