/**
 * A raw HTTP connection that sends prepared requests, one at a time. It costs far less than `node:http`, so that the benchmark measures the service
 * and not the client.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Connection {
  send(request: string): Promise<Answer>;
  close(): void;
}

export interface Wanted {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** The request as bytes on the wire. */
export function written({ method, path, body }: Wanted, key: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** The service closes connections that are idle for two minutes: then the next request opens another one. */
export async function connectTo(address: string): Promise<Connection> {
  let socket = await openSocket(address);
  return {
    async send(request) {
      if (socket.destroyed) socket = await openSocket(address);
      return answerTo(socket, request);
    },
    close: () => socket.destroy(),
  };
}

async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  // An error closes it, too. Without a listener, that of an idle connection would end the benchmark.
  return socket.on('error', () => undefined);
}

function answerTo(socket: Socket, request: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let received: Buffer = Buffer.alloc(0);
  const receive = (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const found = firstAnswer(received);
    if (found === undefined) return;
    socket.off('data', receive).off('close', fail);
    resolve(found);
  };
  const fail = () => reject(new Error('the connection ended before the answer'));
  socket.on('data', receive).once('close', fail);
  socket.write(request);
  return promise;
}

const END_OF_HEAD = '\r\n\r\n';

/** Undefined while the response is incomplete. Every response of the service with a body has a content-length. */
function firstAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const [, bodyLength = '0'] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  const start = end + END_OF_HEAD.length;
  const length = start + Number(bodyLength);
  if (bytes.length < length) return undefined;
  return { status: Number(head.slice(9, 12)), body: bytes.toString('utf8', start, length) };
}
