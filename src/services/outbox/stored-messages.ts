/** Parses messages that are stored in the outbox. A message that cannot be read must not block those behind it (rule STO-5). */
import type { ChatMessage } from '../../chat/provider.ts';

/** The range of dates that can be written. */
const LATEST_INSTANT = 8.64e15;

type Unknown = Readonly<Record<string, unknown>>;

/** Undefined if the text is not a message that every chat can show. */
export function readMessage(json: string): ChatMessage | undefined {
  try {
    const message: unknown = JSON.parse(json);
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is ChatMessage {
  if (!isObject(value)) return false;
  const { title = '', lines, actions = [] } = value;
  if (typeof title !== 'string') return false;
  return isListOf(lines, (line) => isListOf(line, isPiece)) && isListOf(actions, isAction);
}

/** The same order of checks as in rendering: a piece that fits several forms counts as the first. */
function isPiece(piece: unknown): boolean {
  if (typeof piece === 'string') return true;
  if (!isObject(piece)) return false;
  if ('bold' in piece) return typeof piece.bold === 'string' && isPage(piece.url);
  if ('person' in piece) return isPerson(piece.person);
  const { instant, zone } = piece;
  return typeof instant === 'number' && Math.abs(instant) <= LATEST_INSTANT && typeof zone === 'string';
}

function isPerson(person: unknown): boolean {
  if (!isObject(person)) return false;
  const { name, chatId = '' } = person;
  return typeof name === 'string' && typeof chatId === 'string';
}

function isAction(action: unknown): boolean {
  if (!isObject(action) || !isPage(action.url)) return false;
  return [action.id, action.label, action.value].every((text) => typeof text === 'string');
}

function isPage(url: unknown): boolean {
  return url === undefined || typeof url === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isObject(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
