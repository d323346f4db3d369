/** Counts responses by route, status and time, and closes connections once the service shuts down. */
import type { onSendHookHandler, RouteOptions } from 'fastify';
import { addDuration, type Durations, noDurations, type OpenDurations } from '../../process/durations.ts';

export interface Route {
  readonly method: string;
  readonly url: string;
}

export interface RouteCounts {
  /** Responses of each status. */
  readonly byStatus: readonly number[];
  readonly durations: Durations;
}

/** Unknown paths have one entry together. */
export type ResponseCounts = ReadonlyMap<Route | undefined, RouteCounts>;

declare module 'fastify' {
  interface FastifyInstance {
    readonly responses: ResponseCounter;
  }
  interface FastifyRequest {
    /** When the request arrived, as `performance.now()`. */
    arrivedAt: number;
  }
  interface FastifyReply {
    /** A planned refusal, which is not counted. */
    isPlanned: boolean;
  }
}

interface Counts extends RouteCounts {
  readonly byStatus: number[];
  readonly durations: OpenDurations;
}

export interface ResponseCounter {
  readonly counts: ResponseCounts;
  /** For responses without a route. */
  countUnrouted(status: number): void;
  /** From now on no response keeps its connection alive. */
  endConnections(): void;
  /** The step that counts the responses of a route: looking up the route of a request costs more than counting. */
  ofRoute(route: RouteOptions): onSendHookHandler;
}

export function createResponseCounter(): ResponseCounter {
  const nowhere = noCounts();
  const counts = new Map<Route | undefined, Counts>([[undefined, nowhere]]);
  let endsConnections = false;

  /** The counts of a route by method: some routes have several. */
  function counting(own: Readonly<Record<string, Counts>>): onSendHookHandler {
    return (request, reply, payload, done) => {
      const counted = reply.isPlanned ? undefined : own[request.method];
      if (counted !== undefined) {
        count(counted.byStatus, reply.statusCode);
        addDuration(counted.durations, performance.now() - request.arrivedAt);
      }
      if (endsConnections) reply.header('connection', 'close');
      done(null, payload);
    };
  }

  return {
    counts,
    countUnrouted: (status) => count(nowhere.byStatus, status),
    endConnections() {
      endsConnections = true;
    },
    ofRoute({ method, url }) {
      const own = Object.fromEntries([method].flat().map((one) => [one, noCounts()]));
      for (const [one, ofMethod] of Object.entries(own)) counts.set({ method: one, url }, ofMethod);
      return counting(own);
    },
  };
}

function noCounts(): Counts {
  return { byStatus: [], durations: noDurations() };
}

function count(byStatus: number[], status: number): void {
  byStatus[status] = (byStatus[status] ?? 0) + 1;
}
