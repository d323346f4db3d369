/** Snaps pointer positions to round clock times. */
import type { Interval } from '../../src/engine/schedule.ts';
import { wallAt } from '../../src/time/zones.ts';
import { type Scale, zoneNamed } from './scale.ts';

/** The nearest instant at which the zone's clocks show a multiple of the step. */
export function snapped(at: number, stepMs: number, zoneName: string): number {
  const offsetMs = wallAt(zoneNamed(zoneName), at) - at;
  return Math.round((at + offsetMs) / stepMs) * stepMs - offsetMs;
}

interface Drag {
  /** Fractions of the width of the scale. They may be outside 0 to 1, since the pointer can leave the scale. */
  readonly from: number;
  readonly to: number;
}

/** The dragged interval, in either direction: within the scale, and at least one step long. */
export function draggedInterval({ from, to }: Drag, scale: Scale, stepMs: number, zone: string): Interval {
  const at = (part: number) => scale.start + Math.min(1, Math.max(0, part)) * (scale.end - scale.start);
  const [a, b] = [snapped(at(from), stepMs, zone), snapped(at(to), stepMs, zone)];
  const start = Math.min(Math.max(Math.min(a, b), scale.start), scale.end - stepMs);
  return { start, end: Math.max(Math.min(Math.max(a, b), scale.end), start + stepMs) };
}
