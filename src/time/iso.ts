/**
 * Rule T-1: date-times in requests and responses.
 *
 * Input: RFC 3339 with an offset, from 1970 to 2199. Output: UTC, with three fraction digits only if they are not zero. A date-time in UTC with up to
 * three significant fraction digits is returned as it was sent; finer fractions are truncated to milliseconds.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';

/** 1970-01-01T00:00:00Z: no date-time is before it. */
export const MIN_INSTANT = 0;

/** 2200-01-01T00:00:00Z: every date-time is before it, and nobody is on call from then on. */
export const MAX_INSTANT = Date.UTC(2200, 0, 1);

/** For messages about a value that `parseInstant` refused. */
export const INSTANT_RULE =
  'a date-time with an offset, from 1970 to 2199, such as 2026-01-05T09:00:00Z or 2026-01-05T10:00:00+01:00';

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** Parses a date-time to epoch milliseconds; undefined if it breaks rule T-1. */
export function parseInstant(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match;

  const midnight = midnightOf(Number(year), Number(month), Number(day));
  if (midnight === undefined) return undefined;

  const wallMs =
    midnight +
    Number(hour) * HOUR_MS +
    Number(minute) * MINUTE_MS +
    Number(second) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, '0'));
  const offsetMs = sign === undefined ? 0 : Number(offsetHour) * HOUR_MS + Number(offsetMinute) * MINUTE_MS;
  const epochMs = sign === '-' ? wallMs + offsetMs : wallMs - offsetMs;
  return epochMs >= MIN_INSTANT && epochMs < MAX_INSTANT ? epochMs : undefined;
}

/** Midnight of that day in UTC; undefined for an invalid date: `Date.UTC` would accept 30 February. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** The instant as UTC text: `2026-01-05T09:00:00Z`, or `2026-01-05T09:00:00.250Z`. */
export function formatInstant(epochMs: number): string {
  const day = Math.floor(epochMs / DAY_MS);
  const ms = epochMs - day * DAY_MS;
  const second = Math.floor(ms / 1000);
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${dateOf(day)}T${PADDED[Math.floor(second / 3600)]}:${PADDED[Math.floor(second / 60) % 60]}:${PADDED[second % 60]}${fraction}Z`;
}

/** `00` to `59`. */
const PADDED = Array.from({ length: 60 }, (_, count) => String(count).padStart(2, '0'));

/** Responses have many instants, most of them on the same few hundred days. */
const dates = new Map<number, string>();
const MAX_DATES = 10_000;

/** `2026-01-05`, of a day counted from 1970. */
function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size === MAX_DATES) dates.clear();
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    dates.set(day, date);
  }
  return date;
}
