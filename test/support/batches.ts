/**
 * Which suites share a process. To load the service takes a process a second, so most suites that run inside it go together;
 * those that wait for a browser or for other processes have one each, and start first, the longest before the others.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How many suites that use a database go together: few enough that the last process does not end long after the others. */
const BATCH_SIZE = 6;

/** Neither a database nor another process: all of them together. */
const PURE = /\/test\/(engine|time|services)\/|\/test\/(api-keys|argon2|config|errors|ids|log)\.test/;

/** The engine against the brute force takes long, and alone. */
const ALONE =
  /\/test\/[^/]*\.test|\/test\/web\/|\/engine\/properties|\/worker\/(storm|commands|year)|\/api\/(fuzz|slow-database)/;

const LONGEST_FIRST = [/\/chaos\./, /\/worker\/storm/, /\/test\/web\//, /\/test\/[^/]*\.test/];

export async function batchesOf(files: readonly string[], folder: string): Promise<string[]> {
  const pure = files.filter((file) => PURE.test(file) && !/properties/.test(file));
  const alone = files.filter((file) => !pure.includes(file) && ALONE.test(file));
  const others = files.filter((file) => !pure.includes(file) && !alone.includes(file));
  alone.sort((a, b) => rankOf(a) - rankOf(b));
  // Neighbours in the alphabet take alike long: every nth of them makes batches that take alike long too.
  const count = Math.ceil(others.length / BATCH_SIZE);
  const batches = Array.from({ length: count }, (_, i) => others.filter((_, j) => j % count === i));
  const together = [...batches, pure].filter(({ length }) => length > 0);
  return [
    ...alone,
    ...(await Promise.all(together.map((batch, i) => writeBatch(join(folder, `batch-${i}.mjs`), batch)))),
  ];
}

function rankOf(file: string): number {
  const rank = LONGEST_FIRST.findIndex((pattern) => pattern.test(file));
  return rank < 0 ? LONGEST_FIRST.length : rank;
}

async function writeBatch(path: string, files: readonly string[]): Promise<string> {
  await writeFile(path, files.map((file) => `await import('${pathToFileURL(file)}');\n`).join(''));
  return path;
}
