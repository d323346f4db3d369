/**
 * Translates a rotation to layers, in the order in which they take effect. Usually there is one. There are more if the rotation ends, if its windows
 * change, or if it starts within a turn: that turn then gets its own layer, so that later turns keep their times.
 */
import type { FileLayer } from '../as-code/file/file.ts';
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

/** A stretch of time in which the windows of a rotation do not change. */
export interface Piece {
  readonly start: number;
  /** Infinity: for ever. */
  readonly end: number;
  /** Empty: nobody is on call. */
  readonly windows: readonly WeekWindow[];
}

/** `pieces` follow each other without gaps. Only the first may have started. */
export function layersOf(rotation: SourceRotation, pieces: readonly Piece[], now: number): FileLayer[] {
  const last = pieces.at(-1);
  const end = last === undefined || last.end === Number.POSITIVE_INFINITY ? [] : [emptyLayer(rotation, last.end)];
  return [...pieces.flatMap((piece) => layersOfPiece(rotation, piece, now)), ...end];
}

/** The layer of a schedule that has only overrides. */
export function emptyLayer({ name }: { readonly name: string }, start: number): FileLayer {
  return {
    name: shortened(name),
    rotation_start: formatInstant(start),
    concurrent_oncall_users: 1,
    shift_length: { amount: 1, unit: 'weeks' },
    users: [],
  };
}

/** At most 60 characters, on one line. */
export function shortened(name: string): string {
  const text = name.trim().replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ') || 'Unnamed';
  const characters = [...text];
  return text.length <= MAX_NAME_LENGTH ? text : `${cut(characters, MAX_NAME_LENGTH - 1).trimEnd()}…`;
}

/** Counts UTF-16 units, as the schema does, and never splits a character. */
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

/** The piece may start in the middle of a turn. */
function layersFromWithin(rotation: SourceRotation, piece: Piece): FileLayer[] {
  const computed = computedRotation(rotation, piece.windows);
  const { crews } = rotation;
  const layers: FileLayer[] = [];
  let turn = runningTurn(computed, piece.start);
  let start = piece.start;
  while (start < piece.end) {
    // The clocks may skip the wall time of a handoff. Later turns would then be counted from the wrong time.
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

/** A person who is named twice in a turn counts once (rule ROT-3), so repeating one changes nothing. */
function padded(crew: readonly string[], size: number): string[] {
  return Array.from({ length: size }, (_, i) => crew[i] ?? crew[0] ?? '');
}

/** The rotation in the engine, with other windows. */
export function computedRotation(rotation: SourceRotation, windows: readonly WeekWindow[]): Rotation {
  const zone = findZone(rotation.zone);
  if (zone === undefined) throw new SourceError(`${rotation.name}: time zone ${rotation.zone} is unknown.`);
  return rotationOf(engineLayerOf(rotation, windows), zone);
}

export function engineLayerOf(rotation: SourceRotation, windows: readonly WeekWindow[]): Layer {
  return engineLayer(layerFrom(rotation, rotation.crews, rotation.anchor, windows));
}

/** The engine accepts any text as a user id. */
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
