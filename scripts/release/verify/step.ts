/** A step of `npm run release:verify`. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Step {
  readonly name: string;
  /** Commands that it runs, with the Debian package that has each. */
  readonly needs: Readonly<Record<string, string>>;
  /** What else must be so, such as to be root; the sentence says what is missing. */
  readonly missing?: () => string | undefined;
  run(place: Place): Promise<void>;
}

export interface Place {
  /** What `npm run release` made. */
  readonly release: string;
  /** An empty folder, which is removed afterwards. */
  readonly work: string;
}

/** Runs a command to its end, and returns what it prints. Its errors go to ours. */
export function run(
  command: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  return execFileSync(command, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: Number.POSITIVE_INFINITY,
    ...options,
  });
}

/** Asks until there is an answer. */
export async function answerOf(address: string, limitMs: number): Promise<Response> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return answer;
    if (performance.now() > end) throw new Error(`${address} does not answer within ${limitMs / 1000} s`);
    await wait(20);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export function needsRoot(): string | undefined {
  return process.getuid?.() === 0 ? undefined : 'it must run as root';
}
