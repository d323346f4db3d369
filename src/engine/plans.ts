/**
 * Rule REV-4: the layer in force, the layers planned after it, and how a change to one of them keeps the others. No revision is ever changed: those
 * that have to be in force again are appended again.
 */
import { AppError } from '../errors.ts';
import { sameLayer, validityOf } from './revisions.ts';
import type { Layer, Revision } from './schedule.ts';

/** More than people plan; a change to the layer in force appends all of them again. */
export const MAX_PLANNED = 20;

/** A layer, and when it comes into force. */
interface Step {
  readonly start: number;
  readonly layer: Layer;
}

interface StoredStep extends Step {
  readonly number: number;
}

export interface Plans {
  /** In force now; undefined before the first rotation of a schedule starts. */
  readonly current: Revision | undefined;
  /** Planned revisions in their order. `validFrom` is the start of the first turn. */
  readonly planned: readonly Revision[];
}

export function plansOf(revisions: readonly Revision[], now: number): Plans {
  const ahead = stepsAhead(revisions, now).map(({ start, number, layer }) => ({ number, validFrom: start, layer }));
  const [first] = ahead;
  return first === undefined || first.validFrom > now
    ? { current: undefined, planned: ahead }
    : { current: first, planned: ahead.slice(1) };
}

/**
 * The revisions to append for a layer. A layer that starts later is planned, and replaces those planned for after its start. Any other layer replaces
 * the layer in force (or the first one, before the rotation starts), and planned layers stay. `replaced` is a planned revision that the layer
 * replaces; all others stay. Empty if nothing changes.
 */
export function planLayer(revisions: readonly Revision[], layer: Layer, now: number, replaced?: number): Revision[] {
  const ahead = stepsAhead(revisions, now);
  if (replaced !== undefined) requirePlanned(ahead, replaced, now);
  const step = { start: Math.max(now, layer.rotationStart), layer };
  const others = ahead.filter(({ number }) => number !== replaced);
  const before = others.filter(({ start }) => start < step.start);
  const isInForceAtOnce = step.start === now;
  const wanted = isInForceAtOnce
    ? inForceAtOnce(step, ahead, others, now)
    : [...before, step, ...(replaced === undefined ? [] : others.filter(({ start }) => start > step.start))];
  requireFewPlanned(wanted, ahead);
  return revisionsToAppend(revisions, ahead, wanted, now);
}

/**
 * The revisions to append so that exactly these layers are in force and planned, each from its `rotationStart` on, in ascending order. Of those that
 * have started only the last counts. Until the first of them starts, the layer in force stays.
 */
export function planLayers(revisions: readonly Revision[], layers: readonly Layer[], now: number): Revision[] {
  const ahead = stepsAhead(revisions, now);
  const inForce = layers.findLastIndex(({ rotationStart }) => rotationStart <= now);
  const steps = layers
    .slice(Math.max(0, inForce))
    .map((layer) => ({ start: Math.max(now, layer.rotationStart), layer }));
  const wanted = [...(inForce === -1 ? ahead.filter(({ start }) => start <= now) : []), ...steps];
  requireFewPlanned(wanted, ahead);
  return revisionsToAppend(revisions, ahead, wanted, now);
}

/** The revisions to append to cancel that planned one. */
export function cancelPlan(revisions: readonly Revision[], number: number, now: number): Revision[] {
  const ahead = stepsAhead(revisions, now);
  requirePlanned(ahead, number, now);
  const wanted = ahead.filter((step) => step.number !== number);
  const [first] = ahead;
  if (first?.number === number) {
    throw new AppError(
      'unprocessable_entity',
      `Revision ${number} is the first rotation of the schedule, so no other layer could continue. Change it, or delete the schedule.`,
    );
  }
  return revisionsToAppend(revisions, ahead, wanted, now);
}

function requireFewPlanned(wanted: readonly Step[], ahead: readonly Step[]): void {
  if (wanted.length - 1 > MAX_PLANNED && wanted.length > ahead.length) {
    throw new AppError('unprocessable_entity', `A schedule may have up to ${MAX_PLANNED} planned changes.`);
  }
}

function inForceAtOnce(step: Step, ahead: readonly StoredStep[], others: readonly StoredStep[], now: number): Step[] {
  const later = others.filter(({ start }) => start > now);
  const isBeforeFirstStart = later.length === ahead.length;
  return [step, ...(isBeforeFirstStart ? later.slice(1) : later)];
}

function requirePlanned(ahead: readonly StoredStep[], number: number, now: number): void {
  if (ahead.some((step) => step.number === number && step.start > now)) return;
  throw new AppError('revision_not_planned', `Revision ${number} is not planned: it is in force, past or replaced.`);
}

/** A layer that is in force before its first turn starts has nobody on call until then (rule ROT-2): it counts as planned. */
function stepsAhead(revisions: readonly Revision[], now: number): StoredStep[] {
  return validityOf(revisions)
    .filter(({ end }) => end > now)
    .map(({ start, revision: { number, layer } }) => ({ start: Math.max(start, layer.rotationStart), number, layer }));
}

function revisionsToAppend(
  revisions: readonly Revision[],
  ahead: readonly Step[],
  wanted: readonly Step[],
  now: number,
): Revision[] {
  let same = 0;
  while (isSameStep(ahead[same], wanted[same], now)) same += 1;
  if (same === ahead.length && same === wanted.length) return [];
  const [isAt, wantedAt] = [ahead, wanted].map((steps) => steps[same]?.start ?? Number.POSITIVE_INFINITY) as [
    number,
    number,
  ];
  // An old planned revision would come into force before the next wanted one: the one before it is appended again.
  const first = isAt < wantedAt ? Math.max(0, same - 1) : same;
  const latest = revisions.reduce((highest, { number }) => Math.max(highest, number), -1);
  return wanted.slice(first).map(({ start, layer }, i) => ({
    number: latest + 1 + i,
    // The first of all is stated from the start that it replaces on, so that nothing older is in force until its own.
    validFrom: Math.max(now, i === 0 && first === 0 ? Math.min(start, isAt) : start),
    layer,
  }));
}

/** Since when a layer has been in force does not matter. */
function isSameStep(one: Step | undefined, other: Step | undefined, now: number): boolean {
  if (one === undefined || other === undefined) return false;
  return Math.max(now, one.start) === Math.max(now, other.start) && sameLayer(one.layer, other.layer);
}
