/** What a change to a schedule means for its people. Compares the timelines before and after the change. */

import type { UserId } from '../ids.ts';
import { DAY_MS } from '../time/units.ts';
import type { Zone } from '../time/zones.ts';
import { samePeople, withoutHandoffsOf, withoutIdleHandoffs } from './rotation.ts';
import type { Interval, Layer, Shift } from './schedule.ts';
import { eachPossibleShift } from './shifts-of-user.ts';
import { eachShift, onCallAt, type Timeline, timelineOf } from './timeline.ts';

const YEAR_MS = 366 * DAY_MS;

/** The start of a person’s next shift before and after the change; null if the person has no next shift. */
export interface Move {
  readonly user: UserId;
  readonly before: number | null;
  readonly after: number | null;
}

/** The names of the parts of a layer, and how to compare them. The name of a layer does not matter. */
const PARTS = {
  people: ({ users }: Layer) => users.join(),
  'shift length': ({ shiftLength: { amount, unit } }: Layer) => `${amount} ${unit}`,
  'counted days': ({ countedDays = 'all' }: Layer) => countedDays,
  'number on call': ({ concurrentUsers }: Layer) => `${concurrentUsers}`,
  windows: ({ restrictionIntervals = [] }: Layer) =>
    restrictionIntervals
      .map(({ day, from, to }) => `${day} ${from} ${to}`)
      .sort()
      .join(),
  start: ({ rotationStart }: Layer) => `${rotationStart}`,
} as const;

export type LayerPart = keyof typeof PARTS;

export function partsChanged(before: Layer, after: Layer): LayerPart[] {
  return (Object.keys(PARTS) as LayerPart[]).filter((part) => PARTS[part](before) !== PARTS[part](after));
}

/** Bounds the search for a difference. Two rotations of up to 50 people that agree for this many turns always agree: their crews repeat. */
const MAX_COMPARED = 2_500;

/**
 * The first instant of the interval at which other people are on call in the two timelines. How their time is cut into shifts, and their order, do
 * not matter.
 */
export function firstDifference(one: Timeline, other: Timeline, within: Interval): number | undefined {
  const from = { start: Math.max(within.start, equalUntil(one, other)), end: within.end };
  const [left, right] = [compared(one, from), compared(other, from)];
  for (;;) {
    const [a, b] = [left.next(), right.next()];
    if (left.isUsedUp() || right.isUsedUp()) return undefined;
    if (a === undefined) return b?.start;
    if (b === undefined) return a.start;
    if (a.start !== b.start || !samePeople(a.users, b.users)) return Math.min(a.start, b.start);
    if (a.end !== b.end) return Math.min(a.end, b.end);
  }
}

/** People whose next shift starts at another time than before, the earliest first. Empty if that takes too long to find out. */
export function movesBetween(before: Timeline, after: Timeline, within: Interval): Move[] {
  const [was, is] = [nextStarts(before, within), nextStarts(after, within)];
  if (was === undefined || is === undefined) return [];
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((user) => ({ user, before: was.get(user) ?? null, after: is.get(user) ?? null }))
    .filter((move) => isMove(move, after, within));
}

/** A person who stays on call throughout has no next shift, so nothing moves for them. */
export function isMove({ user, before, after }: Move, timeline: Timeline, { start, end }: Interval): boolean {
  if (before === after) return false;
  return after !== null || ![start, end - 1].every((at) => onCallAt(timeline, at).includes(user));
}

/** The people on call at some time in the interval, in order of their first shift, up to a limit. */
export function peopleIn(timeline: Timeline, within: Interval, most: number): UserId[] {
  const people = new Set<UserId>();
  const enough = Math.min(most, peopleOf(timeline, within).length);
  for (const { users } of eachShift(timeline, within)) {
    for (const user of users) people.add(user);
    if (people.size >= enough) break;
  }
  return [...people].slice(0, most);
}

/** The people of the rotation who are not on call at any time in the year from that instant on. */
export function peopleNeverOnCall(layer: Layer, zone: Zone, from: number): UserId[] {
  const timeline = timelineOf({ zone, revisions: [{ number: 0, validFrom: from, layer }], overrides: [] });
  const everyone = [...new Set(layer.users)];
  const onCall = new Set(peopleIn(timeline, { start: from, end: from + YEAR_MS }, everyone.length));
  return everyone.filter((user) => !onCall.has(user));
}

/** Hours and number of shifts of each person in the interval. People who are not on call in it are absent. */
export function hoursByUser(timeline: Timeline, within: Interval): Map<UserId, { ms: number; shifts: number }> {
  const hours = new Map<UserId, { ms: number; shifts: number }>();
  for (const { start, end, users } of eachShift(timeline, within, { clip: true })) {
    for (const user of users) {
      const { ms, shifts } = hours.get(user) ?? { ms: 0, shifts: 0 };
      hours.set(user, { ms: ms + end - start, shifts: shifts + 1 });
    }
  }
  return hours;
}

/** Bounds the search for next shifts. Only people whose turns are never in the windows take long. */
const MAX_SEARCHED = 4_000;

/** For each person the first start after the interval begins, the earliest first. Consecutive turns count as one. Undefined if it takes too long. */
export function nextStarts(timeline: Timeline, within: Interval): Map<UserId, number> | undefined {
  const starts: [UserId, number][] = [];
  let searched = 0;
  for (const user of peopleOf(timeline, within)) {
    const theirs = { ...timeline, rotations: timeline.rotations.map((rotation) => withoutHandoffsOf(rotation, user)) };
    let until: number | undefined;
    for (const shift of eachPossibleShift(theirs, user, within)) {
      searched += 1;
      if (searched > MAX_SEARCHED) return undefined;
      if (!shift.users.includes(user)) continue;
      if (shift.start > within.start && shift.start !== until) {
        starts.push([user, shift.start]);
        break;
      }
      until = shift.end;
    }
  }
  return new Map(starts.sort(([, a], [, b]) => a - b));
}

/** Everyone who may be on call in the interval, in the order of rotations and overrides. */
function peopleOf({ revisionStarts, rotations, stretches }: Timeline, { start, end }: Interval): UserId[] {
  const inForce = rotations.filter((_, i) => {
    return (revisionStarts[i] as number) < end && (revisionStarts[i + 1] ?? Number.POSITIVE_INFINITY) > start;
  });
  const overrides = stretches.filter((stretch) => stretch.start < end && stretch.end > start);
  return [...new Set([...inForce.flatMap(({ crews }) => crews.flat()), ...overrides.flatMap(({ users }) => users)])];
}

/** The instant from which on the timelines are made of different rotations or overrides. */
function equalUntil(one: Timeline, other: Timeline): number {
  const rotations = firstUnequal(startsOf(one), startsOf(other));
  const stretches = firstUnequal(one.stretches, other.stretches);
  return Math.min(rotations, stretches);
}

/** Only what can be compared as JSON. */
function startsOf({ revisionStarts, rotations }: Timeline): { readonly start: number }[] {
  return rotations.map((rotation, i) => ({
    ...rotation,
    rotationStart: rotation.start,
    start: revisionStarts[i] as number,
    zone: rotation.zone.name,
  }));
}

/** The lists are by start. */
function firstUnequal(
  one: readonly { readonly start: number }[],
  other: readonly { readonly start: number }[],
): number {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const [a, b] = [one[i], other[i]];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    return Math.min(a?.start ?? Number.POSITIVE_INFINITY, b?.start ?? Number.POSITIVE_INFINITY);
  }
  return Number.POSITIVE_INFINITY;
}

/** Stretches of the same people, one after the other, until too many shifts were compared. */
function compared(timeline: Timeline, within: Interval): { next(): Shift | undefined; isUsedUp(): boolean } {
  const quiet = { ...timeline, rotations: timeline.rotations.map(withoutIdleHandoffs) };
  let count = 0;
  const shifts = eachShift(quiet, within, { clip: true });
  let upcoming = shifts.next().value;
  return {
    isUsedUp: () => count >= MAX_COMPARED,
    next() {
      let stretch = upcoming ?? undefined;
      while (stretch !== undefined && count < MAX_COMPARED) {
        count += 1;
        upcoming = shifts.next().value;
        if (!upcoming || upcoming.start !== stretch.end || !samePeople(stretch.users, upcoming.users)) return stretch;
        stretch = { ...stretch, end: upcoming.end };
      }
      return stretch;
    },
  };
}
