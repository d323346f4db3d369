/** What a change means for the people of a schedule: the engine computes the shifts before and after. */
import { firstDifference, type Move, movesBetween } from '../../engine/differences.ts';
import { samePeople } from '../../engine/rotation.ts';
import type { Override } from '../../engine/schedule.ts';
import { onCallAt, timelineOf } from '../../engine/timeline.ts';
import type { UserId } from '../../ids.ts';
import { DAY_MS, WEEK_MS } from '../../time/units.ts';
import { findZone } from '../../time/zones.ts';
import { overrideOf } from '../organization.ts';
import type { ScheduleItem } from './plan-items.ts';

export interface SchedulePreview {
  /** When who is on call first changes; undefined: not within a year. */
  readonly from: number | undefined;
  /** Undefined if the same people are on call now. */
  readonly onCallNow: { readonly before: readonly UserId[]; readonly after: readonly UserId[] } | undefined;
  /** People whose next shift starts at another time, among all who are on call within some weeks. */
  readonly moves: readonly Move[];
}

/** Long enough for everybody in a usual rotation to have a turn. */
const WEEKS = 12;
const YEAR_MS = 366 * DAY_MS;

/** Undefined if this machine does not know the zone. */
export function previewOf(
  { existing, layers, overrides, schedule }: ScheduleItem,
  now: number,
): SchedulePreview | undefined {
  const zone = findZone(schedule.time_zone);
  if (zone === undefined) return undefined;
  const { revisions, overrides: stored } = existing ?? { revisions: [], overrides: [] };
  const removed = new Set(overrides.removed);
  const kept = stored.filter((one) => !removed.has(one)).map(asOverride);
  const added = overrides.added.map(overrideOf).map((one) => ({ ...one, start: Math.max(one.start, now) }));
  const before = timelineOf({ zone, revisions, overrides: stored.map(asOverride) });
  const after = timelineOf({
    zone,
    revisions: [...revisions, ...(layers?.appended ?? [])],
    overrides: [...kept, ...added],
  });
  const from = firstDifference(before, after, { start: now, end: now + YEAR_MS });
  if (from === undefined) return { from, onCallNow: undefined, moves: [] };
  const start = from > now ? from - 1 : now;
  const onCallNow = { before: onCallAt(before, now), after: onCallAt(after, now) };
  return {
    from,
    onCallNow: samePeople(onCallNow.before, onCallNow.after) ? undefined : onCallNow,
    moves: movesBetween(before, after, { start, end: start + WEEKS * WEEK_MS }),
  };
}

function asOverride({
  start,
  end,
  users,
}: {
  start: string;
  end: string;
  users: readonly { email: string }[];
}): Override {
  return overrideOf({ start, end, users: users.map(({ email }) => email) });
}
