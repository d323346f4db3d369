/**
 * `npm test`: prepares what the suites share, and runs them with the runner of node:test, whose summary and exit code it ends with.
 *
 *   npm test                                every suite
 *   npm test -- 'test/api/schedules/*'      some of them
 *   npm test -- --name 'clock change'       only tests whose name matches
 *   npm test -- --shuffle 7                 in another order, which the number decides: no test may need another
 *   npm test -- --times                     and tells how long each process took, on the clock and of the processors
 *   npm test -- --pooler transaction        on PostgreSQL alone, behind PgBouncer in that mode; or --pooler session
 *   npm test -- --source-maps               with traces that lead to src/, from processes that start and fail more slowly
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { batchesOf } from './support/batches.ts';
import { isPoolMode } from './support/servers/pgbouncer.ts';
import { prepare } from './support/servers/preparation.ts';
import { processorSeconds } from './support/servers/processor-time.ts';
import { nodeFlags } from './support/servers/quick-start.ts';

/** For one test, suite or hook. The longest take three minutes on two cores; a slow, busy machine needs several times as long. */
const TEST_LIMIT_MS = Number(process.env.TEST_LIMIT_MS ?? 15 * 60_000);

/** To start what the suites share, installation of Chromium included; and to stop it. */
const PREPARATION_LIMIT_MS = 10 * 60_000;
const CLEAN_UP_LIMIT_MS = 120_000;

const WATCHDOG = fileURLToPath(new URL('support/servers/watchdog.ts', import.meta.url));
const STOPWATCH = fileURLToPath(new URL('support/servers/processor-time.ts', import.meta.url));

/** As shells report a program that a signal ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// PostgreSQL, Chromium and folders go with this process: see child-processes.ts.
const stop = new AbortController();
for (const [signal, exitCode] of Object.entries(SIGNALS)) {
  process.once(signal, () => {
    stop.abort();
    console.error(`npm test was ended by ${signal}`);
    process.exit(exitCode);
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    shuffle: { type: 'string' },
    times: { type: 'boolean' },
    pooler: { type: 'string' },
    'source-maps': { type: 'boolean' },
  },
});
if (values['source-maps']) process.env.TEST_SOURCE_MAPS = 'yes';
const shuffled = values.shuffle === undefined ? [] : ['--test-randomize', `--test-random-seed=${values.shuffle}`];
const wanted = positionals.length > 0 ? positionals : ['test/**/*.test.ts'];
const files = globSync(wanted).map((file) => resolve(file));

process.exitCode = await test().catch((error: Error) => {
  console.error(`npm test failed: ${error.message}`);
  return 1;
});
// Nothing that is still open may keep the run from its end.
process.exit();

async function test(): Promise<number> {
  if (files.length === 0) throw new Error(`there is no ${wanted.join(' and no ')}`);
  const { pooler } = values;
  if (pooler !== undefined && !isPoolMode(pooler)) {
    throw new Error(`--pooler is "${pooler}"; allowed is session, transaction`);
  }
  const hasBrowser = files.some((file) => file.includes('/test/web/'));
  const prepared = await within(PREPARATION_LIMIT_MS, prepare(hasBrowser, pooler), 'preparation');
  const timesFile = join(prepared.folder, 'times');
  if (values.times) process.env.TEST_TIMES = timesFile;
  const wallMs = new Map<string, number>();
  let isSuccess = await runFiles(await batchesOf(files, prepared.folder), wallMs);
  if (values.times) printTimes(readFileSync(timesFile, 'utf8'), wallMs, prepared.browserPid);
  await within(CLEAN_UP_LIMIT_MS, prepared[Symbol.asyncDispose](), 'clean-up').catch((error: Error) => {
    console.error(error.message);
    isSuccess = false;
  });
  return isSuccess ? 0 : 1;
}

/** Prints what the runner reports, notes in `wallMs` how long each process took, and returns whether all tests passed. */
async function runFiles(paths: readonly string[], wallMs: Map<string, number>): Promise<boolean> {
  let isSuccess = false;
  const results = run({
    files: paths,
    // Many suites wait for other processes most of the time.
    concurrency: availableParallelism() + 3,
    execArgv: [
      ...nodeFlags(),
      `--test-timeout=${TEST_LIMIT_MS}`,
      '--test-force-exit',
      '--import',
      WATCHDOG,
      ...(values.times ? ['--import', STOPWATCH] : []),
      ...shuffled,
    ],
    ...(values.name !== undefined && { testNamePatterns: new RegExp(values.name) }),
    signal: stop.signal,
  });
  results.on('test:summary', ({ file, success, duration_ms }) => {
    if (file === undefined) isSuccess = success;
    else wallMs.set(file, duration_ms);
  });
  for await (const text of results.compose(spec)) process.stdout.write(text);
  const unfinished = paths.filter((path) => !wallMs.has(path));
  if (unfinished.length > 0) console.error(`not all tests were reported from ${unfinished.join(', ')}`);
  return isSuccess && unfinished.length === 0;
}

/** Those that took the most first. Chromium and PostgreSQL are still running. */
function printTimes(lines: string, wallMs: ReadonlyMap<string, number>, browserPid: number | undefined): void {
  const times = lines
    .trim()
    .split('\n')
    .map((line) => ({ seconds: Number.parseFloat(line), file: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ file }) => wallMs.has(file))
    .sort((a, b) => b.seconds - a.seconds);
  const ofSuites = times.reduce((sum, { seconds }) => sum + seconds, 0);
  const all = processorSeconds();
  console.log('processor s  clock s');
  for (const { seconds, file } of times) {
    const clock = ((wallMs.get(file) ?? 0) / 1000).toFixed(1);
    console.log(
      `${seconds.toFixed(1).padStart(11)}  ${clock.padStart(7)}  ${relative('', file).replace(/^\..*\//, '')}`,
    );
  }
  const ofBrowser = browserPid === undefined ? 0 : processorSeconds(browserPid);
  const ofOthers = all - ofSuites - ofBrowser;
  console.log(
    `${all.toFixed(1)} s in all, of these ${ofBrowser.toFixed(1)} s for Chromium and ${ofOthers.toFixed(1)} s for what else suites share`,
  );
}

async function within<T>(limitMs: number, work: PromiseLike<T>, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(new Error(`${what} took more than ${limitMs} ms`)), limitMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(limit));
}
