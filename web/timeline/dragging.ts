/** Computes the new interval of an override that is moved, or whose edge is moved, by pointer or keyboard. Pure functions. */
import type { Interval } from '../../src/engine/schedule.ts';
import type { Scale } from './scale.ts';
import { snapped } from './snapping.ts';

/** `move`: the whole override. */
export type Grip = 'move' | 'start' | 'end';

export interface DragRules {
  /** The step, aligned to the clocks of the zone. */
  readonly stepMs: number;
  readonly zone: string;
  readonly now: number;
}

/** Of an override that has begun, only the end can be moved: the past cannot be changed. */
export function gripFor(grip: Grip, { start }: Interval, now: number): Grip | undefined {
  if (start > now) return grip;
  return grip === 'end' ? 'end' : undefined;
}

/** Moves the interval or an edge by `byMs`, snapped to a step. It never starts or ends in the past, and is at least one step long. */
export function dragged(interval: Interval, grip: Grip, byMs: number, { stepMs, zone, now }: DragRules): Interval {
  const { start, end } = interval;
  if (byMs === 0) return interval;
  if (grip === 'move') {
    const first = firstStep(now, stepMs, zone);
    const moved = Math.max(snapped(start + byMs, stepMs, zone), Math.min(start, first));
    return { start: moved, end: moved + (end - start) };
  }
  if (grip === 'start') {
    const earliest = Math.min(start, firstStep(now, stepMs, zone));
    return { start: Math.min(Math.max(snapped(start + byMs, stepMs, zone), earliest), end - stepMs), end };
  }
  const least = Math.max(start + stepMs, firstStep(now, stepMs, zone));
  return { start, end: Math.max(snapped(end + byMs, stepMs, zone), Math.min(end, least)) };
}

/** The first step after now. */
function firstStep(now: number, stepMs: number, zone: string): number {
  const near = snapped(now, stepMs, zone);
  return near > now ? near : near + stepMs;
}

/** The milliseconds of one pixel, on a row of that width. */
export function msPerPixel({ start, end }: Scale, width: number): number {
  return (end - start) / Math.max(1, width);
}

/** The keys that move a focused bar: what they move, and in which direction. */
export function dragKey(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): { readonly grip: Grip; readonly steps: 1 | -1 } | undefined {
  if (!event.shiftKey) return undefined;
  const sideways = { ArrowLeft: -1, ArrowRight: 1 } as const;
  const upwards = { ArrowDown: -1, ArrowUp: 1 } as const;
  if (event.key in sideways) {
    return { grip: event.altKey ? 'start' : 'move', steps: sideways[event.key as keyof typeof sideways] };
  }
  return event.key in upwards ? { grip: 'end', steps: upwards[event.key as keyof typeof upwards] } : undefined;
}
