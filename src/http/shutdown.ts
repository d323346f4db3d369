/**
 * Stopping without breaking an answer off. While a node drains, it answers as ever, but tells who asks that it is not ready, so
 * that a load balancer turns to others. Then no connection is accepted and idle ones are closed; a request that has
 * begun gets its answer, which says that its connection ends with it. Resolves after the last of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    isShuttingDown: boolean;
  }
}

export function trackShutdown(app: FastifyInstance): void {
  app.decorate('isShuttingDown', false);
}

export async function shutDown(app: FastifyInstance, drainMs = 0): Promise<void> {
  app.isShuttingDown = true;
  // Kept alive, a connection would hold the process long after its last answer.
  app.closeConnectionsAfterResponse();
  if (drainMs > 0) await delay(drainMs);
  await app.close();
}
