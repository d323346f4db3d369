/**
 * Reads text from files that a user names. A device or a pipe may have no end, so every read has a limit. Rule TRU-5: a file is UTF-8, because other
 * bytes would become replacement characters in names.
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';

const KB = 1024;
const PIECE_BYTES = 64 * KB;

const STANDARD_INPUT = 0;

/** `-` for standard input. Throws if it is not UTF-8, or if there are more bytes than the limit; no more than that are read. */
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
    if (length === 0) return textOf(Buffer.concat(pieces));
    total += length;
    if (total > maxBytes) throw new Error(`it is larger than ${sizeText(maxBytes)}`);
    pieces.push(piece.subarray(0, length));
  }
}

/** Without a byte order mark. */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const at = firstWrongByte(bytes);
  const line = bytes.subarray(0, at).reduce((count, byte) => (byte === NEW_LINE ? count + 1 : count), 1);
  throw new Error(`it is not UTF-8: line ${line}, byte ${at + 1} is 0x${bytes.toString('hex', at, at + 1)}`);
}

/** The offset of the first byte that is not part of a UTF-8 character. */
function firstWrongByte(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // The decoder replaces a wrong sequence by one character: what comes before it is as long in both.
  const text = decoder.decode(bytes);
  for (let at = text.indexOf(REPLACEMENT); at !== -1; at = text.indexOf(REPLACEMENT, at + 1)) {
    const offset = Buffer.byteLength(text.slice(0, at));
    if (!bytes.subarray(offset, offset + REPLACEMENT_BYTES.length).equals(REPLACEMENT_BYTES)) return offset;
  }
  return 0;
}

const NEW_LINE = 0x0a;
const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/** `20 MB` */
export function sizeText(bytes: number): string {
  return bytes >= KB * KB ? `${bytes / KB / KB} MB` : `${bytes / KB} kB`;
}
