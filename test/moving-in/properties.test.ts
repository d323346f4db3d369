/** Rule IMP-2 for random inputs: translated schedules have the same people on call as the product's own rules, also across clock changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { unionSegments } from '../../src/moving-in/drafts.ts';
import { moved } from '../../src/moving-in/moving.ts';
import { readGoAlert } from '../../src/moving-in/products/goalert.ts';
import { readGrafanaOnCall } from '../../src/moving-in/products/grafana-oncall.ts';
import { readOpsgenie } from '../../src/moving-in/products/opsgenie.ts';
import { readPagerDuty } from '../../src/moving-in/products/pagerduty.ts';
import type { Source } from '../../src/moving-in/source.ts';
import { inDepth } from '../support/depth.ts';
import {
  type GrafanaShift,
  goAlertIndex,
  goAlertNextHandoff,
  goAlertOnCall,
  grafanaEvents,
  grafanaOnCall,
  instantOfWall,
  opsgenieOnCall,
  pagerDutyOnCall,
  STEP_MS,
} from './renderers.ts';

/** Two weeks before the clocks go back in Europe and three before they do in America, 2026. */
const NOW = Date.parse('2026-10-11T00:00:00Z');
const END = NOW + 35 * 86_400_000;

/** Reproducible: every run has the same inputs. */
const RUNS = { seed: 20261011, numRuns: inDepth(10, 30) };

const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC');
const people = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.array(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 6 }));
const emailOf = (number: number) => `p${number}@example.com`;

/** From 04:00 on: which of two equal wall times a product means is not documented. */
const hours = fc.integer({ min: 4, max: 23 });
const minutes = fc.constantFrom(0, 30);
const days = fc.integer({ min: 1, max: 28 });

/** Days after 30 are in October. */
function local(day: number, hour: number, minute: number): string {
  return new Date(Date.UTC(2026, 8, day, hour, minute)).toISOString().slice(0, 19);
}

function instant(text: string, zone: string): string {
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
}

/** Compares every half hour: everything in the examples starts and ends at one. */
function assertSame(source: Source, whoThere: (at: number) => readonly string[]): void {
  assert.deepEqual(assertSameOrReported(source, whoThere), []);
}

/** Returns what the report says is not in the file. If that is nothing, the same people are on call. */
function assertSameOrReported(source: Source, whoThere: (at: number) => readonly string[]): readonly string[] {
  const { outcomes } = moved(source, { now: NOW, writesOverrides: false });
  const [outcome] = outcomes;
  assert.ok(outcome !== undefined);
  if (outcome.missing.length > 0) return outcome.missing;
  const segments = unionSegments(outcome.drafts, NOW, END);
  let index = 0;
  for (let at = NOW; at < END; at += STEP_MS) {
    while ((segments[index]?.end ?? END) <= at) index += 1;
    const [here, there] = [segments[index]?.people.join(), [...new Set(whoThere(at))].sort().join()];
    if (here !== there) assert.fail(`${new Date(at).toISOString()}: there ${there}, here ${here}`);
  }
  return [];
}

describe('translated schedules have the same people on call as the product', () => {
  it('[IMP-2] Opsgenie: rotations of all types, with both kinds of time restriction, together', () => {
    const window = fc.record({
      startDay: fc.constantFrom('monday', 'wednesday', 'friday', 'sunday'),
      startHour: hours,
      startMin: minutes,
      endDay: fc.constantFrom('monday', 'tuesday', 'saturday'),
      endHour: hours,
      endMin: minutes,
    });
    const timeRestriction = fc.oneof(
      fc.constant(undefined),
      window.map(({ startDay: _, endDay: __, ...clock }) => ({
        type: 'time-of-day',
        restriction: {
          ...clock,
          endHour: clock.endHour === clock.startHour ? 4 : clock.endHour,
          startHour: Math.max(5, clock.startHour),
        },
      })),
      fc
        .array(window, { minLength: 1, maxLength: 3 })
        .map((windows) => windows.filter(({ startDay, endDay }) => startDay !== endDay))
        .filter((windows) => windows.length > 0)
        .map((restrictions) => ({ type: 'weekday-and-time-of-day', restrictions })),
    );
    const rotation = fc.record({
      type: fc.constantFrom('daily' as const, 'weekly' as const, 'hourly' as const),
      length: fc.integer({ min: 1, max: 3 }),
      day: days,
      hour: hours,
      minute: minutes,
      participants: people,
      timeRestriction,
    });
    fc.assert(
      fc.property(zones, fc.array(rotation, { minLength: 1, maxLength: 3 }), (zone, made) => {
        const rotations = made.map(({ type, length, day, hour, minute, participants, timeRestriction: limits }, i) => ({
          id: `r${i}`,
          name: `R${i}`,
          // Twelve hours, so that handoffs are not at night.
          ...(type === 'hourly'
            ? { length: 12, startDate: instant(local(day, 6, minute), zone) }
            : { length, startDate: instant(local(day, hour, minute), zone) }),
          type,
          participants: participants.map((number) => ({ type: 'user', username: emailOf(number) })),
          ...(limits !== undefined && { timeRestriction: limits }),
        }));
        const value = { data: [{ id: 's1', name: 'S', timezone: zone, enabled: true, rotations }] };
        assertSame(readOpsgenie([{ name: 'schedules', value }]), (at) =>
          rotations.flatMap((one) => opsgenieOnCall(one, zone, at)),
        );
      }),
      RUNS,
    );
  });

  it('[IMP-2] PagerDuty: stacked layers, some of which start or end later', () => {
    const restriction = fc.record({
      type: fc.constantFrom('daily_restriction', 'weekly_restriction'),
      hour: hours,
      minute: minutes,
      halfHours: fc.integer({ min: 1, max: 40 }),
      start_day_of_week: fc.integer({ min: 1, max: 7 }),
    });
    const layer = fc.record({
      day: days,
      hour: hours,
      days: fc.constantFrom(1, 2, 7, 14),
      users: people,
      restrictions: fc.array(restriction, { maxLength: 2 }),
      startsIn: fc.constantFrom(undefined, undefined, 9.5),
      endsIn: fc.constantFrom(undefined, undefined, 20.25),
    });
    fc.assert(
      fc.property(zones, fc.array(layer, { minLength: 1, maxLength: 3 }), (zone, made) => {
        const layers = made.map(({ day, hour, days: length, users, restrictions, startsIn, endsIn }, i) => {
          const begin = instant(local(day, hour, 0), zone);
          const at = (inDays: number) => new Date(NOW + inDays * 86_400_000).toISOString();
          return {
            id: `L${i}`,
            name: `Layer ${i}`,
            start: startsIn === undefined ? begin : at(startsIn),
            end: endsIn === undefined ? null : at(endsIn),
            rotation_virtual_start: begin,
            rotation_turn_length_seconds: length * 86_400,
            users: users.map((number) => ({ user: { id: `P${number}` } })),
            restrictions: restrictions.map(({ hour: from, minute, halfHours, ...rest }) => ({
              ...rest,
              start_time_of_day: `${String(from).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`,
              // Ends before midnight or after 04:00, never during a clock change.
              duration_seconds: endsAtNight(from, minute, halfHours) ? 1800 : halfHours * 1800,
            })),
          };
        });
        const documents = [
          { name: 'schedule', value: { schedule: { id: 'S', name: 'S', time_zone: zone, schedule_layers: layers } } },
          {
            name: 'users',
            value: { users: [0, 1, 2, 3, 4].map((number) => ({ id: `P${number}`, email: emailOf(number) })) },
          },
        ];
        assertSame(readPagerDuty(documents), (at) =>
          pagerDutyOnCall(layers, zone, at).map((id) => emailOf(Number(id.slice(1)))),
        );
      }),
      RUNS,
    );
  });

  it('[IMP-2] Grafana OnCall: rolling users by hours, days, open days and weeks, with groups and levels', () => {
    const byDay = fc.constantFrom(['MO', 'TU', 'WE', 'TH', 'FR'], ['SA', 'SU'], ['WE'], ['MO', 'TH', 'SU']);
    const shift = fc.record({
      kind: fc.constantFrom('hourly', 'daily', 'weekly', 'open days', 'days of weeks'),
      interval: fc.integer({ min: 1, max: 3 }),
      week: fc.integer({ min: 0, max: 2 }),
      hour: fc.integer({ min: 4, max: 15 }),
      groups: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      }),
      first: fc.integer({ min: 0, max: 3 }),
      by_day: byDay,
      hoursLong: fc.integer({ min: 1, max: 8 }),
      level: fc.integer({ min: 0, max: 1 }),
    });
    fc.assert(
      fc.property(zones, fc.array(shift, { minLength: 1, maxLength: 2 }), (zone, made) => {
        const shifts = made.map(({ kind, interval, week, hour, groups, first, by_day, hoursLong, level }, i) => ({
          id: `O${i}`,
          name: `Shift ${i}`,
          type: 'rolling_users',
          level,
          time_zone: null,
          until: null,
          week_start: 'MO',
          rolling_users: groups.map((group) => group.map((number) => `U${number}`)),
          start_rotation_from_user_index: first % groups.length,
          ...ruleOf(kind, { interval, week, hour, by_day, hoursLong }),
        }));
        assertSame(grafanaSource(zone, shifts), grafanaWho(zone, shifts));
      }),
      RUNS,
    );
  });

  it('[TRU-5] Grafana OnCall: levels above turns that count open days; some start later, some end', () => {
    const byDay = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 });
    const shift = fc.record({
      kind: fc.constantFrom('open days', 'open days', 'daily', 'days of weeks'),
      interval: fc.integer({ min: 1, max: 2 }),
      week: fc.constantFrom(0, 1, 2, 5, 6),
      hour: fc.integer({ min: 4, max: 23 }),
      groups: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 2 }), {
        minLength: 1,
        maxLength: 4,
      }),
      first: fc.integer({ min: 0, max: 3 }),
      by_day: byDay,
      hoursLong: fc.integer({ min: 1, max: 20 }),
      level: fc.integer({ min: 0, max: 2 }),
      until: fc.option(fc.integer({ min: 14, max: 60 }), { freq: 3 }),
    });
    let written = 0;
    fc.assert(
      fc.property(zones, fc.array(shift, { minLength: 2, maxLength: 3 }), (zone, made) => {
        const shifts = made.map(
          ({ kind, interval, week, hour, groups, first, by_day, hoursLong, level, until }, i) => ({
            id: `O${i}`,
            name: `Shift ${i}`,
            type: 'rolling_users',
            level,
            time_zone: null,
            until:
              until === null
                ? null
                : new Date(Date.parse('2026-09-07T00:00:00Z') + until * 86_400_000).toISOString().slice(0, 19),
            week_start: 'MO',
            rolling_users: groups.map((group) => group.map((number) => `U${number}`)),
            start_rotation_from_user_index: first % groups.length,
            ...ruleOf(kind, { interval, week, hour, by_day, hoursLong: endsInNight(hour, hoursLong) ? 1 : hoursLong }),
          }),
        );
        if (assertSameOrReported(grafanaSource(zone, shifts), grafanaWho(zone, shifts)).length === 0) written += 1;
      }),
      { ...RUNS, numRuns: 200 },
    );
    assert.ok(written > 100, `most are in the file: ${written}`);
  });

  it('[IMP-2] GoAlert: targets with rules, in any position of their rotations', () => {
    const rule = fc.record({
      from: hours,
      to: hours,
      weekdayFilter: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }).filter((filter) => filter.includes(true)),
    });
    const target = fc.record({
      type: fc.constantFrom('daily' as const, 'weekly' as const, 'hourly' as const),
      length: fc.integer({ min: 1, max: 3 }),
      day: days,
      hour: hours,
      users: people,
      rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
    });
    fc.assert(
      fc.property(zones, fc.array(target, { minLength: 1, maxLength: 3 }), (zone, made) => {
        const rotations = made.map(({ type, length, day, hour, users }, i) => ({
          id: `r${i}`,
          name: `R${i}`,
          timeZone: zone,
          type,
          shiftLength: type === 'hourly' ? 12 : length,
          start: instant(local(day, type === 'hourly' ? 6 : hour, 0), zone),
          users: users.map((number) => ({ id: `u${number}`, name: `U${number}`, email: emailOf(number) })),
        }));
        const targets = made.map(({ rules }, i) => ({
          target: { id: `r${i}`, type: 'rotation' },
          rules: rules.map(({ from, to, weekdayFilter }) => ({
            start: `${String(from).padStart(2, '0')}:00`,
            end: `${String(to).padStart(2, '0')}:00`,
            weekdayFilter,
          })),
        }));
        const documents = [
          { name: 'schedule', value: { data: { schedule: { id: 's', name: 'S', timeZone: zone, targets } } } },
          ...rotations.map((rotation) => ({
            name: rotation.id,
            value: {
              data: {
                rotation: {
                  ...rotation,
                  activeUserIndex: goAlertIndex(rotation, NOW),
                  nextHandoffTimes: [goAlertNextHandoff(rotation, NOW)],
                },
              },
            },
          })),
        ];
        assertSame(readGoAlert(documents, NOW), (at) => goAlertOnCall(targets, rotations, zone, at));
      }),
      RUNS,
    );
  });

  it('[IMP-1] with overrides, exactly the people of the timeline are on call, wherever it has somebody', () => {
    const shift = fc.record({
      from: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 1, max: 20 }),
      who: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 }),
    });
    const rotation = fc.record({ participants: people, isUnfit: fc.boolean(), hour: hours });
    fc.assert(
      fc.property(
        fc.array(shift, { maxLength: 8 }),
        fc.array(rotation, { minLength: 1, maxLength: 3 }),
        (shifts, made) => {
          const rotations = made.map(({ participants, isUnfit, hour }, i) => ({
            id: `r${i}`,
            name: `R${i}`,
            startDate: instant(local(7, hour, 0), 'UTC'),
            type: 'daily',
            length: 1,
            participants: [
              ...participants.map((number) => ({ type: 'user', username: emailOf(number) })),
              ...(isUnfit ? [{ type: 'none' }] : []),
            ],
          }));
          const at = (halfDays: number) => new Date(NOW + halfDays * 43_200_000).toISOString();
          const periods = shifts.flatMap(({ from, length, who }) =>
            who.map((number) => ({
              startDate: at(from),
              endDate: at(Math.min(70, from + length)),
              recipient: { type: 'user', name: emailOf(number) },
            })),
          );
          const source = readOpsgenie([
            { name: 'schedules', value: { data: [{ id: 's1', name: 'S', timezone: 'UTC', rotations }] } },
            {
              name: 'timeline',
              value: {
                data: {
                  _parent: { id: 's1' },
                  startDate: at(0),
                  endDate: at(70),
                  finalTimeline: { rotations: [{ periods }] },
                },
              },
            },
          ]);
          const { outcomes } = moved(source, { now: NOW, writesOverrides: true });
          const differences = outcomes[0]?.proof?.differences ?? [];
          const hasPlace = made.some(({ isUnfit }) => isUnfit);
          // A schedule has at most four people on call; if overrides get their own schedules, there are as many as needed.
          const limit = hasPlace ? 9 : 4;
          assert.deepEqual(
            differences.filter(({ there }) => there.length > 0 && there.length <= limit),
            [],
          );
          assert.equal(outcomes[0]?.missing.length, differences.length);
        },
      ),
      RUNS,
    );
  });
});

function grafanaSource(zone: string, shifts: readonly GrafanaShift[]): Source {
  const schedule = { id: 'S', name: 'S', type: 'calendar', time_zone: zone, shifts: shifts.map(({ id }) => id) };
  const users = [0, 1, 2, 3, 4].map((number) => ({ id: `U${number}`, username: `u${number}`, email: emailOf(number) }));
  return readGrafanaOnCall([
    { name: 'schedules', value: { results: [schedule] } },
    { name: 'shifts', value: { results: shifts } },
    { name: 'users', value: { results: users } },
  ]);
}

/** `until` is in UTC, and the last instant at which an event may start. */
function grafanaWho(zone: string, shifts: readonly GrafanaShift[]): (at: number) => readonly string[] {
  const events = shifts.flatMap((one) =>
    grafanaEvents(one, END + 2 * 86_400_000)
      .map((event) => ({
        ...event,
        level: one.level,
        start: instantOfWall(event.start, zone),
        end: instantOfWall(event.end, zone),
      }))
      .filter(({ start }) => one.until === null || start <= Date.parse(`${one.until}Z`)),
  );
  return (at) => grafanaOnCall(events, at).map((id) => emailOf(Number(id.slice(1))));
}

function endsInNight(hour: number, hoursLong: number): boolean {
  return endsAtNight(hour, 0, hoursLong * 2);
}

function endsAtNight(hour: number, minute: number, halfHours: number): boolean {
  const end = (hour * 60 + minute + halfHours * 30) % 1440;
  return end > 0 && end < 240;
}

interface RuleParts {
  readonly interval: number;
  readonly week: number;
  readonly hour: number;
  readonly by_day: readonly string[];
  readonly hoursLong: number;
}

/** `start` is on a day in `by_day`. */
function ruleOf(kind: string, { interval, week, hour, by_day, hoursLong }: RuleParts) {
  const dayOf = { MO: 7, TU: 8, WE: 9, TH: 10, FR: 11, SA: 12, SU: 13 } as const;
  const first = dayOf[(by_day[0] ?? 'MO') as keyof typeof dayOf] + week * 7;
  const start = local(
    kind === 'open days' || kind === 'days of weeks' ? first : 7 + week,
    kind === 'hourly' ? 6 : hour,
    0,
  );
  const unit = 86_400;
  switch (kind) {
    case 'hourly':
      return { start, frequency: 'hourly' as const, interval: 12, by_day: null, duration: 12 * 3600 };
    case 'daily':
      return {
        start,
        frequency: 'daily' as const,
        interval,
        by_day: null,
        duration: interval === 1 ? hoursLong * 3600 : interval * unit,
      };
    case 'weekly':
      return { start, frequency: 'weekly' as const, interval, by_day: null, duration: interval * 7 * unit };
    case 'open days':
      return { start, frequency: 'daily' as const, interval, by_day, duration: hoursLong * 3600 };
    default:
      return { start, frequency: 'weekly' as const, interval: 1, by_day, duration: hoursLong * 3600 };
  }
}
