/** Serves `/metrics`, and nothing else, for a process without the HTTP application: the command `worker`. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../process/log.ts';
import type { Services } from '../../services/shared/services.ts';
import { createMetrics } from './metrics.ts';

export interface MetricsServer {
  /** `http://127.0.0.1:9464` */
  readonly address: string;
  close(): void;
}

/** A scrape is one short request. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 50;

/** Throws the error of the system if it cannot listen there. */
export async function serveMetrics(
  services: Services,
  log: Log,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const measure = createMetrics(services, new Map());
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => void answer(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  // The work keeps the process running, not its metrics.
  server.unref();

  async function answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^\/metrics\/?(\?|$)/.test(url)) return send(response, 404, 'There is only /metrics here.\n');
    // The health check of the image asks so, and must not wait for the database.
    if (method === 'HEAD') return send(response, 200, '');
    if (method !== 'GET') {
      response.setHeader('allow', 'GET, HEAD');
      return send(response, 405, 'Only GET and HEAD are allowed.\n');
    }
    try {
      const { contentType, text } = await measure();
      send(response, 200, text, contentType);
    } catch (error) {
      log.error('the metrics could not be measured', { error });
      send(response, 500, 'The metrics could not be measured; the log says why.\n');
    }
  }

  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(text);
}
