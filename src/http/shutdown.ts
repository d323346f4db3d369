/**
 * Graceful shutdown. While a node drains, it answers requests but is not ready, so that a load balancer uses other nodes. Then it accepts
 * no connections and closes idle ones. Running requests get their response, which closes their connection. Resolves after the last one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { PlannedRefusal } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isShuttingDown: boolean;
  }
}

/** The answer of `/readyz` while a node drains, and to event streams that would not last. */
export class NodeIsStopping extends PlannedRefusal {
  constructor() {
    super('This node is stopping.');
  }
}

export async function shutDown(app: FastifyInstance, drainMs = 0): Promise<void> {
  app.isShuttingDown = true;
  // A keep-alive connection would delay the end of the process.
  app.responses.endConnections();
  if (drainMs > 0) await delay(drainMs);
  await app.close();
}
