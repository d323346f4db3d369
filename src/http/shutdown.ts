/**
 * Stopping without breaking an answer off. While a node drains, it answers as ever, but tells who asks that it is not ready, so
 * that a load balancer turns to others. Then no connection is accepted and idle ones are closed; a request that has
 * begun gets its answer, which says that its connection ends with it. Resolves after the last of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    readonly leaving: { isSo: boolean };
  }
}

export function prepareToStop(app: FastifyInstance): void {
  app.decorate('leaving', { isSo: false });
}

export async function stopServing(app: FastifyInstance, drainMs = 0): Promise<void> {
  app.leaving.isSo = true;
  // Kept alive, a connection would hold the process long after its last answer.
  app.endConnections();
  if (drainMs > 0) await delay(drainMs);
  await app.close();
}
