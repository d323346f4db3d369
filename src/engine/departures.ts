/** Rule REV-5: removes a departing user from a schedule without moving the turns of the others. */
import type { UserId } from '../ids.ts';
import type { Zone } from '../time/zones.ts';
import { keepTurn } from './kept-turn.ts';
import { sameLayer, validityOf } from './revisions.ts';
import type { Interval, Layer, Override, Revision } from './schedule.ts';
import { isAlwaysOnCall, type Timeline, timelineWith } from './timeline.ts';

/** A user who is not on call anywhere from that instant on. */
export interface Departure {
  readonly user: UserId;
  readonly at: number;
  /** Where the user covers for somebody in this schedule. */
  readonly covers?: readonly Cover[];
}

export interface Cover extends Interval {
  /** Who takes the place back. */
  readonly requester: UserId;
}

/**
 * The revisions to append so that the user is in no layer in force from then on. Each layer keeps its validity, also a planned
 * one. Empty if the user is in none of them.
 */
export function revisionsWithout(
  revisions: readonly Revision[],
  { user, at }: Departure,
  leave: (layer: Layer, at: number) => Layer,
): Revision[] {
  const validities = validityOf(revisions).filter(({ end }) => end > at);
  const first = validities.findIndex(({ revision }) => revision.layer.users.includes(user));
  const appended: Revision[] = [];
  let latest = revisions.reduce((highest, { number }) => Math.max(highest, number), 0);
  // A new revision ends all later ones, so those are appended again too.
  for (const { start, revision } of first === -1 ? [] : validities.slice(first)) {
    const validFrom = Math.max(start, at);
    const layer = leave(revision.layer, validFrom);
    const previous = appended.at(-1);
    if (previous !== undefined && sameLayer(previous.layer, layer)) continue;
    latest += 1;
    appended.push({ number: latest, validFrom, layer });
  }
  return appended;
}

/** Whether the user would be on call in the whole interval without the overrides of the departing user. */
type IsOnCallBelow = (user: UserId, within: Interval) => boolean;

/** By the rotation, or by overrides of others. `rotation`: after the departure, without overrides. */
export function onCallBelow(
  rotation: Timeline,
  overrides: readonly Override[],
  { user: leaver, covers = [] }: Departure,
): IsOnCallBelow {
  if (covers.length === 0) return () => false;
  const others = timelineWith(
    rotation,
    overrides.filter(({ users }) => !users.includes(leaver)),
  );
  return (user, within) => isAlwaysOnCall(rotation, user, within) || isAlwaysOnCall(others, user, within);
}

/** The overrides without the user from then on. The past, and the other people in them, stay. */
export function overridesWithout<O extends Override>(
  overrides: readonly O[],
  departure: Departure,
  rotation: Timeline,
): O[] {
  const isOnCall = onCallBelow(rotation, overrides, departure);
  return overrides.flatMap((override) => {
    const { past, rest } = overrideWithout(override, departure, isOnCall);
    return [...(past === undefined ? [] : [past]), ...(rest === undefined ? [] : [rest])];
  });
}

/**
 * Splits the override at the departure. A part that would be empty is undefined: then the rotation decides. If others are in the override, the
 * people whom the user covered are with them again, unless it is no longer their time on call.
 */
export function overrideWithout<O extends Override>(
  override: O,
  { user, at, covers = [] }: Departure,
  isOnCall: IsOnCallBelow,
): { readonly past: O | undefined; readonly rest: O | undefined } {
  if (override.end <= at) return { past: override, rest: undefined };
  if (!override.users.includes(user)) return { past: undefined, rest: override };
  const isAlone = override.users.every((one) => one === user);
  const past = override.start < at ? { ...override, end: at } : undefined;
  if (isAlone) return { past, rest: undefined };
  const rest = { start: Math.max(override.start, at), end: override.end };
  const covered = covers.filter(({ start, end }) => start <= override.start && override.end <= end);
  const returning = covered.map(({ requester }) => requester).filter((requester) => isOnCall(requester, rest));
  const users = [...new Set(override.users.flatMap((one) => (one === user ? returning : one)))];
  return { past, rest: { ...override, ...rest, users } };
}

/** The revisions after these users have left, one after the other. */
export function revisionsAfter(
  revisions: readonly Revision[],
  zone: Zone,
  departures: readonly Departure[],
): readonly Revision[] {
  const all = [...revisions];
  for (const departure of departures) {
    all.push(...revisionsWithout(all, departure, (layer, at) => withoutUser(layer, zone, departure.user, at)));
  }
  return all;
}

/** The layer without the user, in force from now on: the running turn continues with the others. */
export function withoutUser(layer: Layer, zone: Zone, user: UserId, now: number): Layer {
  if (!layer.users.includes(user)) return layer;
  const others = layer.users.map((one, position) => ({ user: one, position })).filter((place) => place.user !== user);
  const { rotationStart, places } = keepTurn(layer, zone, others, now);
  return { ...layer, rotationStart, users: places.map((place) => place.user) };
}
