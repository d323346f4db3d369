/**
 * The first edition of Watchbill, checked out from the git history into a folder outside the repository. It uses our dependencies, which were the
 * same.
 */
import type { ChildProcess } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseConfig } from '../../../src/config/database.ts';
import { createFolder, run, startChild } from './child-processes.ts';
import { environmentFor } from './server-process.ts';

const COMMIT = '6146ee7b0581ff9c5a8cc19e259ffcba87a89511';
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

export interface FirstEdition {
  /** Runs a command of its command line. */
  start(
    database: DatabaseConfig,
    words: readonly string[],
    environment?: Readonly<Record<string, string>>,
    nodeOptions?: readonly string[],
  ): ChildProcess;
  remove(): Promise<void>;
}

export class NoHistoryError extends Error {}

export async function checkOutFirstEdition(): Promise<FirstEdition> {
  const folder = await createFolder('watchbill-first-edition-');
  const archive = join(folder.path, 'first-edition.tar');
  try {
    await run('git', ['archive', `--output=${archive}`, COMMIT, 'src', 'package.json'], { cwd: REPOSITORY });
  } catch (error) {
    await folder.remove();
    throw new NoHistoryError(`the first edition (commit ${COMMIT.slice(0, 7)}) is not in the git history here`, {
      cause: error,
    });
  }
  await run('tar', ['-xf', archive, '-C', folder.path]);
  await symlink(join(REPOSITORY, 'node_modules'), join(folder.path, 'node_modules'));
  return {
    start(database, words, environment = {}, nodeOptions = []) {
      const env = { ...environmentFor(database), ...environment };
      const main = join(folder.path, 'src/main.ts');
      return startChild(process.execPath, [...nodeOptions, main, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    remove: folder.remove,
  };
}
