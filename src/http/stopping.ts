/**
 * Stopping without breaking an answer off. From the moment of asking no connection is accepted and idle ones are closed; a
 * request that has begun gets its answer, which says that its connection ends with it. Resolves after the last of them.
 */
import type { FastifyInstance } from 'fastify';

export async function stopServing(app: FastifyInstance): Promise<void> {
  // Kept alive, a connection would hold the process long after its last answer.
  app.endConnections();
  await app.close();
}
