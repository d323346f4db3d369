/**
 * Measures how long calls take, in nanoseconds.
 *
 * Tasks that are compared are measured in turns (A B A B …) in the same run, so that noise of the machine affects all of them and the ratio stays
 * fair. A sample is the mean of a batch of calls, because a single short call is below the resolution of the clock. So the 99th percentile is that of
 * batches, not of calls. The loop around the calls is included: about 20 ns on the machine in results.json.
 */

export interface Measurement {
  readonly medianNs: number;
  readonly p99Ns: number;
  /** The number of calls in all samples. */
  readonly calls: number;
}

/** Does the work once and returns its result. */
export type Task<Input> = (input: Input) => unknown;

/** At least a hundred times the cost of starting and stopping the clock. */
const SAMPLE_MS = 2;
const WARM_UP_MS = 200;
const BUDGET_MS = 1000;
const ROUNDS = 40;

/** Results are stored here, so that the compiler cannot remove a call. Only a few, to keep little memory alive. */
export const lastResults: unknown[] = new Array(8).fill(undefined);

/** All tasks use the same inputs in a cycle, enough of them that no result is cached. */
export function measureTogether<Input, Tasks extends Readonly<Record<string, Task<Input>>>>(
  inputs: readonly Input[],
  tasks: Tasks,
): { [Name in keyof Tasks]: Measurement } {
  loosenLoop();
  const runners = Object.entries(tasks).map(([name, task]) => prepare(name, task, inputs));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const runner of runners) {
      // A task whose single call takes longer than its share of a round skips the next rounds.
      while (runner.spentMs < (BUDGET_MS * round) / ROUNDS) takeSample(runner);
    }
  }
  const found = runners.map((runner) => [runner.name, summarize(runner)]);
  return Object.fromEntries(found) as { [Name in keyof Tasks]: Measurement };
}

interface Runner<Input> {
  readonly name: string;
  readonly task: Task<Input>;
  readonly inputs: readonly Input[];
  readonly samplesNs: number[];
  batch: number;
  /** The index of the next input. */
  next: number;
  spentMs: number;
}

function prepare<Input>(name: string, task: Task<Input>, inputs: readonly Input[]): Runner<Input> {
  const runner = { name, task, inputs, samplesNs: [], batch: 1, next: 0, spentMs: 0 };
  for (let spentMs = 0; spentMs < WARM_UP_MS; ) {
    const elapsedMs = runBatch(runner);
    spentMs += elapsedMs;
    if (elapsedMs < SAMPLE_MS) runner.batch *= 2;
  }
  return runner;
}

/**
 * Prevents a bias. V8 inlines a task into a loop that has only seen that task, and discards the compiled code when a second task comes: the first
 * task was then measured at half its speed. After this function, the loop treats all tasks alike.
 */
function loosenLoop(): void {
  const idle: Task<number>[] = [(x) => x, (x) => x + 1, (x) => x + 2, (x) => x + 3, (x) => x + 4, (x) => x + 5];
  for (const task of idle) {
    runBatch({ name: 'idle', task, inputs: [0.5], samplesNs: [], batch: 10_000, next: 0, spentMs: 0 });
  }
}

function takeSample<Input>(runner: Runner<Input>): void {
  const elapsedMs = runBatch(runner);
  runner.spentMs += elapsedMs;
  runner.samplesNs.push((elapsedMs * 1e6) / runner.batch);
}

function runBatch<Input>(runner: Runner<Input>): number {
  const { task, inputs, batch } = runner;
  let next = runner.next;
  const startMs = performance.now();
  for (let i = 0; i < batch; i++) {
    lastResults[i & 7] = task(inputs[next] as Input);
    next = next + 1 === inputs.length ? 0 : next + 1;
  }
  const elapsedMs = performance.now() - startMs;
  runner.next = next;
  return elapsedMs;
}

function summarize<Input>({ samplesNs, batch }: Runner<Input>): Measurement {
  const sorted = Float64Array.from(samplesNs).sort();
  return { medianNs: percentile(sorted, 0.5), p99Ns: percentile(sorted, 0.99), calls: sorted.length * batch };
}

/** The smallest sample that is not exceeded by at least this fraction of samples. */
function percentile(sorted: Float64Array, part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1] as number;
}
