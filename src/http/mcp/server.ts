/** Handles one request of the Model Context Protocol. The SDK is loaded on first use. */
import type { TSchema } from 'typebox';
import { AppError, PlannedRefusal } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Log } from '../../process/log.ts';
import { VERSION } from '../../process/version.ts';
import type { Services } from '../../services/shared/services.ts';
import { CallerLeft } from '../../services/shared/work.ts';
import { validatorOf } from '../../validation/validation.ts';
import { narrowingIn } from '../answers/answer-too-large.ts';
import { isLarge, type LargeResult, placeholderFor, resultOf, type ToolResult } from './results.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'Watchbill knows who is on call. All times are UTC. Start with who_is_on_call; list_schedules has the ids of schedules, list_teams those of teams.';

/** An error code of JSON-RPC. */
const INVALID_REQUEST = -32600;

export interface AgentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** The most bytes of a result. */
  readonly maxBytes: number;
}

export interface AgentAnswer {
  readonly response: Response;
  /** Results that the response has placeholders for. */
  readonly large: readonly LargeResult[];
}

export async function answerAgent(
  services: Services,
  caller: Caller,
  { method, url, headers, body, maxBytes }: AgentRequest,
  log: Log,
): Promise<AgentAnswer> {
  // Earlier versions of the protocol allow an array. Then one request would run any number of calls, and count as one.
  if (Array.isArray(body)) {
    const message = 'Send one message in each request, not an array of messages.';
    const error = { jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } };
    return { response: Response.json(error, { status: 400 }), large: [] };
  }
  const sdk = await import('@modelcontextprotocol/server');
  const large: LargeResult[] = [];

  function newServer() {
    const server = new sdk.Server(
      { name: 'watchbill', title: 'Watchbill', version: VERSION },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools: listed() }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        const result = await callTool(services, caller, params, maxBytes);
        if (!isLarge(result)) return result;
        large.push(result);
        return placeholderFor(result);
      } catch (error) {
        return errorResult(error, params.name, log);
      }
    });
    return server;
  }

  const problems: Error[] = [];
  const handler = sdk.createMcpHandler(newServer, { maxSubscriptions: 0, onerror: (error) => problems.push(error) });
  const response = await handler.fetch(new Request(url, { method, headers }), { parsedBody: body });
  const level = response.status >= 500 ? 'error' : 'debug';
  for (const error of problems) log[level]('a request of the Model Context Protocol was refused', { error });
  return { response, large };
}

function listed() {
  return TOOLS.map(({ name, title, description, input }) => ({
    name,
    title,
    description,
    inputSchema: input as { readonly type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

async function callTool(
  services: Services,
  caller: Caller,
  { name, arguments: given = {} }: ToolCall,
  maxBytes: number,
) {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new AppError('not_found', `There is no tool ${JSON.stringify(name)}.`);
  const answer = await tool.answer(services, caller, checked(tool.input, given) as never);
  return resultOf(answer, { maxBytes, narrowing: narrowingIn(tool.input) }, caller.userId);
}

/** Errors have the message of the API, so that the agent can correct its call. */
function errorResult(error: unknown, tool: string, log: Log): ToolResult {
  const shown = error instanceof AppError ? error : new AppError('internal_server_error');
  if (shown.status >= 500 && !(error instanceof CallerLeft || error instanceof PlannedRefusal))
    log.error('a tool of the Model Context Protocol failed', { tool, error });
  return { content: [{ type: 'text', text: `${shown.code}: ${shown.message}` }], isError: true };
}

function checked(schema: TSchema, given: object): unknown {
  const result = validatorOf(schema, 'querystring')(given);
  if (result.error !== undefined) throw result.error;
  return result.value;
}
