/**
 * Rules MCP-1 and BUD-5: `/mcp`, for agents. It only reads, so a read-only key is enough. Its messages, including errors, are those of the protocol.
 */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../process/log.ts';
import type { Services } from '../../services/shared/services.ts';
import { nextTurn } from '../../services/shared/turns.ts';
import { beginBody } from '../answers/counted-body.ts';
import { type LargeResult, partsOf } from '../mcp/results.ts';
import { answerAgent } from '../mcp/server.ts';
import { callerOf, waitingCallerOf } from '../request-guard.ts';
import { type PublicOrigin, requireNoForeignOrigin } from '../sign-in/csrf.ts';
import type { App } from '../typed-app.ts';

/** Headers of the protocol. Our own headers, such as the key, are not passed on. */
const PASSED_ON = /^(accept|content-type|last-event-id|mcp-.*)$/;

/** The protocol sends a result twice: as an object, and as a text in which each byte may be escaped. */
const BYTES_SENT_FOR_EACH = 3;

export function mcpRoutes(app: App, services: Services, own: PublicOrigin, log: Log): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { onlyReads: true, idempotency: 'none', mayBeLarge: true },
    schema: { hide: true },
    // A name of an attacker may resolve to this service, so that the browser takes the attacker's page for one of ours.
    onRequest: (request, _, done) => {
      requireNoForeignOrigin(request, own);
      done();
    },
    handler: async (request, reply) => {
      const { method, body } = request;
      const { userId } = callerOf(request);
      // The SDK takes milliseconds for each request, and an agent may send many at once.
      await nextTurn(userId);
      const maxBytes = Math.floor(app.largeAnswers.limits.answerBytes / BYTES_SENT_FOR_EACH);
      const asked = { method, url: 'http://watchbill/mcp', headers: headersOf(request), body, maxBytes };
      const { response, large } = await answerAgent(services, waitingCallerOf(request), asked, log);
      for (const [name, value] of response.headers) reply.header(name, value);
      const text = await response.text();
      return reply.code(response.status).send(large.length === 0 ? text : await bodyOf(request, reply, text, large));
    },
  });

  async function bodyOf(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
    large: readonly LargeResult[],
  ): Promise<Readable> {
    const body = beginBody(app.largeAnswers, request, reply);
    try {
      for await (const part of partsOf(text, large, callerOf(request).userId)) body.add(part);
    } catch (error) {
      body.drop();
      throw error;
    }
    return body.send();
  }
}

function headersOf({ headers }: FastifyRequest): Headers {
  const passedOn = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return new Headers(passedOn.map(([name, value]) => [name, String(value)]));
}
