/** Until when the people on call at an instant stay on call, and who comes after them. */
import { nextLookAfter, nextPeopleAfter, type Timeline } from '../../engine/timeline.ts';
import type { UserId } from '../../ids.ts';
import { nowAndNext } from './timelines.ts';

export interface OnCallAhead {
  /** When other people are on call, or nobody. Undefined if that is more than 366 days ahead, or if the search ended before. */
  readonly until: number | undefined;
  /** The next people, after gaps too. Undefined if there are none within 366 days. */
  readonly next: { readonly users: readonly UserId[]; readonly start: number } | undefined;
}

export const NEVER: OnCallAhead = { until: undefined, next: undefined };

/**
 * How often a search that ended after 1,000 shifts of the same people (rule SH-4) may still be continued. Searches of many schedules without a pause
 * share one budget. Such schedules are rare: overrides hide every change of their rotation.
 */
export interface SearchBudget {
  continuations: number;
}

/** Enough for 366 days of hourly turns in one schedule. */
const MAX_CONTINUATIONS = 8;

export function newSearchBudget(): SearchBudget {
  return { continuations: MAX_CONTINUATIONS };
}

/** The timeline must be loaded for `nowAndNext`. */
export function onCallAhead(timeline: Timeline, now: number, budget = newSearchBudget()): OnCallAhead {
  const { end } = nowAndNext(now);
  let look = nextLookAfter(timeline, now, end);
  while (look?.isChange === false && budget.continuations > 0) {
    budget.continuations -= 1;
    look = nextLookAfter(timeline, look.at, end);
  }
  if (look?.isChange !== true) return NEVER;
  return { until: look.at, next: nextPeopleAfter(timeline, now, look.at) };
}
