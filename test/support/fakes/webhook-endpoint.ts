/** An endpoint that receives webhooks, and responds as the test wants. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';

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

export interface WebhookEndpoint {
  readonly url: string;
  /** All requests, oldest first. */
  readonly received: Received[];
  /** `silence`: no response. `reset`: it closes the connection. */
  reply: (received: Received) => EndpointReply | 'silence' | 'reset' | Promise<EndpointReply>;
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
    if (typeof reply === 'string') return;
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: WebhookEndpoint = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    reply: () => ({ status: 204 }),
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
