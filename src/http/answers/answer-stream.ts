/** Sends a large answer in pieces, as fast as the client reads them. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const PIECE_BYTES = 64 * 1024;

export interface StreamOptions {
  /** A client that takes no piece for this long loses its connection. */
  readonly stallMs: number;
  /** Called with the bytes of each piece that was taken, and at the end with the bytes that were not. */
  readonly onRead: (bytes: number) => void;
}

/** A body for `reply.send`. Each part of it is freed when it was taken. */
export function streamOf({ raw }: FastifyReply, body: Buffer[], { stallMs, onRead }: StreamOptions): Readable {
  const pieces = piecesOf(body);
  let unread = body.reduce((sum, { length }) => sum + length, 0);
  let onItsWay = 0;

  function taken(bytes: number): void {
    unread -= bytes;
    onRead(bytes);
  }

  const reader = watchReader(raw, stallMs, () => {
    body.length = 0;
    taken(unread);
  });

  return new Readable({
    // Nothing is read ahead: a piece is asked for when the one before was taken.
    highWaterMark: 0,
    read() {
      if (reader.hasEnded()) {
        this.push(null);
        return;
      }
      reader.hasTaken();
      taken(onItsWay);
      const piece = pieces.next().value;
      onItsWay = piece?.length ?? 0;
      this.push(piece ?? null);
    },
  });
}

export interface SlicesOptions {
  /** A client that takes no slice for this long loses its connection. */
  readonly stallMs: number;
  /** Before each slice is written. */
  readonly turn: () => Promise<void>;
  /** Called once: the answer was read, or nobody reads it any more. */
  readonly onEnd: () => void;
}

/** A body for `reply.send` that is written while the client reads it: a slice when the one before was taken. */
export function streamOfSlices(
  { raw }: FastifyReply,
  slices: Iterator<string, undefined>,
  { stallMs, turn, onEnd }: SlicesOptions,
): Readable {
  const reader = watchReader(raw, stallMs, onEnd);
  return new Readable({
    highWaterMark: 0,
    read() {
      reader.hasTaken();
      turn()
        .then(() => {
          const slice = reader.hasEnded() ? undefined : slices.next().value;
          this.push(slice === undefined ? null : Buffer.from(slice));
        })
        .catch((error) => this.destroy(error));
    },
  });
}

interface WatchedReader {
  hasEnded(): boolean;
  hasTaken(): void;
}

/**
 * Closes the connection of a client that takes nothing for too long. The timeout of the socket would not do: it also starts again when the client sends
 * something, so that a client could keep unread answers in memory with further requests. `onEnd` is called when the answer was sent, or cannot be.
 */
function watchReader(raw: ServerResponse, stallMs: number, onEnd: () => void): WatchedReader {
  let isEnded = false;
  const watchdog = setTimeout(closeIfItsTurn, stallMs).unref();

  /** Pipelined requests: an answer waits while an earlier one is sent. */
  function closeIfItsTurn(): void {
    if (raw.socket === null) watchdog.refresh();
    else raw.socket.destroy();
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(watchdog);
    onEnd();
  }

  raw.once('close', end);
  // The client left while the answer was written: no `close` will come.
  if (raw.destroyed) end();
  return { hasEnded: () => isEnded, hasTaken: () => void (isEnded || watchdog.refresh()) };
}

function* piecesOf(body: Buffer[]): Generator<Buffer, undefined> {
  for (let one = body.shift(); one !== undefined; one = body.shift()) {
    for (let at = 0; at < one.length; at += PIECE_BYTES) yield one.subarray(at, at + PIECE_BYTES);
  }
}
