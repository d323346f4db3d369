/**
 * Rule DOC-3: the codes of the errors that an operation can answer with. A route names those that are its own; those that all operations of a kind share
 * follow from what the route is. `test/api/http/errors.test.ts` compares both with the code.
 */
import type { RouteOptions } from 'fastify';
import type { ErrorCode } from '../../src/errors.ts';

export interface DescribedRoute extends Required<Pick<RouteOptions, 'method' | 'url' | 'schema'>> {
  readonly config: RouteOptions['config'] | undefined;
}

interface Shared {
  readonly codes: readonly ErrorCode[];
  readonly when: (route: DescribedRoute) => boolean;
}

const SHARED: readonly Shared[] = [
  { codes: ['bad_request', 'request_timeout', 'internal_server_error', 'service_unavailable'], when: () => true },
  { codes: ['unauthorized'], when: ({ config }) => config?.access?.who !== 'anyone' },
  { codes: ['too_many_requests'], when: ({ config }) => config?.access?.isProbe !== true },
  // A key may be for reading alone, and the page that sends a change with a session may be one of another website.
  { codes: ['forbidden', 'payload_too_large', 'unsupported_media_type'], when: (route) => !isRead(route) },
  { codes: ['not_found'], when: ({ url }) => url.includes(':') },
  { codes: ['precondition_failed'], when: (route) => takesHeader(route, 'if-match') },
  {
    codes: ['idempotency_key_in_use', 'idempotency_key_reused'],
    when: (route) => takesHeader(route, 'idempotency-key'),
  },
  { codes: ['answer_too_large'], when: (route) => isRead(route) && route.config?.mayBeLarge === true },
];

export function sharedCodesOf(route: DescribedRoute): readonly ErrorCode[] {
  return SHARED.filter(({ when }) => when(route)).flatMap(({ codes }) => codes);
}

/** All codes that the operation can answer with. */
export function errorCodesOf(route: DescribedRoute): readonly ErrorCode[] {
  return [...sharedCodesOf(route), ...(route.schema.errors ?? [])];
}

function isRead({ method }: DescribedRoute): boolean {
  return method === 'GET';
}

function takesHeader({ schema }: DescribedRoute, name: string): boolean {
  const { properties = {} } = (schema.headers ?? {}) as { readonly properties?: object };
  return name in properties;
}
