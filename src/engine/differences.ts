/** What a change to a schedule means for its people. Compares the timelines before and after the change. */

import type { UserId } from '../ids.ts';
import { DAY_MS } from '../time/units.ts';
import type { Zone } from '../time/zones.ts';
import { samePeople } from './rotation.ts';
import type { Interval, Layer, Shift } from './schedule.ts';
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

/**
 * The first instant of the interval at which other people are on call in the two timelines. How their time is cut into shifts, and their order, do
 * not matter.
 */
export function firstDifference(one: Timeline, other: Timeline, within: Interval): number | undefined {
  const [left, right] = [eachStretch(one, within), eachStretch(other, within)];
  for (;;) {
    const [a, b] = [left.next().value, right.next().value];
    if (a === undefined) return b?.start;
    if (b === undefined) return a.start;
    if (a.start !== b.start || !samePeople(a.users, b.users)) return Math.min(a.start, b.start);
    if (a.end !== b.end) return Math.min(a.end, b.end);
  }
}

/** People whose next shift starts at another time than before, the earliest first. */
export function movesBetween(before: Timeline, after: Timeline, within: Interval): Move[] {
  const [was, is] = [nextStarts(before, within), nextStarts(after, within)];
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
  for (const { users } of eachShift(timeline, within)) {
    for (const user of users) people.add(user);
    if (people.size >= most) break;
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

/** For each person the first start after the interval begins. Consecutive turns count as one. */
export function nextStarts(timeline: Timeline, within: Interval): Map<UserId, number> {
  const starts = new Map<UserId, number>();
  let before: Shift | undefined;
  for (const shift of eachShift(timeline, within)) {
    const there = before?.end === shift.start ? before.users : [];
    for (const user of shift.users) {
      if (shift.start > within.start && !there.includes(user) && !starts.has(user)) starts.set(user, shift.start);
    }
    before = shift;
  }
  return starts;
}

/** Joins consecutive shifts of the same people. */
function* eachStretch(timeline: Timeline, within: Interval): Generator<Shift, undefined> {
  let stretch: Shift | undefined;
  for (const shift of eachShift(timeline, within, { clip: true })) {
    if (stretch?.end === shift.start && samePeople(stretch.users, shift.users)) {
      stretch = { ...stretch, end: shift.end };
      continue;
    }
    if (stretch !== undefined) yield stretch;
    stretch = shift;
  }
  if (stretch !== undefined) yield stretch;
  return undefined;
}
