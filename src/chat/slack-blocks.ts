/**
 * A message in Slack's Block Kit. People are mentioned, times are shown in each reader's own zone, and whatever a user
 * typed stays text: nobody can name a schedule so that it rings everyone up.
 */
import type { KnownBlock } from '@slack/web-api';
import { asSingleLine } from '../harmless-text.ts';
import { plainInstant, plainText } from './plain-text.ts';
import type { ChatAction, ChatLine, ChatMessage, ChatPiece } from './provider.ts';

/** Slack's limit for the text of a section. */
const LONGEST_SECTION = 3000;

/** Slack refuses blocks that are too long together, from somewhat above 13,000 characters; it names no limit. */
const LONGEST_MESSAGE = 12_000;

/** Slack's limit for what a button says. */
const LONGEST_LABEL = 75;

/** Anything else might be markup, since a user's chat id is what someone typed. */
const SLACK_USER_ID = /^[UW][A-Z0-9]+$/;

/** `text` is what notifications and screen readers get. */
export function slackMessage(message: ChatMessage): { text: string; blocks: KnownBlock[] } {
  const { lines, actions = [] } = message;
  const blocks: KnownBlock[] = sectionsOf(lines).map((text) => ({
    type: 'section',
    // Verbatim: "@here" in a name stays text.
    text: { type: 'mrkdwn', text, verbatim: true },
  }));
  if (actions.length > 0) blocks.push({ type: 'actions', elements: actions.map(buttonOf) });
  return { text: escaped(shortened(plainText(message), LONGEST_SECTION)), blocks };
}

/** As many lines to a section as it takes; what is too much is counted, not sent. */
function sectionsOf(lines: readonly ChatLine[]): string[] {
  const sections: string[] = [];
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const text = mrkdwnLine(line);
    length += text.length + 1;
    if (length > LONGEST_MESSAGE) {
      const left = lines.length - i;
      sections.push(`… and ${left} more ${left === 1 ? 'line' : 'lines'}`);
      break;
    }
    const joined = sections.length === 0 ? text : `${sections.at(-1)}\n${text}`;
    if (sections.length === 0 || joined.length > LONGEST_SECTION) sections.push(text);
    else sections[sections.length - 1] = joined;
  }
  return sections.filter((text) => text.trim() !== '');
}

/** A line that is too long ends between two tokens: half a mention, or half of `&amp;`, would show as rubbish. */
function mrkdwnLine(line: ChatLine): string {
  let text = '';
  for (const token of line.flatMap(tokensOf)) {
    if (text.length + token.length >= LONGEST_SECTION) return `${text}…`;
    text += token;
  }
  return text;
}

function tokensOf(piece: ChatPiece): string[] {
  if (typeof piece === 'string') return [...asSingleLine(piece)].map(escaped);
  if ('bold' in piece) return [bold(piece.bold)];
  if ('person' in piece) return [mention(piece.person)];
  return [dateToken(piece)];
}

function mention({ name, chatId }: { name: string; chatId?: string }): string {
  return chatId !== undefined && SLACK_USER_ID.test(chatId) ? `<@${chatId}>` : bold(name);
}

function dateToken({ instant, zone }: { instant: number; zone: string }): string {
  const fallback = escaped(plainInstant(instant, zone));
  return `<!date^${Math.floor(instant / 1000)}^{date_short_pretty} {time}|${fallback}>`;
}

function bold(text: string): string {
  return `*${escaped(asSingleLine(text))}*`;
}

function buttonOf({ id, label, value }: ChatAction) {
  return {
    type: 'button' as const,
    action_id: id,
    text: { type: 'plain_text' as const, text: shortened(label, LONGEST_LABEL) },
    value,
  };
}

/** Not within a character that takes two units. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
