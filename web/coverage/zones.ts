import { useQueries } from '@tanstack/react-query';
import { getQuery } from '../api/queries.ts';
import type { CoverageRequest } from './request.ts';

export type ZoneOf = (scheduleId: string) => string | undefined;

/** The time zones of schedules; undefined for a deleted schedule. */
export function useZones(scheduleIds: Iterable<string>): ZoneOf {
  const ids = [...new Set(scheduleIds)];
  const answers = useQueries({
    queries: ids.map((id) => ({
      ...getQuery('/schedules/{schedule_id}', { params: { path: { schedule_id: id } } }),
      // The zone of a schedule never changes.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false as const,
    })),
  });
  const zones = new Map(ids.map((id, i) => [id, answers[i]?.data?.schedule.time_zone]));
  return (id) => zones.get(id);
}

export function useZonesOf(requests: readonly CoverageRequest[]): ZoneOf {
  return useZones(requests.flatMap(({ shifts }) => shifts.map((shift) => shift.schedule_reference.id)));
}
