/**
 * A user who asks for `GET /user/` every 10 ms, while others attack. It runs in a thread, so that reading the answers of an attack does not delay it.
 * A wait counts from the time at which the request was due.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Connection, connectTo, written } from './connection.ts';
import { epochMs } from './loop-watch.ts';

const INTERVAL_MS = 10;
/** Enough for a stop of half a second: further requests would wait for a free connection, and count that. */
const CONNECTIONS = 50;

export interface Wait {
  /** Milliseconds since 1970. */
  readonly dueMs: number;
  readonly ms: number;
}

export interface Bystander {
  /** Resolves when all requests are answered. */
  stop(): Promise<readonly Wait[]>;
}

interface Asked {
  readonly address: string;
  readonly key: string;
}

export async function startBystander(asked: Asked): Promise<Bystander> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked });
  await once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [waits] = (await once(worker, 'message')) as [readonly Wait[]];
      await worker.terminate();
      return waits;
    },
  };
}

if (!isMainThread && parentPort !== null) {
  const { address, key } = workerData as Asked;
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => connectTo(address)));
  const request = written({ method: 'GET', path: '/user/' }, key);
  const waits: Wait[] = [];
  const beginMs = epochMs();
  let started = 0;
  let isOver = false;

  async function keepAsking(connection: Connection): Promise<void> {
    for (;;) {
      const dueMs = beginMs + started++ * INTERVAL_MS;
      const early = dueMs - epochMs();
      if (early > 0) await delay(early);
      if (isOver) return;
      const { status, body } = await connection.send(request);
      waits.push({ dueMs, ms: epochMs() - dueMs });
      if (status !== 200) throw new Error(`GET /user/ was answered with ${status}: ${body}`);
    }
  }

  const all = Promise.all(connections.map(keepAsking));
  parentPort.postMessage('started');
  await once(parentPort, 'message');
  isOver = true;
  await all;
  parentPort.postMessage(waits);
}
