/**
 * Lets a test of the engine use short texts: `AB` for two people, `1 week`, `monday 09:00-17:00`, and an interval as
 * `2026-03-23T09:00+01:00/2026-03-30T09:00+02:00`. Results are texts of the same kind, in UTC.
 *
 * An offset in such a text must be the one that the schedule's zone has then, otherwise Temporal refuses it. So a test cannot state a local time that
 * the clocks never showed, and it shares no arithmetic with the tested code.
 */
import assert from 'node:assert/strict';
import type {
  Day,
  Interval,
  Layer,
  Override,
  Revision,
  Schedule,
  Shift,
  ShiftUnit,
} from '../../../src/engine/schedule.ts';
import {
  gapsIn,
  nextChangeAfter,
  nextShiftAfter,
  onCallAt,
  shiftAt,
  shiftsIn,
  type Timeline,
  timelineOf,
} from '../../../src/engine/timeline.ts';
import type { UserId } from '../../../src/ids.ts';
import { findZone } from '../../../src/time/zones.ts';

export interface LayerWords {
  readonly name?: string;
  /** `rotation_start`. */
  readonly start: string;
  /** One letter for each person, in the order of rotation. */
  readonly users: string;
  readonly atATime?: number;
  /** `1 week`, `12 hours`. */
  readonly every: string;
  /** `friday 22:00-06:00`. */
  readonly windows?: readonly string[];
  /** Rule ROT-5: `counted_days` is `open`. */
  readonly countsOpenDays?: boolean;
}

export interface RevisionWords extends LayerWords {
  /** The instant of its creation; absent: its `start`. */
  readonly made?: string;
}

export interface RotaWords extends RevisionWords {
  /** Europe/Berlin by default. */
  readonly zone?: string;
  /** Revisions 1, 2, 3 …, after this one. */
  readonly later?: readonly RevisionWords[];
  /** `X 2026-01-05T10:00Z/2026-01-05T16:00Z`, in order of creation. */
  readonly overrides?: readonly string[];
}

const DEFAULT_ZONE = 'Europe/Berlin';
const LOOKAHEAD_MS = 366 * 86_400_000;
const END_OF_TIME = Date.UTC(2200, 0, 1);

/** Parses an instant. `Z` is accepted anywhere, an offset only if the zone has it. */
export function instant(text: string, zone = DEFAULT_ZONE): number {
  if (text.endsWith('Z')) return Temporal.Instant.from(text).epochMilliseconds;
  return Temporal.ZonedDateTime.from(`${text}[${zone}]`, { offset: 'reject' }).epochMilliseconds;
}

/** The instant as the shortest UTC text: `2026-03-23T08:00Z`. */
export function utc(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/(:00)?\.000Z$/, 'Z');
}

export function interval(text: string, zone = DEFAULT_ZONE): Interval {
  const [start = '', end = ''] = text.split('/');
  return { start: instant(start, zone), end: instant(end, zone) };
}

export function people(letters: string): UserId[] {
  return [...letters] as UserId[];
}

/** `AB 2026-03-23T08:00Z/2026-03-30T07:00Z`: a shift or an override. */
export function shift(text: string, zone = DEFAULT_ZONE): Shift & Override {
  const [users = '', when = ''] = text.split(' ');
  return { ...interval(when, zone), users: people(users) };
}

export function layer(words: LayerWords, zone = DEFAULT_ZONE): Layer {
  const [, amount, unit] = /^(\d+) (hour|day|week)s?$/.exec(words.every) ?? assert.fail(`no length: ${words.every}`);
  return {
    name: words.name ?? 'Primary',
    rotationStart: instant(words.start, zone),
    concurrentUsers: words.atATime ?? 1,
    users: people(words.users),
    shiftLength: { amount: Number(amount), unit: `${unit}s` as ShiftUnit },
    ...(words.windows && {
      restrictionIntervals: words.windows.map((window) => {
        const [, day, from = '', to = ''] =
          /^(\w+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(window) ?? assert.fail(`no window: ${window}`);
        return { day: day as Day, from, to };
      }),
    }),
    ...(words.countsOpenDays && { countedDays: 'open' }),
  };
}

export function schedule(words: RotaWords): Schedule {
  const zoneName = words.zone ?? DEFAULT_ZONE;
  const zone = findZone(zoneName) ?? assert.fail(`no zone: ${zoneName}`);
  const revisions = [words, ...(words.later ?? [])].map((each, number): Revision => {
    const made = instant(each.made ?? each.start, zoneName);
    return { number, validFrom: Math.max(made, instant(each.start, zoneName)), layer: layer(each, zoneName) };
  });
  return { zone, revisions, overrides: (words.overrides ?? []).map((text) => shift(text, zoneName)) };
}

/** A schedule with questions and answers as text. */
export interface Rota {
  readonly timeline: Timeline;
  /** `AB`, or `nobody`. */
  onCall(at: string): string;
  current(at: string): string;
  next(at: string): string;
  nextChange(at: string): string;
  shifts(within: string): string[];
  clipped(within: string): string[];
  gaps(within: string): string[];
  /** Asserts that these are the whole shifts that overlap the interval, and that every other question agrees. */
  gives(within: string, expected: readonly string[]): void;
}

export function rota(words: RotaWords | Schedule): Rota {
  const told = 'revisions' in words ? words : schedule(words);
  const zone = told.zone.name;
  const timeline = timelineOf(told);
  return {
    timeline,
    onCall: (at) => onCallAt(timeline, instant(at, zone)).join('') || 'nobody',
    current: (at) => shiftText(shiftAt(timeline, instant(at, zone))),
    next: (at) => shiftText(nextShiftAfter(timeline, instant(at, zone))),
    nextChange: (at) => changeText(nextChangeAfter(timeline, instant(at, zone))),
    shifts: (within) => shiftsIn(timeline, interval(within, zone)).map(shiftText),
    clipped: (within) => shiftsIn(timeline, interval(within, zone), { clip: true }).map(shiftText),
    gaps: (within) => gapsIn(timeline, interval(within, zone)).map(intervalText),
    gives(within, expected) {
      const list = expected.map((text) => shift(text, zone));
      assertAgrees(timeline, interval(within, zone), list);
      const reversed = { ...told, revisions: told.revisions.toReversed() };
      assertSame(shiftsIn(timelineOf(reversed), interval(within, zone)), list, 'with the revisions in another order');
    },
  };
}

/** Compares every question that the engine answers about the interval with the list of its whole shifts. */
export function assertAgrees(timeline: Timeline, within: Interval, list: readonly Shift[]): void {
  assertSame(shiftsIn(timeline, within), list, 'the list');

  const clipped = list.map((each) => ({
    ...each,
    start: Math.max(each.start, within.start),
    end: Math.min(each.end, within.end),
  }));
  assertSame(shiftsIn(timeline, within, { clip: true }), clipped, 'the clipped list');

  const gaps = complement(clipped, within);
  assert.deepEqual(gapsIn(timeline, within).map(intervalText), gaps.map(intervalText), 'the gaps');

  const edges = [within, ...clipped, ...gaps].flatMap(({ start, end }) => [start, end]);
  const probes = [...new Set(edges.flatMap((edge) => [edge - 1, edge]))]
    .filter((at) => within.start <= at && at < within.end)
    .sort((a, b) => a - b);
  for (const { start, end } of list) for (const at of [start, end - 1]) assertMoment(timeline, within, list, at);
  for (const at of probes) {
    assertMoment(timeline, within, list, at);
    assertHalves(timeline, within, list, at);
  }

  const changes = changesIn(clipped, gaps);
  for (const at of probes) {
    const answer = nextChangeAfter(timeline, at);
    const stated = changes.find((change) => change > at);
    if (stated !== undefined) assert.equal(changeText(answer), utc(stated), `the change after ${utc(at)}`);
    else assert.ok(answer === undefined || answer >= within.end, `${changeText(answer)} is a change, not in the list`);
  }
}

function assertMoment(timeline: Timeline, within: Interval, list: readonly Shift[], at: number): void {
  const current = list.find((each) => each.start <= at && at < each.end);
  assert.deepEqual(onCallAt(timeline, at), current?.users ?? [], `on call at ${utc(at)}`);
  assert.equal(shiftText(shiftAt(timeline, at)), shiftText(current), `the shift at ${utc(at)}`);

  const next = list.find((each) => each.start > at && each.start < at + LOOKAHEAD_MS);
  const answer = nextShiftAfter(timeline, at);
  if (next !== undefined) assert.equal(shiftText(answer), shiftText(next), `the next shift at ${utc(at)}`);
  else assert.ok(answer === undefined || answer.start >= within.end, `${shiftText(answer)} is not in the list`);
}

function assertHalves(timeline: Timeline, within: Interval, list: readonly Shift[], middle: number): void {
  const before = shiftsIn(timeline, { start: within.start, end: middle });
  const after = shiftsIn(timeline, { start: middle, end: within.end });
  const straddles = shiftText(before.at(-1)) === shiftText(after[0]);
  assertSame([...before, ...after.slice(straddles ? 1 : 0)], list, `the list in two halves, at ${utc(middle)}`);
}

function complement(shifts: readonly Interval[], within: Interval): Interval[] {
  const edges = [within.start, ...shifts.flatMap(({ start, end }) => [start, end]), within.end];
  return edges.flatMap((start, i) => {
    const end = edges[i + 1] ?? start;
    return i % 2 === 0 && start < end ? [{ start, end }] : [];
  });
}

/** Where other people begin, after the first of these adjacent pieces. The end of time does not count. */
function changesIn(shifts: readonly Shift[], gaps: readonly Interval[]): number[] {
  const pieces = [...shifts, ...gaps.map((gap) => ({ ...gap, users: [] }))].sort((a, b) => a.start - b.start);
  const sets = pieces.map(({ users }) => [...users].sort().join(''));
  return pieces
    .filter(({ start }, i) => i > 0 && start < END_OF_TIME && sets[i] !== sets[i - 1])
    .map(({ start }) => start);
}

function assertSame(actual: readonly Shift[], expected: readonly Shift[], what: string): void {
  assert.deepEqual(actual.map(shiftText), expected.map(shiftText), what);
}

function shiftText(each: Shift | undefined): string {
  return each === undefined ? 'none' : `${each.users.join('')} ${intervalText(each)}`;
}

function intervalText({ start, end }: Interval): string {
  return `${utc(start)}/${utc(end)}`;
}

function changeText(at: number | undefined): string {
  return at === undefined ? 'never' : utc(at);
}
