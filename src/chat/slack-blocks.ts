/**
 * Renders a message in Slack's Block Kit: people are mentioned, and times are shown in each reader's zone. Text that a user typed stays
 * plain text: rich text has no markup that a user could type. Slack's mrkdwn cannot escape `*` and `_`.
 */
import type { KnownBlock, RichTextBlock, RichTextElement } from '@slack/web-api';
import { asSingleLine } from '../text/harmless-text.ts';
import { plainInstant, plainText } from './plain-text.ts';
import type { ChatAction, ChatLine, ChatMessage, ChatPiece } from './provider.ts';

/** Slack's limit for a section of text. */
const MAX_BLOCK_LENGTH = 3000;

/** Slack refuses blocks that are too long in total, from about 13,000 characters on; it documents no limit. */
const MAX_MESSAGE_LENGTH = 12_000;

/** Slack's limits for the label of a button and the title of a card. */
const MAX_LABEL_LENGTH = 75;
const MAX_TITLE_LENGTH = 150;

/** Slack accepts fifty, and a title and buttons have to fit too. */
const MAX_BLOCKS = 40;

/** A mention or a date takes about as much as this. */
const TOKEN_LENGTH = 50;

/** Other text may be anything, since the chat id of a user is typed by people. */
const SLACK_USER_ID = /^[UW][A-Z0-9]+$/;

/** With the weekday, and never as "tomorrow": a message is read on other days too. */
const DATE_FORMAT = '{date_long} {time}';

/** `text` is what notifications and screen readers get. */
export function slackMessage(message: ChatMessage): { text: string; blocks: KnownBlock[] } {
  const { title, lines, actions = [] } = message;
  const blocks: KnownBlock[] = [...(title === undefined ? [] : [headerOf(title)]), ...blocksOf(lines)];
  if (actions.length > 0) blocks.push({ type: 'actions', elements: actions.map(buttonOf) });
  return { text: escaped(shortened(plainText(message), MAX_BLOCK_LENGTH)), blocks };
}

/** An empty line starts another block, after a divider; lines beyond the limit are counted and not sent. */
function blocksOf(lines: readonly ChatLine[]): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  let block: RichTextElement[] = [];
  let [blockLength, length] = [0, 0];

  function close(): void {
    if (block.length > 0) blocks.push(richText(block));
    block = [];
    blockLength = 0;
  }

  for (const [i, line] of lines.entries()) {
    const elements = elementsOf(line);
    if (elements.length === 0) {
      close();
      continue;
    }
    const lineLength = elements.reduce((sum, element) => sum + lengthOf(element), 1);
    length += lineLength;
    if (length > MAX_MESSAGE_LENGTH || blocks.length >= MAX_BLOCKS) {
      close();
      const left = lines.slice(i).filter((one) => one.length > 0).length;
      blocks.push(richText([{ type: 'text', text: `… and ${left} more ${left === 1 ? 'line' : 'lines'}` }]));
      return blocks;
    }
    if (blockLength + lineLength > MAX_BLOCK_LENGTH) close();
    const isFirst = block.length === 0;
    if (isFirst && i > 0 && lines[i - 1]?.length === 0 && blocks.length > 0) blocks.push({ type: 'divider' });
    block.push(...(isFirst ? [] : [{ type: 'text', text: '\n' } as const]), ...elements);
    blockLength += lineLength;
  }
  close();
  return blocks;
}

function richText(elements: RichTextElement[]): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** A line that is too long is cut. Empty texts are left out: Slack would refuse the message. */
function elementsOf(line: ChatLine): RichTextElement[] {
  const elements: RichTextElement[] = [];
  let left = MAX_BLOCK_LENGTH - 1;
  for (const element of line.map(elementOf)) {
    if (element.type === 'text' && element.text === '') continue;
    if (lengthOf(element) > left) {
      const rest = element.type === 'text' ? element.text : '';
      elements.push({ type: 'text', text: left > 1 && rest !== '' ? shortened(rest, left) : '…' });
      return elements;
    }
    elements.push(element);
    left -= lengthOf(element);
  }
  return elements;
}

function elementOf(piece: ChatPiece): RichTextElement {
  if (typeof piece === 'string') return { type: 'text', text: asSingleLine(piece) };
  if ('bold' in piece) return boldOf(asSingleLine(piece.bold), piece.url);
  if ('person' in piece) return personOf(piece.person);
  const { instant, zone } = piece;
  return {
    type: 'date',
    timestamp: Math.floor(instant / 1000),
    format: DATE_FORMAT,
    fallback: plainInstant(instant, zone),
  };
}

function boldOf(text: string, url: string | undefined): RichTextElement {
  const style = { bold: true };
  return url === undefined || text === '' ? { type: 'text', text, style } : { type: 'link', url, text, style };
}

function personOf({ name, chatId }: { name: string; chatId?: string }): RichTextElement {
  if (chatId !== undefined && SLACK_USER_ID.test(chatId)) return { type: 'user', user_id: chatId };
  return { type: 'text', text: asSingleLine(name) };
}

function lengthOf(element: RichTextElement): number {
  if (element.type === 'text') return element.text.length;
  return element.type === 'link' ? (element.text ?? '').length + element.url.length : TOKEN_LENGTH;
}

function headerOf(title: string): KnownBlock {
  return {
    type: 'header',
    text: { type: 'plain_text', text: shortened(asSingleLine(title), MAX_TITLE_LENGTH), emoji: false },
  };
}

function buttonOf({ id, label, value, url, isPrimary = false }: ChatAction) {
  return {
    type: 'button' as const,
    action_id: id,
    text: { type: 'plain_text' as const, text: shortened(asSingleLine(label), MAX_LABEL_LENGTH), emoji: false },
    value,
    ...(url !== undefined && { url }),
    ...(isPrimary && { style: 'primary' as const }),
  };
}

/** Never splits a surrogate pair. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
