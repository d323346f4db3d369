/**
 * Our own writer of calendar files writes what the package `ical-generator` writes, except for two faults of the package: it does not escape the
 * name of the calendar, and ends the file without a line break. `ical.js` reads back what was given: decision 23.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import createCalendar, { ICalEventTransparency } from 'ical-generator';
import type { UserId } from '../../src/ids.ts';
import { type CalendarEntry, writeCalendar } from '../../src/services/calendars/calendar-text.ts';
import { Work } from '../../src/services/shared/work.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { propertyOf, readEvents } from '../support/drivers/calendars.ts';

function writtenByPackage(name: string, entries: readonly CalendarEntry[]): string {
  const escapedName = name.replace(/[\\;,]/g, '\\$&');
  const calendar = createCalendar({ prodId: '//Watchbill//Watchbill//EN', name: escapedName, ttl: 3600 });
  for (const entry of entries) calendar.createEvent({ ...entry, transparency: ICalEventTransparency.TRANSPARENT });
  return `${calendar.toString()}\r\n`;
}

/** Everything that is escaped, characters of one to four octets, and lengths around those at which lines are folded. */
const piece = fc.oneof(
  fc.constantFrom('\\', ';', ',', '\n', ':', '"', ' ', 'ä', '€', '🦊', '語'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
);
const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('').trim() || 'x');
const line = text.map((some) => some.replaceAll(/[\r\n]/g, ' '));
const seconds = fc.integer({ min: 1_600_000_000, max: 1_900_000_000 });
const entry: fc.Arbitrary<CalendarEntry> = fc
  .record({
    id: fc.stringMatching(/^[a-z0-9_-]{1,120}$/),
    sequence: fc.nat(10_000),
    stampMs: fc.nat(1_900_000_000_000),
    start: seconds,
    length: fc.integer({ min: 1, max: 1e6 }),
    summary: line,
    description: text,
  })
  .map(({ stampMs, start, length, ...rest }) => ({
    ...rest,
    stamp: formatInstant(stampMs),
    start: formatInstant(start * 1000),
    end: formatInstant((start + length) * 1000),
  }));

function anyWork(): Work {
  return new Work({ userId: 'usr_1' as UserId }, { narrow: '' });
}

suite('a calendar file', () => {
  const given = [line, fc.array(entry, { maxLength: 5 })] as const;

  test('[TRU-7] is what the package writes, with an escaped name and a line break at the end', async () => {
    await fc.assert(
      fc.asyncProperty(...given, async (name, entries) => {
        assert.equal(await writeCalendar(name, entries, anyWork()), writtenByPackage(name, entries));
      }),
      { seed: 20260105, numRuns: 300 },
    );
  });

  test('has no line of more than 75 octets, and is read back as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.array(entry, { minLength: 1, maxLength: 5 }), async (name, entries) => {
        const written = await writeCalendar(name, entries, anyWork());
        assert.equal(propertyOf(written, 'name'), name);
        for (const one of written.split('\r\n')) assert.ok(Buffer.byteLength(one) <= 75, one);
        const read = readEvents(written).map(({ uid, start, end, summary, description, sequence }) => ({
          uid,
          start,
          end,
          summary,
          description,
          sequence,
        }));
        const wanted = entries.map(({ id, start, end, summary, description, sequence }) => ({
          uid: id,
          start,
          end,
          summary,
          description,
          sequence,
        }));
        assert.deepEqual(read, wanted);
      }),
      { seed: 20260329, numRuns: 200 },
    );
  });
});
