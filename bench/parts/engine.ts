/** Benchmark of the engine against other implementations. Before measuring, all of them must give the same answers. */
import { deepStrictEqual } from 'node:assert';
import { nextChangeAfter, onCallAt, shiftAt, shiftsIn, timelineOf } from '../../src/engine/timeline.ts';
import { measureTogether } from '../measure.ts';
import { handoffsFloating, handoffsWithTzid } from '../rrule-handoffs.ts';
import {
  BERLIN,
  fullSchedule,
  instantsToAsk,
  layerOf,
  openDaysSchedule,
  plainSchedule,
  yearsToAsk,
} from '../schedules.ts';
import { straightNextChangeAfter, straightOf, straightOnCallAt, straightShiftsIn } from '../straight-temporal.ts';
import { type Goal, type Part, type Row, rounded } from '../table.ts';

interface Case<Input> {
  readonly what: string;
  readonly goal?: Goal;
  readonly inputs: readonly Input[];
  readonly engine: (input: Input) => unknown;
  readonly temporal: (input: Input) => unknown;
  readonly rrule?: HandoffCase<Input>;
}

/** `expected`: the engine's answer, as far as rrule can give it: handoffs. */
interface HandoffCase<Input> {
  readonly expected: (input: Input) => unknown;
  readonly tzid?: (input: Input) => unknown;
  readonly floating: (input: Input) => unknown;
}

const ON_CALL_GOAL: Goal = { atMost: 1_000, timesTemporal: 100 };
const YEAR_GOAL: Goal = { atMost: 1_000_000 };

/** rrule iterates from the first handoff for each answer, which takes up to a second. So only a few inputs are checked, spread over all. */
const RRULE_CHECKS = 4;

export const enginePart: Part = {
  notes: [
    'Temporal: the same answers, written straight with Temporal objects and without tables.',
    'rrule: with tzid / floating; handoffs alone, without people, windows and overrides; with tzid as its manual says, and on floating wall',
    'times. By the hour with tzid it takes over ten seconds, and is off by an hour near a change of the clocks.',
    'compiled anew: timelineOf and the question, as for a request that has just loaded the rows.',
  ],
  run: () => [...onCallRows(), ...yearRows(), ...nextChangeRows()],
};

function onCallRows(): Row[] {
  const plain = plainSchedule('weeks');
  const full = fullSchedule('weeks');
  const [plainTimeline, fullTimeline] = [timelineOf(plain), timelineOf(full)];
  const [plainStraight, fullStraight] = [straightOf(plain), straightOf(full)];
  const openTimeline = timelineOf(openDaysSchedule());
  const openStraight = straightOf(openDaysSchedule());
  const tzid = handoffsWithTzid(layerOf('weeks'), BERLIN);
  const floating = handoffsFloating(layerOf('weeks'), BERLIN);
  const inputs = instantsToAsk();
  return [
    rowOf({
      what: 'on call now, weekly',
      goal: ON_CALL_GOAL,
      inputs,
      engine: (at) => onCallAt(plainTimeline, at),
      temporal: (at) => straightOnCallAt(plainStraight, at),
      rrule: {
        expected: (at) => shiftAt(plainTimeline, at)?.start,
        tzid: (at) => tzid.lastBy(at),
        floating: (at) => floating.lastBy(at),
      },
    }),
    rowOf({
      what: 'on call now, weekly, 35 windows, 100 overrides',
      goal: ON_CALL_GOAL,
      inputs,
      engine: (at) => onCallAt(fullTimeline, at),
      temporal: (at) => straightOnCallAt(fullStraight, at),
    }),
    rowOf({
      what: 'on call now, daily on open days',
      goal: { atMost: 1_000 },
      inputs,
      engine: (at) => onCallAt(openTimeline, at),
      temporal: (at) => straightOnCallAt(openStraight, at),
    }),
    rowOf({
      what: 'on call now, weekly, compiled anew',
      inputs,
      engine: (at) => onCallAt(timelineOf(plain), at),
      temporal: (at) => straightOnCallAt(straightOf(plain), at),
    }),
    rowOf({
      what: 'on call now, weekly, 35 windows, 100 overrides, compiled anew',
      inputs,
      engine: (at) => onCallAt(timelineOf(full), at),
      temporal: (at) => straightOnCallAt(straightOf(full), at),
    }),
  ];
}

function yearRows(): Row[] {
  const daily = fullSchedule('days');
  const dailyTimeline = timelineOf(daily);
  const dailyStraight = straightOf(daily);
  const dailyHandoffs = timelineOf(plainSchedule('days'));
  const dailyTzid = handoffsWithTzid(layerOf('days'), BERLIN);
  const dailyFloating = handoffsFloating(layerOf('days'), BERLIN);

  const openTimeline = timelineOf(openDaysSchedule());
  const openStraight = straightOf(openDaysSchedule());

  const hourly = plainSchedule('hours');
  const hourlyTimeline = timelineOf(hourly);
  const hourlyStraight = straightOf(hourly);
  const hourlyFloating = handoffsFloating(layerOf('hours'), BERLIN);
  const inputs = yearsToAsk();
  return [
    rowOf({
      what: 'a year of daily shifts, 35 windows, 100 overrides',
      goal: YEAR_GOAL,
      inputs,
      engine: (year) => shiftsIn(dailyTimeline, year),
      temporal: (year) => straightShiftsIn(dailyStraight, year),
      rrule: {
        expected: (year) => startsIn(year, shiftsIn(dailyHandoffs, year)),
        tzid: (year) => dailyTzid.in(year),
        floating: (year) => dailyFloating.in(year),
      },
    }),
    rowOf({
      what: 'a year of daily shifts, 35 windows, 100 overrides, compiled anew',
      goal: YEAR_GOAL,
      inputs,
      engine: (year) => shiftsIn(timelineOf(daily), year),
      temporal: (year) => straightShiftsIn(straightOf(daily), year),
    }),
    rowOf({
      what: 'a year of daily shifts on open days',
      goal: YEAR_GOAL,
      inputs,
      engine: (year) => shiftsIn(openTimeline, year),
      temporal: (year) => straightShiftsIn(openStraight, year),
    }),
    rowOf({
      what: 'a year of hourly shifts',
      inputs,
      engine: (year) => shiftsIn(hourlyTimeline, year),
      temporal: (year) => straightShiftsIn(hourlyStraight, year),
      rrule: {
        expected: (year) => startsIn(year, shiftsIn(hourlyTimeline, year)),
        floating: (year) => hourlyFloating.in(year),
      },
    }),
  ];
}

function nextChangeRows(): Row[] {
  const plain = timelineOf(plainSchedule('weeks'));
  const full = timelineOf(fullSchedule('weeks'));
  const plainStraight = straightOf(plainSchedule('weeks'));
  const fullStraight = straightOf(fullSchedule('weeks'));
  const tzid = handoffsWithTzid(layerOf('weeks'), BERLIN);
  const floating = handoffsFloating(layerOf('weeks'), BERLIN);
  const inputs = instantsToAsk();
  return [
    rowOf({
      what: 'next change, weekly',
      inputs,
      engine: (at) => nextChangeAfter(plain, at),
      temporal: (at) => straightNextChangeAfter(plainStraight, at),
      rrule: {
        expected: (at) => nextChangeAfter(plain, at),
        tzid: (at) => tzid.firstAfter(at),
        floating: (at) => floating.firstAfter(at),
      },
    }),
    rowOf({
      what: 'next change, weekly, 35 windows, 100 overrides',
      inputs,
      engine: (at) => nextChangeAfter(full, at),
      temporal: (at) => straightNextChangeAfter(fullStraight, at),
    }),
  ];
}

function startsIn(within: { start: number }, shifts: readonly { start: number }[]): number[] {
  return shifts.map(({ start }) => start).filter((start) => start >= within.start);
}

function rowOf<Input>({ what, goal, inputs, engine, temporal, rrule }: Case<Input>): Row {
  requireSame(`${what}: Temporal`, inputs, engine, temporal);
  if (rrule !== undefined) {
    const some = inputs.filter((_, i) => i % Math.ceil(inputs.length / RRULE_CHECKS) === 0);
    requireSame(`${what}: rrule, floating`, some, rrule.expected, rrule.floating);
    if (rrule.tzid !== undefined) requireSame(`${what}: rrule, tzid`, some, rrule.expected, rrule.tzid);
  }
  const { engine: ours, ...rivals } = measureTogether(inputs, {
    engine,
    temporal,
    ...(rrule && { rruleFloating: rrule.floating }),
    ...(rrule?.tzid && { rruleTzid: rrule.tzid }),
  });
  const against = Object.entries(rivals).map(([name, rival]) => [name, rounded(rival.medianNs / ours.medianNs)]);
  return {
    what,
    unit: 'ns',
    figure: rounded(ours.medianNs),
    p99: rounded(ours.p99Ns),
    ...(goal && { goal }),
    against: Object.fromEntries(against),
  };
}

function requireSame<Input>(
  what: string,
  inputs: readonly Input[],
  expected: (input: Input) => unknown,
  actual: (input: Input) => unknown,
): void {
  for (const input of inputs)
    deepStrictEqual(actual(input), expected(input), `${what} differs at ${JSON.stringify(input)}`);
}
