/**
 * Handoffs computed with `rrule`, for comparison. It only answers when turns begin: it has no people, windows or overrides.
 *
 * Its manual describes two ways to use a zone. With `tzid` it converts every occurrence to an instant itself. Without it, it uses "floating" wall
 * times; these are converted here with our own tables, so that the measured time is rrule's. Its cache is off: it helps only when the same instant is
 * asked for again, and it grows with every other one.
 */
import rrule from 'rrule';
import type { Interval, Layer, ShiftUnit } from '../src/engine/schedule.ts';
import { instantAt, latestWallBy, wallAt, type Zone } from '../src/time/zones.ts';

export interface Handoffs {
  lastBy(at: number): number | undefined;
  firstAfter(at: number): number | undefined;
  in(within: Interval): number[];
}

const FREQUENCIES: Record<ShiftUnit, number> = {
  hours: rrule.RRule.HOURLY,
  days: rrule.RRule.DAILY,
  weeks: rrule.RRule.WEEKLY,
};

/** Wrong within hours of a clock change, where rrule treats a wall time as an instant to find its offset. */
export function handoffsWithTzid(layer: Layer, zone: Zone): Handoffs {
  // rrule returns instants only if the machine's own zone is UTC; otherwise it shifts them by that zone's offset.
  Object.assign(process.env, { TZ: 'UTC' });
  const rule = ruleOf(layer, zone, zone.name);
  return {
    lastBy: (at) => rule.before(new Date(at), true)?.getTime(),
    firstAfter: (at) => rule.after(new Date(at), false)?.getTime(),
    in: ({ start, end }) => rule.between(new Date(start), new Date(end - 1), true).map((date) => date.getTime()),
  };
}

export function handoffsFloating(layer: Layer, zone: Zone): Handoffs {
  const rule = ruleOf(layer, zone, null);
  const wallDate = (at: number) => new Date(latestWallBy(zone, at));
  const instantOf = (wall: Date) => instantAt(zone, wall.getTime(), 'first');
  const instantIfAny = (wall: Date | null) => (wall === null ? undefined : instantOf(wall));
  return {
    lastBy: (at) => instantIfAny(rule.before(wallDate(at), true)),
    firstAfter: (at) => instantIfAny(rule.after(wallDate(at), false)),
    in: ({ start, end }) => {
      const walls = rule.between(new Date(latestWallBy(zone, start - 1) + 1), wallDate(end - 1), true);
      // A turn that the clocks skip begins together with the next one.
      return walls.map(instantOf).filter((instant, i, instants) => instant !== instants[i + 1]);
    },
  };
}

function ruleOf({ rotationStart, shiftLength }: Layer, zone: Zone, tzid: string | null) {
  const dtstart = new Date(wallAt(zone, rotationStart));
  const noCache = true;
  return new rrule.RRule({ freq: FREQUENCIES[shiftLength.unit], interval: shiftLength.amount, dtstart, tzid }, noCache);
}
