/** Requests through a proxy with a certificate of the tests, from any address of this machine. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The address of the client. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Without its compression. */
  readonly text: string;
}

export interface HttpsClient {
  /** An answer whose body has not been read. */
  open(path: string, how?: Ask): Promise<IncomingMessage>;
  ask(path: string, how?: Ask): Promise<Answer>;
}

export function httpsClient(port: number): HttpsClient {
  const open = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Ask = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: `localhost:${port}`, ...json, ...headers },
        localAddress: from,
        rejectUnauthorized: false,
        agent: false,
      };
      request(options, resolve)
        .once('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  return {
    open,
    async ask(path, how) {
      const answer = await open(path, how);
      const bytes = await buffer(answer);
      const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      return { status: answer.statusCode ?? 0, headers: answer.headers, text };
    },
  };
}
