/** The bars of a timeline. Who is on call comes from the server; what the rotation alone would give, from the engine. */
import { decidingStretches } from '../../src/engine/overrides.ts';
import type { Interval, Shift } from '../../src/engine/schedule.ts';
import { offHoursIn, shiftsIn, type Timeline } from '../../src/engine/timeline.ts';
import type { Schemas } from '../api/client.ts';
import type { Named } from '../people/named.ts';
import { overrideOf } from '../schedules/engine-schedule.ts';
import { msOf } from '../time/format.ts';
import type { Scale } from './scale.ts';
import type { ScheduleTimeline } from './schedule-timelines.ts';

/** `before`: the schedule did not exist yet. */
export type BarKind = 'rotation' | 'override' | 'gap' | 'off hours' | 'before' | 'time off' | 'holiday';

export interface Bar extends Interval {
  readonly kind: BarKind;
  /** Empty in a gap, in off hours and before the schedule existed. */
  readonly users: readonly Named[];
  /** Who would be on call by the rotation, where an override is in force. */
  readonly replaces?: readonly Named[];
  readonly override?: Schemas['ScheduleOverride'];
  /** Users of the bar who have time off in a part of it. */
  readonly away?: readonly Named[];
  /** The name of a public holiday. */
  readonly title?: string;
}

type NameOf = (id: string) => Named;

export function rotationBars(rotation: Timeline, scale: Scale, nameOf: NameOf): Bar[] {
  return shiftsIn(rotation, scale).map((shift) => ({ ...shift, kind: 'rotation', users: shift.users.map(nameOf) }));
}

export function overrideBars(
  overrides: readonly Schemas['ScheduleOverride'][],
  rotation: Timeline,
  nameOf: NameOf,
): Bar[] {
  return overrides.map((override) => {
    const interval = { start: msOf(override.start), end: msOf(override.end) };
    return {
      ...interval,
      kind: 'override',
      users: override.users,
      replaces: peopleOf(shiftsIn(rotation, interval), nameOf),
      override,
    };
  });
}

interface OnCallInput {
  readonly shifts: readonly Schemas['ScheduleShift'][];
  readonly overrides: readonly Schemas['ScheduleOverride'][];
  readonly rotation: Timeline;
  readonly scale: Scale;
  readonly nameOf: NameOf;
  /** When the schedule was created. */
  readonly createdAt: number;
}

export function onCallBars({ shifts, overrides, rotation, scale, nameOf, createdAt }: OnCallInput): Bar[] {
  const decidedBy = decidersOf(overrides);
  const bars = shifts.map((shift): Bar => {
    const interval = { start: msOf(shift.start), end: msOf(shift.end) };
    // Overrides are known only within the scale; a shift may extend beyond it.
    const shownFrom = Math.max(interval.start, scale.start);
    const override = decidedBy(shownFrom);
    if (override === undefined) return { ...interval, kind: 'rotation', users: shift.users };
    const replaces = peopleOf(shiftsIn(rotation, interval), nameOf);
    return { ...interval, kind: 'override', users: shift.users, replaces, override };
  });
  return withGaps(bars, scale, rotation, createdAt);
}

/** Finds the override in force at an instant. It relies on the engine returning the same array of users that the override had. */
function decidersOf(overrides: readonly Schemas['ScheduleOverride'][]) {
  const engineOverrides = overrides.map(overrideOf);
  const byUsers = new Map(engineOverrides.map(({ users }, i) => [users, overrides[i]]));
  const stretches = decidingStretches(engineOverrides);
  return (at: number) => {
    const stretch = stretches.find(({ start, end }) => start <= at && at < end);
    return stretch === undefined ? undefined : byUsers.get(stretch.users);
  };
}

/**
 * Adds bars where nobody is on call in the interval: off hours if the rotation plans it, otherwise a gap; and one bar for the time before the
 * schedule was created. The bars are in ascending order and do not overlap.
 */
export function withGaps(
  bars: readonly Bar[],
  { start, end }: Interval,
  rotation: Timeline,
  createdAt = Number.NEGATIVE_INFINITY,
): Bar[] {
  const all: Bar[] = [];
  let free = Math.min(Math.max(start, createdAt), end);
  if (free > start) all.push({ start, end: free, kind: 'before', users: [] });
  for (const bar of bars) {
    if (bar.start > free) all.push(...emptyBars({ start: free, end: bar.start }, rotation));
    all.push(bar);
    free = bar.end;
  }
  if (free < end) all.push(...emptyBars({ start: free, end }, rotation));
  return all;
}

function emptyBars(empty: Interval, rotation: Timeline): Bar[] {
  const bars: Bar[] = [];
  let start = empty.start;
  for (const offHours of offHoursIn(rotation, empty)) {
    if (start < offHours.start) bars.push({ start, end: offHours.start, kind: 'gap', users: [] });
    bars.push({ ...offHours, kind: 'off hours', users: [] });
    start = offHours.end;
  }
  if (start < empty.end) bars.push({ start, end: empty.end, kind: 'gap', users: [] });
  return bars;
}

function peopleOf(shifts: readonly Shift[], nameOf: NameOf): Named[] {
  return [...new Set(shifts.flatMap(({ users }) => users))].map(nameOf);
}

/** The bars of each person: first the people of the rotation, in its order, then the others. */
export function rowsOfPeople({
  onCall,
  people,
}: {
  readonly onCall: readonly Bar[];
  readonly people: readonly Named[];
}) {
  const everyone = new Map([...people, ...onCall.flatMap(({ users }) => users)].map((person) => [person.id, person]));
  return [...everyone.values()].map((person) => ({
    person,
    bars: onCall.filter(({ users }) => users.some(({ id }) => id === person.id)).map((bar) => barOf(bar, person)),
  }));
}

/** The bar, reduced to what concerns this person. */
function barOf({ away, ...bar }: Bar, person: Named): Bar {
  const isAway = away?.some(({ id }) => id === person.id) ?? false;
  return { ...bar, users: [person], ...(isAway && { away: [person] }) };
}

/** The bars of a schedule from the server alone, without overrides and rotation: who is on call, and where nobody is. */
export function knownBars({ shifts, gaps, off_hours, created_at }: ScheduleTimeline): Bar[] {
  const createdAt = msOf(created_at);
  const bars = [
    ...shifts.map(({ start, end, users }): Bar => ({ start: msOf(start), end: msOf(end), kind: 'rotation', users })),
    ...gaps.flatMap(({ start, end }) => gapBars({ start: msOf(start), end: msOf(end) }, createdAt)),
    ...off_hours.map(({ start, end }): Bar => ({ start: msOf(start), end: msOf(end), kind: 'off hours', users: [] })),
  ];
  return bars.sort((a, b) => a.start - b.start);
}

function gapBars({ start, end }: Interval, createdAt: number): Bar[] {
  const middle = Math.min(Math.max(start, createdAt), end);
  const bars: Bar[] = [
    { start, end: middle, kind: 'before', users: [] },
    { start: middle, end, kind: 'gap', users: [] },
  ];
  return bars.filter((bar) => bar.start < bar.end);
}

interface Gap {
  readonly start: string;
  readonly end: string;
}

/** The gaps after the creation of the schedule: before, nobody could be on call. */
export function gapsSince(createdAt: string, gaps: readonly Gap[]): Gap[] {
  return gaps
    .filter(({ end }) => msOf(end) > msOf(createdAt))
    .map((gap) => (msOf(gap.start) < msOf(createdAt) ? { ...gap, start: createdAt } : gap));
}
