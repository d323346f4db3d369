/**
 * Standard output that never ends the process, wherever it leads: a full disk, a closed pipe, a stalled reader. Output that cannot be written waits,
 * up to a limit; beyond that, lines are dropped and counted.
 *
 * Files are written with blocking calls, which keep the order and the last lines of a crash. A failed write is retried, so a line that was cut by a
 * full disk is completed when there is room. Pipes and terminals are written through Node's stream, which does not block: a blocking write to a
 * stalled reader would keep the process from ending. Pino's own destination is not used: it stays silent after a closed pipe, and on a full disk it
 * retries its last lines for ever, so that the process never ends.
 */
import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { warn } from './terminal.ts';

export interface Output {
  write(text: string): void;
  /** How many writes were dropped since the last call; 0 while the output still fails. */
  takeDropped(): number;
}

const STANDARD_OUTPUT = 1;

/** More than a thousand lines. */
const MAX_BACKLOG_BYTES = 256 * 1024;

const RETRY_MS = 1_000;

let shared: Output | undefined;

export function standardOutput(): Output {
  shared ??= isFile(STANDARD_OUTPUT) ? createFileOutput(STANDARD_OUTPUT) : createStreamOutput(process.stdout);
  return shared;
}

/** For a command: it fails with one line if its output cannot be written, unless the reader closed the pipe, like `head`. A service continues. */
export function failWithoutOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || shared !== undefined) return;
    warn(`standard output cannot be written: ${message}\n`);
    process.exitCode = 1;
  });
}

/** Devices such as `/dev/full` count as files. */
function isFile(fd: number): boolean {
  if (isatty(fd)) return false;
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isCharacterDevice();
  } catch {
    return false;
  }
}

/** Lines of one turn of the event loop are written together at its end, or at the exit of the process. */
function createFileOutput(fd: number): Output {
  const report = reportOnce();
  let waiting: string[] = [];
  let waitingBytes = 0;
  /** What is left of the lines taken last: a full disk may cut a write. */
  let piece = Buffer.alloc(0);
  let state: 'idle' | 'scheduled' | 'failing' = 'idle';
  let dropped = 0;

  function writeWaiting(): void {
    try {
      while (waitingBytes > 0) {
        if (piece.length === 0) {
          piece = Buffer.from(waiting.join(''));
          waiting = [];
        }
        const written = writeSync(fd, piece);
        piece = piece.subarray(written);
        waitingBytes -= written;
      }
      state = 'idle';
      report.recovered();
    } catch (error) {
      report.failed(error as Error);
      state = 'failing';
      setTimeout(writeWaiting, RETRY_MS).unref();
    }
  }

  process.once('exit', writeWaiting);
  return {
    write(text) {
      const bytes = Buffer.byteLength(text);
      if (state === 'scheduled' && waitingBytes + bytes > MAX_BACKLOG_BYTES) writeWaiting();
      if (waitingBytes + bytes > MAX_BACKLOG_BYTES) {
        dropped++;
        return;
      }
      waiting.push(text);
      waitingBytes += bytes;
      if (state !== 'idle') return;
      state = 'scheduled';
      setImmediate(writeWaiting);
    },
    takeDropped() {
      if (state === 'failing') return 0;
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

function createStreamOutput(stream: NodeJS.WriteStream): Output {
  const report = reportOnce();
  let dropped = 0;
  let isFailing = false;
  // Without a listener, an error would end the process. Failures are counted where they occur.
  stream.on('error', () => undefined);
  return {
    write(text) {
      if (stream.writableLength > MAX_BACKLOG_BYTES) {
        dropped++;
        return;
      }
      stream.write(text, (error) => {
        isFailing = error != null;
        if (error == null) return report.recovered();
        dropped++;
        report.failed(error);
      });
    },
    takeDropped() {
      if (isFailing || stream.writableLength > MAX_BACKLOG_BYTES / 2) return 0;
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

/** One line on standard error each time that the output begins to fail, since standard error may lead elsewhere. */
function reportOnce(): { failed(error: Error): void; recovered(): void } {
  let isReported = false;
  return {
    failed({ message }) {
      if (isReported) return;
      isReported = true;
      try {
        writeSync(process.stderr.fd, `standard output cannot be written, the service goes on: ${message}\n`);
      } catch {
        // Standard error leads to the same place.
      }
    },
    recovered() {
      isReported = false;
    },
  };
}
