/** A real Redis for one test, on loopback, that can be stopped and started again. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startChild } from './child-processes.ts';
import { freePort } from './ports.ts';

export interface TestRedis {
  /** `redis://127.0.0.1:41234` */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function createRedis(): Promise<TestRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--daemonize', 'no'];
      const started = startChild('redis-server', words);
      assert.ok(started.stdout !== null);
      server = started;
      for await (const line of createInterface(started.stdout)) if (line.includes('Ready to accept')) return;
      throw new Error('redis-server ended before it was ready');
    },
    async stop() {
      if (server === undefined || server.exitCode !== null) return;
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
    },
  };
}
