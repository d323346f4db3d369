/** Rules REV-1 and REV-2: which layers are the same, and which revision is in force when. */
import type { Interval, Layer, RestrictionInterval, Revision } from './schedule.ts';

/** A revision and the one interval in which it is in force. */
export interface RevisionValidity extends Interval {
  readonly revision: Revision;
}

/**
 * Rule REV-2: the revisions that ever come into force, ascending, each until the next one; the last one for ever. From the highest number down, a
 * revision is in force until the earliest start of those above it.
 */
export function validityOf(revisions: readonly Revision[]): RevisionValidity[] {
  const validities: RevisionValidity[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (const revision of [...revisions].sort((a, b) => b.number - a.number)) {
    if (revision.validFrom >= end) continue;
    validities.push({ start: revision.validFrom, end, revision });
    end = revision.validFrom;
  }
  return validities.reverse();
}

/** Rule REV-1: the same in every field. Only the order of the windows has no meaning. */
export function sameLayer(one: Layer, other: Layer): boolean {
  return (
    one.name === other.name &&
    one.rotationStart === other.rotationStart &&
    one.concurrentUsers === other.concurrentUsers &&
    one.shiftLength.amount === other.shiftLength.amount &&
    one.shiftLength.unit === other.shiftLength.unit &&
    one.users.join() === other.users.join() &&
    windowsKey(one.restrictionIntervals) === windowsKey(other.restrictionIntervals) &&
    (one.countedDays ?? 'all') === (other.countedDays ?? 'all')
  );
}

function windowsKey(intervals: readonly RestrictionInterval[] = []): string {
  return intervals
    .map(({ day, from, to }) => `${day} ${from} ${to}`)
    .sort()
    .join();
}
