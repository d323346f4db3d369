/** Parses stored layers. A row may be damaged, or written by a later version: the engine gets a layer only if every field has the expected form. */
import { COUNTED_DAYS, DAYS, type Layer, SHIFT_UNITS } from '../../engine/schedule.ts';
import { MAX_INSTANT, MIN_INSTANT } from '../../time/iso.ts';
import { isListOfTexts, isObject, parsedJson } from '../shared/stored-values.ts';

export interface Unreadable {
  /** A clause that follows a colon. */
  readonly problem: string;
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

const CHECKS: Readonly<Record<keyof Layer, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string',
  rotationStart: (value) => isIntegerFrom(value, MIN_INSTANT) && value < MAX_INSTANT,
  concurrentUsers: (value) => isIntegerFrom(value, 1),
  users: isListOfTexts,
  shiftLength: (value) => isObject(value) && isIntegerFrom(value.amount, 1) && isOneOf(SHIFT_UNITS, value.unit),
  restrictionIntervals: (value) => value === undefined || (Array.isArray(value) && value.every(isWindow)),
  countedDays: (value) => value === undefined || isOneOf(COUNTED_DAYS, value),
};

export function readLayer(json: string): Layer | Unreadable {
  const value = parsedJson(json);
  if (value === undefined) return { problem: 'it is not valid JSON' };
  if (!isObject(value)) return { problem: 'it is not a layer' };
  const wrong = Object.entries(CHECKS).find(([field, isRight]) => !isRight(value[field]));
  return wrong === undefined ? (value as unknown as Layer) : { problem: `it has no valid ${wrong[0]}` };
}

function isWindow(value: unknown): boolean {
  return isObject(value) && isOneOf(DAYS, value.day) && isTimeOfDay(value.from) && isTimeOfDay(value.to);
}

function isTimeOfDay(value: unknown): boolean {
  return typeof value === 'string' && TIME_OF_DAY.test(value);
}

function isOneOf(allowed: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && allowed.includes(value);
}

function isIntegerFrom(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
