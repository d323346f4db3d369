/** Past and coming time on call of a person (rule HRS-1), from their shifts in several schedules. */
import type { Interval } from '../../engine/schedule.ts';
import type { ScheduleId } from '../../ids.ts';
import { addTime, noTime, type TimeByKind } from '../../time/hour-kinds.ts';
import { joinIntervals } from '../../time/intervals.ts';
import type { RulesUntil } from './day-rules.ts';

/** For one person: disjoint, by start. */
export type ShiftsBySchedule = ReadonlyMap<ScheduleId, readonly Interval[]>;

export interface TimeOfPerson {
  readonly past: TimeByKind;
  readonly coming: TimeByKind;
  readonly schedules: readonly { readonly id: ScheduleId; readonly pastMs: number; readonly comingMs: number }[];
}

export function timeOfPerson(shifts: ShiftsBySchedule, rules: readonly RulesUntil[], now: number): TimeOfPerson {
  const [past, coming] = [noTime(), noTime()];
  for (const { start, end } of joinIntervals([...shifts.values()].flat())) {
    addByRules(past, { start, end: Math.min(end, now) }, rules);
    addByRules(coming, { start: Math.max(start, now), end }, rules);
  }
  return {
    past,
    coming,
    schedules: [...shifts].map(([id, own]) => ({
      id,
      pastMs: sumOf(own, ({ start, end }) => Math.max(0, Math.min(end, now) - start)),
      comingMs: sumOf(own, ({ start, end }) => Math.max(0, end - Math.max(start, now))),
    })),
  };
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

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
