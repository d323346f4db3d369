/** Rule ICAL-3: events as an iCalendar file. The same events give the same bytes. */
import type { OrganizationRow } from '../../db/people/organizations.ts';
import { formatInstant } from '../../time/iso.ts';
import type { Work } from '../shared/work.ts';
import { type CalendarEvent, type Covers, descriptionOf, summaryOf, uidOf } from './calendar-events.ts';

const SECOND_MS = 1000;

/** Calendars that heed it read again after so long. */
const REFRESH = 'PT1H';

/** 75 would be allowed. */
const LINE_OCTETS = 74;
/** Writing an entry takes as long as computing this many shifts. */
export const SHIFTS_FOR_AN_ENTRY = 5;

const FOLD = '\r\n ';

export interface CalendarWords {
  /** Whether all events are those of the reader. */
  readonly isOwn: boolean;
  readonly covers: Covers;
  readonly nameOf: (id: CalendarEvent['userId']) => string;
  readonly pageOf: (event: CalendarEvent) => string;
}

export type Renames = Pick<OrganizationRow, 'rename_count' | 'renamed_at'>;

/** All that the text of an event is made of. */
export type CalendarEntry = ReturnType<typeof entryOf>;

/** Rule TRU-7: the names of people are part of an event too, so `renames` counts with the changes of the schedule. */
export function entryOf(event: CalendarEvent, words: CalendarWords, renames: Renames) {
  const { start, end, schedule } = event;
  const changedAt = schedule.changed_at ?? schedule.created_at;
  return {
    id: uidOf(event),
    sequence: schedule.change_count + renames.rename_count,
    stamp: formatInstant(Math.max(changedAt, renames.renamed_at ?? changedAt)),
    ...inWholeSeconds(start, end),
    summary: summaryOf(event, words.isOwn, words.nameOf),
    description: descriptionOf(event, words.covers, words.nameOf, words.pageOf(event)),
  };
}

/**
 * What the package `ical-generator` writes, but with an escaped name, and a line break at the end: decision 23. In slices, since a year may have
 * thousands of events.
 */
export async function writeCalendar(name: string, entries: readonly CalendarEntry[], work: Work): Promise<string> {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Watchbill//Watchbill//EN',
    folded(`NAME:${escaped(name)}`),
    folded(`X-WR-CALNAME:${escaped(name)}`),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ];
  for (const { id, sequence, stamp, start, end, summary, description } of entries) {
    lines.push(
      'BEGIN:VEVENT',
      folded(`UID:${id}`),
      `SEQUENCE:${sequence}`,
      `DTSTAMP:${basic(stamp)}`,
      `DTSTART:${basic(start)}`,
      `DTEND:${basic(end)}`,
      folded(`SUMMARY:${escaped(summary)}`),
      'TRANSP:TRANSPARENT',
      folded(`DESCRIPTION:${escaped(description)}`),
      'END:VEVENT',
    );
    if (work.isDueAfter(SHIFTS_FOR_AN_ENTRY)) await work.turn();
  }
  lines.push('END:VCALENDAR', '');
  return lines.join('\r\n');
}

/** `2026-01-05T09:00:00Z` as `20260105T090000Z`. */
function basic(instant: string): string {
  return `${instant.slice(0, 4)}${instant.slice(5, 7)}${instant.slice(8, 13)}${instant.slice(14, 16)}${instant.slice(17, 19)}Z`;
}

/** A value of the type TEXT: RFC 5545, section 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** RFC 5545, section 3.1: longer lines go on in the next one, after a space. No character is split. */
function folded(line: string): string {
  if (line.length * 3 <= LINE_OCTETS) return line;
  const octets = Buffer.byteLength(line);
  if (octets <= LINE_OCTETS) return line;
  const parts: string[] = [];
  if (octets === line.length) {
    for (let at = 0; at < line.length; at += LINE_OCTETS) parts.push(line.slice(at, at + LINE_OCTETS));
    return parts.join(FOLD);
  }
  let part = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      length = 0;
    }
    part += character;
    length += size;
  }
  return [...parts, part].join(FOLD);
}

/** iCalendar has no fractions of a second, and no event without a length. */
function inWholeSeconds(start: number, end: number): { start: string; end: string } {
  const first = Math.floor(start / SECOND_MS);
  const last = Math.max(Math.floor(end / SECOND_MS), first + 1);
  return { start: formatInstant(first * SECOND_MS), end: formatInstant(last * SECOND_MS) };
}
