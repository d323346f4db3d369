/** What is typed into the form. Whatever the form shows is a `Draft`. */
import type { ShiftUnit } from '../../src/engine/schedule.ts';
import type { Schemas } from '../api/client.ts';
import type { WeekWindow } from './windows/windows.ts';

/** A place in the rotation. Someone may have several, so that the person alone does not tell which it is. */
export interface Place {
  readonly key: string;
  readonly person: Schemas['User'];
}

export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly timeZone: string;
  readonly teams: readonly Schemas['Team'][];
  readonly layerName: string;
  readonly places: readonly Place[];
  /** Undefined while nothing, or nothing that is a number, is typed. */
  readonly amount: number | undefined;
  readonly unit: ShiftUnit;
  readonly concurrentUsers: number;
  readonly rotationStart: number | undefined;
  /** When people are added or removed: whether the current turn goes on (kept-turn.ts). */
  readonly keepsTurn: boolean;
  readonly isRestricted: boolean;
  readonly windows: readonly WeekWindow[];
  /** Rule ROT-5; it holds only where `canCountOpenDays`. */
  readonly countsOpenDays: boolean;
}
