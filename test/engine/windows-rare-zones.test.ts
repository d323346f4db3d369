import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

interface Place {
  readonly zone: string;
  /** The start of a turn of A that covers all of `within`, so that only windows cut. */
  readonly start: string;
  readonly within: string;
  readonly examples: readonly { readonly windows: readonly string[]; readonly shifts: readonly string[] }[];
}

const places: Record<string, Place> = {
  'America/Santiago, 6 September: Sunday begins at 01:00': {
    zone: 'America/Santiago',
    start: '2026-01-05T09:00Z',
    within: '2026-09-05T00:00-04:00/2026-09-07T00:00-03:00',
    examples: [
      { windows: ['sunday 00:00-06:00'], shifts: ['A 2026-09-06T01:00-03:00/2026-09-06T06:00-03:00'] },
      { windows: ['saturday 18:00-24:00'], shifts: ['A 2026-09-05T18:00-04:00/2026-09-06T01:00-03:00'] },
      { windows: ['saturday 18:00-00:00'], shifts: ['A 2026-09-05T18:00-04:00/2026-09-06T01:00-03:00'] },
      { windows: ['saturday 18:00-00:30'], shifts: ['A 2026-09-05T18:00-04:00/2026-09-06T01:00-03:00'] },
      { windows: ['sunday 00:00-00:30'], shifts: [] },
      {
        windows: ['saturday 18:00-24:00', 'sunday 01:00-06:00'],
        shifts: ['A 2026-09-05T18:00-04:00/2026-09-06T06:00-03:00'],
      },
    ],
  },
  'America/Santiago, 4 April: Saturday has 23:00 twice': {
    zone: 'America/Santiago',
    start: '2026-01-05T09:00Z',
    within: '2026-04-04T00:00-03:00/2026-04-06T00:00-04:00',
    examples: [
      { windows: ['saturday 18:00-24:00'], shifts: ['A 2026-04-04T18:00-03:00/2026-04-05T00:00-04:00'] },
      { windows: ['saturday 18:00-23:30'], shifts: ['A 2026-04-04T18:00-03:00/2026-04-04T23:30-04:00'] },
      { windows: ['saturday 23:30-06:00'], shifts: ['A 2026-04-04T23:30-03:00/2026-04-05T06:00-04:00'] },
      { windows: ['sunday 00:00-06:00'], shifts: ['A 2026-04-05T00:00-04:00/2026-04-05T06:00-04:00'] },
    ],
  },
  'Asia/Beirut, 29 March: Sunday begins at 01:00': {
    zone: 'Asia/Beirut',
    start: '2026-01-05T09:00Z',
    within: '2026-03-28T00:00+02:00/2026-03-30T00:00+03:00',
    examples: [
      { windows: ['sunday 00:00-06:00'], shifts: ['A 2026-03-29T01:00+03:00/2026-03-29T06:00+03:00'] },
      { windows: ['saturday 18:00-24:00'], shifts: ['A 2026-03-28T18:00+02:00/2026-03-29T01:00+03:00'] },
      {
        windows: ['saturday 18:00-24:00', 'sunday 00:00-06:00'],
        shifts: ['A 2026-03-28T18:00+02:00/2026-03-29T06:00+03:00'],
      },
    ],
  },
  'Asia/Beirut, 24 October: Saturday has 23:00 twice': {
    zone: 'Asia/Beirut',
    start: '2026-01-05T09:00Z',
    within: '2026-10-24T00:00+03:00/2026-10-26T00:00+02:00',
    examples: [
      { windows: ['saturday 18:00-23:30'], shifts: ['A 2026-10-24T18:00+03:00/2026-10-24T23:30+02:00'] },
      { windows: ['saturday 18:00-24:00'], shifts: ['A 2026-10-24T18:00+03:00/2026-10-25T00:00+02:00'] },
    ],
  },
  'Africa/Cairo, 24 April: Friday begins at 01:00': {
    zone: 'Africa/Cairo',
    start: '2026-01-05T09:00Z',
    within: '2026-04-23T00:00+02:00/2026-04-25T00:00+03:00',
    examples: [
      { windows: ['friday 00:00-08:00'], shifts: ['A 2026-04-24T01:00+03:00/2026-04-24T08:00+03:00'] },
      { windows: ['thursday 18:00-24:00'], shifts: ['A 2026-04-23T18:00+02:00/2026-04-24T01:00+03:00'] },
      { windows: ['friday 00:00-01:00'], shifts: [] },
    ],
  },
  'Africa/Cairo, 29 October: Thursday has 23:00 twice': {
    zone: 'Africa/Cairo',
    start: '2026-01-05T09:00Z',
    within: '2026-10-29T00:00+03:00/2026-10-31T00:00+02:00',
    examples: [
      { windows: ['thursday 18:00-24:00'], shifts: ['A 2026-10-29T18:00+03:00/2026-10-30T00:00+02:00'] },
      { windows: ['thursday 23:15-23:45'], shifts: ['A 2026-10-29T23:15+03:00/2026-10-29T23:45+02:00'] },
    ],
  },
  'Australia/Lord_Howe, 4 October: from 02:00 to 02:30': {
    zone: 'Australia/Lord_Howe',
    start: '2026-01-05T09:00Z',
    within: '2026-10-04T00:00+10:30/2026-10-05T00:00+11:00',
    examples: [
      { windows: ['sunday 02:00-02:30'], shifts: [] },
      { windows: ['sunday 01:00-02:15'], shifts: ['A 2026-10-04T01:00+10:30/2026-10-04T02:30+11:00'] },
      { windows: ['sunday 02:15-04:00'], shifts: ['A 2026-10-04T02:30+11:00/2026-10-04T04:00+11:00'] },
      {
        windows: ['sunday 01:00-02:00', 'sunday 02:30-04:00'],
        shifts: ['A 2026-10-04T01:00+10:30/2026-10-04T04:00+11:00'],
      },
    ],
  },
  'Australia/Lord_Howe, 5 April: 01:30 to 02:00 twice': {
    zone: 'Australia/Lord_Howe',
    start: '2026-01-05T09:00Z',
    within: '2026-04-05T00:00+11:00/2026-04-06T00:00+10:30',
    examples: [
      { windows: ['sunday 01:35-01:45'], shifts: ['A 2026-04-05T01:35+11:00/2026-04-05T01:45+10:30'] },
      { windows: ['sunday 01:00-01:45'], shifts: ['A 2026-04-05T01:00+11:00/2026-04-05T01:45+10:30'] },
      { windows: ['sunday 02:00-03:00'], shifts: ['A 2026-04-05T02:00+10:30/2026-04-05T03:00+10:30'] },
    ],
  },
  'Pacific/Apia, 30 December 2011: no Friday': {
    zone: 'Pacific/Apia',
    start: '2011-01-03T09:00Z',
    within: '2011-12-26T00:00-10:00/2012-01-02T00:00+14:00',
    examples: [
      { windows: ['friday 09:00-17:00'], shifts: [] },
      { windows: ['friday 00:00-24:00'], shifts: [] },
      { windows: ['friday 22:00-06:00'], shifts: ['A 2011-12-31T00:00+14:00/2011-12-31T06:00+14:00'] },
      { windows: ['thursday 22:00-06:00'], shifts: ['A 2011-12-29T22:00-10:00/2011-12-31T00:00+14:00'] },
      { windows: ['thursday 09:00-09:00'], shifts: ['A 2011-12-29T09:00-10:00/2011-12-31T00:00+14:00'] },
      {
        windows: ['thursday 18:00-24:00', 'saturday 00:00-06:00'],
        shifts: ['A 2011-12-29T18:00-10:00/2011-12-31T06:00+14:00'],
      },
      {
        windows: ['thursday 09:00-17:00', 'friday 09:00-17:00', 'saturday 09:00-17:00'],
        shifts: ['A 2011-12-29T09:00-10:00/2011-12-29T17:00-10:00', 'A 2011-12-31T09:00+14:00/2011-12-31T17:00+14:00'],
      },
    ],
  },
  'Antarctica/Troll, 29 March: from 01:00 to 03:00': {
    zone: 'Antarctica/Troll',
    start: '2026-01-05T09:00Z',
    within: '2026-03-29T00:00+00:00/2026-03-30T00:00+02:00',
    examples: [
      { windows: ['sunday 01:00-03:00'], shifts: [] },
      { windows: ['sunday 00:00-02:00'], shifts: ['A 2026-03-29T00:00+00:00/2026-03-29T03:00+02:00'] },
      { windows: ['sunday 01:30-04:00'], shifts: ['A 2026-03-29T03:00+02:00/2026-03-29T04:00+02:00'] },
    ],
  },
  'Antarctica/Troll, 25 October: 01:00 to 03:00 twice': {
    zone: 'Antarctica/Troll',
    start: '2026-01-05T09:00Z',
    within: '2026-10-25T00:00+02:00/2026-10-26T00:00+00:00',
    examples: [
      { windows: ['sunday 01:30-02:00'], shifts: ['A 2026-10-25T01:30+02:00/2026-10-25T02:00+00:00'] },
      { windows: ['sunday 00:00-01:30'], shifts: ['A 2026-10-25T00:00+02:00/2026-10-25T01:30+00:00'] },
      {
        windows: ['sunday 00:30-01:15', 'sunday 02:30-04:00'],
        shifts: ['A 2026-10-25T00:30+02:00/2026-10-25T04:00+00:00'],
      },
    ],
  },
  'Africa/Casablanca, 23 February 2025: 02:00 to 03:00 twice, when Ramadan is near': {
    zone: 'Africa/Casablanca',
    start: '2025-01-06T09:00Z',
    within: '2025-02-23T00:00+01:00/2025-02-24T00:00+00:00',
    examples: [{ windows: ['sunday 02:30-02:45'], shifts: ['A 2025-02-23T02:30+01:00/2025-02-23T02:45+00:00'] }],
  },
  'Africa/Casablanca, 6 April 2025: from 02:00 to 03:00, when it is over': {
    zone: 'Africa/Casablanca',
    start: '2025-01-06T09:00Z',
    within: '2025-04-06T00:00+00:00/2025-04-07T00:00+01:00',
    examples: [
      { windows: ['sunday 02:15-02:45'], shifts: [] },
      { windows: ['sunday 02:30-05:00'], shifts: ['A 2025-04-06T03:00+01:00/2025-04-06T05:00+01:00'] },
    ],
  },
  'Africa/Monrovia, 7 January 1972: Friday begins at 00:44:30': {
    zone: 'Africa/Monrovia',
    start: '1971-01-04T09:00Z',
    within: '1972-01-06T00:44:30Z/1972-01-08T00:00Z',
    examples: [
      { windows: ['thursday 23:00-24:00'], shifts: ['A 1972-01-06T23:44:30Z/1972-01-07T00:44:30Z'] },
      { windows: ['friday 00:00-00:44'], shifts: [] },
      { windows: ['friday 00:44-00:45'], shifts: ['A 1972-01-07T00:44:30Z/1972-01-07T00:45Z'] },
    ],
  },
};

for (const [place, { zone, start, within, examples }] of Object.entries(places)) {
  suite(place, () => {
    for (const { windows, shifts } of examples) {
      test(`[T-3] ${windows.join(' and ')}: ${shifts.join(', ').replaceAll('A ', '') || 'nothing'}`, () => {
        rota({ zone, start, users: 'A', every: '100 weeks', windows }).gives(within, shifts);
      });
    }
  });
}

test('[RES-3] Pacific/Apia, windows over the whole week: a week across the lost Friday is one shift', () => {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  rota({
    zone: 'Pacific/Apia',
    start: '2011-12-26T09:00-10:00',
    users: 'AB',
    every: '1 week',
    windows: days.map((day) => `${day} 00:00-24:00`),
  }).gives('2011-12-26T09:00-10:00/2012-01-09T09:00+14:00', [
    'A 2011-12-26T09:00-10:00/2012-01-02T09:00+14:00',
    'B 2012-01-02T09:00+14:00/2012-01-09T09:00+14:00',
  ]);
});
