/**
 * Slack's Web API over real HTTP, on a workspace that the test holds in its hands: form and JSON bodies, tokens and scopes,
 * `ok: false`, 429 with `Retry-After`. It can misbehave on command, in the ways in which the real one does.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import {
  type Call,
  createWorkspace,
  type FakeWorkspace,
  findMethod,
  neededScopes,
  Refusal,
} from './fake-slack-workspace.ts';

type Misbehaviour =
  /** The connection breaks before anything is done. */
  | 'down'
  /** All is done, but the answer never arrives. */
  | 'answer lost'
  /** The answer is kept back until `release`. */
  | 'slow'
  /** A page for people, as a proxy would send it, with status 200. */
  | 'html'
  /** Packed, though nobody asked for that. */
  | 'packed'
  | 'server error'
  | 'rate limited'
  | { readonly error: string };

interface Orders {
  readonly as: Misbehaviour;
  /** All methods when it is not given. */
  readonly method?: string;
  /** For ever when it is not given. */
  readonly times?: number;
  readonly retryAfterSeconds?: number;
}

export interface FakeSlack {
  /** For `SLACK_API_URL`. */
  readonly apiUrl: string;
  readonly botToken: string;
  /** Of an admin. */
  readonly userToken: string;
  readonly workspace: FakeWorkspace;
  /** What the app may do. */
  readonly scopes: Set<string>;
  /** The methods that were called, in order. */
  readonly calls: string[];
  misbehave(orders: Orders): void;
  behave(): void;
  /** How many answers are kept back. */
  heldCount(): number;
  /** Lets go of the answers that were kept back. */
  release(): void;
  /** From now on the token is answered with this error. */
  refuseToken(token: string, error: string): void;
  /** From now on each method has the requests a minute of its tier; `nextMinute` gives them anew. */
  limitRates(): void;
  nextMinute(): void;
  stop(): Promise<void>;
}

const PAGE_FOR_PEOPLE = '<!DOCTYPE html><html><body><h1>Something went wrong</h1></body></html>';

export async function startFakeSlack(): Promise<FakeSlack> {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const refusedTokens = new Map<string, string>();
  const used = new Map<string, number>();
  let orders: (Orders & { left: number })[] = [];
  let held: (() => void)[] = [];
  let hasLimits = false;

  const slack: FakeSlack = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    botToken: 'xoxb-the-bot-token',
    userToken: 'xoxp-the-admin-token',
    workspace: createWorkspace(),
    scopes: new Set(neededScopes()),
    calls: [],
    misbehave: (order) => orders.push({ ...order, left: order.times ?? Number.POSITIVE_INFINITY }),
    behave: () => {
      orders = [];
    },
    heldCount: () => held.length,
    release: () => {
      for (const letGo of held) letGo();
      held = [];
    },
    refuseToken: (token, error) => refusedTokens.set(token, error),
    limitRates: () => {
      hasLimits = true;
    },
    nextMinute: () => used.clear(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.url?.replace(/^\/api\//, '') ?? '';
    const body = await text(request);
    slack.calls.push(method);
    const order = nextOrder(method);
    switch (order?.as) {
      case 'down':
        request.socket.destroy();
        return;
      case 'html':
        send(response, 200, PAGE_FOR_PEOPLE);
        return;
      case 'packed':
        response.setHeader('content-encoding', 'br');
        response.end(brotliCompressSync(JSON.stringify(answerTo(request, method, body))));
        return;
      case 'server error':
        send(response, 503, PAGE_FOR_PEOPLE);
        return;
      case 'rate limited':
        sendRateLimited(response, order.retryAfterSeconds);
        return;
      case 'slow':
        await new Promise<void>((resolve) => held.push(resolve));
        break;
      case 'answer lost':
        answerTo(request, method, body);
        request.socket.destroy();
        return;
    }
    if (typeof order?.as === 'object') send(response, 200, { ok: false, error: order.as.error });
    else if (isOverLimit(method)) sendRateLimited(response);
    else send(response, 200, answerTo(request, method, body));
  }

  function nextOrder(method: string): Orders | undefined {
    const order = orders.find(({ method: only, left }) => left > 0 && (only === undefined || only === method));
    if (order !== undefined) order.left -= 1;
    return order;
  }

  function isOverLimit(method: string): boolean {
    const count = (used.get(method) ?? 0) + 1;
    used.set(method, count);
    return hasLimits && count > (findMethod(method)?.ratePerMinute ?? 0);
  }

  function answerTo(request: IncomingMessage, name: string, body: string): object {
    try {
      const method = findMethod(name);
      if (method === undefined) throw new Refusal('unknown_method');
      const args = argumentsIn(request, body);
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? args.token;
      const asAdmin = roleOf(token) === 'admin';
      requireScopes(method.scopes);
      return { ok: true, ...method.run(slack.workspace, { args, asAdmin }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, error: error.message, ...error.extra };
    }
  }

  function roleOf(token: string | undefined): 'admin' | 'bot' {
    if (token === undefined) throw new Refusal('not_authed');
    const error = refusedTokens.get(token);
    if (error !== undefined) throw new Refusal(error);
    if (token === slack.userToken) return 'admin';
    if (token === slack.botToken) return 'bot';
    throw new Refusal('invalid_auth');
  }

  function requireScopes(scopes: readonly string[]): void {
    const needed = scopes.find((scope) => !slack.scopes.has(scope));
    if (needed === undefined) return;
    throw new Refusal('missing_scope', { needed, provided: [...slack.scopes].join(',') });
  }

  return slack;
}

/** In a form every value is a text; what is more than that is JSON in it. In JSON, lists may be lists. */
function argumentsIn({ headers }: IncomingMessage, body: string): Call['args'] {
  const [type] = (headers['content-type'] ?? '').split(';');
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') throw new Refusal('invalid_post_type');
  const entries = Object.entries(JSON.parse(body) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, asText(name, value)]));
}

function asText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  return name === 'users' ? String(value) : JSON.stringify(value);
}

function sendRateLimited(response: ServerResponse, retryAfterSeconds = 30): void {
  send(response.setHeader('retry-after', retryAfterSeconds), 429, { ok: false, error: 'ratelimited' });
}

function send(response: ServerResponse, status: number, body: string | object): void {
  const [type, content] =
    typeof body === 'string' ? ['text/html', body] : ['application/json; charset=utf-8', JSON.stringify(body)];
  response.writeHead(status, { 'content-type': type }).end(content);
}
