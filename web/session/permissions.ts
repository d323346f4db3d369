import { useQueries } from '@tanstack/react-query';
import type { GetAnswer } from '../api/client.ts';
import { getQuery, useGet } from '../api/queries.ts';

export type Action = GetAnswer<'/user/permissions/'>['actions'][number];

interface About {
  readonly scheduleId?: string;
  readonly teamId?: string;
}

/** What the reader may do. The server decides, and checks again on each change. */
export function usePermissions({ scheduleId, teamId }: About = {}) {
  const query = {
    ...(scheduleId !== undefined && { schedule_id: scheduleId }),
    ...(teamId !== undefined && { team_id: teamId }),
  };
  return useGet('/user/permissions/', { params: { query } });
}

/** Whether the reader may do this. False while loading. */
export function useMay(action: Action, about: About = {}): boolean {
  return usePermissions(about).data?.actions.includes(action) ?? false;
}

/** Whether the reader may change every one of the schedules. False until that is known. */
export function useMayChangeAll(scheduleIds: readonly string[]): boolean {
  return useQueries({
    queries: scheduleIds.map((id) => getQuery('/user/permissions/', { params: { query: { schedule_id: id } } })),
  }).every(({ data }) => data?.actions.includes('change schedule') ?? false);
}
