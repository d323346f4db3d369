/** The page at `/docs`, in which calls are tried. */
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

/**
 * For the pages only. Swagger UI writes styles into its elements and has icons in data: URLs. Nothing comes from another host, and requests are not
 * upgraded to https, which a local network may not have.
 */
export const PAGE_POLICY = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
};

/** Options of the plugin. */
export const PAGE: FastifySwaggerUiOptions = {
  routePrefix: '/docs',
  staticCSP: PAGE_POLICY,
  theme: { title: 'Watchbill API' },
  uiConfig: {
    layout: 'BaseLayout',
    docExpansion: 'list',
    tryItOutEnabled: true,
    requestInterceptor: asOwnPage as never,
  },
};

/** Runs in the browser: with a session, changes need this header (csrf.ts). The page is ours, so it may send it. */
function asOwnPage<T extends { headers: Record<string, string> }>(request: T): T {
  request.headers['x-watchbill-request'] = '1';
  return request;
}
