/** Renders a message as plain text, for chats and places that cannot show more. */
import { asSingleLine } from '../text/harmless-text.ts';
import { findZone } from '../time/zones.ts';
import type { ChatLine, ChatMessage, ChatPiece } from './provider.ts';

/** Creating a formatter takes far longer than using it. There are at most as many as zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Buttons are written below the lines, as `[Can’t]`, so that readers see that they can do something. */
export function plainText({ title, lines, actions = [] }: ChatMessage): string {
  const buttons = actions.map(({ label }) => `[${asSingleLine(label)}]`).join(' ');
  const heading = title === undefined ? [] : [asSingleLine(title)];
  return [...heading, ...lines.map(plainLine), ...(buttons === '' ? [] : [buttons])].join('\n');
}

/** The page that a message leads to, if any. */
export function pageOf({ lines, actions = [] }: ChatMessage): string | undefined {
  const opened = actions.find(({ url }) => url !== undefined)?.url;
  if (opened !== undefined) return opened;
  return lines.flat().flatMap((piece) => (typeof piece === 'object' && 'bold' in piece && piece.url) || [])[0];
}

/** The time in the zone: `Mon 16 Nov 2026, 09:00 CET`. In UTC if the runtime does not know the zone. */
export function plainInstant(epochMs: number, zone: string): string {
  const parts = Object.fromEntries(
    formatterOf(findZone(zone)?.name ?? 'UTC')
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday, day, month, year, hour, minute, timeZoneName } = parts;
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute} ${timeZoneName}`;
}

function plainLine(line: ChatLine): string {
  return line.map(plainPiece).join('');
}

function plainPiece(piece: ChatPiece): string {
  if (typeof piece === 'string') return asSingleLine(piece);
  if ('bold' in piece) return asSingleLine(piece.bold);
  if ('person' in piece) return asSingleLine(piece.person.name);
  return plainInstant(piece.instant, piece.zone);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}
