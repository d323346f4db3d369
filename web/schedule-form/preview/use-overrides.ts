import { MAX_INSTANT } from '../../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../src/time/units.ts';
import type { Schemas } from '../../api/client.ts';
import { useAll } from '../../api/queries.ts';
import { instantText } from '../../time/format.ts';

/** The interval in which an edit is compared, and a day more, because it begins up to an hour later. */
const COMPARED_MS = 12 * WEEK_MS + DAY_MS;

/** The longest interval that the server lists at once. */
const MAX_AGE_MS = 366 * DAY_MS;

type Overrides = readonly Schemas['ScheduleOverride'][];

/** The overrides around now and around the start of the edit; undefined while loading. If the start is far away, those in between are left out. */
export function useOverridesAround(scheduleId: string, now: number, start: number): Overrides | undefined {
  // Rounded to the hour, so that a tick of the clock does not refetch.
  const first = Math.floor(now / HOUR_MS) * HOUR_MS;
  const then = Math.max(first, Math.min(Math.floor(start / HOUR_MS) * HOUR_MS, MAX_INSTANT - COMPARED_MS));
  const isFar = then + COMPARED_MS > first + MAX_AGE_MS;
  const near = useOverrides(scheduleId, first, (isFar ? first : then) + COMPARED_MS, true);
  const far = useOverrides(scheduleId, then, then + COMPARED_MS, isFar);
  if (!isFar || near === undefined || far === undefined) return isFar ? undefined : near;
  const known = new Set(near.map(({ id }) => id));
  return [...near, ...far.filter(({ id }) => !known.has(id))];
}

function useOverrides(scheduleId: string, from: number, to: number, enabled: boolean): Overrides | undefined {
  const query = { from: instantText(from), to: instantText(Math.min(to, MAX_INSTANT - 1)) };
  const { data } = useAll(
    '/schedules/{schedule_id}/overrides/',
    { params: { path: { schedule_id: scheduleId }, query } },
    'overrides',
    { keepPrevious: true, enabled },
  );
  return data;
}
