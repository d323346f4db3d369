/** The stored shifts of a coverage request. */
import type { Interval } from '../../engine/schedule.ts';
import type { ScheduleId } from '../../ids.ts';
import { isObject, parsedJson } from './stored-values.ts';

/** With the name of the schedule, since the request outlives the schedule. */
export interface CoverageShift extends Interval {
  readonly scheduleId: ScheduleId;
  readonly scheduleName: string;
}

/**
 * The text of the column `shifts_json`. A request may have 500 shifts, so each schedule is in it once (rule OPS-4):
 * `{"schedules":[["sch_…","Primary"]],"shifts":[[0,START,END],…]}`
 */
export function storedShifts(shifts: readonly CoverageShift[]): string {
  const places = new Map<ScheduleId, number>();
  const schedules: [ScheduleId, string][] = [];
  const rows = shifts.map(({ scheduleId, scheduleName, start, end }) => {
    const place = places.get(scheduleId) ?? schedules.push([scheduleId, scheduleName]) - 1;
    places.set(scheduleId, place);
    return [place, start, end];
  });
  return JSON.stringify({ schedules, shifts: rows });
}

/** The shifts in the column `shifts_json`, which earlier versions wrote as a list; undefined if it contains anything else. */
export function readShifts(json: string): CoverageShift[] | undefined {
  const value = parsedJson(json);
  const shifts = isObject(value) ? shiftsIn(value) : value;
  return Array.isArray(shifts) && shifts.every(isShift) ? shifts : undefined;
}

function shiftsIn({ schedules, shifts }: Readonly<Record<string, unknown>>): unknown[] | undefined {
  if (!Array.isArray(schedules) || !Array.isArray(shifts)) return undefined;
  return shifts.map((shift: unknown) => {
    const [place, start, end] = Array.isArray(shift) ? shift : [];
    const schedule: unknown = schedules[place];
    const [scheduleId, scheduleName] = Array.isArray(schedule) ? schedule : [];
    return { scheduleId, scheduleName, start, end };
  });
}

function isShift(value: unknown): value is CoverageShift {
  if (!isObject(value)) return false;
  const { scheduleId, scheduleName, start, end } = value;
  return typeof scheduleId === 'string' && typeof scheduleName === 'string' && isInstant(start) && isInstant(end);
}

function isInstant(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
