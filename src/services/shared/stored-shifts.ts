/** The stored shifts of a coverage request. */
import type { Interval } from '../../engine/schedule.ts';
import type { ScheduleId } from '../../ids.ts';
import { isObject, parsedJson } from './stored-values.ts';

/** The stored form, with the name of the schedule, since the request outlives the schedule. */
export interface CoverageShift extends Interval {
  readonly scheduleId: ScheduleId;
  readonly scheduleName: string;
}

/** The shifts in the column `shifts_json`; undefined if it contains anything else. */
export function readShifts(json: string): CoverageShift[] | undefined {
  const value = parsedJson(json);
  return Array.isArray(value) && value.every(isShift) ? value : undefined;
}

function isShift(value: unknown): value is CoverageShift {
  if (!isObject(value)) return false;
  const { scheduleId, scheduleName, start, end } = value;
  return typeof scheduleId === 'string' && typeof scheduleName === 'string' && isInstant(start) && isInstant(end);
}

function isInstant(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
