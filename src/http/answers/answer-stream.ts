/** Sends a large answer in pieces, as fast as the client reads them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const PIECE_BYTES = 64 * 1024;

export interface StreamOptions {
  /** A client that takes no piece for this long loses its connection. */
  readonly stallMs: number;
  /** Called with the bytes of each piece that was taken, and at the end with the bytes that were not. */
  readonly onRead: (bytes: number) => void;
}

/**
 * A body for `reply.send`. Each part of it is freed when it was taken. The timeout of the socket would not do: it also starts again when the client
 * sends something, so that a client could keep unread answers in memory with further requests.
 */
export function streamOf({ raw }: FastifyReply, body: Buffer[], { stallMs, onRead }: StreamOptions): Readable {
  const pieces = piecesOf(body);
  let unread = body.reduce((sum, { length }) => sum + length, 0);
  let onItsWay = 0;
  let isEnded = false;
  const watchdog = setTimeout(closeIfItsTurn, stallMs).unref();

  /** Pipelined requests: an answer waits while an earlier one is sent. */
  function closeIfItsTurn(): void {
    if (raw.socket === null) watchdog.refresh();
    else raw.socket.destroy();
  }

  function taken(bytes: number): void {
    unread -= bytes;
    onRead(bytes);
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(watchdog);
    body.length = 0;
    taken(unread);
  }

  raw.once('close', end);
  // The client left while the answer was written: no `close` will come.
  if (raw.destroyed) end();

  return new Readable({
    // Nothing is read ahead: a piece is asked for when the one before was taken.
    highWaterMark: 0,
    read() {
      if (isEnded) {
        this.push(null);
        return;
      }
      watchdog.refresh();
      taken(onItsWay);
      const piece = pieces.next().value;
      onItsWay = piece?.length ?? 0;
      this.push(piece ?? null);
    },
  });
}

function* piecesOf(body: Buffer[]): Generator<Buffer, undefined> {
  for (let one = body.shift(); one !== undefined; one = body.shift()) {
    for (let at = 0; at < one.length; at += PIECE_BYTES) yield one.subarray(at, at + PIECE_BYTES);
  }
}
