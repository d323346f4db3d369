/** Merges rotations that always hand off together into one rotation with several people on call at once. */
import { MAX_AT_ONCE, MAX_POSITIONS } from './layers.ts';
import type { SourceRotation } from './source.ts';
import { joined, WHOLE_WEEK } from './week-windows.ts';

/** The id of a merged rotation is the ids of both, joined by a plus. */
export function mergedRotations(rotations: readonly SourceRotation[]): {
  rotations: SourceRotation[];
  notes: string[];
} {
  const result: SourceRotation[] = [];
  const notes: string[] = [];
  for (const rotation of rotations) {
    const index = result.findIndex((other) => timesOf(other) === timesOf(rotation));
    const other = result[index];
    const merged = other && mergedRotation(other, rotation);
    if (other === undefined || merged === undefined) {
      result.push(rotation);
    } else {
      result[index] = merged;
      notes.push(
        `"${other.name}" and "${rotation.name}" hand over at the same times: they are one schedule with both on call.`,
      );
    }
  }
  return { rotations: result, notes };
}

function mergedRotation(one: SourceRotation, other: SourceRotation): SourceRotation | undefined {
  const turns = leastCommonMultiple(one.crews.length, other.crews.length);
  if (turns > MAX_POSITIONS) return undefined;
  const crews = Array.from({ length: turns }, (_, turn) => [
    ...new Set([...crewAt(one, turn), ...crewAt(other, turn)]),
  ]);
  const size = Math.max(...crews.map((crew) => crew.length));
  if (size > MAX_AT_ONCE || size * turns > MAX_POSITIONS) return undefined;
  return {
    ...one,
    id: `${one.id}+${other.id}`,
    sourceIds: [...(one.sourceIds ?? [one.id]), other.id],
    name: `${one.name} + ${other.name}`,
    crews,
    notes: [...new Set([...one.notes, ...other.notes])],
  };
}

function crewAt({ crews }: SourceRotation, turn: number): readonly string[] {
  return crews[turn % crews.length] ?? [];
}

/** A text that is equal for rotations with the same turns and windows. */
function timesOf({
  level,
  zone,
  anchor,
  shiftLength,
  windows,
  countsOpenDays = false,
  activeFrom,
  activeUntil,
}: SourceRotation): string {
  return JSON.stringify([
    level,
    zone,
    anchor,
    shiftLength,
    joined(windows ?? WHOLE_WEEK),
    countsOpenDays,
    activeFrom,
    String(activeUntil),
  ]);
}

export function leastCommonMultiple(a: number, b: number): number {
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));
  return (a * b) / divisor(a, b);
}
