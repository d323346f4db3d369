/** The fields of the schedule form, as the user typed them: a `Draft`. */
import type { ShiftUnit } from '../../src/engine/schedule.ts';
import type { Schemas } from '../api/client.ts';
import type { WeekWindow } from './windows/windows.ts';

/** A position in the rotation. A person may have several, so the user id alone does not identify it. */
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
  /** Undefined while the input is not a number. */
  readonly amount: number | undefined;
  readonly unit: ShiftUnit;
  readonly concurrentUsers: number;
  readonly rotationStart: number | undefined;
  /** When people are added or removed: whether the current turn goes on (kept-turn.ts). */
  readonly keepsTurn: boolean;
  readonly isRestricted: boolean;
  readonly windows: readonly WeekWindow[];
  /** Rule ROT-5. Only used if `canCountOpenDays`. */
  readonly countsOpenDays: boolean;
}
