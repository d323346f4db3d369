/**
 * Parses the events of an uploaded iCalendar file (RFC 5545). Dates and times without a zone are in the person's zone. Zone names are looked up as
 * elsewhere; a zone that only the file defines is taken from the file.
 */
import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import type { Interval } from '../../engine/schedule.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone, instantAt, type Zone } from '../../time/zones.ts';
import { problemOfComponents, problemOfProperties } from './calendar-lines.ts';

export const MAX_EVENTS = 1000;
export const MAX_DAYS_OFF = 366;
export const MAX_REASON_LENGTH = 300;

/** The most occurrences in the interval, and before it: a daily event of 27 years. */
const MAX_OCCURRENCES = 500;
const MAX_STEPS = 10_000;

export interface FileEvent extends Interval {
  /** The same for the same event in a later version of the file. */
  readonly key: string;
  readonly summary: string;
}

export interface SkippedEvent {
  readonly summary: string;
  readonly reason: string;
}

export type FileContent =
  | { readonly events: readonly FileEvent[]; readonly skipped: readonly SkippedEvent[] }
  | { readonly problem: string };

export interface FileRequest {
  readonly text: string;
  /** The person's zone. */
  readonly zoneName: string;
  /** Events outside it are left out. */
  readonly within: Interval;
}

export function readCalendarFile({ text, zoneName, within }: FileRequest): FileContent {
  const zone = findZone(zoneName);
  if (zone === undefined) throw new Error(`the runtime does not know ${zoneName}`);
  const components = eventsIn(text.replace(/^\ufeff/, ''));
  if (typeof components === 'string')
    return { problem: `it cannot be read as an iCalendar file (.ics): ${components}` };
  if (components.length > MAX_EVENTS) {
    return { problem: `it has ${components.length} events, and ${MAX_EVENTS} is the most` };
  }
  const events: FileEvent[] = [];
  const skipped: SkippedEvent[] = [];
  for (const { component, exceptions } of withExceptions(components)) {
    const summary = summaryOf(component);
    try {
      const event = new ICAL.Event(component, { exceptions, strictExceptions: false });
      for (const found of occurrencesOf(event, zone, within)) {
        if (events.length === MAX_OCCURRENCES) {
          return { problem: `it has more than ${MAX_OCCURRENCES} events that are not over, repetitions included` };
        }
        events.push({ ...found, summary });
      }
    } catch (error) {
      skipped.push({ summary, reason: error instanceof UnusableEvent ? error.message : UNREADABLE });
    }
  }
  return { events: latestOfEach(events), skipped };
}

/** A text says why the file cannot be read. */
function eventsIn(text: string): ICAL.Component[] | string {
  const problem = problemOfComponents(text);
  if (problem !== undefined) return problem;
  try {
    const parsed = ICAL.parse(text);
    const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]) as unknown[][];
    return calendars.flatMap((data) => new ICAL.Component(data).getAllSubcomponents('vevent'));
  } catch {
    return problemOfProperties(text);
  }
}

interface EventOfFile {
  readonly component: ICAL.Component;
  /** Its changed repetitions. */
  readonly exceptions: ICAL.Component[];
}

/** An event with a changed repetition is in the file as several events with the same UID. */
function withExceptions(components: readonly ICAL.Component[]): EventOfFile[] {
  const byUid = Map.groupBy(components, (component) => textOf(component, 'uid') || component);
  return [...byUid.values()].flatMap((versions) => {
    const changed = versions.filter((one) => one.hasProperty('recurrence-id'));
    const whole = versions.filter((one) => !one.hasProperty('recurrence-id'));
    if (whole.length === 0) return changed.map((component) => ({ component, exceptions: [] }));
    return whole.map((component) => ({ component, exceptions: changed }));
  });
}

/** As it is in the file, whatever type the file claims that it has. */
function textOf(component: ICAL.Component, property: string): string {
  const [, , , value = ''] = component.getFirstProperty(property)?.toJSON() ?? [];
  return String(value);
}

type Found = Omit<FileEvent, 'summary'>;

/** The message says why the event cannot be imported. */
class UnusableEvent extends Error {}

/** Of an event whose parts the library refuses, which it may do whenever one of them is looked at. */
const UNREADABLE = 'its times or its repetition cannot be read';

function* occurrencesOf(event: ICAL.Event, zone: Zone, within: Interval): Generator<Found> {
  if (!event.component.hasProperty('dtstart')) throw new UnusableEvent('it has no start');
  if (!event.isRecurring()) {
    const found = intervalOf(event, event.startDate, event.endDate, zone, true);
    if (isWithin(found, within) && !isCanceled(event)) yield { ...requireUsable(found), key: keyOf(event, '') };
    return;
  }
  const starts = event.iterator();
  for (let steps = 0; ; steps += 1) {
    const at = starts.next();
    if (at === null || at === undefined) return;
    const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(at);
    const found = intervalOf(item, startDate, endDate, zone, item !== event);
    if (found.start >= within.end) return;
    if (steps === MAX_STEPS) throw new UnusableEvent('it repeats too often');
    if (!isWithin(found, within) || isCanceled(item)) continue;
    yield { ...requireUsable(found), key: keyOf(event, String(recurrenceId)) };
  }
}

/** A repetition has the same wall-clock duration as the event. */
function intervalOf(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, zone: Zone, hasOwnEnd: boolean): Interval {
  const startProperty = event.component.getFirstProperty('dtstart');
  const endProperty = (hasOwnEnd && event.component.getFirstProperty('dtend')) || startProperty;
  return {
    start: instantOf(start, startProperty, zone),
    end: instantOf(end, endProperty, zone),
  };
}

function instantOf(time: ICAL.Time, property: ICAL.Property | null, own: Zone): number {
  const { year, month, day, hour, minute, second, isDate } = time;
  const wall = Temporal.PlainDateTime.from(isDate ? { year, month, day } : { year, month, day, hour, minute, second }, {
    overflow: 'reject',
  });
  const wallMs = wall.toZonedDateTime('UTC').epochMilliseconds;
  if (isDate) return instantAt(own, wallMs, 'first');
  if (time.zone === ICAL.Timezone.utcTimezone) return wallMs;
  const zoneName = property?.getFirstParameter('tzid') ?? '';
  if (zoneName === '') return instantAt(own, wallMs, 'first');
  const zone = findZone(zoneName);
  if (zone !== undefined) return instantAt(zone, wallMs, 'first');
  if (property?.parent?.getTimeZoneByID(zoneName)) return time.toUnixTime() * 1000;
  throw new UnusableEvent(
    `its time zone ${asSingleLine(zoneName).slice(0, 60)} is unknown, and the file does not describe it`,
  );
}

function isWithin({ start, end }: Interval, within: Interval): boolean {
  return end > within.start && start < within.end;
}

function isCanceled(event: ICAL.Event): boolean {
  return event.component.getFirstPropertyValue('status') === 'CANCELLED';
}

function requireUsable(found: Interval): Interval {
  if (found.end <= found.start) throw new UnusableEvent('it does not end after its start');
  if (found.end - found.start > MAX_DAYS_OFF * DAY_MS)
    throw new UnusableEvent(`it is longer than ${MAX_DAYS_OFF} days`);
  return found;
}

/** Texts of any length become keys of one length. */
function keyOf(event: ICAL.Event, occurrence: string): string {
  const uid = event.uid || `${event.summary} ${event.startDate}`;
  return createHash('sha256')
    .update(JSON.stringify([uid, event.component.getFirstPropertyValue('recurrence-id')?.toString() ?? occurrence]))
    .digest('base64url');
}

function summaryOf(component: ICAL.Component): string {
  return asSingleLine(textOf(component, 'summary')).trim().slice(0, MAX_REASON_LENGTH).toWellFormed();
}

/** A file may contain several versions of an event: the last one counts. */
function latestOfEach(events: readonly FileEvent[]): FileEvent[] {
  return [...new Map(events.map((event) => [event.key, event])).values()];
}
