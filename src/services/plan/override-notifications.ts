/** Rule CH-6: notifications about an override that is created, changed or removed, if it changes who is on call. */
import { firstDifference, peopleIn } from '../../engine/differences.ts';
import type { Interval, Override } from '../../engine/schedule.ts';
import { onCallAt, type Timeline } from '../../engine/timeline.ts';
import type { OverrideId, UserId } from '../../ids.ts';
import type { OverrideNotification } from '../outbox/change-digest.ts';
import { nowAndNext } from '../timelines/timelines.ts';

const MAX_PEOPLE_OF_OVERRIDE = 10;

export interface Difference {
  readonly before: Timeline;
  readonly after: Timeline;
}

/** A timeline, or the reason why the schedule has no timeline (rule STO-5). */
export type TimelineOrReason = Timeline | string;

/**
 * The notifications that `words` makes from the people on call in the interval before and after the change. Only the searchable part of a long
 * interval is compared.
 */
export function overrideNotifications(
  { before, after }: Difference,
  { start, end }: Interval,
  now: number,
  words: (others: {
    readonly before: UserId[];
    readonly after: UserId[];
  }) => Omit<OverrideNotification, 'start' | 'end'>,
): OverrideNotification[] {
  const within = shortened({ start, end });
  if (firstDifference(before, after, within) === undefined) return [];
  const others = { before: peopleOf(before, within), after: peopleOf(after, within) };
  return [{ ...words(others), start, end, onCall: onCallAround({ before, after }, now) }];
}

interface ChangedOverride {
  readonly id: OverrideId;
  readonly was: Override;
  readonly is: Override;
  readonly now: number;
  readonly by: UserId;
}

/** `without`: the timeline without the override. */
export function overrideChangeNotifications(
  { before, after, without }: Difference & { readonly without: TimelineOrReason },
  { id, was, is, now, by }: ChangedOverride,
): OverrideNotification[] {
  const left = { start: Math.max(was.start, now), end: was.end };
  const to = { start: Math.max(is.start, now), end: is.end };
  if ([left, to].every((within) => firstDifference(before, after, shortened(within)) === undefined)) return [];
  return [
    {
      kind: 'override changed',
      by: [by],
      overrideId: id,
      ...left,
      before: was.users,
      after: peopleOf(after, shortened(left)),
      to: { ...to, users: is.users, inPlaceOf: typeof without === 'string' ? [] : peopleOf(without, shortened(to)) },
      onCall: onCallAround({ before, after }, now),
    },
  ];
}

function onCallAround({ before, after }: Difference, now: number): NonNullable<OverrideNotification['onCall']> {
  return { before: onCallAt(before, now), now: onCallAt(after, now) };
}

function peopleOf(timeline: Timeline, within: Interval): UserId[] {
  return peopleIn(timeline, within, MAX_PEOPLE_OF_OVERRIDE);
}

function shortened({ start, end }: Interval): Interval {
  return { start, end: Math.min(end, nowAndNext(start).end) };
}
