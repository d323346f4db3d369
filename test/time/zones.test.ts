import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, instantAt, wallAt, type Zone } from '../../src/time/zones.ts';

function zone(name: string): Zone {
  return findZone(name) ?? assert.fail(`no zone: ${name}`);
}

/** A wall time as the table stores it: as if it were UTC. */
function wall(text: string): number {
  return Date.parse(`${text}Z`);
}

function utc(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

suite('names', () => {
  for (const [given, kept] of Object.entries({
    'Europe/Berlin': 'Europe/Berlin',
    'europe/berlin': 'Europe/Berlin',
    'EUROPE/BERLIN': 'Europe/Berlin',
    'america/port-au-prince': 'America/Port-au-Prince',
    'america/argentina/comodrivadavia': 'America/Argentina/ComodRivadavia',
    'antarctica/dumontdurville': 'Antarctica/DumontDUrville',
    utc: 'UTC',
    'etc/gmt+5': 'Etc/GMT+5',
    cst6cdt: 'CST6CDT',
  })) {
    test(`[T-2] ${given} is ${kept}`, () => {
      assert.equal(findZone(given)?.name, kept);
    });
  }

  for (const link of ['US/Pacific', 'Asia/Calcutta', 'Europe/Kiev', 'Zulu', 'GB', 'PRC']) {
    test(`[T-2] ${link} is a link, and stays ${link}`, () => {
      assert.equal(findZone(link)?.name, link);
    });
  }

  test('[T-2] every zone of the runtime is found by its name, and in upper case', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      assert.equal(findZone(name)?.name, name);
      assert.equal(findZone(name.toUpperCase())?.name, name);
    }
  });

  for (const [what, names] of Object.entries({
    'an offset': ['+02:00', '-08:00', '+0200', '+02', '00:00', '+00:00', '-00:00', '\u221202:00', 'UTC+2', 'GMT+02:00'],
    'a letter that stands for an offset': ['Z', 'z', 'A'],
    'a name that nobody knows': ['Europe/Atlantis', 'Europe', 'Europe/', '/Berlin', 'Berlin', 'Etc/Unknown', 'PST'],
    'no name': ['', ' ', '\n', '\0'],
    'something around or inside the name': [
      ' Europe/Berlin',
      'Europe/Berlin ',
      'Europe/Berlin\n',
      'Europe/Berlin\0',
      'Europe /Berlin',
      'Europe/Berlin[u-ca=iso8601]',
      '[Europe/Berlin]',
    ],
    'a date-time with a zone': ['2026-01-05T09:00:00Z', '2026-01-05T09:00[Europe/Berlin]', 'T09:00[Europe/Berlin]'],
    'a name of every object': ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'],
    'a path': ['../Europe/Berlin', 'Europe/../UTC', '/etc/localtime', 'posix/Europe/Berlin'],
    'letters that look alike': ['Europe/Berl\u0131n', 'Europe/Berl\u0130n', 'Еurope/Berlin', 'Europe\u2215Berlin'],
  })) {
    test(`[T-2] ${what} is refused`, () => {
      for (const name of names) assert.equal(findZone(name), undefined, JSON.stringify(name));
    });
  }

  test('[T-2] a very long name is refused', () => {
    assert.equal(findZone('Europe/'.repeat(100_000)), undefined);
    assert.equal(findZone('a'.repeat(1_000_000)), undefined);
  });

  test('[T-2] two lookups, in any case, return the same object', () => {
    assert.equal(findZone('Europe/Berlin'), findZone('Europe/Berlin'));
    assert.equal(findZone('europe/BERLIN'), findZone('Europe/Berlin'));
    assert.notEqual(findZone('US/Pacific'), findZone('America/Los_Angeles'));
  });
});

suite('wall time to instant', () => {
  for (const { place, at, first, last, says } of [
    {
      place: 'Europe/Berlin',
      at: '2026-01-05T09:00',
      first: '2026-01-05T08:00:00Z',
      last: '2026-01-05T08:00:00Z',
      says: 'occurs once',
    },
    {
      place: 'Europe/Berlin',
      at: '2026-03-29T02:30',
      first: '2026-03-29T01:00:00Z',
      last: '2026-03-29T01:00:00Z',
      says: 'is skipped',
    },
    {
      place: 'Europe/Berlin',
      at: '2026-03-29T03:00',
      first: '2026-03-29T01:00:00Z',
      last: '2026-03-29T01:00:00Z',
      says: 'is the end of the gap',
    },
    {
      place: 'Europe/Berlin',
      at: '2026-03-29T01:59:59.999',
      first: '2026-03-29T00:59:59.999Z',
      last: '2026-03-29T00:59:59.999Z',
      says: 'is the last before the gap',
    },
    {
      place: 'Europe/Berlin',
      at: '2026-10-25T02:30',
      first: '2026-10-25T00:30:00Z',
      last: '2026-10-25T01:30:00Z',
      says: 'occurs twice',
    },
    {
      place: 'Europe/Berlin',
      at: '2026-10-25T02:59:59.999',
      first: '2026-10-25T00:59:59.999Z',
      last: '2026-10-25T01:59:59.999Z',
      says: 'is the last that occurs twice',
    },
    {
      place: 'Europe/Berlin',
      at: '2026-10-25T03:00',
      first: '2026-10-25T02:00:00Z',
      last: '2026-10-25T02:00:00Z',
      says: 'occurs once again',
    },
    {
      place: 'America/Santiago',
      at: '2026-09-06T00:00',
      first: '2026-09-06T04:00:00Z',
      last: '2026-09-06T04:00:00Z',
      says: 'is a midnight that is skipped',
    },
    {
      place: 'Australia/Lord_Howe',
      at: '2026-04-05T01:45',
      first: '2026-04-04T14:45:00Z',
      last: '2026-04-04T15:15:00Z',
      says: 'occurs again half an hour later',
    },
    {
      place: 'Pacific/Apia',
      at: '2011-12-30T12:00',
      first: '2011-12-30T10:00:00Z',
      last: '2011-12-30T10:00:00Z',
      says: 'is on a day that is skipped',
    },
    {
      place: 'Antarctica/Troll',
      at: '2026-10-25T02:30',
      first: '2026-10-25T00:30:00Z',
      last: '2026-10-25T02:30:00Z',
      says: 'occurs again two hours later',
    },
    {
      place: 'Africa/Monrovia',
      at: '1972-01-06T12:00',
      first: '1972-01-06T12:44:30Z',
      last: '1972-01-06T12:44:30Z',
      says: 'has an offset with seconds',
    },
    {
      place: 'Africa/Monrovia',
      at: '1972-01-07T00:30',
      first: '1972-01-07T00:44:30Z',
      last: '1972-01-07T00:44:30Z',
      says: 'is skipped with it',
    },
  ]) {
    test(`[T-3] ${place}, ${at} ${says}`, () => {
      assert.equal(utc(instantAt(zone(place), wall(at), 'first')), first);
      assert.equal(utc(instantAt(zone(place), wall(at), 'last')), last);
    });
  }

  test('[T-3] the very first repeated wall time', () => {
    assert.equal(utc(instantAt(zone('Europe/Berlin'), wall('2026-10-25T02:00'), 'first')), '2026-10-25T00:00:00Z');
    assert.equal(utc(instantAt(zone('Europe/Berlin'), wall('2026-10-25T02:00'), 'last')), '2026-10-25T01:00:00Z');
  });

  test('[T-3] and back: from instant to wall time', () => {
    const shown = (at: string) => utc(wallAt(zone('Europe/Berlin'), Date.parse(at)));
    assert.equal(shown('2026-03-29T00:59:59.999Z'), '2026-03-29T01:59:59.999Z');
    assert.equal(shown('2026-03-29T01:00:00Z'), '2026-03-29T03:00:00Z');
    assert.equal(shown('2026-10-25T00:30:00Z'), '2026-10-25T02:30:00Z');
    assert.equal(shown('2026-10-25T01:30:00Z'), '2026-10-25T02:30:00Z');
  });

  test('[T-3] from the first to the last day of time, wall times agree with Temporal', () => {
    const end = Date.UTC(2200, 0, 1);
    for (const name of ['Europe/Berlin', 'America/Santiago', 'Africa/Casablanca', 'Asia/Kathmandu', 'Pacific/Apia']) {
      // 1,009 hours: a step that eventually visits every hour of the day and every day of the week.
      for (let at = 0; at < end; at += 1009 * 3_600_000) {
        const { epochMilliseconds, offsetNanoseconds } = new Temporal.ZonedDateTime(BigInt(at) * 1_000_000n, name);
        assert.equal(wallAt(zone(name), at), epochMilliseconds + offsetNanoseconds / 1e6, `${name} at ${utc(at)}`);
      }
    }
  });
});
