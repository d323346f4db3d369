/**
 * How often a suite repeats what chance, timing or size decides: in `npm test`, where one failure in that many is found, and in `npm run soak -- depth`,
 * where the same tests look further.
 */
const IS_DEEP = process.env.TEST_IN_DEPTH !== undefined;

export function inDepth(usual: number, deep: number): number {
  return IS_DEEP ? deep : usual;
}
