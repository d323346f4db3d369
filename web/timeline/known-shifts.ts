/** The engine's answers about shifts that the API has given: no other way to say who is on call when. */
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

/** With what is laid over them, if anything. Outside the shifts, nobody is on call as far as this timeline knows. */
export function timelineOfShifts(shifts: readonly KnownShift[], laidOver: readonly Override[] = []): Timeline {
  const known = shifts.map(({ start, end, users }) => ({
    start: msOf(start),
    end: msOf(end),
    users: users.map(userIdOf),
  }));
  // An override is the one thing in the engine that has neither a rotation nor a zone: it stands where it is put.
  return timelineOf({ zone: zoneNamed('UTC'), revisions: [], overrides: [...known, ...laidOver] });
}
