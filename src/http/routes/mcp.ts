/**
 * Rules MCP-1 and BUD-5: `/mcp`, for agents. It only reads, so a read-only key is enough. Its messages, including errors, are those of the protocol.
 */
import type { FastifyRequest } from 'fastify';
import type { Log } from '../../process/log.ts';
import { nextTurn } from '../../services/shared/turns.ts';
import { callerOf } from '../callers.ts';
import { answerAgent } from '../mcp/server.ts';
import type { App } from '../typed-app.ts';

/** Headers of the protocol. Our own headers, such as the key, are not passed on. */
const PASSED_ON = /^(accept|content-type|last-event-id|mcp-.*)$/;

/** After all operations: some of them are tools. */
export function mcpRoutes(app: App, log: Log): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    // A name of an attacker may resolve to this service, so that the browser takes the attacker's page for one of ours.
    config: { access: { onlyReads: true, pages: 'not foreign' } },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { method, body } = request;
      // The SDK takes milliseconds for each request, and an agent may send many at once.
      const caller = callerOf(request, true);
      await nextTurn(caller.userId);
      const asked = { method, url: 'http://watchbill/mcp', headers: headersOf(request), body };
      const response = await answerAgent(app.tools, caller, asked, log);
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.code(response.status).send(await response.text());
    },
  });
}

function headersOf({ headers }: FastifyRequest): Headers {
  const passedOn = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return new Headers(passedOn.map(([name, value]) => [name, String(value)]));
}
