/** Compares the concurrent outcome of a pair with both serial orders. Shared by the test and the soak run. */
import { nameOfPair, type Pair, UNDECIDED } from './operations.ts';
import { type Failure, findFailure, type Outcome, type SerialOutcome } from './outcomes.ts';
import type { Side, Stage } from './stage.ts';

export interface PairFailure extends Failure {
  readonly pair: string;
  readonly interleaving: string;
}

export interface RaceOptions {
  readonly amount: 'few' | 'all';
  readonly random: () => number;
  /** The stage itself by default. Stages with copies of the same rows have the same serial outcomes. */
  readonly serially?: Stage['serially'];
}

/** The first failure of each kind. A serial order is run only if an outcome has to be compared with it. */
export async function race(
  stage: Stage,
  pair: Pair,
  { amount, random, serially: runSerially = stage.serially }: RaceOptions,
): Promise<PairFailure[]> {
  const undecided = UNDECIDED[nameOfPair(pair)]?.destination;
  const serial: [SerialOutcome?, SerialOutcome?] = [];
  async function serially(first: Side): Promise<SerialOutcome> {
    const name = first === 0 ? 'A then B' : 'B then A';
    const found = serial[first] ?? { name, outcome: withoutMessagesTo(undecided, await runSerially(pair, first)) };
    serial[first] = found;
    return found;
  }

  const failures = new Map<string, PairFailure>();
  for (const interleaving of await stage.interleavings(pair, amount, random)) {
    const outcome = withoutMessagesTo(undecided, await stage.atOnce(pair, interleaving));
    const likely = await serially(interleaving.likelyFirst);
    if (findFailure(outcome, [likely]) === undefined) continue;
    const failure = findFailure(outcome, [await serially(0), await serially(1)]);
    if (failure === undefined || failures.has(failure.kind)) continue;
    failures.set(failure.kind, { ...failure, pair: nameOfPair(pair), interleaving: interleaving.name });
  }
  return [...failures.values()];
}

function withoutMessagesTo(destination: string | undefined, outcome: Outcome): Outcome {
  if (destination === undefined) return outcome;
  const compared = [...outcome.changes].filter(([, { table, destination_id }]) => {
    const isMessage = table === 'deliveries' || table === 'delivery_queues';
    return !isMessage || destination_id !== destination;
  });
  return { ...outcome, changes: new Map(compared) };
}

export function describeFailure({ pair, kind, interleaving, lines }: PairFailure): string {
  return [`${pair}: ${kind}`, interleaving, ...lines].join('\n    ');
}
