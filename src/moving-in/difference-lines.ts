/** Differences between two timelines as lines of a report. */
import { asSingleLine } from '../text/harmless-text.ts';
import { formatInstant } from '../time/iso.ts';
import type { Difference } from './segments.ts';

/** Further differences are only counted. */
const MAX_SHOWN_DIFFERENCES = 50;

export function differenceLines(differences: readonly Difference[]): string[] {
  const more = differences.length - MAX_SHOWN_DIFFERENCES;
  return [
    ...differences
      .slice(0, MAX_SHOWN_DIFFERENCES)
      .map(({ start, end, there, here }) =>
        asSingleLine(`${formatInstant(start)} – ${formatInstant(end)}  there: ${listOf(there)}  here: ${listOf(here)}`),
      ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

export function listOf(people: readonly string[]): string {
  return people.length === 0 ? 'nobody' : people.join(', ');
}
