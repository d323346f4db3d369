/**
 * Caches the code that Node compiles on disk, so that the next start is faster. Anyone who can write to the cache can run code as the
 * service. So the cache is a folder inside the installation that belongs to the user of this process and that nobody else can enter.
 * Without such a folder, nothing is cached.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/watchbill', import.meta.url));

const OTHERS = 0o077;

export function setUpCompileCache(): void {
  if (isOwnFolder()) enableCompileCache(FOLDER);
}

function isOwnFolder(): boolean {
  try {
    mkdirSync(dirname(FOLDER), { recursive: true });
    mkdirSync(FOLDER, { mode: 0o700 });
  } catch {
    // It exists already, or cannot be created.
  }
  const found = lstatSync(FOLDER, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.geteuid?.() && (found.mode & OTHERS) === 0;
}
