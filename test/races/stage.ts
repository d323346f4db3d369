/**
 * One database with two nodes on it. A stage runs two operations one after the other, or at once in a given interleaving, always
 * from the same starting state, and returns the outcome.
 */

import { setImmediate as turn } from 'node:timers/promises';
import type { Node } from './node.ts';
import { createNormaliser } from './normalising.ts';
import { isWork, type Pair } from './operations.ts';
import type { Answered, Outcome } from './outcomes.ts';
import type { StoredState } from './stored-state.ts';
import type { World } from './world.ts';

/** One of the two operations. */
export type Side = 0 | 1;

export function otherSide(side: Side): Side {
  return side === 0 ? 1 : 0;
}

/** One way to run both at once. Its name appears in a failure. */
export interface Interleaving {
  readonly name: string;
  /** Whose effects most likely come first: that serial order is compared first, and usually alone. */
  readonly likelyFirst: Side;
  run(perform: Perform): Promise<Answers>;
}

export type Perform = (side: Side) => Promise<Answered>;
export type Answers = readonly [a: Answered, b: Answered];

export interface Stage {
  serially(pair: Pair, first: Side): Promise<Outcome>;
  atOnce(pair: Pair, interleaving: Interleaving): Promise<Outcome>;
  /** Interleavings of that pair: the few that find the most, or all. `random` makes the remaining choices. */
  interleavings(pair: Pair, amount: 'few' | 'all', random: () => number): Promise<readonly Interleaving[]>;
  stop(): Promise<void>;
}

export type Trial = (pair: Pair, run: (perform: Perform) => Promise<Answers>) => Promise<Outcome>;

/**
 * Shared by all stages: runs a pair, reads the changes and undoes them. On SQLite a node looks for commits of others once in a turn of the event
 * loop, which both nodes share here: what must come later waits for the next turn.
 */
export function createTrial(world: World, nodes: readonly [Node, Node], state: StoredState): Trial {
  const normaliser = createNormaliser(world, state);
  return async (pair, run) => {
    const answers = await run((side) => nodes[side].perform(pair[side], world));
    // A worker skips rows that another transaction has locked, and comes back: so it does here, in every order.
    for (const operation of new Set(pair)) if (isWork(operation)) await nodes[0].perform(operation, world);
    const changes = await state.changes();
    await state.undo(changes);
    await turn();
    const normalised = ({ status, body }: Answered) => ({ status, body: normaliser.answer(changes, status, body) });
    return { answers: [normalised(answers[0]), normalised(answers[1])], changes: normaliser.lines(changes) };
  };
}

export async function oneAfterTheOther(perform: Perform, first: Side): Promise<Answers> {
  const earlier = await perform(first);
  await turn();
  const later = await perform(otherSide(first));
  return first === 0 ? [earlier, later] : [later, earlier];
}
