import type { ApiKeyId } from '../../ids.ts';
import { EventStream } from '../../schemas/events.ts';
import type { Authenticated } from '../../services/sign-in/authentication.ts';
import { authenticatedOf } from '../callers.ts';
import type { EventStreams, Stream } from '../event-streams.ts';
import type { App } from '../typed-app.ts';

const DESCRIPTION = `A stream of server-sent events about your organization. It is a hint, not a log: it tells that something changed, not what
it is now, and it repeats nothing.

- \`reset\`, first and whenever changes may have been missed: read again what you show.
- \`change\`: \`{"changes":[{"kind":"schedule","ids":["sch_…"]}]}\`. Kinds are schedule, override, coverage_request, team, user and
  organization; \`ids\` also names what the thing belongs to, such as the schedule of an override.
- \`alive\`, every 15 seconds. Without one for 40 seconds, something on the way holds the stream up: connect again.

It ends when the key or the session ends, and when the node stops. A user may have 10 streams open; a node refuses more than
\`WATCHBILL_EVENT_STREAMS\` in all with 503.`;

export function eventRoutes(app: App, streams: EventStreams): void {
  app.get(
    '/events',
    {
      schema: {
        tags: ['Service'],
        operationId: 'streamEvents',
        summary: 'Live events: changes as they happen',
        description: DESCRIPTION,
        response: {
          200: { description: 'A stream that stays open', content: { 'text/event-stream': { schema: EventStream } } },
        },
      },
    },
    async (request, reply) => {
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('');
      await streams.open(streamOf(authenticatedOf(request)), reply);
      return reply;
    },
  );
}

/** Requests with a key are counted for the key. */
function streamOf({ caller: { organizationId, userId }, sessionId, countedFor }: Authenticated): Stream {
  return sessionId === undefined
    ? { organizationId, userId, apiKeyId: countedFor as ApiKeyId }
    : { organizationId, userId, sessionId };
}
