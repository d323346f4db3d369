/** Formats instants for readers, always in a given zone. Instants are epoch milliseconds, or texts from the API. */
import { formatInstant, parseInstant } from '../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/units.ts';
import { display } from './display.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const SHAPES = {
  /** 09:00, or 9:00 AM */
  time: (at) => timeOf(at),
  /** The shortest form: 09:00, or 9 AM */
  tick: (at) => tickOf(at),
  /** Mon 5 Jan, or Mon, Jan 5 */
  day: (at) => joined(short(weekdayOf(at)), dayAndMonth(at)),
  /** Mon 5 */
  shortDay: (at) => `${short(weekdayOf(at))} ${at.day}`,
  /** 5 */
  dayOfMonth: (at) => `${at.day}`,
  /** Mon */
  weekday: (at) => short(weekdayOf(at)),
  /** Monday 5 January 2026, Monday, January 5, 2026, or Monday, 2026-01-05 */
  longDay: (at) => joined(weekdayOf(at), dateOf(at, monthOf(at))),
  /** Mon 5 Jan, 09:00 */
  moment: (at) => `${joined(short(weekdayOf(at)), dayAndMonth(at))}, ${timeOf(at)}`,
  /** 5 Jan 2026, 09:00 */
  date: (at) => `${dateOf(at, short(monthOf(at)))}, ${timeOf(at)}`,
  /** January 2026 */
  month: (at) => `${monthOf(at)} ${at.year}`,
} as const satisfies Record<string, (at: Temporal.ZonedDateTime) => string>;

export type Shape = keyof typeof SHAPES;

/** Without `Intl.DateTimeFormat`: creating one for each zone takes longer than everything else on a page. */
export function written(at: number | string, zone: string, shape: Shape): string {
  return SHAPES[shape](Temporal.Instant.fromEpochMilliseconds(msOf(at)).toZonedDateTimeISO(zone));
}

function weekdayOf({ dayOfWeek }: Temporal.ZonedDateTime): string {
  return WEEKDAYS[dayOfWeek - 1] ?? '';
}

function monthOf({ month }: Temporal.ZonedDateTime): string {
  return MONTHS[month - 1] ?? '';
}

function joined(weekday: string, date: string): string {
  return display().dateFormat === 'day_month' ? `${weekday} ${date}` : `${weekday}, ${date}`;
}

function dayAndMonth(at: Temporal.ZonedDateTime): string {
  const month = short(monthOf(at));
  return display().dateFormat === 'day_month' ? `${at.day} ${month}` : `${month} ${at.day}`;
}

function dateOf(at: Temporal.ZonedDateTime, month: string): string {
  const { dateFormat } = display();
  if (dateFormat === 'iso') return at.toPlainDate().toString();
  return dateFormat === 'day_month' ? `${at.day} ${month} ${at.year}` : `${month} ${at.day}, ${at.year}`;
}

function timeOf({ hour, minute }: Temporal.ZonedDateTime): string {
  return clockText(60 * hour + minute);
}

function tickOf({ hour, minute }: Temporal.ZonedDateTime): string {
  return clockText(60 * hour + minute, { isShort: true });
}

/** A time of day from minutes since midnight: 09:00 or 9:00 AM, short 9 AM. The end of a day is 24:00 or 12:00 AM. */
export function clockText(minutes: number, { isShort = false }: { readonly isShort?: boolean } = {}): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  const rest = String(minute).padStart(2, '0');
  if (!display().has12Hours) return `${String(hour).padStart(2, '0')}:${rest}`;
  const half = hour % 24 < 12 ? 'AM' : 'PM';
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  return isShort && minute === 0 ? `${hour12} ${half}` : `${hour12}:${rest} ${half}`;
}

export function isMidnight(at: number, zone: string): boolean {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return hour === 0 && minute === 0;
}

function short(name: string): string {
  return name.slice(0, 3);
}

/** `Mon 5 Jan, 09:00 – 17:00`, or with both days if they differ. */
export function writtenInterval(start: number | string, end: number | string, zone: string): string {
  const isSameDay = written(start, zone, 'day') === written(end, zone, 'day') && msOf(end) - msOf(start) < DAY_MS;
  return `${written(start, zone, 'moment')} – ${written(end, zone, isSameDay ? 'time' : 'moment')}`;
}

/** The zone's offset at that instant: `GMT+1`, `GMT-3:30`. */
export function offsetOf(at: number | string, zone: string): string {
  const { offset } = Temporal.Instant.fromEpochMilliseconds(msOf(at)).toZonedDateTimeISO(zone);
  const [hour = '', minute = '00'] = offset.slice(1).split(':');
  return `GMT${offset[0]}${Number(hour)}${minute === '00' ? '' : `:${minute}`}`;
}

/** `Berlin` for `Europe/Berlin`. The full name is shown beside it if needed. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `3 days`, `5 h 30 min`, `12 min`: at most two units. */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days === 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  const dayText = days === 1 ? '1 day' : `${days} days`;
  return hours === 0 ? dayText : `${dayText} ${hours} h`;
}

/** `in 3 h`, `12 min ago`, `now`. */
export function fromNow(at: number | string, now: number): string {
  const ms = msOf(at) - now;
  if (Math.abs(ms) < MINUTE_MS) return 'now';
  const coarse = Math.abs(ms) >= 2 * DAY_MS ? Math.floor(Math.abs(ms) / DAY_MS) * DAY_MS : Math.abs(ms);
  return ms > 0 ? `in ${duration(coarse)}` : `${duration(coarse)} ago`;
}

export function hours(ms: number): string {
  const count = Math.round((ms / HOUR_MS) * 10) / 10;
  return `${count} h`;
}

export function msOf(at: number | string): number {
  if (typeof at === 'number') return at;
  const ms = parseInstant(at);
  if (ms === undefined) throw new Error(`not an instant: ${at}`);
  return ms;
}

/** For the API. */
export function instantText(ms: number): string {
  return formatInstant(ms);
}
