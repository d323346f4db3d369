/**
 * Rule TRU-5: compares the schedules of several levels with the rotations that they come from. Here each rotation runs alone, with all its windows, and
 * at every instant the highest one with somebody on call decides, as in the product.
 */
import { WEEK_MS } from '../time/units.ts';
import { findZone, type Zone } from '../time/zones.ts';
import { type Draft, unionSegments } from './drafts.ts';
import { layersOf } from './layers.ts';
import { type Difference, differencesBetween, type Segment, sweep } from './segments.ts';
import type { SourceRotation } from './source.ts';
import { WHOLE_WEEK } from './week-windows.ts';

/** More than a year, so that all clock changes of a year are in it. */
const COMPARED_MS = 54 * WEEK_MS;

/** Without overrides, which come later. Empty if all rotations have the same level: nothing is taken from any of them. */
export function levelDifferences(
  rotations: readonly SourceRotation[],
  drafts: readonly Draft[],
  now: number,
): Difference[] {
  if (new Set(rotations.map(({ level }) => level)).size < 2) return [];
  const end = now + COMPARED_MS;
  return differencesBetween(highestOf(rotations, now, end), unionSegments(drafts, now, end));
}

function highestOf(rotations: readonly SourceRotation[], now: number, end: number): Segment[] {
  const levels = [...Map.groupBy(rotations, ({ level }) => level)].sort(([a], [b]) => b - a);
  const segments = levels.map(([, together]) =>
    unionSegments(
      together.map((rotation) => aloneDraft(rotation, now)),
      now,
      end,
    ),
  );
  return [...sweep(segments)].map(({ people, ...interval }) => ({
    ...interval,
    people: people.find((crew) => crew.length > 0) ?? [],
  }));
}

function aloneDraft(rotation: SourceRotation, now: number): Draft {
  const { id, name, zone, activeFrom: start, activeUntil: end, windows = WHOLE_WEEK } = rotation;
  return {
    externalId: id,
    name,
    zone: findZone(zone) as Zone,
    layers: layersOf(rotation, [{ start, end, windows }], now),
    rotationIds: [id],
    isForOverrides: false,
    overrides: [],
  };
}
