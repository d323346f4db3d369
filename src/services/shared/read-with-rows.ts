import { clearingsOfRowCaches } from '../../process/row-cache.ts';
import { waitForAll } from './wait-for-all.ts';

/**
 * Rule STO-4: reads rows, and at the same time what something will be computed from that is kept for these rows (row-cache.ts). Cached rows may be
 * newer than the rest: if a check finds a commit, they are read again, but the rest was sent before. A value of both would be outdated for as long as
 * it is kept. So the rest is then read again too.
 */
export async function readWithRows<Rows, Rest>(
  readRows: () => Promise<Rows>,
  readRest: () => Promise<Rest>,
): Promise<readonly [Rows, Rest]> {
  const before = clearingsOfRowCaches();
  const [rows, rest] = await waitForAll<[Rows, Rest]>([readRows(), readRest()]);
  // For rows that are not frozen nothing is kept.
  const mayBeNewer = clearingsOfRowCaches() !== before && Object.isFrozen(rows);
  return [rows, mayBeNewer ? await readRest() : rest];
}
