/**
 * Random values: in `npm test` the same every time, so that it passes or fails by the code alone; in `npm run soak -- chance` others, and many more. When
 * a test fails there, fast-check prints the seed: `FC_RUNS=20000 FC_SEED=… npm test -- FILE` repeats it.
 */
const { FC_RUNS, FC_SEED } = process.env;

export const IS_BY_CHANCE = FC_RUNS !== undefined;

interface Usual {
  readonly seed: number;
  readonly numRuns: number;
  /** A run takes as long as this many checks of the engine. */
  readonly weight?: number;
}

/** Parameters for fast-check. */
export function byChance({ seed, numRuns, weight = 1 }: Usual): { readonly seed?: number; readonly numRuns: number } {
  if (FC_RUNS === undefined) return { seed, numRuns };
  return { numRuns: Math.ceil(Number(FC_RUNS) / weight), ...(FC_SEED !== undefined && { seed: Number(FC_SEED) }) };
}
