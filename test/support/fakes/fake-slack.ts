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
  /** Only calls with these arguments, such as `{ channel: 'C0ONCALL' }`. */
  readonly args?: Readonly<Record<string, string>>;
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
  /** What the app may do with the bot token. */
  readonly scopes: Set<string>;
  /** What it may do with the token of the admin. */
  readonly userScopes: Set<string>;
  /** The methods that were called, in order. */
  readonly calls: string[];
  /** The same with their arguments. */
  readonly requests: { readonly method: string; readonly args: Call['args'] }[];
  misbehave(orders: Orders): void;
  behave(): void;
  /** How many answers are kept back. */
  heldCount(): number;
  /** Lets go of the answers that were kept back. */
  release(): void;
  /** From now on the token is answered with this error. */
  refuseToken(token: string, error: string): void;
  /** Refuses none any more. */
  acceptTokens(): void;
  /**
   * From now on each method has the requests a minute of its tier, in any minute of that clock, and each channel one message a second.
   * `Retry-After` says when there is room again. Without a clock, `nextMinute` gives each method its requests anew.
   */
  limitRates(now?: () => number): void;
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
  /** When the calls that count were made: by method, and by channel for messages. */
  const usedAt = new Map<string, number[]>();
  let orders: (Orders & { left: number })[] = [];
  let held: (() => void)[] = [];
  let hasLimits = false;
  let limitClock: (() => number) | undefined;

  const slack: FakeSlack = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    botToken: 'xoxb-the-bot-token',
    userToken: 'xoxp-the-admin-token',
    workspace: createWorkspace(),
    scopes: new Set(neededScopes()),
    userScopes: new Set(['usergroups:read', 'usergroups:write']),
    calls: [],
    requests: [],
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
    acceptTokens: () => refusedTokens.clear(),
    limitRates: (now) => {
      hasLimits = true;
      limitClock = now;
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
    const args = argumentsOrNone(request, body);
    slack.requests.push({ method, args });
    const order = nextOrder(method, args);
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
    if (typeof order?.as === 'object') {
      send(response, 200, { ok: false, error: order.as.error });
      return;
    }
    const waitSeconds = secondsToWait(method, args);
    if (waitSeconds > 0) sendRateLimited(response, waitSeconds);
    else send(response, 200, answerTo(request, method, body));
  }

  function nextOrder(method: string, args: Call['args']): Orders | undefined {
    const order = orders.find(
      (one) =>
        one.left > 0 &&
        (one.method === undefined || one.method === method) &&
        Object.entries(one.args ?? {}).every(([name, value]) => args[name] === value),
    );
    if (order !== undefined) order.left -= 1;
    return order;
  }

  /** 0 when there is room for the call, which then counts. */
  function secondsToWait(method: string, { channel = '' }: Call['args']): number {
    const most = findMethod(method)?.ratePerMinute ?? 0;
    if (limitClock === undefined) {
      const count = (used.get(method) ?? 0) + 1;
      used.set(method, count);
      return hasLimits && count > most ? 30 : 0;
    }
    const windows = [{ key: method, most, ms: 60_000 }];
    if (method === 'chat.postMessage') windows.push({ key: `${method} ${channel}`, most: 1, ms: 1_000 });
    const now = limitClock();
    const waits = windows.map(({ key, most, ms }) => {
      const recent = (usedAt.get(key) ?? []).filter((at) => at > now - ms);
      usedAt.set(key, recent);
      return recent.length < most ? 0 : (recent[recent.length - most] ?? 0) + ms - now;
    });
    const waitMs = Math.max(...waits);
    if (waitMs === 0) for (const { key } of windows) usedAt.get(key)?.push(now);
    return Math.ceil(waitMs / 1000);
  }

  function answerTo(request: IncomingMessage, name: string, body: string): object {
    try {
      const method = findMethod(name);
      if (method === undefined) throw new Refusal('unknown_method');
      const args = argumentsIn(request, body);
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? args.token;
      const asAdmin = roleOf(token) === 'admin';
      requireScopes(method.scopes, asAdmin ? slack.userScopes : slack.scopes);
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

  function requireScopes(scopes: readonly string[], granted: ReadonlySet<string>): void {
    const needed = scopes.find((scope) => !granted.has(scope));
    if (needed === undefined) return;
    throw new Refusal('missing_scope', { needed, provided: [...granted].join(',') });
  }

  return slack;
}

/** Of a body that is neither a form nor JSON: none. The method says so itself. */
function argumentsOrNone(request: IncomingMessage, body: string): Call['args'] {
  try {
    return argumentsIn(request, body);
  } catch {
    return {};
  }
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
