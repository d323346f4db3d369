/** Handles one request of the Model Context Protocol. The SDK is loaded on first use. */
import { AppError, PlannedRefusal } from '../../errors.ts';
import type { Caller } from '../../permissions.ts';
import type { Log } from '../../process/log.ts';
import { VERSION } from '../../process/version.ts';
import { CallerLeft } from '../../services/shared/work.ts';
import { validatorOf } from '../../validation/validation.ts';
import { answerTooLarge, narrowingIn } from '../answers/answer-too-large.ts';
import { jsonSlices, type Written } from '../answers/json-slices.ts';
import type { Tool } from './tools.ts';

const INSTRUCTIONS =
  'Watchbill knows who is on call. All times are UTC. Start with who_is_on_call; list_schedules has the ids of schedules, list_teams those of teams.';

/** Far more than an agent can read, and one slice of JSON. */
const MAX_RESULT_BYTES = 256 * 1024;

/** An error code of JSON-RPC. */
const INVALID_REQUEST = -32600;

export interface AgentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export async function answerAgent(
  tools: readonly Tool[],
  caller: Caller,
  { method, url, headers, body }: AgentRequest,
  log: Log,
): Promise<Response> {
  // Earlier versions of the protocol allow an array. Then one request would run any number of calls, and count as one.
  if (Array.isArray(body)) {
    const message = 'Send one message in each request, not an array of messages.';
    return Response.json({ jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } }, { status: 400 });
  }
  const sdk = await import('@modelcontextprotocol/server');

  function newServer() {
    const server = new sdk.Server(
      { name: 'watchbill', title: 'Watchbill', version: VERSION },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }));
    server.setRequestHandler('tools/call', ({ params }) =>
      callTool(tools, caller, params).catch((error) => errorResult(error, params.name, log)),
    );
    return server;
  }

  const problems: Error[] = [];
  const handler = sdk.createMcpHandler(newServer, { maxSubscriptions: 0, onerror: (error) => problems.push(error) });
  const response = await handler.fetch(new Request(url, { method, headers }), { parsedBody: body });
  const level = response.status >= 500 ? 'error' : 'debug';
  for (const error of problems) log[level]('a request of the Model Context Protocol was refused', { error });
  return response;
}

function listed({ name, title, description, input }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: input as { readonly type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

async function callTool(tools: readonly Tool[], caller: Caller, { name, arguments: given = {} }: ToolCall) {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new AppError('not_found', `There is no tool ${JSON.stringify(name)}.`);
  const checked = validatorOf(tool.input, 'querystring')(given);
  if (checked.error !== undefined) throw checked.error;
  const answer = await tool.answer(caller, checked.value as Readonly<Record<string, unknown>>);
  const written: Written = { bytes: 0, elementBytes: [] };
  const { done, value: text } = jsonSlices(answer, written).next();
  if (!done || written.bytes > MAX_RESULT_BYTES) {
    throw answerTooLarge({ maxBytes: MAX_RESULT_BYTES, narrowing: narrowingIn(tool.input) }, written);
  }
  return { content: [{ type: 'text' as const, text }], structuredContent: { ...answer } };
}

/** Errors have the message of the API, so that the agent can correct its call. */
function errorResult(error: unknown, tool: string, log: Log) {
  const shown = error instanceof AppError ? error : new AppError('internal_server_error');
  if (shown.status >= 500 && !(error instanceof CallerLeft || error instanceof PlannedRefusal))
    log.error('a tool of the Model Context Protocol failed', { tool, error });
  return { content: [{ type: 'text' as const, text: `${shown.code}: ${shown.message}` }], isError: true };
}
