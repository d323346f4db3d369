import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

interface Example {
  readonly says: string;
  readonly windows: readonly string[];
  readonly shifts: readonly string[];
}

/** One turn of A covers the whole interval, so that only windows cut. */
function examples(zone: string, start: string, within: string, list: readonly Example[]): void {
  for (const { says, windows, shifts } of list) {
    test(`[T-3] ${windows.join(' and ')} ${says}`, () => {
      rota({ zone, start, users: 'A', every: '100 weeks', windows }).gives(within, shifts);
    });
  }
}

suite('Europe/Berlin, 29 March: from 02:00 to 03:00', () => {
  examples('Europe/Berlin', '2026-01-05T09:00Z', '2026-03-29T00:00+01:00/2026-03-30T00:00+02:00', [
    {
      says: 'starts inside the gap: at its end',
      windows: ['sunday 02:30-05:00'],
      shifts: ['A 2026-03-29T03:00+02:00/2026-03-29T05:00+02:00'],
    },
    {
      says: 'ends inside the gap: at its end',
      windows: ['sunday 00:00-02:30'],
      shifts: ['A 2026-03-29T00:00+01:00/2026-03-29T03:00+02:00'],
    },
    { says: 'is wholly inside the gap: nothing', windows: ['sunday 02:10-02:50'], shifts: [] },
    { says: 'is exactly the gap: nothing', windows: ['sunday 02:00-03:00'], shifts: [] },
    {
      says: 'holds the gap: an hour less',
      windows: ['sunday 00:00-06:00'],
      shifts: ['A 2026-03-29T00:00+01:00/2026-03-29T06:00+02:00'],
    },
    {
      says: 'is a day of 23 hours',
      windows: ['sunday 00:00-24:00'],
      shifts: ['A 2026-03-29T00:00+01:00/2026-03-30T00:00+02:00'],
    },
    {
      says: 'is a night of 7 hours',
      windows: ['saturday 22:00-06:00'],
      shifts: ['A 2026-03-28T22:00+01:00/2026-03-29T06:00+02:00'],
    },
    {
      says: 'meet in the gap: one window',
      windows: ['sunday 00:00-02:15', 'sunday 02:45-06:00'],
      shifts: ['A 2026-03-29T00:00+01:00/2026-03-29T06:00+02:00'],
    },
    {
      says: 'stay two, where the second starts as the gap does',
      windows: ['sunday 00:00-01:30', 'sunday 02:00-04:00'],
      shifts: ['A 2026-03-29T00:00+01:00/2026-03-29T01:30+01:00', 'A 2026-03-29T03:00+02:00/2026-03-29T04:00+02:00'],
    },
    {
      says: 'stay two, where the first ends as the gap does',
      windows: ['sunday 00:00-03:00', 'sunday 03:30-05:00'],
      shifts: ['A 2026-03-29T00:00+01:00/2026-03-29T03:00+02:00', 'A 2026-03-29T03:30+02:00/2026-03-29T05:00+02:00'],
    },
  ]);

  const apart = ['sunday 00:00-02:00', 'sunday 03:00-06:00'];
  test('[RES-2] sunday 00:00-02:00 and sunday 03:00-06:00 are one window on that day, and two a week before and after', () => {
    rota({ start: '2026-01-05T09:00Z', users: 'A', every: '100 weeks', windows: apart }).gives(
      '2026-03-22T00:00+01:00/2026-04-06T00:00+02:00',
      [
        'A 2026-03-22T00:00+01:00/2026-03-22T02:00+01:00',
        'A 2026-03-22T03:00+01:00/2026-03-22T06:00+01:00',
        'A 2026-03-29T00:00+01:00/2026-03-29T06:00+02:00',
        'A 2026-04-05T00:00+02:00/2026-04-05T02:00+02:00',
        'A 2026-04-05T03:00+02:00/2026-04-05T06:00+02:00',
      ],
    );
  });

  test('[RES-4] a window inside the gap does not affect the Sundays around it', () => {
    rota({ start: '2026-01-05T09:00Z', users: 'A', every: '100 weeks', windows: ['sunday 02:10-02:50'] }).gives(
      '2026-03-22T00:00+01:00/2026-04-06T00:00+02:00',
      ['A 2026-03-22T02:10+01:00/2026-03-22T02:50+01:00', 'A 2026-04-05T02:10+02:00/2026-04-05T02:50+02:00'],
    );
  });

  test('[RES-4] a handoff inside the gap cuts the window at the end of the gap', () => {
    rota({ start: '2026-03-28T02:30+01:00', users: 'AB', every: '1 day', windows: ['sunday 00:00-06:00'] }).gives(
      '2026-03-28T00:00+01:00/2026-03-30T00:00+02:00',
      ['A 2026-03-29T00:00+01:00/2026-03-29T03:00+02:00', 'B 2026-03-29T03:00+02:00/2026-03-29T06:00+02:00'],
    );
  });
});

suite('Europe/Berlin, 25 October: 02:00 to 03:00 twice', () => {
  examples('Europe/Berlin', '2026-01-05T09:00Z', '2026-10-25T00:00+02:00/2026-10-26T00:00+01:00', [
    {
      says: 'starts at the first 02:30',
      windows: ['sunday 02:30-05:00'],
      shifts: ['A 2026-10-25T02:30+02:00/2026-10-25T05:00+01:00'],
    },
    {
      says: 'ends at the last 02:30',
      windows: ['sunday 00:00-02:30'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T02:30+01:00'],
    },
    {
      says: 'goes from the first 02:15 to the last 02:45',
      windows: ['sunday 02:15-02:45'],
      shifts: ['A 2026-10-25T02:15+02:00/2026-10-25T02:45+01:00'],
    },
    {
      says: 'is two hours long',
      windows: ['sunday 02:00-03:00'],
      shifts: ['A 2026-10-25T02:00+02:00/2026-10-25T03:00+01:00'],
    },
    {
      says: 'starts at the only 03:00',
      windows: ['sunday 03:00-06:00'],
      shifts: ['A 2026-10-25T03:00+01:00/2026-10-25T06:00+01:00'],
    },
    {
      says: 'is a day of 25 hours',
      windows: ['sunday 00:00-24:00'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-26T00:00+01:00'],
    },
    {
      says: 'overlap through the repeated hour: one window',
      windows: ['sunday 00:00-02:15', 'sunday 02:45-06:00'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T06:00+01:00'],
    },
    {
      says: 'do not meet: two windows',
      windows: ['sunday 00:00-02:15', 'sunday 03:00-06:00'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T02:15+01:00', 'A 2026-10-25T03:00+01:00/2026-10-25T06:00+01:00'],
    },
    {
      says: 'stay two, where the second starts as the repeated hour does',
      windows: ['sunday 00:00-01:30', 'sunday 02:00-04:00'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T01:30+02:00', 'A 2026-10-25T02:00+02:00/2026-10-25T04:00+01:00'],
    },
    {
      says: 'stay two, where the first ends as the repeated hour does',
      windows: ['sunday 00:00-03:00', 'sunday 03:30-05:00'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T03:00+01:00', 'A 2026-10-25T03:30+01:00/2026-10-25T05:00+01:00'],
    },
  ]);

  test('[RES-4] a handoff at 02:30 cuts the window at the first one', () => {
    rota({ start: '2026-10-24T02:30+02:00', users: 'AB', every: '1 day', windows: ['sunday 02:00-03:00'] }).gives(
      '2026-10-25T00:00+02:00/2026-10-26T00:00+01:00',
      ['A 2026-10-25T02:00+02:00/2026-10-25T02:30+02:00', 'B 2026-10-25T02:30+02:00/2026-10-25T03:00+01:00'],
    );
  });

  test('[ROT-2] a rotation_start in the second 02:30 leaves the second half of the window', () => {
    rota({ start: '2026-10-25T02:30+01:00', users: 'A', every: '1 day', windows: ['sunday 02:00-03:00'] }).gives(
      '2026-10-25T00:00+02:00/2026-10-26T00:00+01:00',
      ['A 2026-10-25T02:30+01:00/2026-10-25T03:00+01:00'],
    );
  });
});

suite('America/New_York', () => {
  examples('America/New_York', '2026-01-05T09:00Z', '2026-03-08T00:00-05:00/2026-03-09T00:00-04:00', [
    {
      says: 'is an hour shorter on 8 March',
      windows: ['saturday 20:00-08:00'],
      shifts: ['A 2026-03-07T20:00-05:00/2026-03-08T08:00-04:00'],
    },
  ]);
  examples('America/New_York', '2026-01-05T09:00Z', '2026-11-01T00:00-04:00/2026-11-02T00:00-05:00', [
    {
      says: 'is an hour longer on 1 November',
      windows: ['saturday 20:00-08:00'],
      shifts: ['A 2026-10-31T20:00-04:00/2026-11-01T08:00-05:00'],
    },
    {
      says: 'ends at the last 01:30',
      windows: ['saturday 20:00-01:30'],
      shifts: ['A 2026-10-31T20:00-04:00/2026-11-01T01:30-05:00'],
    },
  ]);
});

suite('a window that ends on the very first minute that is repeated', () => {
  examples('Europe/Berlin', '2026-01-05T09:00Z', '2026-10-25T00:00+02:00/2026-10-26T00:00+01:00', [
    {
      says: 'ends at the last 02:00',
      windows: ['sunday 00:00-02:00'],
      shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T02:00+01:00'],
    },
  ]);
  examples('Australia/Lord_Howe', '2026-01-05T09:00Z', '2026-04-05T00:00+11:00/2026-04-06T00:00+10:30', [
    {
      says: 'ends at the last 01:30',
      windows: ['sunday 01:00-01:30'],
      shifts: ['A 2026-04-05T01:00+11:00/2026-04-05T01:30+10:30'],
    },
  ]);
});
