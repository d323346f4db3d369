/**
 * Translates rotations in which higher ones replace lower ones. Each becomes its own schedule, with the windows in which no higher one is on call.
 * This is exact: no crew is empty, so a higher rotation always has somebody in its windows.
 */
import { formatInstant } from '../time/iso.ts';
import { findZone } from '../time/zones.ts';
import { MAX_WINDOWS, type Piece } from './layers.ts';
import type { SourceRotation } from './source.ts';
import { turnsBeside } from './turns-beside.ts';
import {
  isWholeWeek,
  restrictionIntervalsOf,
  WEEK_MINUTES,
  type WeekWindow,
  WHOLE_WEEK,
  without,
} from './week-windows.ts';

export type Levelled =
  | {
      /** Has the same turns, perhaps counted in another way. */
      readonly rotation: SourceRotation;
      readonly pieces: readonly Piece[];
      readonly notes: readonly string[];
    }
  | { readonly reason: string };

/** When the rotation is on call, or why weekly windows cannot express it. */
export function levelled(rotation: SourceRotation, all: readonly SourceRotation[], now: number): Levelled {
  const higher = all.filter(({ level }) => level > rotation.level);
  const own = rotation.windows ?? WHOLE_WEEK;
  const foreign = higher.find(
    ({ zone, windows }) => zone !== rotation.zone && windows !== undefined && !isWholeWeek(windows),
  );
  if (foreign !== undefined) {
    return { reason: `It gives way to "${foreign.name}", whose windows are in another time zone (${foreign.zone}).` };
  }
  const start = Math.max(rotation.activeFrom, now);
  const changes = higher.flatMap(({ activeFrom, activeUntil }) => [activeFrom, activeUntil]);
  const bounds = [...new Set([start, ...changes, rotation.activeUntil])]
    .filter((at) => at >= start && at <= rotation.activeUntil)
    .sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const [i, from] of bounds.entries()) {
    const to = bounds[i + 1];
    if (to === undefined) break;
    const inForce = higher.filter(({ activeFrom, activeUntil }) => activeFrom <= from && from < activeUntil);
    const windows = without(
      own,
      inForce.flatMap((other) => other.windows ?? WHOLE_WEEK),
    );
    pieces.push({ start: i === 0 ? rotation.activeFrom : from, end: to, windows });
  }
  const most = Math.max(0, ...pieces.map(({ windows }) => restrictionIntervalsOf(windows).length));
  if (most > MAX_WINDOWS) {
    return { reason: `It has ${most} windows beside the rotations above it; a layer has ${MAX_WINDOWS} at most.` };
  }
  const turns = turnsBeside(rotation, pieces);
  if ('reason' in turns) return turns;
  return {
    rotation: turns.rotation,
    pieces: joinedPieces(pieces),
    notes: [...notesOf(rotation, higher, own, pieces), ...turns.notes],
  };
}

function joinedPieces(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const previous = result.at(-1);
    if (previous !== undefined && JSON.stringify(previous.windows) === JSON.stringify(piece.windows)) {
      result[result.length - 1] = { ...previous, end: piece.end };
    } else {
      result.push(piece);
    }
  }
  return result;
}

function notesOf(
  rotation: SourceRotation,
  higher: readonly SourceRotation[],
  own: readonly WeekWindow[],
  pieces: readonly Piece[],
): string[] {
  const above = higher.filter(({ windows }) => isCutBy(own, windows ?? WHOLE_WEEK));
  if (above.length === 0) return [];
  const names = above.map(({ name }) => `"${name}"`).join(', ');
  const changes = pieces.slice(1).map(({ start }) => formatInstant(start));
  const repeated = repeatedBoundary(rotation, above);
  return [
    `Its windows are those in which ${names} ${above.length === 1 ? 'is' : 'are'} not on call${changes.length > 0 ? `; they change on ${changes.join(', ')}` : ''}.`,
    ...(repeated === undefined
      ? []
      : [`When the clocks are put back, it and ${names} are both on call for the repeated time around ${repeated}.`]),
  ];
}

function isCutBy(own: readonly WeekWindow[], higher: readonly WeekWindow[]): boolean {
  return lengthOf(without(own, higher)) < lengthOf(without(own, []));
}

function lengthOf(windows: readonly WeekWindow[]): number {
  return windows.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Finds a boundary between windows that a clock change repeats: there, one window ends at the second occurrence and the other starts at the first. */
function repeatedBoundary({ zone: name }: SourceRotation, above: readonly SourceRotation[]): string | undefined {
  const zone = findZone(name);
  if (zone === undefined) return undefined;
  const bounds = above.flatMap(({ windows = [] }) => windows.flatMap(({ start, end }) => [start, end % WEEK_MINUTES]));
  for (let i = zone.starts.length - 30; i < zone.starts.length - 2; i++) {
    if (i < 0) continue;
    const [from, to] = [zone.wallStarts[i + 1] as number, zone.wallEnds[i] as number];
    if (!(from < to)) continue;
    const hit = bounds.find((minute) => {
      const repeated = minuteOfWeek(from);
      return minute >= repeated && minute < repeated + (to - from) / 60_000;
    });
    if (hit !== undefined) return timeOf(hit);
  }
  return undefined;
}

/** 1970-01-01 was a Thursday. */
function minuteOfWeek(wallMs: number): number {
  return (Math.floor(wallMs / 60_000) + 3 * 24 * 60) % WEEK_MINUTES;
}

function timeOf(minute: number): string {
  const inDay = minute % (24 * 60);
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}
