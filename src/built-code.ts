/**
 * Finds the built service. `npm ci` puts `src/` and most packages into a few large files (scripts/build-server.ts), which load in half of the time and
 * take less memory. They are used only if they were built in this folder from exactly these sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Deleted with the packages by every `npm ci`. */
const FOLDER = join(ROOT, 'node_modules/.cache/watchbill-built');

const ENTRY = 'command-line.mjs';

/** The URL of the built command line. Undefined if nothing was built from these sources. */
export function findBuiltCode(): string | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const entry = join(folderOfBuiltCode(), ENTRY);
  return existsSync(entry) ? pathToFileURL(entry).href : undefined;
}

/** Its name is a hash of the sources, and of the path of the installation, since built files contain that path. */
export function folderOfBuiltCode(): string {
  const hash = createHash('sha256').update(ROOT);
  for (const file of ['package-lock.json', ...sourceFiles()]) hash.update(file).update(contentOf(join(ROOT, file)));
  return join(FOLDER, hash.digest('hex').slice(0, 16));
}

/** Relative to the project, in a fixed order. */
export function sourceFiles(): string[] {
  const found = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  return found
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`)
    .sort();
}

function contentOf(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}
