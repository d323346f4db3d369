/** The input and output types of the engine. Instants are epoch milliseconds, intervals are half-open `[start, end)`, and people are ids. */
import type { UserId } from '../ids.ts';
import type { Zone } from '../time/zones.ts';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Day = (typeof DAYS)[number];

export const SHIFT_UNITS = ['hours', 'days', 'weeks'] as const;
export type ShiftUnit = (typeof SHIFT_UNITS)[number];

export interface ShiftLength {
  readonly amount: number;
  readonly unit: ShiftUnit;
}

export const COUNTED_DAYS = ['all', 'open'] as const;
export type CountedDays = (typeof COUNTED_DAYS)[number];

/** A weekly window: on `day` from `from` to `to`, both `HH:MM` on the wall clock (rule RES-1). */
export interface RestrictionInterval {
  readonly day: Day;
  readonly from: string;
  readonly to: string;
}

export interface Layer {
  readonly name: string;
  readonly rotationStart: number;
  readonly concurrentUsers: number;
  /** In the order of rotation; a user may have several positions. */
  readonly users: readonly UserId[];
  readonly shiftLength: ShiftLength;
  /** Absent or empty: unrestricted. */
  readonly restrictionIntervals?: readonly RestrictionInterval[];
  /** Rule ROT-5: which days the length of a turn counts. Absent: all. */
  readonly countedDays?: CountedDays;
}

export interface Revision {
  readonly number: number;
  readonly validFrom: number;
  readonly layer: Layer;
}

export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface Override extends Interval {
  /** One to four. */
  readonly users: readonly UserId[];
}

/** Who is on call over an interval. Never without users, never empty. */
export interface Shift extends Interval {
  readonly users: readonly UserId[];
}

export interface Schedule {
  readonly zone: Zone;
  /** In any order. */
  readonly revisions: readonly Revision[];
  /** In order of creation: if two overlap, the later one wins. */
  readonly overrides: readonly Override[];
}
