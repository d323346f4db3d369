/** Previews of an unsaved draft, computed by the engine: its shifts, and what an edit changes for each person. */
import { firstDifference, hoursByUser, movesBetween, peopleNeverOnCall } from '../../../src/engine/differences.ts';
import { planLayer } from '../../../src/engine/plans.ts';
import type { Interval, Layer, Override, Revision, Shift } from '../../../src/engine/schedule.ts';
import {
  offHoursIn,
  onCallAt,
  shiftEndingAfter,
  shiftsIn,
  type Timeline,
  timelineOf,
  unplannedGapsIn,
} from '../../../src/engine/timeline.ts';
import { DAY_MS, WEEK_MS } from '../../../src/time/units.ts';
import type { Zone } from '../../../src/time/zones.ts';
import { zoneNamed } from '../../timeline/scale.ts';

type UserId = Shift['users'][number];

/** The saved schedule; empty for a new one. */
export interface Saved {
  readonly revisions: readonly Revision[];
  readonly overrides: readonly Override[];
}

export const NOTHING_SAVED: Saved = { revisions: [], overrides: [] };

export interface Plan {
  readonly layer: Layer;
  readonly zone: Zone;
  readonly now: number;
  /** When the draft's layer comes into force. */
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
  /** When the first shift starts, if the rotation starts later and nobody is on call until then. */
  readonly firstStart: number | undefined;
  /** Where nobody would be on call, without off hours. */
  readonly gaps: readonly Interval[];
  readonly offHoursMs: number;
  /** Over four weeks, however long the preview is. */
  readonly shares: readonly Share[];
  /** People in the rotation who would not be on call within a year. */
  readonly neverOnCall: readonly UserId[];
}

export interface Difference {
  readonly user: UserId;
  readonly before: { readonly ms: number; readonly shifts: number };
  readonly after: { readonly ms: number; readonly shifts: number };
  /** When their first shift from then on starts, if that changes; null: no shift. */
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

/** `replaces`: the planned revision that the layer replaces (rule REV-4). */
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
  if (added.length === 0) return { layer, zone, now, validFrom: now, isNewRevision: false, before, after: before };
  const after = timelineOf({ zone, revisions: [...revisions, ...added], overrides });
  return { layer, zone, now, validFrom: Math.max(now, layer.rotationStart), isNewRevision: true, before, after };
}

export function previewOf({ layer, zone, now, validFrom, after }: Plan, days: number): Preview {
  const within = { start: validFrom, end: validFrom + days * DAY_MS };
  const first = shiftEndingAfter(after, now)?.start;
  return {
    within,
    shifts: shiftsIn(after, within),
    firstStart: layer.rotationStart > now && first !== undefined && first >= layer.rotationStart ? first : undefined,
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
  // A shift that starts together with the interval counts as its first.
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
