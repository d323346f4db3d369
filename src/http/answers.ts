/** What is done with every answer: it is counted, and once the service stops, it ends its connection. One hook for both. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Route = Partial<FastifyRequest['routeOptions']['config']>;

/** How many answers of each status, by route. Paths that no route takes have one entry together. */
export type AnswerCounts = ReadonlyMap<Route, readonly number[]>;

declare module 'fastify' {
  interface FastifyInstance {
    readonly answerCounts: AnswerCounts;
    /** From now on no answer keeps its connection alive. */
    endConnections(): void;
  }
}

/** For an app that has no routes yet. */
export function watchAnswers(app: FastifyInstance): void {
  const counts = new Map<Route, number[]>();
  let endsConnections = false;
  app.decorate('answerCounts', counts);
  app.decorate('endConnections', () => {
    endsConnections = true;
  });
  app.addHook('onSend', ({ routeOptions: { config } }, reply, payload, done) => {
    let byStatus = counts.get(config);
    if (byStatus === undefined) {
      byStatus = [];
      counts.set(config, byStatus);
    }
    byStatus[reply.statusCode] = (byStatus[reply.statusCode] ?? 0) + 1;
    if (endsConnections) reply.header('connection', 'close');
    done(null, payload);
  });
}
