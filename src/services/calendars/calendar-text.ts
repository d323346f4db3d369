/** Rule ICAL-3: events as an iCalendar file. The same events give the same bytes. */
import { formatInstant } from '../../time/iso.ts';
import { HOUR_MS } from '../../time/units.ts';
import { type CalendarEvent, type Cover, descriptionOf, summaryOf, uidOf } from './calendar-events.ts';

const SECOND_MS = 1000;

/** Calendars that heed it read again after so long. */
const REFRESH_S = HOUR_MS / SECOND_MS;

export interface CalendarWords {
  /** Whether all events are those of the reader. */
  readonly isOwn: boolean;
  readonly covers: readonly Cover[];
  readonly nameOf: (id: CalendarEvent['userId']) => string;
  readonly pageOf: (event: CalendarEvent) => string;
}

/** Loaded when the first calendar asks. */
const library = () => import('ical-generator');

/** All that the text of an event is made of. */
export type CalendarEntry = ReturnType<typeof entryOf>;

export function entryOf(event: CalendarEvent, words: CalendarWords) {
  const { start, end, schedule } = event;
  return {
    id: uidOf(event),
    sequence: schedule.change_count,
    stamp: formatInstant(schedule.changed_at ?? schedule.created_at),
    ...inWholeSeconds(start, end),
    summary: summaryOf(event, words.isOwn, words.nameOf),
    description: descriptionOf(event, words.covers, words.nameOf, words.pageOf(event)),
  };
}

export async function writeCalendar(name: string, entries: readonly CalendarEntry[]): Promise<string> {
  const { default: createCalendar, ICalEventTransparency } = await library();
  const calendar = createCalendar({ prodId: '//Watchbill//Watchbill//EN', name, ttl: REFRESH_S });
  for (const entry of entries) calendar.createEvent({ ...entry, transparency: ICalEventTransparency.TRANSPARENT });
  return calendar.toString();
}

/** iCalendar has no fractions of a second, and no event without a length. */
function inWholeSeconds(start: number, end: number): { start: string; end: string } {
  const first = Math.floor(start / SECOND_MS);
  const last = Math.max(Math.floor(end / SECOND_MS), first + 1);
  return { start: formatInstant(first * SECOND_MS), end: formatInstant(last * SECOND_MS) };
}
