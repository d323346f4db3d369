/** A step of `npm run release:verify`. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
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

/** Of this machine, as Debian calls it. */
export const ARCHITECTURE = arch() === 'arm64' ? 'arm64' : 'amd64';

/** Runs a command to its end, and returns what it prints. What it says otherwise is shown only if it fails. */
export function run(
  command: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): string {
  try {
    return execFileSync(command, words, {
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: Number.POSITIVE_INFINITY,
      ...options,
    });
  } catch (error) {
    const { message, status, stdout, stderr } = error as Error & { status?: number; stdout?: string; stderr?: string };
    if (status === undefined) throw error;
    throw new Error(`${message.split('\n', 1)} (${status})\n${stdout}${stderr}`);
  }
}

/** The folder of the unpacked sources, which is the build context of the image. */
export function unpackSources(release: string, work: string): string {
  const folder = join(work, 'sources');
  mkdirSync(folder);
  const [sources = ''] = globSync('*-source.tar.gz', { cwd: release });
  run('tar', ['-xzf', join(release, sources), '--strip-components=1', '--directory', folder]);
  return folder;
}

/** Asks until there is an answer. */
export async function answerOf(address: string, limitMs: number): Promise<Response> {
  return until(`${address} answers`, limitMs, async () => {
    const answer = await fetch(address);
    return answer.ok ? answer : undefined;
  });
}

/** Asks until the result is true, and returns it. Errors count as false until the time is up. */
export async function until<Result>(
  what: string,
  limitMs: number,
  attempt: () => Result | Promise<Result>,
): Promise<Exclude<Awaited<Result>, undefined | false>> {
  const end = performance.now() + limitMs;
  for (let cause: unknown; ; await wait(50)) {
    try {
      const result = await attempt();
      if (result !== undefined && result !== false) return result as Exclude<Awaited<Result>, undefined | false>;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end) throw new Error(`not so within ${limitMs / 1000} s: ${what}`, { cause });
  }
}

/** Ends a process, if it still runs. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export function needsRoot(): string | undefined {
  return process.getuid?.() === 0 ? undefined : 'it must run as root';
}
