/** The gaps ahead in which nobody is on call, one entry for each schedule. */
import type { Schemas } from '../api/client.ts';
import { msOf } from '../time/format.ts';
import type { Scale } from '../timeline/scale.ts';

export interface GapsAhead {
  readonly schedule: Schemas['ScheduleReference'];
  readonly zone: string;
  readonly start: number;
  /** End of the first gap; absent if it is later than the known timeline. */
  readonly end?: number;
  readonly count: number;
  readonly totalMs: number;
}

/** Earliest first. `knownUntil`: where the timelines end. */
export function gapsAhead(
  timelines: readonly Pick<Schemas['ScheduleTimeline'], 'schedule_reference' | 'time_zone' | 'gaps'>[],
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
