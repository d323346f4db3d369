/** Past and coming time on call of a person (rule HRS-1): sums over their shifts in several schedules, part by part. */
import type { Interval } from '../../engine/schedule.ts';
import type { ScheduleId } from '../../ids.ts';
import { addTime, noTime, type TimeByKind } from '../../time/hour-kinds.ts';
import { joinIntervals } from '../../time/intervals.ts';
import type { RulesUntil } from './day-rules.ts';

/** The shifts of one person in one part of the interval: disjoint, by start. */
export type ShiftsBySchedule = ReadonlyMap<ScheduleId, readonly Interval[]>;

export function countShifts(shifts: ShiftsBySchedule): number {
  return shifts.values().reduce((sum, { length }) => sum + length, 0);
}

export interface TimeOfPerson {
  readonly past: TimeByKind;
  readonly coming: TimeByKind;
  readonly schedules: Map<ScheduleId, { pastMs: number; comingMs: number }>;
}

export function noTimeOnCall(): TimeOfPerson {
  return { past: noTime(), coming: noTime(), schedules: new Map() };
}

/** Adds the shifts of a part of the time. Each instant counts once in the kinds of hours, in however many schedules they are on call. */
export function addTimeOnCall(
  sum: TimeOfPerson,
  shifts: ShiftsBySchedule,
  rules: readonly RulesUntil[],
  now: number,
): void {
  for (const { start, end } of joinIntervals([...shifts.values()].flat())) {
    addByRules(sum.past, { start, end: Math.min(end, now) }, rules);
    addByRules(sum.coming, { start: Math.max(start, now), end }, rules);
  }
  for (const [id, own] of shifts) {
    const ofSchedule = sum.schedules.get(id) ?? { pastMs: 0, comingMs: 0 };
    sum.schedules.set(id, ofSchedule);
    for (const { start, end } of own) {
      ofSchedule.pastMs += Math.max(0, Math.min(end, now) - start);
      ofSchedule.comingMs += Math.max(0, end - Math.max(start, now));
    }
  }
}

function addByRules(sum: TimeByKind, { start, end }: Interval, periods: readonly RulesUntil[]): void {
  let at = start;
  for (const { until, rules } of periods) {
    if (at >= end) return;
    if (until <= at) continue;
    const to = Math.min(end, until);
    addTime(sum, at, to, rules);
    at = to;
  }
}
