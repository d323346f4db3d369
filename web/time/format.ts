/** Instants as people read them, always in a zone that is named. Instants are epoch milliseconds, or the API's text. */
import { formatInstant, parseInstant } from '../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/units.ts';

/** One way to write dates for everyone: 24 hours, the day before the month. */
const LOCALE = 'en-GB';

const SHAPES = {
  /** 09:00 */
  time: { hour: '2-digit', minute: '2-digit' },
  /** Mon 5 Jan */
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Mon 5 */
  shortDay: { weekday: 'short', day: 'numeric' },
  /** Mon */
  weekday: { weekday: 'short' },
  /** Monday, 5 January 2026 */
  longDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Mon 5 Jan, 09:00 */
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** 5 Jan 2026, 09:00 */
  date: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** January 2026 */
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type Shape = keyof typeof SHAPES;

const formats = new Map<string, Intl.DateTimeFormat>();

export function written(at: number | string, zone: string, shape: Shape): string {
  return formatIn(zone, shape)
    .format(msOf(at))
    .replace(/,(?= \d{1,2} )/, '');
}

/** `Mon 5 Jan, 09:00 – 17:00`, or with both days where they differ. */
export function writtenInterval(start: number | string, end: number | string, zone: string): string {
  const isSameDay = written(start, zone, 'day') === written(end, zone, 'day') && msOf(end) - msOf(start) < DAY_MS;
  return `${written(start, zone, 'moment')} – ${written(end, zone, isSameDay ? 'time' : 'moment')}`;
}

/** `GMT+1`, as the zone stands at that instant. */
export function offsetOf(at: number | string, zone: string): string {
  const key = `offset ${zone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: 'shortOffset' });
    formats.set(key, format);
  }
  return format.formatToParts(msOf(at)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** `Europe/Berlin` as `Berlin`; who needs the rest sees it beside. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `3 days`, `5 h 30 min`, `12 min`: not more than two units. */
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

function formatIn(zone: string, shape: Shape): Intl.DateTimeFormat {
  const key = `${shape} ${zone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALE, { ...SHAPES[shape], timeZone: zone, hourCycle: 'h23' });
    formats.set(key, format);
  }
  return format;
}
