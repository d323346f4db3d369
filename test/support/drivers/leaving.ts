/** A client that sends a request and leaves before the service has looked up its key. */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** More than the service needs for a request whose client has left. */
const TURNS = 20;

/** Waits until the service has noticed. */
export async function askAndLeave(server: Server, path: string, key: string): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const asked = once(server, 'request');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
  const [, response] = (await asked) as [unknown, ServerResponse];
  const left = once(response, 'close');
  response.socket?.destroy();
  await left;
  socket.destroy();
  for (let turn = 0; turn < TURNS; turn++) await nextTurn();
}
