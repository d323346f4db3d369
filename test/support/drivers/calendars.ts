/** Reads calendars with an independent library. */
import ICAL from 'ical.js';
import type { App } from '../../../src/http/typed-app.ts';
import { type Person, PUBLIC_URL, succeeded } from './api.ts';

export interface ReadEvent {
  readonly uid: string;
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly description: string;
  readonly sequence: number;
  readonly stamp: string;
  readonly transparency: string;
}

/** A file with one event of these lines. */
export function calendarFile(...lines: readonly string[]): string {
  return calendarOf(['UID:trip@example.com', 'SUMMARY:Trip', ...lines]);
}

export function calendarOf(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** The response of `/calendars/….ics`, by its address. */
export async function fetchCalendar(app: App, url: string, headers: Readonly<Record<string, string>> = {}) {
  const { statusCode, body, headers: answered } = await app.inject({ url: url.replace(PUBLIC_URL, ''), headers });
  return { status: statusCode, text: body, headers: answered };
}

export function readEvents(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    // Without this it looks for exceptions of each event among all others.
    const event = new ICAL.Event(component, { exceptions: [] });
    const { uid, startDate, endDate, summary, description, sequence } = event;
    const value = (name: string) => String(component.getFirstPropertyValue(name));
    return {
      uid,
      start: startDate.toString(),
      end: endDate.toString(),
      summary,
      description,
      sequence: Number(sequence),
      stamp: value('dtstamp'),
      transparency: value('transp'),
    };
  });
}

/** A property of the calendar itself. The library does not know that names are texts. */
export function propertyOf(text: string, name: string): string {
  const typed = text.replace(/^(NAME|X-WR-CALNAME):/gm, '$1;VALUE=TEXT:');
  return String(new ICAL.Component(ICAL.parse(typed)).getFirstPropertyValue(name));
}

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
export async function addFeed(as: Person, wanted: object = { kind: 'mine' }): Promise<any> {
  return succeeded(await as.post('/user/calendar_feeds/', wanted), 201).calendar_feed;
}
