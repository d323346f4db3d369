/** A thread that reads one calendar file: see calendar-reader.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { type FileRequest, readCalendarFile } from './calendar-file.ts';

parentPort?.postMessage(readCalendarFile(workerData as FileRequest));
