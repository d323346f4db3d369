/** Every route but the open ones needs an API key. Who holds it is on the request from then on. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Authenticated, authenticate } from '../services/api-keys.ts';
import type { Services } from '../services/services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null;
  }
}

export function installAuth(app: FastifyInstance, services: Services): void {
  app.decorateRequest('authenticated', null);
  app.addHook('onRequest', async (request) => {
    const key = request.headers['x-api-key'];
    request.authenticated = await authenticate(services, typeof key === 'string' ? key : undefined);
  });
}

/** Who asks. Only for routes behind `installAuth`. */
export function callerOf(request: FastifyRequest): Authenticated['caller'] {
  return authenticatedOf(request).caller;
}

export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (authenticated === null) throw new Error('a route without authentication asked who is calling');
  return authenticated;
}
