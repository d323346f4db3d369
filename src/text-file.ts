/** Reads text from files that a user names. A device or a pipe may have no end, so every read has a limit. */
import { closeSync, openSync, readSync } from 'node:fs';

const KB = 1024;
const PIECE_BYTES = 64 * KB;

const STANDARD_INPUT = 0;

/** `-` for standard input. Throws if there are more bytes than the limit; no more than that are read. */
export function readTextFile(path: string, maxBytes: number): string {
  const file = path === '-' ? STANDARD_INPUT : openSync(path, 'r');
  try {
    return readAll(file, maxBytes);
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
}

function readAll(file: number, maxBytes: number): string {
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, maxBytes + 1 - total));
    const length = readSync(file, piece);
    if (length === 0) return Buffer.concat(pieces).toString('utf8');
    total += length;
    if (total > maxBytes) throw new Error(`it is larger than ${sizeText(maxBytes)}`);
    pieces.push(piece.subarray(0, length));
  }
}

/** `20 MB` */
export function sizeText(bytes: number): string {
  return bytes >= KB * KB ? `${bytes / KB / KB} MB` : `${bytes / KB} kB`;
}
