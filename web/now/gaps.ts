/** Where nobody is on call in the time ahead, one entry for each schedule. */
import type { Schemas } from '../api/client.ts';
import { msOf } from '../time/format.ts';
import type { Scale } from '../timeline/scale.ts';

export interface GapsAhead {
  readonly schedule: Schemas['ScheduleReference'];
  readonly zone: string;
  readonly start: number;
  /** Of the first gap; absent when it is later than what is known. */
  readonly end?: number;
  readonly count: number;
  readonly totalMs: number;
}

/** Those that begin first come first. `knownUntil`: where the timelines are cut. */
export function gapsAhead(
  timelines: readonly Schemas['ScheduleTimeline'][],
  within: Scale,
  knownUntil: number,
): GapsAhead[] {
  return timelines
    .flatMap(({ schedule_reference, time_zone, gaps }) => {
      const ahead = gaps
        .map(({ start, end }) => ({ start: Math.max(msOf(start), within.start), end: msOf(end) }))
        .filter(({ start, end }) => start < end && start < within.end);
      const [first] = ahead;
      if (first === undefined) return [];
      return [
        {
          schedule: schedule_reference,
          zone: time_zone,
          start: first.start,
          ...(first.end < knownUntil && { end: first.end }),
          count: ahead.length,
          totalMs: ahead.reduce((sum, { start, end }) => sum + Math.min(end, within.end) - start, 0),
        },
      ];
    })
    .sort((a, b) => a.start - b.start);
}
