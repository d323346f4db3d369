/** Until when the people on call at an instant stay on call, and who comes after them. */
import { nextChangeAfter, nextPeopleAfter, type Timeline } from '../../engine/timeline.ts';
import type { UserId } from '../../ids.ts';
import { nowAndNext } from './timelines.ts';

export interface OnCallAhead {
  /** When other people are on call, or nobody. Undefined if that is more than 366 days ahead. */
  readonly until: number | undefined;
  /** The next people, after gaps too. Undefined if there are none within 366 days. */
  readonly next: { readonly users: readonly UserId[]; readonly start: number } | undefined;
}

export const NEVER: OnCallAhead = { until: undefined, next: undefined };

/** The timeline must be loaded for `nowAndNext`. */
export function onCallAhead(timeline: Timeline, now: number): OnCallAhead {
  const until = nextChangeAfter(timeline, now);
  if (until === undefined || until >= nowAndNext(now).end) return NEVER;
  return { until, next: nextPeopleAfter(timeline, now, until) };
}
