/** A report of hours as CSV: hours with two decimals, one line for each person. */
import type { HoursReport, TimeOnCall } from '../../schemas/reports.ts';
import { HOUR_MS } from '../../time/units.ts';

const COVER = ['taken', 'given'] as const;
const KINDS = ['total', 'holiday', 'weekend', 'night', 'other'] as const;

const HEAD = [
  'name',
  'email',
  ...KINDS.map((kind) => `past_${kind}_hours`),
  ...KINDS.map((kind) => `coming_${kind}_hours`),
  'share',
  ...COVER.flatMap((what) => [`cover_${what}_past_hours`, `cover_${what}_coming_hours`]),
];

/** RFC 4180. */
export function csvOf({ people }: HoursReport): string {
  const lines = people.map(({ user, past, coming, share, cover }) =>
    [
      user.name,
      user.email,
      ...hoursOf(past),
      ...hoursOf(coming),
      String(share),
      ...COVER.flatMap((what) => [inHours(cover[what].past_ms), inHours(cover[what].coming_ms)]),
    ].map(cell),
  );
  return [HEAD, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function hoursOf(time: TimeOnCall): string[] {
  return KINDS.map((kind) => inHours(time[`${kind}_ms`]));
}

function inHours(ms: number): string {
  return (ms / HOUR_MS).toFixed(2);
}

/** Spreadsheets treat cells that begin with one of these as formulas. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
