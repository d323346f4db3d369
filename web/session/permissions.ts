import type { GetAnswer } from '../api/client.ts';
import { useGet } from '../api/queries.ts';

export type Action = GetAnswer<'/user/permissions/'>['actions'][number];

interface About {
  readonly scheduleId?: string;
  readonly teamId?: string;
}

/** What the reader may do; the server decides, and decides again when it is done. */
export function usePermissions({ scheduleId, teamId }: About = {}) {
  const query = {
    ...(scheduleId !== undefined && { schedule_id: scheduleId }),
    ...(teamId !== undefined && { team_id: teamId }),
  };
  return useGet('/user/permissions/', { params: { query } });
}

/** Whether the reader may. False until that is known. */
export function useMay(action: Action, about: About = {}): boolean {
  return usePermissions(about).data?.actions.includes(action) ?? false;
}
