/** Counts responses by route and status, and closes connections once the service shuts down. */
import type { FastifyInstance, onSendHookHandler } from 'fastify';

export interface Route {
  readonly method: string;
  readonly url: string;
}

/** Responses of each status, by route. Unknown paths have one entry together. */
export type ResponseCounts = ReadonlyMap<Route | undefined, readonly number[]>;

declare module 'fastify' {
  interface FastifyInstance {
    readonly responseCounts: ResponseCounts;
    /** For responses without a route. */
    countUnrouted(status: number): void;
    /** From now on no response keeps its connection alive. */
    closeConnectionsAfterResponse(): void;
  }
  interface FastifyReply {
    /** A planned refusal, which is not counted. */
    isPlanned: boolean;
  }
}

/** For an app without routes. Each route counts for itself: looking up the route of a request costs more than counting. */
export function countResponses(app: FastifyInstance): void {
  const nowhere: number[] = [];
  const counts = new Map<Route | undefined, number[]>([[undefined, nowhere]]);
  let endsConnections = false;

  function counting(byStatus: number[]): onSendHookHandler {
    return (_, reply, payload, done) => {
      if (!reply.isPlanned) count(byStatus, reply.statusCode);
      if (endsConnections) reply.header('connection', 'close');
      done(null, payload);
    };
  }

  app.decorateReply('isPlanned', false);
  app.decorate('responseCounts', counts);
  app.decorate('countUnrouted', (status: number) => count(nowhere, status));
  app.decorate('closeConnectionsAfterResponse', () => {
    endsConnections = true;
  });
  app.addHook('onRoute', (route) => {
    const byStatus: number[] = [];
    counts.set({ method: String(route.method), url: route.url }, byStatus);
    route.onSend = [counting(byStatus), ...[route.onSend ?? []].flat()];
  });
}

function count(byStatus: number[], status: number): void {
  byStatus[status] = (byStatus[status] ?? 0) + 1;
}
