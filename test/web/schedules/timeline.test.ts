/** The arithmetic of the timeline: its scale, where days begin, and what dragging selects. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Layer } from '../../../src/engine/schedule.ts';
import { timelineOf } from '../../../src/engine/timeline.ts';
import { namesFrom, userIdOf } from '../../../web/schedules/engine-schedule.ts';
import { awayBars, withAway } from '../../../web/time-off/away-bars.ts';
import { ordinal, shiftsWhileAway } from '../../../web/time-off/shifts-while-away.ts';
import { axisTicks, offsetsIn, showTheSame } from '../../../web/timeline/axis-ticks.ts';
import { gapsSince, onCallBars, rowsOfPeople, withGaps } from '../../../web/timeline/bars.ts';
import { placeInWeek, weeksOf } from '../../../web/timeline/calendar-days.ts';
import { dragged, gripFor } from '../../../web/timeline/dragging.ts';
import { lanesOf } from '../../../web/timeline/lanes.ts';
import { zoneNamed } from '../../../web/timeline/scale.ts';
import { draggedInterval, snapped } from '../../../web/timeline/snapping.ts';
import { dateBeside, dateNamed, periodText, scaleOf, viewNamed } from '../../../web/timeline/views.ts';

const BERLIN = 'Europe/Berlin';
const TOKYO = 'Asia/Tokyo';
const HOUR = 3_600_000;

function ms(text: string): number {
  return Date.parse(text);
}

function scale(start: string, end: string) {
  return { start: ms(start), end: ms(end) };
}

describe('the scale of a view', () => {
  it("is two weeks from Monday, from midnight to midnight in the schedule's zone, also across clock changes", () => {
    const shown = scale('2026-03-22T23:00:00Z', '2026-04-05T22:00:00Z');
    assert.deepEqual(scaleOf('fortnight', '2026-03-23', BERLIN), shown);
    assert.deepEqual(scaleOf('fortnight', '2026-03-29', BERLIN), shown);
    assert.equal(periodText('fortnight', shown, BERLIN), 'Mon 23 Mar – Sun 5 Apr 2026');
  });

  it('is a day of 23 hours when clocks go forward, and of 25 when they go back', () => {
    assert.deepEqual(scaleOf('day', '2026-03-29', BERLIN), scale('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'));
    assert.deepEqual(scaleOf('day', '2026-10-25', BERLIN), scale('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'));
  });

  it('is the week from the date on', () => {
    const shown = scale('2026-03-24T23:00:00Z', '2026-03-31T22:00:00Z');
    assert.deepEqual(scaleOf('week', '2026-03-25', BERLIN), shown);
    assert.equal(periodText('week', shown, BERLIN), 'Wed 25 Mar – Tue 31 Mar 2026');
  });

  it("is all weeks of the date's month", () => {
    const february = scaleOf('month', '2028-02-29', 'UTC');
    assert.deepEqual(february, scale('2028-01-31T00:00:00Z', '2028-03-06T00:00:00Z'));
    assert.equal(periodText('month', february, 'UTC'), 'February 2028');
    const march = scaleOf('month', '2026-03-01', BERLIN);
    assert.deepEqual(march, scale('2026-02-22T23:00:00Z', '2026-04-05T22:00:00Z'));
    assert.equal(periodText('month', march, BERLIN), 'March 2026');
  });

  it('has days of equal width in a month, also with 23 and 25 hours', () => {
    const place = (week: readonly number[] | undefined, start: string, end: string) => {
      const { left = '', width = '' } = placeInWeek(week ?? [], ms(start), ms(end)) ?? {};
      return [left, width].map((text) => ((7 * Number.parseFloat(text)) / 100).toFixed(2));
    };
    const march = weeksOf(scaleOf('month', '2026-03-01', BERLIN), BERLIN);
    assert.equal(march.length, 6);
    // Sunday the 29th has 23 hours, half of which are over at 11:30.
    assert.deepEqual(place(march[4], '2026-03-28T23:00:00Z', '2026-03-29T10:30:00Z'), ['6.00', '0.50']);
    assert.deepEqual(place(march[4], '2026-03-20T00:00:00Z', '2026-03-24T23:00:00Z'), ['0.00', '2.00']);
    const october = weeksOf(scaleOf('month', '2026-10-01', BERLIN), BERLIN);
    assert.deepEqual(place(october[3], '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'), ['6.00', '1.00']);
    assert.equal(placeInWeek(october[4] ?? [], ms('2026-10-24T22:00:00Z'), ms('2026-10-25T23:00:00Z')), undefined);
    const newfoundland = weeksOf(scaleOf('month', '2026-03-01', 'America/St_Johns'), 'America/St_Johns');
    assert.deepEqual(place(newfoundland[1], '2026-03-08T03:30:00Z', '2026-03-09T02:30:00Z'), ['6.00', '1.00']);
  });

  it('is adjacent to the one before and the one after', () => {
    assert.equal(dateBeside('day', '2026-03-01', -1), '2026-02-28');
    assert.equal(dateBeside('fortnight', '2026-03-25', 1), '2026-04-06');
    assert.equal(dateBeside('fortnight', '2026-03-25', -1), '2026-03-09');
    assert.equal(dateBeside('week', '2026-03-25', 1), '2026-04-01');
    assert.equal(dateBeside('week', '2026-03-25', -1), '2026-03-18');
    assert.equal(dateBeside('month', '2026-01-31', 1), '2026-02-01');
    assert.equal(dateBeside('month', '2026-01-31', -1), '2025-12-01');
  });

  it("is that of today in the schedule's zone, if the address has no valid date", () => {
    const now = ms('2026-03-23T23:30:00Z');
    for (const text of [null, '', '2026-02-30', 'tomorrow', '0001-01-01', '9999-12-31']) {
      assert.equal(dateNamed(text, now, BERLIN), '2026-03-24');
    }
    assert.equal(dateNamed('2026-02-28', now, BERLIN), '2026-02-28');
    assert.equal(viewNamed('toString'), 'fortnight');
  });
});

describe('the axis', () => {
  const shown = scaleOf('fortnight', '2026-03-23', BERLIN);

  it('names the days of each zone where they begin there', () => {
    const [first, second] = axisTicks('fortnight', shown, TOKYO);
    assert.deepEqual(first, { at: ms('2026-03-23T15:00:00Z'), text: 'Tue 24', isDay: true });
    assert.deepEqual(second, { at: ms('2026-03-24T15:00:00Z'), text: 'Wed 25', isDay: true });
    const berlin = axisTicks('fortnight', shown, BERLIN);
    assert.equal(berlin.length, 14);
    assert.equal(berlin[6]?.at, ms('2026-03-28T23:00:00Z'));
    assert.equal(berlin[7]?.at, ms('2026-03-29T22:00:00Z'));
  });

  it('shows clock changes', () => {
    assert.equal(offsetsIn(shown, BERLIN), 'GMT+1 → +2');
    assert.equal(offsetsIn(shown, TOKYO), 'GMT+9');
  });

  it('is one for two zones only if they always show the same', () => {
    assert.equal(showTheSame(BERLIN, 'Europe/Paris', shown), true);
    assert.equal(showTheSame(BERLIN, 'Africa/Lagos', scaleOf('fortnight', '2026-03-09', BERLIN)), true);
    assert.equal(showTheSame(BERLIN, 'Africa/Lagos', shown), false);
  });
});

describe('dragging', () => {
  it('snaps to clock times of the zone', () => {
    assert.equal(snapped(ms('2026-01-05T09:07:00Z'), HOUR / 4, 'UTC'), ms('2026-01-05T09:00:00Z'));
    assert.equal(snapped(ms('2026-01-05T09:40:00Z'), HOUR, 'Asia/Kolkata'), ms('2026-01-05T09:30:00Z'));
  });

  it('distinguishes the two occurrences of a repeated hour', () => {
    for (const text of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      assert.equal(snapped(ms(text) + 60_000, HOUR / 2, BERLIN), ms(text));
    }
  });

  it('selects the same in both directions, within the scale, and is never empty', () => {
    const day = scaleOf('day', '2026-01-05', 'UTC');
    const quarter = scale('2026-01-05T06:00:00Z', '2026-01-05T12:00:00Z');
    assert.deepEqual(draggedInterval({ from: 0.25, to: 0.5 }, day, HOUR / 4, 'UTC'), quarter);
    assert.deepEqual(draggedInterval({ from: 0.5, to: 0.25 }, day, HOUR / 4, 'UTC'), quarter);
    assert.deepEqual(
      draggedInterval({ from: 0.5, to: 7 }, day, HOUR / 4, 'UTC'),
      scale('2026-01-05T12:00:00Z', '2026-01-06T00:00:00Z'),
    );
    assert.deepEqual(
      draggedInterval({ from: 1, to: 1 }, day, HOUR / 4, 'UTC'),
      scale('2026-01-05T23:45:00Z', '2026-01-06T00:00:00Z'),
    );
  });
});

describe('bars', () => {
  it('of who is on call show where an override is in force, and whom it replaces', () => {
    const at = (hour: number) => new Date(hour * HOUR).toISOString().replace('.000', '');
    const [ada, grace] = ['Ada', 'Grace'].map(
      (name) => ({ id: name, name, email: '', role: 'standard', seat: 'member' }) as const,
    );
    assert.ok(ada !== undefined && grace !== undefined);
    const daily: Layer = {
      name: 'Days',
      rotationStart: 0,
      concurrentUsers: 1,
      shiftLength: { amount: 1, unit: 'days' },
      users: [userIdOf(ada)],
    };
    const rotation = timelineOf({
      zone: zoneNamed('UTC'),
      revisions: [{ number: 0, validFrom: 0, layer: daily }],
      overrides: [],
    });
    const override = { id: 'ovr_1', start: at(6), end: at(12), users: [grace], created_by: ada, created_at: at(0) };
    const bars = onCallBars({
      shifts: [
        { start: at(0), end: at(6), users: [ada] },
        { start: at(6), end: at(12), users: [grace] },
      ],
      overrides: [override],
      rotation,
      scale: { start: 0, end: 24 * HOUR },
      nameOf: namesFrom([ada, grace]),
      createdAt: 0,
    });
    assert.deepEqual(bars, [
      { start: 0, end: 6 * HOUR, kind: 'rotation', users: [ada] },
      { start: 6 * HOUR, end: 12 * HOUR, kind: 'override', users: [grace], replaces: [ada], override },
      { start: 12 * HOUR, end: 24 * HOUR, kind: 'gap', users: [] },
    ]);
  });

  it('that overlap are in as few lanes as possible', () => {
    const a = { start: 0, end: 10 };
    const b = { start: 5, end: 15 };
    const c = { start: 10, end: 12 };
    assert.deepEqual(lanesOf([c, b, a]), [[a, c], [b]]);
  });

  it('cover all of the time: gaps are bars too', () => {
    const shift = { start: 2, end: 4, kind: 'rotation', users: [] } as const;
    const gap = { kind: 'gap', users: [] };
    const nothing = timelineOf({ zone: zoneNamed('UTC'), revisions: [], overrides: [] });
    assert.deepEqual(withGaps([shift], { start: 0, end: 6 }, nothing), [
      { start: 0, end: 2, ...gap },
      shift,
      { start: 4, end: 6, ...gap },
    ]);
    assert.deepEqual(withGaps([shift], { start: 3, end: 4 }, nothing), [shift]);
  });

  it('distinguish gaps from the time before the schedule was created', () => {
    const shift = { start: 4, end: 6, kind: 'rotation', users: [] } as const;
    const nothing = timelineOf({ zone: zoneNamed('UTC'), revisions: [], overrides: [] });
    assert.deepEqual(withGaps([shift], { start: 0, end: 6 }, nothing, 3), [
      { start: 0, end: 3, kind: 'before', users: [] },
      { start: 3, end: 4, kind: 'gap', users: [] },
      shift,
    ]);
    assert.deepEqual(withGaps([], { start: 0, end: 6 }, nothing, 9), [{ start: 0, end: 6, kind: 'before', users: [] }]);
  });

  it('of gaps that the server lists begin when the schedule was created', () => {
    const [first, second] = [
      { start: '2026-01-05T00:00:00Z', end: '2026-01-05T06:00:00Z' },
      { start: '2026-01-05T08:00:00Z', end: '2026-01-05T12:00:00Z' },
    ];
    const created = '2026-01-05T09:00:00Z';
    assert.deepEqual(gapsSince(created, [first, second]), [{ start: created, end: second?.end }]);
  });

  it('are grouped by person on request', () => {
    const [ada, grace, linus] = ['Ada', 'Grace', 'Linus'].map((name) => ({ id: name, name }));
    assert.ok(ada !== undefined && grace !== undefined && linus !== undefined);
    const both = { start: 0, end: 2, kind: 'rotation', users: [ada, linus] } as const;
    const gap = { start: 2, end: 4, kind: 'gap', users: [] } as const;
    assert.deepEqual(rowsOfPeople({ onCall: [both, gap], people: [grace, ada] }), [
      { person: grace, bars: [] },
      { person: ada, bars: [{ ...both, users: [ada] }] },
      { person: linus, bars: [{ ...both, users: [linus] }] },
    ]);
  });

  it('[OFF-1] show who of them is away, and in which of their shifts', () => {
    const [ada, grace] = ['Ada', 'Grace'].map((name) => ({ id: name, name }));
    assert.ok(ada !== undefined && grace !== undefined);
    const shift = (start: number, ...users: (typeof ada)[]) =>
      ({ start, end: start + 2, kind: 'rotation', users }) as const;
    const away = [
      { person: ada, start: 3, end: 5 },
      { person: ada, start: 0, end: 1, holiday: 'New Year' },
      { person: grace, start: 0, end: 1, holiday: 'New Year' },
    ];
    const shifts = [shift(0, ada), shift(2, grace), shift(4, ada, grace), shift(6, ada)];
    const marked = withAway(shifts, away);
    assert.deepEqual(marked, [shifts[0], shifts[1], { ...shifts[2], away: [ada] }, shifts[3]]);
    assert.deepEqual(
      rowsOfPeople({ onCall: marked, people: [grace] })[0]?.bars.map((bar) => bar.away),
      [undefined, undefined],
    );
    assert.deepEqual(awayBars(away), [
      { start: 3, end: 5, kind: 'time off', users: [ada] },
      { start: 0, end: 1, kind: 'holiday', users: [ada, grace], title: 'New Year' },
    ]);
    assert.deepEqual(shiftsWhileAway(shifts, away), [{ person: ada, count: 2, start: 4, end: 5 }]);
    assert.deepEqual([2, 10, 11, 22].map(ordinal), ['second', 'tenth', '11th', '22nd']);
  });

  it('distinguish off hours from gaps: outside the windows nobody should be on call', () => {
    const ada = { id: 'usr_ada', name: 'Ada' };
    const layer: Layer = {
      name: 'Mornings',
      rotationStart: 0,
      concurrentUsers: 1,
      shiftLength: { amount: 1, unit: 'days' },
      users: [userIdOf(ada)],
      restrictionIntervals: [{ day: 'thursday', from: '06:00', to: '12:00' }],
    };
    const revisions = [{ number: 0, validFrom: 3 * HOUR, layer }];
    const rotation = timelineOf({ zone: zoneNamed('UTC'), revisions, overrides: [] });
    const shift = { start: 6 * HOUR, end: 12 * HOUR, kind: 'rotation', users: [ada] } as const;
    assert.deepEqual(withGaps([shift], { start: 0, end: 24 * HOUR }, rotation), [
      { start: 0, end: 3 * HOUR, kind: 'gap', users: [] },
      { start: 3 * HOUR, end: 6 * HOUR, kind: 'off hours', users: [] },
      shift,
      { start: 12 * HOUR, end: 24 * HOUR, kind: 'off hours', users: [] },
    ]);
  });
});

describe('moving an override', () => {
  const hours = (...numbers: number[]) => numbers.map((hour) => at('2026-03-29T00:00:00Z') + hour * HOUR);
  const at = (text: string) => Date.parse(text);
  const rules = { stepMs: HOUR, zone: 'Europe/Berlin', now: at('2026-03-28T10:20:00Z') };
  const moved = (start: string, end: string, grip: 'move' | 'start' | 'end', by: number, given = rules) => {
    const made = dragged({ start: at(start), end: at(end) }, grip, by, given);
    return [made.start, made.end].map((ms) => new Date(ms).toISOString().slice(0, 16));
  };

  it('snaps to clock times, also on the day of 23 hours, and keeps its length', () => {
    assert.deepEqual(moved('2026-03-29T00:00Z', '2026-03-29T04:00Z', 'move', 0.6 * HOUR), [
      '2026-03-29T01:00',
      '2026-03-29T05:00',
    ]);
    assert.deepEqual(moved('2026-03-28T20:00Z', '2026-03-28T22:00Z', 'move', 24 * HOUR), [
      '2026-03-29T20:00',
      '2026-03-29T22:00',
    ]);
    const newfoundland = { ...rules, zone: 'America/St_Johns', now: 0 };
    assert.deepEqual(moved('2026-03-28T03:30Z', '2026-03-28T05:30Z', 'move', 0.9 * HOUR, newfoundland), [
      '2026-03-28T04:30',
      '2026-03-28T06:30',
    ]);
  });

  it('never starts or ends in the past, and keeps it at least one step long', () => {
    assert.deepEqual(moved('2026-03-28T12:00Z', '2026-03-28T14:00Z', 'move', -9 * HOUR), [
      '2026-03-28T11:00',
      '2026-03-28T13:00',
    ]);
    assert.deepEqual(moved('2026-03-28T12:00Z', '2026-03-28T14:00Z', 'start', 9 * HOUR)[0], '2026-03-28T13:00');
    assert.deepEqual(moved('2026-03-28T12:00Z', '2026-03-28T14:00Z', 'start', -9 * HOUR)[0], '2026-03-28T11:00');
    assert.deepEqual(moved('2026-03-28T12:00Z', '2026-03-28T14:00Z', 'end', -9 * HOUR)[1], '2026-03-28T13:00');
    assert.deepEqual(moved('2026-03-28T08:00Z', '2026-03-28T14:00Z', 'end', -9 * HOUR)[1], '2026-03-28T11:00');
  });

  it('that has begun moves only the end', () => {
    const [start = 0, end = 0] = hours(0, 4);
    assert.deepEqual(
      (['move', 'start', 'end'] as const).map((grip) => gripFor(grip, { start, end }, start + 1)),
      [undefined, undefined, 'end'],
    );
    assert.equal(gripFor('move', { start, end }, start - 1), 'move');
  });
});
