import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatInstant, MAX_INSTANT, MIN_INSTANT, parseInstant } from '../../src/time/iso.ts';
import { byChance } from '../support/chance.ts';

/** The instant that is returned for a text, or `refused`. */
function answer(sent: string): string {
  const epochMs = parseInstant(sent);
  return epochMs === undefined ? 'refused' : formatInstant(epochMs);
}

suite('what is accepted', () => {
  for (const [sent, back] of Object.entries({
    // With an offset, as in rule T-1.
    '2026-01-05T10:00:00+01:00': '2026-01-05T09:00:00Z',
    '2026-01-05T09:00:00.250Z': '2026-01-05T09:00:00.250Z',
    '2026-01-05T09:00:00Z': '2026-01-05T09:00:00Z',
    '2026-01-05T00:30:00+05:45': '2026-01-04T18:45:00Z',
    '2026-12-31T20:00:00-08:00': '2027-01-01T04:00:00Z',
    // Every offset that RFC 3339 allows.
    '2026-01-05T09:00:00+00:00': '2026-01-05T09:00:00Z',
    '2026-01-05T09:00:00-00:00': '2026-01-05T09:00:00Z',
    '2026-01-05T09:00:00+23:59': '2026-01-04T09:01:00Z',
    '2026-01-05T09:00:00-23:59': '2026-01-06T08:59:00Z',
    // Lower case is the same in RFC 3339.
    '2026-01-05t09:00:00z': '2026-01-05T09:00:00Z',
    '2026-01-05t09:00:00.5+01:00': '2026-01-05T08:00:00.500Z',
    // Fractions: one digit or many, truncated to milliseconds and never rounded.
    '2026-01-05T09:00:00.0Z': '2026-01-05T09:00:00Z',
    '2026-01-05T09:00:00.000000000Z': '2026-01-05T09:00:00Z',
    '2026-01-05T09:00:00.1Z': '2026-01-05T09:00:00.100Z',
    '2026-01-05T09:00:00.12Z': '2026-01-05T09:00:00.120Z',
    '2026-01-05T09:00:00.001Z': '2026-01-05T09:00:00.001Z',
    '2026-01-05T09:00:00.1239Z': '2026-01-05T09:00:00.123Z',
    '2026-01-05T09:00:00.0009Z': '2026-01-05T09:00:00Z',
    '2026-01-05T09:00:59.999999999Z': '2026-01-05T09:00:59.999Z',
    '2026-01-05T09:00:00.12345678901234567890Z': '2026-01-05T09:00:00.123Z',
    // The calendar.
    '2024-02-29T00:00:00Z': '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z': '2000-02-29T00:00:00Z',
    '2026-12-31T23:59:59Z': '2026-12-31T23:59:59Z',
    // From 1970 to 2199, after subtracting the offset.
    '1970-01-01T00:00:00Z': '1970-01-01T00:00:00Z',
    '1969-12-31T23:30:00-01:00': '1970-01-01T00:30:00Z',
    '1969-12-31T19:00:00-05:00': '1970-01-01T00:00:00Z',
    '2199-12-31T23:59:59.999Z': '2199-12-31T23:59:59.999Z',
    '2199-12-31T23:59:59.9999Z': '2199-12-31T23:59:59.999Z',
    '2200-01-01T00:30:00+01:00': '2199-12-31T23:30:00Z',
  })) {
    test(`[T-1] ${sent} is ${back}`, () => {
      assert.equal(answer(sent), back);
    });
  }
});

suite('what is refused', () => {
  const refused: Record<string, readonly string[]> = {
    'a day that the calendar does not have': [
      '2026-02-30T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2100-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-01-00T00:00:00Z',
    ],
    'a month that the calendar does not have': ['2026-13-05T00:00:00Z', '2026-00-05T00:00:00Z', '2026-00-31T00:00:00Z'],
    'a time that the clock does not show': [
      '2026-01-05T24:00:00Z',
      '2026-01-05T25:00:00Z',
      '2026-01-05T09:60:00Z',
      '2026-01-05T09:00:61Z',
    ],
    'a leap second': ['2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00'],
    'no offset': ['2026-01-05T09:00:00', '2026-01-05T09:00:00.250'],
    'an offset that RFC 3339 cannot write': [
      '2026-01-05T09:00:00+24:00',
      '2026-01-05T09:00:00+01:60',
      '2026-01-05T09:00:00+0100',
      '2026-01-05T09:00:00+01',
      '2026-01-05T09:00:00+1:00',
      '2026-01-05T09:00:00\u221201:00',
      '2026-01-05T09:00:00+01:00:00',
      '2026-01-05T09:00:00Z+01:00',
    ],
    'a zone': ['2026-01-05T09:00:00[Europe/Berlin]', '2026-01-05T09:00:00Z[UTC]', '2026-01-05T09:00:00 UTC'],
    'no T': ['2026-01-05 09:00:00Z', '2026-01-0509:00:00Z', '2026-01-05_09:00:00Z'],
    'less than a date and a time': [
      '2026-01-05',
      '09:00:00Z',
      '2026-01-05T09:00Z',
      '2026-01-05T09Z',
      '2026-01-05TZ',
      '2026',
    ],
    'another way of ISO 8601': [
      '20260105T090000Z',
      '2026-W02-1T09:00:00Z',
      '2026-005T09:00:00Z',
      '+002026-01-05T09:00:00Z',
    ],
    'a fraction without digits, or after a comma': [
      '2026-01-05T09:00:00.Z',
      '2026-01-05T09:00:00,250Z',
      '2026-01-05T09:00:00.2.5Z',
      '2026-01-05T09:00:00.-1Z',
    ],
    'before 1970': [
      '1969-12-31T23:59:59Z',
      '1969-12-31T23:59:59.9999Z',
      '1970-01-01T00:30:00+01:00',
      '1900-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '0070-01-01T00:00:00Z',
      '0099-12-31T00:00:00Z',
    ],
    'after 2199': [
      '2200-01-01T00:00:00Z',
      '2199-12-31T23:30:00-01:00',
      '9999-12-31T23:59:59Z',
      '12026-01-05T09:00:00Z',
    ],
    'space around it': [
      ' 2026-01-05T09:00:00Z',
      '2026-01-05T09:00:00Z ',
      '2026-01-05T09:00:00Z\n',
      '\t2026-01-05T09:00:00Z',
    ],
    'other digits': ['２０２６-01-05T09:00:00Z', '2026-01-05T0９:00:00Z', '٢٠٢٦-01-05T09:00:00Z'],
    'anything else': [
      '',
      ' ',
      'now',
      'null',
      '0',
      '1767603600000',
      'Mon, 05 Jan 2026 09:00:00 GMT',
      '-2026-01-05T09:00:00Z',
    ],
  };
  for (const [what, texts] of Object.entries(refused)) {
    test(`[T-1] ${what}`, () => {
      for (const text of texts) assert.equal(answer(text), 'refused', JSON.stringify(text));
    });
  }

  test('[T-1] a very long text', () => {
    assert.equal(answer('2026-01-05T09:00:00Z'.repeat(50_000)), 'refused');
    assert.equal(answer(`2026-01-05T09:00:00.${'1'.repeat(1_000_000)}`), 'refused');
  });
});

suite('formatting', () => {
  test('[T-1] the edges of time', () => {
    assert.equal(formatInstant(MIN_INSTANT), '1970-01-01T00:00:00Z');
    assert.equal(formatInstant(MAX_INSTANT), '2200-01-01T00:00:00Z');
  });

  test('[T-1] three fraction digits, and only when they are not zero', () => {
    assert.equal(formatInstant(1), '1970-01-01T00:00:00.001Z');
    assert.equal(formatInstant(100), '1970-01-01T00:00:00.100Z');
    assert.equal(formatInstant(1000), '1970-01-01T00:00:01Z');
  });
});

suite('for every instant', () => {
  const RUNS = byChance({ seed: 20260105, numRuns: 100 });
  const instants = fc.integer({ min: MIN_INSTANT, max: MAX_INSTANT - 1 });
  const two = (value: number): string => String(value).padStart(2, '0');

  test('[T-1] parsing a formatted instant returns it', () => {
    fc.assert(
      fc.property(instants, (epochMs) => parseInstant(formatInstant(epochMs)) === epochMs),
      RUNS,
    );
  });

  test('[T-1] it is the same, written with any offset', () => {
    const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    fc.assert(
      fc.property(instants, offsets, (epochMs, minutes) => {
        const wall = new Date(epochMs + minutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(minutes);
        const text = `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        return parseInstant(text) === epochMs;
      }),
      RUNS,
    );
  });

  test('[T-1] any text is refused, or is an instant that Temporal writes in the same way', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
    const likely = fc
      .tuple(digits(4), digits(2), digits(2), digits(2), digits(2), digits(2))
      .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    fc.assert(
      fc.property(fc.oneof(likely, fc.string()), (text) => {
        const epochMs = parseInstant(text);
        return epochMs === undefined || Temporal.Instant.from(text).epochMilliseconds === epochMs;
      }),
      byChance({ seed: 20260105, numRuns: 2000 }),
    );
  });
});
