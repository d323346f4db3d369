/** A real Redis of the test's own, on loopback, that can be stopped and started again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

const HOW_TO = 'These tests need redis-server: install it ("apt-get install redis-server", "brew install redis").';

export interface TestRedis {
  /** `redis://127.0.0.1:41234` */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function createRedis(): Promise<TestRedis> {
  await ensureRedis();
  const port = await freePort();
  let server: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const started = spawn('redis-server', [
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--daemonize',
        'no',
      ]);
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

/** Debian's, where the tests run as root; else someone has to install it. */
async function ensureRedis(): Promise<void> {
  if (await isInstalled()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server']);
  }
  if (!(await isInstalled())) throw new Error(HOW_TO);
}

function isInstalled(): Promise<boolean> {
  return run('redis-server', ['--version']).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
