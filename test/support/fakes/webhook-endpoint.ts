/** An endpoint that receives webhooks, and responds as the test wants. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';

const TRICKLE_MS = 5;

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface EndpointReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Misbehaviour =
  /** No response. */
  | 'silence'
  /** It closes the connection. */
  | 'reset'
  /** A header after the other, for ever. */
  | 'trickling head'
  /** The status 200, then a byte after the other, for ever. */
  | 'trickling body'
  /** The status 200, then as many bytes as the other side takes. */
  | 'endless body';

export interface WebhookEndpoint {
  readonly url: string;
  /** All requests, oldest first. */
  readonly received: Received[];
  reply: (received: Received) => EndpointReply | Misbehaviour | Promise<EndpointReply>;
  /** The number of responses that have begun and not ended. */
  openCount(): number;
  /** Ends all calls that have no complete response yet. */
  closeConnections(): void;
  stop(): Promise<void>;
}

/** Over https with a certificate. */
export async function startWebhookEndpoint(tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<WebhookEndpoint> {
  const answer: RequestListener = async (request, response) => {
    const received = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    endpoint.received.push(received);
    const reply = await endpoint.reply(received);
    if (reply === 'reset') request.socket.destroy();
    if (reply === 'trickling head') trickle(request.socket, 'HTTP/1.1 200 OK\r\n', 'x-more: yes\r\n');
    if (reply === 'trickling body') trickle(response.writeHead(200), 'x', 'x');
    if (reply === 'endless body') pour(response.writeHead(200));
    if (typeof reply === 'string') return;
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  let openCount = 0;

  /** Counts it until the other side has closed the connection. */
  function keepOpen(stream: Writable, onClose: () => void): void {
    openCount++;
    stream
      .on('error', () => undefined)
      .once('close', () => {
        openCount--;
        onClose();
      });
  }

  function trickle(stream: Writable, first: string, more: string): void {
    stream.write(first);
    const timer = setInterval(() => stream.write(more), TRICKLE_MS);
    keepOpen(stream, () => clearInterval(timer));
  }

  function pour(stream: Writable): void {
    const more = () => {
      while (!stream.destroyed && stream.write('x'.repeat(65_536)));
    };
    stream.on('drain', more);
    keepOpen(stream, () => stream.off('drain', more));
    more();
  }

  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: WebhookEndpoint = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    reply: () => ({ status: 204 }),
    openCount: () => openCount,
    closeConnections: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
}

/** As a receiver verifies it, at the time of its timestamp. */
export function isSignedBy(secret: string, { body, headers }: Received): boolean {
  mock.timers.enable({ apis: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
  } catch {
    return false;
  } finally {
    mock.timers.reset();
  }
}
