/**
 * A fake of Slack's Web API over real HTTP, on a workspace that the test can change: form and JSON bodies, tokens and scopes, `ok: false`, 429 with
 * `Retry-After`. It can be made to fail in the ways in which the real one does.
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
  /** The call is executed, but the response never arrives. */
  | 'answer lost'
  /** The response is held back until `release`. */
  | 'slow'
  /** An HTML page, as from a proxy, with status 200. */
  | 'html'
  /** Compressed, without being asked to. */
  | 'packed'
  | 'server error'
  | 'rate limited'
  | { readonly error: string };

interface Orders {
  readonly as: Misbehaviour;
  /** Absent: all methods. */
  readonly method?: string;
  /** Only calls with these arguments, such as `{ channel: 'C0ONCALL' }`. */
  readonly args?: Readonly<Record<string, string>>;
  /** Absent: for ever. */
  readonly times?: number;
  readonly retryAfterSeconds?: number;
}

export interface FakeSlack {
  /** For `SLACK_API_URL`. */
  readonly apiUrl: string;
  readonly botToken: string;
  /** The token of an admin. */
  readonly userToken: string;
  readonly workspace: FakeWorkspace;
  /** The scopes of the bot token. */
  readonly scopes: Set<string>;
  /** The scopes of the admin's token. */
  readonly userScopes: Set<string>;
  /** The called methods, in order. */
  readonly calls: string[];
  /** The same with their arguments. */
  readonly requests: { readonly method: string; readonly args: Call['args'] }[];
  misbehave(orders: Orders): void;
  behave(): void;
  /** The number of responses that are held back. */
  heldCount(): number;
  /** Sends the held responses. */
  release(): void;
  /** From now on the token gets this error. */
  refuseToken(token: string, error: string): void;
  /** Accepts all tokens again. */
  acceptTokens(): void;
  /**
   * From now on each method has the rate limit of its tier, in any minute of that clock, and each channel one message a second. `Retry-After` says
   * when the next call is possible. Without a clock, `nextMinute` resets the limits.
   */
  limitRates(now?: () => number): void;
  nextMinute(): void;
  /** From now on without limits: its tiers are minimums. */
  allowBursts(): void;
  stop(): Promise<void>;
}

const PAGE_FOR_PEOPLE = '<!DOCTYPE html><html><body><h1>Something went wrong</h1></body></html>';

export async function startFakeSlack(): Promise<FakeSlack> {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const refusedTokens = new Map<string, string>();
  const used = new Map<string, number>();
  /** The times of counted calls: by method, and by channel for messages. */
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
    allowBursts: () => {
      hasLimits = false;
      limitClock = undefined;
    },
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

  /** 0 if the call is within the limit; then it counts. */
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

/** A body that is neither a form nor JSON has no arguments. The method reports that itself. */
function argumentsOrNone(request: IncomingMessage, body: string): Call['args'] {
  try {
    return argumentsIn(request, body);
  } catch {
    return {};
  }
}

/** In a form every value is text, and structured values are JSON in it. In JSON, lists may be lists. */
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
