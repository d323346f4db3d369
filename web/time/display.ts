/**
 * How dates and times are written: as the reader chose, otherwise as the browser does. A page has one reader, so this is kept in a module variable
 * that everything uses. The gate of the session sets it before anything is drawn.
 */
import type { Schemas } from '../api/client.ts';

export type Chosen = Schemas['Display'];

export interface Display {
  readonly dateFormat: NonNullable<Chosen['date_format']>;
  readonly has12Hours: boolean;
  /** 0 is Monday, 6 is Sunday. */
  readonly weekStart: number;
}

const WEEK_STARTS = { monday: 0, saturday: 5, sunday: 6 } as const;

let shown: Display = { dateFormat: 'day_month', has12Hours: false, weekStart: WEEK_STARTS.monday };

export function display(): Display {
  return shown;
}

export function setDisplay({ date_format, time_format, week_start }: Chosen = {}, language = navigator.language): void {
  const browser = displayIn(language);
  shown = {
    dateFormat: date_format ?? browser.dateFormat,
    has12Hours: time_format === undefined ? browser.has12Hours : time_format === '12_hours',
    weekStart: week_start === undefined ? browser.weekStart : WEEK_STARTS[week_start],
  };
}

/** The defaults of a language tag such as `en-US` or `de`. */
export function displayIn(language: string): Display {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(language, date).formatToParts(0).map(({ type }) => type);
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' }).resolvedOptions();
  const [day, month, year] = [parts.indexOf('day'), parts.indexOf('month'), parts.indexOf('year')];
  return {
    dateFormat: year < day ? 'iso' : month < day ? 'month_day' : 'day_month',
    has12Hours: hourCycle === 'h12' || hourCycle === 'h11',
    weekStart: weekStartIn(language),
  };
}

/** Monday if the browser does not know. */
function weekStartIn(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
    readonly weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) - 1;
}
