/**
 * The layers of one rotation, in the order in which they take over. Usually one. Further ones follow where the rotation ends, where its
 * windows change, or where it starts within a turn: that turn then has a layer of its own, so that the later turns keep their times.
 */
import type { FileLayer } from '../as-code/file.ts';
import { type Rotation, rotationOf, runningTurn, turnStartsAt, turnWallMs } from '../engine/rotation.ts';
import type { Layer } from '../engine/schedule.ts';
import type { UserId } from '../ids.ts';
import { formatInstant } from '../time/iso.ts';
import { findZone, wallAt } from '../time/zones.ts';
import { SourceError, type SourceRotation } from './source.ts';
import { isWholeWeek, restrictionIntervalsOf, type WeekWindow } from './week-windows.ts';

export const MAX_POSITIONS = 50;
export const MAX_AT_ONCE = 4;
export const MAX_WINDOWS = 35;

const MAX_NAME_LENGTH = 60;

/** A stretch of time in which the windows of a rotation stay the same. */
export interface Piece {
  readonly start: number;
  /** Infinity: for ever. */
  readonly end: number;
  /** Empty: nobody is on call. */
  readonly windows: readonly WeekWindow[];
}

/** `pieces` follow each other without gaps; only the first may have started. */
export function layersOf(rotation: SourceRotation, pieces: readonly Piece[], now: number): FileLayer[] {
  const last = pieces.at(-1);
  const end = last === undefined || last.end === Number.POSITIVE_INFINITY ? [] : [emptyLayer(rotation, last.end)];
  return [...pieces.flatMap((piece) => layersOfPiece(rotation, piece, now)), ...end];
}

/** A layer of a schedule that has only overrides. */
export function emptyLayer({ name }: { readonly name: string }, start: number): FileLayer {
  return {
    name: shortened(name),
    rotation_start: formatInstant(start),
    concurrent_oncall_users: 1,
    shift_length: { amount: 1, unit: 'weeks' },
    users: [],
  };
}

/** At most 60 characters, in one line. */
export function shortened(name: string): string {
  const text = name.trim().replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ') || 'Unnamed';
  const characters = [...text];
  return text.length <= MAX_NAME_LENGTH ? text : `${cut(characters, MAX_NAME_LENGTH - 1).trimEnd()}…`;
}

/** By UTF-16 length, as the schema counts, and without half a character. */
function cut(characters: readonly string[], length: number): string {
  let text = '';
  for (const character of characters) {
    if (text.length + character.length > length) break;
    text += character;
  }
  return text;
}

function layersOfPiece(rotation: SourceRotation, piece: Piece, now: number): FileLayer[] {
  if (piece.windows.length === 0) return [emptyLayer(rotation, Math.max(piece.start, rotation.anchor))];
  if (piece.start <= Math.max(now, rotation.anchor)) {
    return [layerFrom(rotation, rotation.crews, rotation.anchor, piece.windows)];
  }
  return layersFromWithin(rotation, piece);
}

/** Starts in the middle of a turn, perhaps. */
function layersFromWithin(rotation: SourceRotation, piece: Piece): FileLayer[] {
  const computed = computedRotation(rotation, piece.windows);
  const { crews } = rotation;
  const layers: FileLayer[] = [];
  let turn = runningTurn(computed, piece.start);
  let start = piece.start;
  while (start < piece.end) {
    // The clocks may skip the wall time of a handoff. The turns after it would then be counted from the wrong time.
    const isHandoff =
      turnStartsAt(computed, turn) === start && wallAt(computed.zone, start) === turnWallMs(computed, turn);
    if (isHandoff) {
      const position = turn % crews.length;
      const order = [...crews.slice(position), ...crews.slice(0, position)];
      layers.push(layerFrom(rotation, order, start, piece.windows));
      break;
    }
    layers.push(
      layerFrom({ ...rotation, countsOpenDays: false }, [crews[turn % crews.length] ?? []], start, piece.windows),
    );
    turn += 1;
    start = turnStartsAt(computed, turn);
  }
  return layers;
}

function layerFrom(
  { name, shiftLength, countsOpenDays = false }: SourceRotation,
  crews: readonly (readonly string[])[],
  start: number,
  windows: readonly WeekWindow[],
): FileLayer {
  const size = Math.max(...crews.map((crew) => crew.length));
  return {
    name: shortened(name),
    rotation_start: formatInstant(start),
    concurrent_oncall_users: size,
    shift_length: shiftLength,
    ...(!isWholeWeek(windows) && { restriction_intervals: restrictionIntervalsOf(windows) }),
    ...(countsOpenDays && !isWholeWeek(windows) && { counted_days: 'open' as const }),
    users: crews.flatMap((crew) => padded(crew, size)),
  };
}

/** Someone who is named twice in a turn counts once (rule ROT-3), so repeating a person changes nothing. */
function padded(crew: readonly string[], size: number): string[] {
  return Array.from({ length: size }, (_, i) => crew[i] ?? crew[0] ?? '');
}

function computedRotation(rotation: SourceRotation, windows: readonly WeekWindow[]): Rotation {
  const zone = findZone(rotation.zone);
  if (zone === undefined) throw new SourceError(`${rotation.name}: time zone ${rotation.zone} is not known here.`);
  return rotationOf(engineLayer(layerFrom(rotation, rotation.crews, rotation.anchor, windows)), zone);
}

/** The engine takes any text for the id of a person. */
export function engineLayer(layer: FileLayer): Layer {
  return {
    name: layer.name,
    rotationStart: Temporal.Instant.from(layer.rotation_start).epochMilliseconds,
    concurrentUsers: layer.concurrent_oncall_users,
    users: layer.users as UserId[],
    shiftLength: layer.shift_length,
    ...(layer.restriction_intervals !== undefined && { restrictionIntervals: layer.restriction_intervals }),
    ...(layer.counted_days !== undefined && { countedDays: layer.counted_days }),
  };
}
