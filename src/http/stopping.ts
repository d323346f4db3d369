/**
 * Stopping without breaking an answer off. From the moment of asking no connection is accepted and idle ones are closed; a
 * request that has begun gets its answer, which says that its connection ends with it.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface Stopping {
  /** How many requests have begun and are not answered yet. */
  unanswered(): number;
  /** Resolves when the last of them is answered. */
  stop(): Promise<void>;
}

/** For an app that does not listen yet. */
export function prepareStopping(app: FastifyInstance): Stopping {
  const unanswered = new Set<ServerResponse>();

  function forget(this: ServerResponse): void {
    unanswered.delete(this);
  }

  app.server.on('request', (_, response) => {
    unanswered.add(response);
    response.on('close', forget);
  });

  return {
    unanswered: () => unanswered.size,
    async stop() {
      // Kept alive, a connection would hold the process long after its last answer.
      for (const response of unanswered) response.shouldKeepAlive = false;
      await app.close();
    },
  };
}
