/**
 * Lingering close (RFC 9112, section 9.6). A connection that is closed while its client still sends is reset, and the client loses the response that
 * it has not read yet. So the rest of a refused request is read and discarded for a moment, within limits, before the connection is closed.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../network/network-address.ts';
import { clientNetworkOf } from './limits/client-address.ts';

export interface LingerLimits {
  /** Without data for this long, the client has nothing more to send, or wants to keep the connection open. */
  readonly silenceMs: number;
  readonly totalMs: number;
  readonly bytes: number;
  /** Connections at a time. Further ones are closed at once. */
  readonly connections: number;
  readonly connectionsOfNetwork: number;
}

/** A body of 10 MB arrives within 5 s at 16 Mbit/s. A connection takes less than 100 kB meanwhile. */
export const LINGER_LIMITS: LingerLimits = {
  silenceMs: 2_000,
  totalMs: 5_000,
  bytes: 10 * 1024 * 1024,
  connections: 1_000,
  connectionsOfNetwork: 50,
};

export interface Lingering {
  /** For a request whose body nobody reads. Call it before the response is sent. If the request has arrived completely, it does nothing. */
  discardRest(request: FastifyRequest, reply: FastifyReply): void;
  /** Sends a response to a malformed request, and closes the connection. Node reports the rest of it too: those calls do nothing. */
  closeAfter(socket: Socket, response: string): void;
}

export function createLingering(limits: LingerLimits): Lingering {
  const open = new Map<string, number>();
  let count = 0;
  const discarded = new WeakSet<IncomingMessage>();
  const malformed = new WeakSet<Socket>();

  /** Undefined if there are too many; else a function that gives the place back. */
  function enter(network: string): (() => void) | undefined {
    const ofNetwork = open.get(network) ?? 0;
    if (count >= limits.connections || ofNetwork >= limits.connectionsOfNetwork) return undefined;
    open.set(network, ofNetwork + 1);
    count += 1;
    return () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
      count -= 1;
    };
  }

  /**
   * Reads the rest of the request, or of everything, on that connection. Calls `onEnd` once: with true if it has ended, with false if a
   * limit is reached.
   */
  function discard(source: IncomingMessage | Socket, socket: Socket, onEnd: (isWhole: boolean) => void): void {
    let bytes = 0;
    const silence = setTimeout(stop, limits.silenceMs, false);
    const total = setTimeout(stop, limits.totalMs, false);
    const stopWhole = () => stop(true);
    source.on('data', take).once('end', stopWhole);
    // A request whose response is sent does not notice that its connection is closed.
    socket.once('close', stopWhole);

    function take(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > limits.bytes) stop(false);
      else silence.refresh();
    }

    function stop(isWhole: boolean): void {
      clearTimeout(silence);
      clearTimeout(total);
      source.off('data', take).off('end', stopWhole);
      socket.off('close', stopWhole);
      onEnd(isWhole);
    }
  }

  return {
    discardRest(request, reply) {
      const { raw, headers } = request;
      const { socket } = raw;
      // Undefined for a request that did not come over a connection.
      if (raw.complete !== false || socket.destroyed || discarded.has(raw)) return;
      discarded.add(raw);
      if (Number(headers['content-length']) > limits.bytes) reply.header('connection', 'close');
      const leave = enter(clientNetworkOf(request));
      if (leave === undefined) {
        reply.header('connection', 'close');
        return;
      }
      let isResponseSent = false;
      // Node calls this after a response that closes its connection.
      const endOnly = () => {
        isResponseSent = true;
        socket.end();
      };
      socket.destroySoon = endOnly;
      discard(raw, socket, (isWhole) => {
        leave();
        // The next request of the connection may have its own already.
        if (socket.destroySoon === endOnly) Reflect.deleteProperty(socket, 'destroySoon');
        if (isResponseSent || !isWhole) socket.destroy();
      });
    },

    closeAfter(socket, response) {
      if (malformed.has(socket)) return;
      malformed.add(socket);
      const leave = socket.writable ? enter(networkOf(socket.remoteAddress ?? '')) : undefined;
      if (leave === undefined) {
        closeAtOnce(socket, response);
        return;
      }
      socket.end(response);
      discard(socket, socket, () => {
        leave();
        socket.destroy();
      });
    },
  };
}

export function closeAtOnce(socket: Socket, response: string): void {
  // After `end` alone, the connection would stay open until the client closes it too.
  if (socket.writable) socket.end(response, () => socket.destroy());
  else socket.destroy();
}
