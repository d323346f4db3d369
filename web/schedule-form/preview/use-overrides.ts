import { MAX_INSTANT } from '../../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../src/time/units.ts';
import type { Schemas } from '../../api/client.ts';
import { useAll } from '../../api/queries.ts';
import { instantText } from '../../time/format.ts';

/** As far as an edit is compared. */
const COMPARED_MS = 12 * WEEK_MS;

/** The overrides that matter to what holds from the instant on; undefined until they are known. */
export function useOverridesFrom(scheduleId: string, at: number): readonly Schemas['ScheduleOverride'][] | undefined {
  // By the hour: else each tick of the clock would ask again.
  const from = Math.min(Math.floor(at / HOUR_MS) * HOUR_MS, MAX_INSTANT - COMPARED_MS);
  const query = { from: instantText(from), to: instantText(Math.min(from + COMPARED_MS + DAY_MS, MAX_INSTANT - 1)) };
  const { data } = useAll(
    '/schedules/{schedule_id}/overrides/',
    { params: { path: { schedule_id: scheduleId }, query } },
    'overrides',
    { keepPrevious: true },
  );
  return data;
}
