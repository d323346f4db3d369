/** The labels above a timeline in one zone: where days or hours begin, and their names. */
import { HOUR_MS } from '../../src/time/units.ts';
import type { Zone } from '../../src/time/zones.ts';
import { wallAt } from '../../src/time/zones.ts';
import { isMidnight, offsetOf, written } from '../time/format.ts';
import { type Scale, ticksOf, zoneNamed } from './scale.ts';
import type { AxisView } from './views.ts';

export interface AxisTick {
  readonly at: number;
  readonly text: string;
  readonly isDay: boolean;
}

const HOURS_BETWEEN = { day: 3, week: 24, fortnight: 24 } as const;

/** Fraction of the usual width of a label. At the end of the scale, a label with less room is left out. */
const MIN_PART = 0.7;

export function axisTicks(view: AxisView, scale: Scale, zone: string): AxisTick[] {
  const ticks = ticksOf(scale, zone, HOURS_BETWEEN[view]);
  return ticks.map((at, i) => {
    const hasRoom = i + 1 < ticks.length || scale.end - at > MIN_PART * HOURS_BETWEEN[view] * HOUR_MS;
    return { at, text: hasRoom ? textOf(view, at, zone, i === 0) : '', isDay: view !== 'day' || isMidnight(at, zone) };
  });
}

function textOf(view: AxisView, at: number, zone: string, isFirst: boolean): string {
  if (view !== 'day') return written(at, zone, 'shortDay');
  if (isMidnight(at, zone)) return written(at, zone, 'shortDay');
  const time = written(at, zone, 'tick');
  return isFirst ? `${written(at, zone, 'shortDay')}, ${time}` : time;
}

export function isWeekend(at: number, zone: string): boolean {
  return written(at, zone, 'weekday').startsWith('S');
}

/** `GMT+1`, or `GMT+1 → +2` if the clocks change within the scale. */
export function offsetsIn({ start, end }: Scale, zone: string): string {
  const offsets = [start, ...changesIn(zoneNamed(zone), { start, end })].map((at) => offsetOf(at, zone));
  return [...new Set([offsets[0], offsets.at(-1)])].join(' → ').replace('→ GMT', '→ ');
}

/** Whether the clocks of both zones agree throughout the scale. */
export function showTheSame(one: string, other: string, scale: Scale): boolean {
  const [a, b] = [zoneNamed(one), zoneNamed(other)];
  const instants = [scale.start, ...changesIn(a, scale), ...changesIn(b, scale)];
  return instants.every((at) => wallAt(a, at) === wallAt(b, at));
}

function changesIn({ starts }: Zone, { start, end }: Scale): number[] {
  return [...starts].filter((at) => at > start && at < end);
}
