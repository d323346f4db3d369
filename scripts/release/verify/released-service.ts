/** The service of the Debian package, unpacked and run without installing it: what is published, not what this checkout has built. */
import type { ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../../../test/support/servers/child-processes.ts';
import { environmentFor } from '../../../test/support/servers/server-process.ts';
import { ARCHITECTURE, type Place, run } from './step.ts';

/** Its commands, on a database of its own. */
export interface ReleasedService {
  /** Its log is on standard output. `env` is added to settings that are right for any test. */
  start(words: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Returns what it prints. */
  command(...words: string[]): string;
}

/** `emulator`: the words before the program, if this machine cannot run the architecture. */
export function unpackService(
  { release, work }: Place,
  name: string,
  { architecture = ARCHITECTURE, emulator = [] }: { architecture?: string; emulator?: readonly string[] } = {},
): ReleasedService {
  const folder = join(work, name);
  const [file = ''] = globSync(`*_${architecture}.deb`, { cwd: release });
  run('dpkg-deb', ['--extract', join(release, file), folder]);
  const home = join(folder, 'usr/lib/watchbill');
  const [program = '', ...more] = [...emulator, join(home, 'node'), join(home, 'bin/watchbill.mjs')];
  const environment = {
    ...environmentFor({ kind: 'sqlite', path: join(folder, 'watchbill.db') }),
    PATH: '/usr/bin:/bin',
  };
  return {
    start: (words, env = {}) =>
      startChild(program, [...more, ...words], {
        cwd: folder,
        env: { ...environment, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    command: (...words) => run(program, [...more, ...words], { cwd: folder, env: environment }),
  };
}
