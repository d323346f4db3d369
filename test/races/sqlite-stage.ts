/**
 * Two nodes on one SQLite file. Only one transaction writes at a time, so operations can only interleave around their transactions: both are kept
 * from writing while they read, and then write one after the other.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { startNode } from './node.ts';
import {
  type Answers,
  createTrial,
  type Interleaving,
  oneAfterTheOther,
  otherSide,
  type Perform,
  type Side,
  type Stage,
} from './stage.ts';
import { copyToSqlite, openSqliteState } from './stored-state.ts';
import type { BuiltWorld } from './world.ts';

/** More than a request needs to reach its first transaction. */
const TURNS_UNTIL_WRITE = 40;

/** An undisturbed request takes fewer turns in total. */
const MAX_TURNS_LATER = 24;

export async function openSqliteStage(built: BuiltWorld): Promise<Stage> {
  const { path, remove } = await copyToSqlite(built.path);
  const nodes = [await startNode({ kind: 'sqlite', path }), await startNode({ kind: 'sqlite', path })] as const;
  const state = await openSqliteState(path);
  const trial = createTrial(built.world, nodes, state);

  /** Both have read before either writes; then `first` writes first. */
  async function heldWrites(perform: Perform, first: Side): Promise<Answers> {
    const release = state.holdWrites();
    const early = perform(first);
    await turn();
    const late = perform(otherSide(first));
    await turns(TURNS_UNTIL_WRITE);
    release();
    const answers = [await early, await late] as const;
    return first === 0 ? answers : [answers[1], answers[0]];
  }

  async function apart(perform: Perform, first: Side, turnsLater: number): Promise<Answers> {
    const early = perform(first);
    await turns(turnsLater);
    const late = perform(otherSide(first));
    const answers = [await early, await late] as const;
    return first === 0 ? answers : [answers[1], answers[0]];
  }

  return {
    serially: (pair, first) => trial(pair, (perform) => oneAfterTheOther(perform, first)),
    atOnce: (pair, interleaving) => trial(pair, (perform) => interleaving.run(perform)),
    async interleavings([a, b], amount, random) {
      const chosen: Side = a !== b && random() < 0.5 ? 1 : 0;
      const sides: readonly Side[] = amount === 'few' ? [chosen] : a === b ? [0] : [0, 1];
      return sides.flatMap((first): Interleaving[] => {
        const name = first === 0 ? 'A' : 'B';
        const held = {
          name: `both read, then ${name} writes first`,
          run: (perform: Perform) => heldWrites(perform, first),
        };
        const later = Array.from({ length: amount === 'all' ? MAX_TURNS_LATER : 0 }, (_, turnsLater) => ({
          name: `${name} first, the other ${turnsLater} turns of the event loop later`,
          run: (perform: Perform) => apart(perform, first, turnsLater),
        }));
        return [held, ...later].map((way) => ({ ...way, likelyFirst: first }));
      });
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await state.close();
      await remove();
    },
  };
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}
