/** Timelines of schedules, with the people in each shift: the API lists each person once, beside the shifts. */
import type { GetAnswer, GetInit, Schemas } from '../api/client.ts';
import { getListQuery } from '../api/queries.ts';

interface TimelineShift {
  readonly users: readonly Schemas['User'][];
  readonly start: string;
  readonly end: string;
}

export interface ScheduleTimeline extends Omit<Schemas['ScheduleTimeline'], 'shifts'> {
  readonly shifts: readonly TimelineShift[];
}

export function timelinesIn({ timelines, users }: GetAnswer<'/timelines/'>): ScheduleTimeline[] {
  const people = new Map(users.map((user) => [user.id, user]));
  return timelines.map((timeline) => ({
    ...timeline,
    shifts: timeline.shifts.map(({ user_ids, start, end }) => ({
      users: user_ids.flatMap((id) => people.get(id) ?? []),
      start,
      end,
    })),
  }));
}

/** Reads all pages. */
export function allTimelinesQuery(init: GetInit<'/timelines/'>) {
  return getListQuery('/timelines/', init, timelinesIn);
}
