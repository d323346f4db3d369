/** Reads everything that the timeline of a schedule shows. */
import { useMemo } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useAll } from '../../api/queries.ts';
import type { Named } from '../../people/named.ts';
import { instantText, msOf } from '../../time/format.ts';
import { onCallBars, overrideBars, rotationBars } from '../../timeline/bars.ts';
import type { Scale } from '../../timeline/scale.ts';
import type { TimelineBars } from '../../timeline/timeline.tsx';
import { engineTimeline, namesFrom } from '../engine-schedule.ts';

type Revisions = readonly Schemas['ScheduleRevision'][];

/** In order of their numbers. If there are very many, the oldest are left out: forms and plans need the latest. */
export function useRevisions(scheduleId: string) {
  const params = { path: { schedule_id: scheduleId } };
  return useAll('/schedules/{schedule_id}/revisions/', { params }, 'revisions', { kept: 'last' });
}

interface TimelineAnswer {
  /** Undefined while loading. */
  readonly bars: TimelineBars | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

export function useTimelineBars({ id, time_zone }: Schemas['Schedule'], scale: Scale): TimelineAnswer {
  const params = {
    path: { schedule_id: id },
    query: { from: instantText(scale.start), to: instantText(scale.end) },
  };
  const queries = {
    revisions: useRevisions(id),
    overrides: useAll('/schedules/{schedule_id}/overrides/', { params }, 'overrides'),
    shifts: useAll('/schedules/{schedule_id}/shifts/', { params }, 'shifts'),
  };
  const [revisions, overrides, shifts] = [queries.revisions.data, queries.overrides.data, queries.shifts.data];
  const bars = useMemo(() => {
    if (revisions === undefined || overrides === undefined || shifts === undefined) return undefined;
    return barsOf({ zone: time_zone, scale, revisions, overrides, shifts });
  }, [time_zone, scale, revisions, overrides, shifts]);
  const all = Object.values(queries);
  return {
    bars,
    error: all.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    refetch: () => void Promise.all(all.map(({ refetch }) => refetch())),
  };
}

interface Told {
  readonly zone: string;
  readonly scale: Scale;
  readonly revisions: Revisions;
  readonly overrides: readonly Schemas['ScheduleOverride'][];
  readonly shifts: readonly Schemas['ScheduleShift'][];
}

function barsOf({ zone, scale, revisions, overrides, shifts }: Told): TimelineBars {
  const nameOf = namesFrom([...peopleIn(revisions), ...overrides.flatMap(({ users }) => users)]);
  const rotation = engineTimeline(zone, revisions, []);
  return {
    rotation: rotationBars(rotation, scale, nameOf),
    overrides: overrideBars(overrides, rotation, nameOf).sort((a, b) => a.start - b.start),
    onCall: onCallBars({ shifts, overrides, rotation, scale, nameOf, createdAt: createdAtOf(revisions) }),
    people: peopleOf(revisions),
  };
}

/** When the schedule was created: its first revision was created with it. 0 if that one is left out, long ago. */
function createdAtOf(revisions: Revisions): number {
  if (revisions.every(({ number }) => number > 0)) return 0;
  return Math.min(...revisions.map(({ created_at }) => msOf(created_at)));
}

/** The people of the latest rotation, in its order. */
function peopleOf(revisions: Revisions): Named[] {
  const latest = revisions.reduce<Revisions[number] | undefined>(
    (one, other) => (one === undefined || other.number > one.number ? other : one),
    undefined,
  );
  return latest?.layers.flatMap(({ users }) => users) ?? [];
}

export function peopleIn(revisions: Revisions): Named[] {
  return revisions.flatMap(({ layers }) => layers.flatMap(({ users }) => users));
}
