/** A copy of this project to run, change and build, with the same packages. */
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder } from './child-processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Installation {
  readonly path: string;
  remove(): Promise<void>;
}

/** `parts`: files and folders of the project that it has. */
export async function createInstallation(parts: readonly string[]): Promise<Installation> {
  const installation = await createFolder('watchbill-installed-');
  for (const part of parts) await cp(join(ROOT, part), join(installation.path, part), { recursive: true });
  await linkPackages(installation.path);
  return installation;
}

/** Without what is cached beside them, so that the installation has its own. */
export async function linkPackages(path: string): Promise<void> {
  await mkdir(join(path, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '.cache') await symlink(join(ROOT, 'node_modules', name), join(path, 'node_modules', name));
  }
}
