import { suite, test } from 'node:test';
import { rota } from '../support/drivers/engine-driver.ts';

suite('midnight does not exist, or the hour before it is repeated', () => {
  for (const { zone, spring, autumn } of [
    {
      zone: 'America/Santiago',
      spring: [
        'A 2026-09-05T00:00-04:00/2026-09-06T01:00-03:00',
        'B 2026-09-06T01:00-03:00/2026-09-07T00:00-03:00',
        'C 2026-09-07T00:00-03:00/2026-09-08T00:00-03:00',
      ],
      autumn: [
        'A 2026-04-03T00:00-03:00/2026-04-04T00:00-03:00',
        'B 2026-04-04T00:00-03:00/2026-04-05T00:00-04:00',
        'C 2026-04-05T00:00-04:00/2026-04-06T00:00-04:00',
      ],
    },
    {
      zone: 'Asia/Beirut',
      spring: [
        'A 2026-03-28T00:00+02:00/2026-03-29T01:00+03:00',
        'B 2026-03-29T01:00+03:00/2026-03-30T00:00+03:00',
        'C 2026-03-30T00:00+03:00/2026-03-31T00:00+03:00',
      ],
      autumn: [
        'A 2026-10-23T00:00+03:00/2026-10-24T00:00+03:00',
        'B 2026-10-24T00:00+03:00/2026-10-25T00:00+02:00',
        'C 2026-10-25T00:00+02:00/2026-10-26T00:00+02:00',
      ],
    },
    {
      zone: 'Africa/Cairo',
      spring: [
        'A 2026-04-23T00:00+02:00/2026-04-24T01:00+03:00',
        'B 2026-04-24T01:00+03:00/2026-04-25T00:00+03:00',
        'C 2026-04-25T00:00+03:00/2026-04-26T00:00+03:00',
      ],
      autumn: [
        'A 2026-10-28T00:00+03:00/2026-10-29T00:00+03:00',
        'B 2026-10-29T00:00+03:00/2026-10-30T00:00+02:00',
        'C 2026-10-30T00:00+02:00/2026-10-31T00:00+02:00',
      ],
    },
  ]) {
    for (const [season, days] of Object.entries({ spring, autumn })) {
      test(`[ROT-1] ${zone} in ${season}: daily handoffs at 00:00`, () => {
        const start = (days[0] ?? '').slice(2, 24);
        const end = (days[2] ?? '').slice(25);
        rota({ zone, start, users: 'ABC', every: '1 day' }).gives(`${start}/${end}`, days);
      });
    }
  }
});

suite('Australia/Lord_Howe changes by half an hour', () => {
  const zone = 'Australia/Lord_Howe';

  test('[ROT-1] hourly turns: the one at 02:00 begins at 02:30 and has half an hour', () => {
    rota({ zone, start: '2026-10-04T01:00+10:30', users: 'ABC', every: '1 hour' }).gives(
      '2026-10-04T01:00+10:30/2026-10-04T04:00+11:00',
      [
        'A 2026-10-04T01:00+10:30/2026-10-04T02:30+11:00',
        'B 2026-10-04T02:30+11:00/2026-10-04T03:00+11:00',
        'C 2026-10-04T03:00+11:00/2026-10-04T04:00+11:00',
      ],
    );
  });

  test('[ROT-1] hourly turns: the one at 01:00 has an hour and a half when 01:30 is repeated', () => {
    rota({ zone, start: '2026-04-05T00:00+11:00', users: 'ABC', every: '1 hour' }).gives(
      '2026-04-05T00:00+11:00/2026-04-05T03:00+10:30',
      [
        'A 2026-04-05T00:00+11:00/2026-04-05T01:00+11:00',
        'B 2026-04-05T01:00+11:00/2026-04-05T02:00+10:30',
        'C 2026-04-05T02:00+10:30/2026-04-05T03:00+10:30',
      ],
    );
  });

  test('[T-3] daily handoffs at 02:15 and 01:45', () => {
    rota({ zone, start: '2026-10-03T02:15+10:30', users: 'AB', every: '1 day' }).gives(
      '2026-10-03T02:15+10:30/2026-10-05T02:15+11:00',
      ['A 2026-10-03T02:15+10:30/2026-10-04T02:30+11:00', 'B 2026-10-04T02:30+11:00/2026-10-05T02:15+11:00'],
    );
    rota({ zone, start: '2026-04-04T01:45+11:00', users: 'AB', every: '1 day' }).gives(
      '2026-04-04T01:45+11:00/2026-04-06T01:45+10:30',
      ['A 2026-04-04T01:45+11:00/2026-04-05T01:45+11:00', 'B 2026-04-05T01:45+11:00/2026-04-06T01:45+10:30'],
    );
  });
});

suite('Pacific/Apia went from 29 to 31 December 2011', () => {
  const zone = 'Pacific/Apia';

  test('[ROT-1] a daily turn at 00:00 is skipped, and counted as if it had happened', () => {
    rota({ zone, start: '2011-12-28T00:00-10:00', users: 'ABCDE', every: '1 day' }).gives(
      '2011-12-28T00:00-10:00/2012-01-02T00:00+14:00',
      [
        'A 2011-12-28T00:00-10:00/2011-12-29T00:00-10:00',
        'B 2011-12-29T00:00-10:00/2011-12-31T00:00+14:00',
        'D 2011-12-31T00:00+14:00/2012-01-01T00:00+14:00',
        'E 2012-01-01T00:00+14:00/2012-01-02T00:00+14:00',
      ],
    );
  });

  test('[ROT-1] a daily turn at 09:00 on the 30th keeps only its rest: midnight to 09:00 on the 31st', () => {
    rota({ zone, start: '2011-12-29T09:00-10:00', users: 'ABC', every: '1 day' }).gives(
      '2011-12-29T09:00-10:00/2012-01-01T09:00+14:00',
      [
        'A 2011-12-29T09:00-10:00/2011-12-31T00:00+14:00',
        'B 2011-12-31T00:00+14:00/2011-12-31T09:00+14:00',
        'C 2011-12-31T09:00+14:00/2012-01-01T09:00+14:00',
      ],
    );
  });

  test('[ROT-1] of 24 hourly turns on the 30th none remains', () => {
    // 23:00 on the 29th is turn 0 and 00:00 on the 31st is turn 25, which is 25 mod 4 = 1.
    rota({ zone, start: '2011-12-29T23:00-10:00', users: 'ABCD', every: '1 hour' }).gives(
      '2011-12-29T23:00-10:00/2011-12-31T02:00+14:00',
      [
        'A 2011-12-29T23:00-10:00/2011-12-31T00:00+14:00',
        'B 2011-12-31T00:00+14:00/2011-12-31T01:00+14:00',
        'C 2011-12-31T01:00+14:00/2011-12-31T02:00+14:00',
      ],
    );
  });

  test('[ROT-1] a week across it has six days', () => {
    rota({ zone, start: '2011-12-26T09:00-10:00', users: 'AB', every: '1 week' }).gives(
      '2011-12-26T09:00-10:00/2012-01-09T09:00+14:00',
      ['A 2011-12-26T09:00-10:00/2012-01-02T09:00+14:00', 'B 2012-01-02T09:00+14:00/2012-01-09T09:00+14:00'],
    );
  });
});

suite('Antarctica/Troll changes by two hours', () => {
  const zone = 'Antarctica/Troll';

  test('[ROT-1] two hourly turns are skipped', () => {
    rota({ zone, start: '2026-03-29T00:00+00:00', users: 'ABCDE', every: '1 hour' }).gives(
      '2026-03-29T00:00+00:00/2026-03-29T05:00+02:00',
      [
        'A 2026-03-29T00:00+00:00/2026-03-29T03:00+02:00',
        'D 2026-03-29T03:00+02:00/2026-03-29T04:00+02:00',
        'E 2026-03-29T04:00+02:00/2026-03-29T05:00+02:00',
      ],
    );
  });

  test('[ROT-1] 01:00 and 02:00 start at their first occurrence, and 02:00 lasts through the second occurrence of both', () => {
    rota({ zone, start: '2026-10-25T00:00+02:00', users: 'ABCD', every: '1 hour' }).gives(
      '2026-10-25T00:00+02:00/2026-10-25T04:00+00:00',
      [
        'A 2026-10-25T00:00+02:00/2026-10-25T01:00+02:00',
        'B 2026-10-25T01:00+02:00/2026-10-25T02:00+02:00',
        'C 2026-10-25T02:00+02:00/2026-10-25T03:00+00:00',
        'D 2026-10-25T03:00+00:00/2026-10-25T04:00+00:00',
      ],
    );
  });

  test('[ROT-2] from the second 01:30 on the turn that began at the first 02:30 is running: the next person has it', () => {
    rota({ zone, start: '2026-10-25T01:30+00:00', users: 'ABC', every: '1 hour' }).gives(
      '2026-10-25T00:00+02:00/2026-10-25T04:30+00:00',
      ['B 2026-10-25T01:30+00:00/2026-10-25T03:30+00:00', 'C 2026-10-25T03:30+00:00/2026-10-25T04:30+00:00'],
    );
  });
});

suite('other rare changes', () => {
  test('[ROT-1] Africa/Casablanca goes back for Ramadan and forward after it: Monday 09:00 stays', () => {
    const weeks = rota({ zone: 'Africa/Casablanca', start: '2025-02-17T09:00+01:00', users: 'AB', every: '1 week' });
    weeks.gives('2025-02-17T09:00+01:00/2025-03-03T09:00+00:00', [
      'A 2025-02-17T09:00+01:00/2025-02-24T09:00+00:00',
      'B 2025-02-24T09:00+00:00/2025-03-03T09:00+00:00',
    ]);
    weeks.gives('2025-03-31T09:00+00:00/2025-04-14T09:00+01:00', [
      'A 2025-03-31T09:00+00:00/2025-04-07T09:00+01:00',
      'B 2025-04-07T09:00+01:00/2025-04-14T09:00+01:00',
    ]);
  });

  test('[ROT-1] Africa/Monrovia dropped an offset with seconds in 1972, at midnight', () => {
    rota({ zone: 'Africa/Monrovia', start: '1972-01-05T00:00-00:44:30', users: 'ABCD', every: '1 day' }).gives(
      '1972-01-05T00:00-00:44:30/1972-01-09T00:00+00:00',
      [
        'A 1972-01-05T00:44:30Z/1972-01-06T00:44:30Z',
        'B 1972-01-06T00:44:30Z/1972-01-07T00:44:30Z',
        'C 1972-01-07T00:44:30Z/1972-01-08T00:00:00Z',
        'D 1972-01-08T00:00:00Z/1972-01-09T00:00:00Z',
      ],
    );
  });
});
