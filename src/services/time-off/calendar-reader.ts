/**
 * Reads calendar files in a separate thread, one at a time. A recurrence rule can be written so that the search for the next date never ends (daily,
 * but only on the 30th of February). Such a thread is stopped, and other requests are served meanwhile.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import type { FileContent, FileRequest } from './calendar-file.ts';

const THREAD = new URL('./calendar-thread.ts', import.meta.url);

/**
 * Processor time of the thread: on a busy machine, even a simple file may wait long. A file of 1 MB with 1000 events takes half a second, and 60 MB.
 */
const MAX_PROCESSOR_MS = 5_000;
const CHECK_INTERVAL_MS = 100;
const MAX_MEMORY_MB = 128;
const MAX_WAITING = 20;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

export async function readCalendarSafely(
  request: FileRequest,
  maxProcessorMs = MAX_PROCESSOR_MS,
): Promise<Exclude<FileContent, { problem: string }>> {
  if (waiting >= MAX_WAITING) {
    throw new AppError('service_unavailable', 'Too many calendar files are being read: send it again later.', {
      retryAfterS: 10,
    });
  }
  waiting += 1;
  const turn = last.then(() => readInThread(request, maxProcessorMs));
  last = turn.catch(() => undefined);
  const content = await turn.finally(() => {
    waiting -= 1;
  });
  if ('problem' in content) throw refusal(content.problem);
  return content;
}

function readInThread(request: FileRequest, maxProcessorMs: number): Promise<FileContent> {
  const thread = new Worker(THREAD, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    stdout: true,
    stderr: true,
  });
  return new Promise<FileContent>((resolve, reject) => {
    const timer = setInterval(async () => {
      // Fails if the thread has ended meanwhile.
      const used = await thread.cpuUsage().catch(() => undefined);
      if (used !== undefined && (used.user + used.system) / 1000 > maxProcessorMs) reject(tooMuch());
    }, CHECK_INTERVAL_MS);
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    );
    thread.once('exit', () => {
      clearInterval(timer);
      reject(tooMuch());
    });
  }).finally(() => thread.terminate());
}

function tooMuch(): AppError {
  return refusal('it takes too long to read: its repetitions are too many, or never take place');
}

function refusal(problem: string): AppError {
  return new AppError('unprocessable_entity', `calendar cannot be taken: ${problem}.`);
}
