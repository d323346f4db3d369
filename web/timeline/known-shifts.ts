/** Builds an engine timeline from shifts of the API, so that the engine alone says who is on call. */
import type { Override } from '../../src/engine/schedule.ts';
import { type Timeline, timelineOf } from '../../src/engine/timeline.ts';
import { userIdOf } from '../schedules/engine-schedule.ts';
import { msOf } from '../time/format.ts';
import { zoneNamed } from './scale.ts';

export type UserId = Override['users'][number];

interface KnownShift {
  readonly start: string;
  readonly end: string;
  readonly users: readonly { readonly id: string }[];
}

/** `laidOver`: overrides on top of the shifts. Outside the shifts, nobody is on call in this timeline. */
export function timelineOfShifts(shifts: readonly KnownShift[], laidOver: readonly Override[] = []): Timeline {
  const known = shifts.map(({ start, end, users }) => ({
    start: msOf(start),
    end: msOf(end),
    users: users.map(userIdOf),
  }));
  // Shifts become overrides, since only overrides need neither a rotation nor a zone in the engine.
  return timelineOf({ zone: zoneNamed('UTC'), revisions: [], overrides: [...known, ...laidOver] });
}
