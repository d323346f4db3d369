/** The shifts as they would be, and what an edit changes for whom: the engine's answers, about a draft that is not saved. */
import { firstDifference, hoursByUser, movesBetween, peopleNeverOnCall } from '../../../src/engine/differences.ts';
import { planLayer } from '../../../src/engine/plans.ts';
import type { Interval, Layer, Override, Revision, Shift } from '../../../src/engine/schedule.ts';
import {
  offHoursIn,
  onCallAt,
  shiftsIn,
  type Timeline,
  timelineOf,
  unplannedGapsIn,
} from '../../../src/engine/timeline.ts';
import { DAY_MS, WEEK_MS } from '../../../src/time/units.ts';
import type { Zone } from '../../../src/time/zones.ts';
import { zoneNamed } from '../../timeline/scale.ts';

type UserId = Shift['users'][number];

/** The schedule as it is saved; nothing of it for a new one. */
export interface Saved {
  readonly revisions: readonly Revision[];
  readonly overrides: readonly Override[];
}

export const NOTHING_SAVED: Saved = { revisions: [], overrides: [] };

export interface Plan {
  readonly layer: Layer;
  readonly zone: Zone;
  /** From when on the layer of the draft holds. */
  readonly validFrom: number;
  readonly isNewRevision: boolean;
  readonly before: Timeline;
  readonly after: Timeline;
}

export interface Share {
  readonly user: UserId;
  readonly ms: number;
  readonly shifts: number;
}

export interface Preview {
  readonly within: Interval;
  readonly shifts: readonly Shift[];
  /** Where nobody would be on call, off hours apart. */
  readonly gaps: readonly Interval[];
  readonly offHoursMs: number;
  /** Over four weeks, however much is shown. */
  readonly shares: readonly Share[];
  /** Those in the rotation who would not be on call for a year. */
  readonly neverOnCall: readonly UserId[];
}

export interface Difference {
  readonly user: UserId;
  readonly before: { readonly ms: number; readonly shifts: number };
  readonly after: { readonly ms: number; readonly shifts: number };
  /** When their first shift from then on starts, where that moves; null for none. */
  readonly nextStart?: { readonly before: number | null; readonly after: number | null };
}

export interface Change {
  readonly within: Interval;
  readonly isPlanned: boolean;
  readonly firstDifference: number | undefined;
  readonly onCallNow: { readonly before: readonly UserId[]; readonly after: readonly UserId[] };
  readonly differences: readonly Difference[];
  readonly overrides: number;
}

const NO_TIME = { ms: 0, shifts: 0 };

/** `replaces`: the planned revision whose place the layer takes (rule REV-4). */
export function planOf(
  layer: Layer,
  timeZone: string,
  { revisions, overrides }: Saved,
  now: number,
  replaces?: number,
): Plan {
  const zone = zoneNamed(timeZone);
  const added = planLayer(revisions, layer, now, replaces);
  const before = timelineOf({ zone, revisions, overrides });
  if (added.length === 0) return { layer, zone, validFrom: now, isNewRevision: false, before, after: before };
  const after = timelineOf({ zone, revisions: [...revisions, ...added], overrides });
  return { layer, zone, validFrom: Math.max(now, layer.rotationStart), isNewRevision: true, before, after };
}

export function previewOf({ layer, zone, validFrom, after }: Plan, days: number): Preview {
  const within = { start: validFrom, end: validFrom + days * DAY_MS };
  return {
    within,
    shifts: shiftsIn(after, within),
    gaps: unplannedGapsIn(after, within),
    offHoursMs: offHoursIn(after, within).reduce((sum, { start, end }) => sum + end - start, 0),
    shares: [...hoursByUser(after, { start: validFrom, end: validFrom + 4 * WEEK_MS })]
      .map(([user, share]) => ({ user, ...share }))
      .sort((a, b) => b.ms - a.ms),
    neverOnCall: peopleNeverOnCall(layer, zone, validFrom),
  };
}

export function changeOf({ validFrom, before, after }: Plan, { overrides }: Saved, weeks: number, now: number): Change {
  const within = { start: validFrom, end: validFrom + weeks * WEEK_MS };
  const [was, is] = [hoursByUser(before, within), hoursByUser(after, within)];
  // A shift that starts with the interval is the first of it.
  const fromThen = validFrom > now ? { ...within, start: validFrom - 1 } : within;
  const moves = new Map(movesBetween(before, after, fromThen).map((move) => [move.user, move]));
  const users = [...new Set([...is.keys(), ...was.keys()])];
  return {
    within,
    isPlanned: validFrom > now,
    firstDifference: firstDifference(before, after, within),
    onCallNow: { before: onCallAt(before, now), after: onCallAt(after, now) },
    differences: users.map((user) => {
      const move = moves.get(user);
      return {
        user,
        before: was.get(user) ?? NO_TIME,
        after: is.get(user) ?? NO_TIME,
        ...(move !== undefined && { nextStart: { before: move.before, after: move.after } }),
      };
    }),
    overrides: overrides.filter(({ start, end }) => start < within.end && end > within.start).length,
  };
}
