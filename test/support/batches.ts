/**
 * Decides which suites share a process, and in which order the processes start: long ones first. Loading the service and compiling what it uses often
 * takes a process 2.5 s of processor time, so most suites share one.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Suites in a process, on average. Those of pages are few, so that the last one does not end long after everything else. */
const SUITES = 34;
const WEB_SUITES = 3;

/** They take long, or wait for other processes: each has its own. */
const ALONE =
  /\/test\/(operations|nodes|races)\/|\/web\/[a-z-]+\/(every-page|schedule|settings|sign-in)|\/engine\/properties|\/worker\/(storm|commands|killed-workers|year)|\/db\/broken|\/http\/(fuzz|slow-database)/;

/** They take the longest, or wait most of the time. */
const FIRST = /\/nodes\/chaos|\/races\/|\/worker\/(killed-workers|storm)|\/db\/broken/;

const WEB = /\/test\/web\//;

/** Nobody waits for pages: these suites are of functions. */
const WITHOUT_PAGE =
  /\/web\/(?:[a-z-]+\/)?(draft|pasted-lines|person-palette|preview|timeline|tokens|whole-days|windows)\./;

/** A page makes a suite wait for half of the time: between two of them, others compute. */
const OTHERS_FOR_EACH_WEB = 2;

interface Weighed {
  readonly path: string;
  readonly weight: number;
}

/** The files to run, in this order: suites, and files that import several. */
export async function batchesOf(suites: readonly string[], folder: string): Promise<string[]> {
  const [webs, others] = split(suites.map(weigh), ({ path }) => WEB.test(path) && !WITHOUT_PAGE.test(path));
  const [firstOthers, laterOthers] = split(await batched(others, SUITES, folder, 'batch'), ({ path }) =>
    FIRST.test(path),
  );
  const later = longestFirst(laterOthers);
  const mixed = longestFirst(await batched(webs, WEB_SUITES, folder, 'web-batch')).flatMap((web) => [
    web,
    ...later.splice(0, OTHERS_FOR_EACH_WEB),
  ]);
  return [...longestFirst(firstOthers), ...mixed, ...later].map(({ path }) => path);
}

async function batched(suites: readonly Weighed[], size: number, folder: string, name: string): Promise<Weighed[]> {
  const [alone, together] = split(suites, ({ path }) => ALONE.test(path));
  const batches = spread(together, Math.ceil(together.length / size)).map(async (batch, i) => {
    const path = join(folder, `${name}-${i}.mjs`);
    // Static imports register all tests at once. Between dynamic ones the runner may find nothing left to do, and end the process.
    await writeFile(path, batch.map((suite) => `import '${pathToFileURL(suite.path)}';\n`).join(''));
    return { path, weight: weightOf(batch) };
  });
  return [...alone, ...(await Promise.all(batches))];
}

/** About equal parts: the longest suites first, each into the part that is the shortest so far. */
function spread(suites: readonly Weighed[], count: number): Weighed[][] {
  const parts = Array.from({ length: count }, (): Weighed[] => []);
  for (const suite of longestFirst(suites)) parts.toSorted((a, b) => weightOf(a) - weightOf(b))[0]?.push(suite);
  return parts;
}

/** Estimates how long a suite takes: by the length of its text, doubled if it runs on both databases. */
function weigh(path: string): Weighed {
  const text = readFileSync(path, 'utf8');
  return { path, weight: text.length * (text.includes('describeOnBothDatabases') ? 2 : 1) };
}

function weightOf(suites: readonly Weighed[]): number {
  return suites.reduce((sum, { weight }) => sum + weight, 0);
}

function longestFirst(suites: readonly Weighed[]): Weighed[] {
  return suites.toSorted((a, b) => b.weight - a.weight);
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
