/** Finds the shifts of a preview in which the person has time off: "Ada is away in their second shift". */
import type { Interval } from '../../src/engine/schedule.ts';
import type { Named } from '../people/named.ts';
import type { Away } from './away-bars.ts';

export interface ShiftWhileAway extends Interval {
  readonly person: Named;
  /** Number of the shift among those shown, from 1. */
  readonly count: number;
}

/** `shifts` are ordered by start. Each interval is a part of a shift in which the person is away. */
export function shiftsWhileAway(
  shifts: readonly (Interval & { readonly users: readonly Named[] })[],
  away: readonly Away[],
): ShiftWhileAway[] {
  const timeOff = Map.groupBy(
    away.filter(({ holiday }) => holiday === undefined),
    ({ person }) => person.id,
  );
  const counts = new Map<string, number>();
  const found: ShiftWhileAway[] = [];
  for (const shift of shifts) {
    for (const person of shift.users) {
      const count = (counts.get(person.id) ?? 0) + 1;
      counts.set(person.id, count);
      for (const absence of timeOff.get(person.id) ?? []) {
        const [start, end] = [Math.max(shift.start, absence.start), Math.min(shift.end, absence.end)];
        if (start < end) found.push({ person, count, start, end });
      }
    }
  }
  return found;
}

const WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `second`, `21st` */
export function ordinal(number: number): string {
  const suffix = SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)] ?? 'th';
  return WORDS[number - 1] ?? `${number}${suffix}`;
}
