/** Settings of the HTTP server: its addresses, its limits, and how it stops. */
import { isApiKey } from '../secrets/api-key-format.ts';
import { parseNetworks, text, url, type Variables, wholeNumber } from './variables.ts';

export const HTTP_VARIABLES = {
  PORT: {
    about: 'Port to listen on; 0 takes any free one',
    ...wholeNumber(0, 65_535),
    fallback: '8080',
  },
  HOST: {
    about: 'Address to listen on; `0.0.0.0` for all',
    ...text('an address or host name'),
    fallback: '127.0.0.1',
  },
  WATCHBILL_URL: {
    about:
      'Public address of the service, as people and the chat reach it; if it is set, messages in the chat link to their pages',
    allowed: 'an address that begins with http:// or https://, without a path',
    parse: parseOrigin,
    fallbackText: '`http://localhost:PORT`',
  },
  WATCHBILL_API_KEY: {
    about:
      'API key with which `export`, `apply`, `verify` and `oncall` call the service at `WATCHBILL_URL`; the service itself does not use it',
    allowed: '`wb_` and 40 letters and digits, the last 6 of them the checksum',
    secret: true,
    parse: (value) => (isApiKey(value) ? value : undefined),
    fromFile: true,
  },
  WATCHBILL_DOCS_URL: {
    about: 'Where the documentation is served; error answers link into it',
    ...url('http:', 'https:'),
    fallbackText: '`WATCHBILL_URL/docs`',
  },
  WATCHBILL_TRUSTED_PROXIES: {
    about:
      'Proxies in front of the service, whose `X-Forwarded-For` says where a request comes from; if unset, all requests through a proxy count as one address',
    allowed: 'addresses or networks, with commas between them, such as 127.0.0.1, 10.0.0.0/8',
    fallbackText: 'none',
    parse: parseNetworks,
  },
  WATCHBILL_RATE_LIMIT: {
    about: 'Requests a minute for each API key; 0 for no limit',
    ...wholeNumber(0, 1_000_000),
    fallback: '600',
  },
  WATCHBILL_REQUEST_SECONDS: {
    about: 'Seconds in which a whole request has to arrive, with its body; then it is answered with 408',
    ...wholeNumber(1, 300),
    fallback: '30',
  },
  REDIS_URL: {
    about: 'Redis, to share the rate limit between several nodes; while it does not answer, each counts for itself',
    ...url('redis:', 'rediss:'),
    fallbackText: 'each node counts for itself',
    fromFile: true,
  },
  WATCHBILL_DRAIN_SECONDS: {
    about:
      'After a signal to stop, how long to go on answering while `/readyz` says 503: as long as a load balancer takes to notice',
    ...wholeNumber(0, 300),
    fallback: '0',
  },
  WATCHBILL_EVENT_STREAMS: {
    about:
      'Streams of live events (`GET /events`) that a node takes at a time; further ones get 503, and 0 switches them off',
    ...wholeNumber(0, 100_000),
    fallback: '2000',
  },
} as const satisfies Variables;

function parseOrigin(value: string): string | undefined {
  const { protocol = '', username, password, pathname, search, hash } = URL.parse(value) ?? {};
  const isOrigin = pathname === '/' && [username, password, search, hash].every((part) => part === '');
  return isOrigin && ['http:', 'https:'].includes(protocol) ? value.replace(/\/+$/, '') : undefined;
}
