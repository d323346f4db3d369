/** Programs in namespaces of their own, which need the whole machine for themselves. */
import { readFileSync } from 'node:fs';
import { startChild } from '../../../test/support/servers/child-processes.ts';
import { end, run, until } from './step.ts';

const LIMIT_MS = 60_000;

export interface Namespaces {
  /** Runs a command in them, and returns what it prints. */
  run(...words: string[]): string;
  /** Ends everything in them. */
  end(): Promise<void>;
}

/** `script` becomes the first process, which is `program` at last. */
export async function inNamespaces(
  kinds: readonly string[],
  script: readonly string[],
  program: string,
): Promise<Namespaces> {
  const flags = kinds.map((kind) => `--${kind}`);
  const outer = startChild('unshare', [...flags, '--fork', '--kill-child', 'sh', ...script], { stdio: 'ignore' });
  try {
    const first = await until(`${program} is the first process`, LIMIT_MS, () => {
      // As this namespace numbers it.
      const child = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim();
      return readFileSync(`/proc/${child}/comm`, 'utf8').trim() === program && child;
    });
    const target = ['--target', first, ...flags, '--'];
    return {
      run: (...words) => run('nsenter', [...target, ...words], { env: { PATH: process.env.PATH } }),
      end: () => end(outer),
    };
  } catch (error) {
    await end(outer);
    throw error;
  }
}
