/** Compares the concurrent outcome of a pair with both serial orders. Shared by the test and the soak run. */
import { nameOfPair, type Pair } from './operations.ts';
import { type Failure, findFailure, type SerialOutcome } from './outcomes.ts';
import type { Side, Stage } from './stage.ts';

export interface PairFailure extends Failure {
  readonly pair: string;
  readonly interleaving: string;
}

export interface RaceOptions {
  readonly amount: 'few' | 'all';
  readonly random: () => number;
}

/** The first failure of each kind. A serial order is run only if an outcome has to be compared with it. */
export async function race(stage: Stage, pair: Pair, { amount, random }: RaceOptions): Promise<PairFailure[]> {
  const serial: [SerialOutcome?, SerialOutcome?] = [];
  async function serially(first: Side): Promise<SerialOutcome> {
    const name = first === 0 ? 'A then B' : 'B then A';
    const found = serial[first] ?? { name, outcome: await stage.serially(pair, first) };
    serial[first] = found;
    return found;
  }

  const failures = new Map<string, PairFailure>();
  for (const interleaving of await stage.interleavings(pair, amount, random)) {
    const outcome = await stage.atOnce(pair, interleaving);
    const likely = await serially(interleaving.likelyFirst);
    if (findFailure(outcome, [likely]) === undefined) continue;
    const failure = findFailure(outcome, [await serially(0), await serially(1)]);
    if (failure === undefined || failures.has(failure.kind)) continue;
    failures.set(failure.kind, { ...failure, pair: nameOfPair(pair), interleaving: interleaving.name });
  }
  return [...failures.values()];
}

export function describeFailure({ pair, kind, interleaving, lines }: PairFailure): string {
  return [`${pair}: ${kind}`, interleaving, ...lines].join('\n    ');
}
