/**
 * Decides which suites share a process, and their order. Loading the service takes a process a second, so most suites that run inside it share one.
 * Suites that wait for a browser, for other processes or for time to pass are mixed with those that need a processor, so that both are used all the
 * time. Longer ones start before shorter ones.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Suites in a batch, on average. Each process takes 2.5 s of processor time to load the service and to compile what it uses often, so there are few.
 * They start early, so that the last one does not end long after everything else.
 */
const BATCH_SIZE = 34;
const WEB_BATCH_SIZE = 3;

/** Suites without a database or another process: all together. */
const PURE =
  /\/test\/(engine|time|services)\/|\/test\/(config|errors|ids|log)\.test|\/secrets\/(api-keys|argon2)|\/web\/(draft|preview|timeline|windows)\./;

/** The comparison of the engine with the brute force takes long, so it runs alone. */
const ALONE =
  /\/test\/[^/]*\.test|\/test\/(operations|nodes|secrets)\/|\/web\/(schedule|settings|sign-in)|\/engine\/properties|\/races\/|\/worker\/(storm|commands|killed-workers|year)|\/db\/broken|\/http\/(fuzz|slow-database)/;

const WEB = /\/test\/web\//;

/** They take the longest, or wait most of the time. */
const FIRST = [/\/chaos\./, /\/races\//, /\/worker\/(killed-workers|storm)/, /\/db\/broken/];

/** Pages make a suite wait for half of the time, and take a third of the whole run. */
const OTHERS_FOR_EACH_WEB = 2;

/** Short suites run last, while the longest of the others end. */
const SHORT = /\/(architecture|common-passwords|emails|naming|version)\.test/;

/** What one process runs. */
export interface Batch {
  /** Of a suite, or of a file that imports several. */
  readonly path: string;
  readonly suites: readonly string[];
}

export async function batchesOf(files: readonly string[], folder: string): Promise<Batch[]> {
  const pure = files.filter((file) => PURE.test(file) && !/properties/.test(file));
  const alone = files.filter((file) => !pure.includes(file) && ALONE.test(file));
  const others = files.filter((file) => !pure.includes(file) && !alone.includes(file));
  const web = others.filter((file) => WEB.test(file));
  const batches = await Promise.all([
    ...spread(web, WEB_BATCH_SIZE).map((batch, i) => writeBatch(join(folder, `web-batch-${i}.mjs`), batch)),
    ...spread(
      others.filter((file) => !web.includes(file)),
      BATCH_SIZE,
    ).map((batch, i) => writeBatch(join(folder, `batch-${i}.mjs`), batch)),
    ...(pure.length > 0 ? [writeBatch(join(folder, 'pure.mjs'), pure)] : []),
  ]);
  const single = alone.map((path) => ({ path, suites: [path] }));
  return inOrder([...batches, ...single]);
}

/** Batches of about equal length: the longest suites first, each into the batch that is the shortest so far. */
function spread(files: readonly string[], size: number): string[][] {
  const batches = Array.from({ length: Math.ceil(files.length / size) }, () => ({ weight: 0, files: [] as string[] }));
  const weighed = files.map((file) => ({ file, weight: weightOf(file) })).sort((a, b) => b.weight - a.weight);
  for (const { file, weight } of weighed) {
    const [lightest] = batches.toSorted((a, b) => a.weight - b.weight);
    lightest?.files.push(file);
    if (lightest !== undefined) lightest.weight += weight;
  }
  return batches.map(({ files }) => files);
}

/** Estimates how long a suite takes: by the length of its text, doubled if it runs on both databases. */
function weightOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  return text.length * (text.includes('describeOnBothDatabases') ? 2 : 1);
}

function inOrder(batches: readonly Batch[]): Batch[] {
  const left = new Set(batches);
  function taken(pattern: RegExp): Batch[] {
    const found = [...left].filter(({ path }) => pattern.test(path));
    for (const batch of found) left.delete(batch);
    return found;
  }
  const first = FIRST.flatMap(taken);
  const web = [...taken(WEB), ...taken(/\/web-batch-/)];
  const last = taken(SHORT);
  const others = [...left];
  const mixed = web.flatMap((batch) => [batch, ...others.splice(0, OTHERS_FOR_EACH_WEB)]);
  return [...first, ...mixed, ...others, ...last];
}

/** Static imports register all tests at once. Between dynamic ones the runner may find nothing left to do, and end the process. */
async function writeBatch(path: string, suites: readonly string[]): Promise<Batch> {
  await writeFile(path, suites.map((suite) => `import '${pathToFileURL(suite)}';\n`).join(''));
  return { path, suites };
}
