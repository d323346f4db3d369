import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ChatLine, ChatMessage } from '../../src/chat/provider.ts';
import { slackMessage } from '../../src/chat/slack-blocks.ts';
import { byChance } from '../support/chance.ts';

/** 2026-11-16T08:00:00Z. */
const MONDAY_MS = 1_794_816_000_000;

/** The text of the blocks: a line for each, without buttons. */
function textsOf(message: ChatMessage): string[] {
  return slackMessage(message).blocks.flatMap((block) => {
    if (block.type === 'header') return `# ${block.text.text}`;
    if (block.type === 'divider') return '---';
    if (block.type !== 'rich_text') return [];
    return block.elements
      .flatMap((section): object[] => section.elements)
      .map(shown)
      .join('');
  });
}

/** The literal text, with Slack's additions in brackets. */
function shown(element: object): string {
  const { type, text, style, url, user_id, timestamp, format, fallback } = element as Record<string, unknown>;
  if (type === 'text') return style === undefined ? `${text}` : `[bold ${text}]`;
  if (type === 'link') return `[link ${text} ${url}]`;
  return type === 'user' ? `[user ${user_id}]` : `[date ${timestamp} ${format} ${fallback}]`;
}

/** The number of characters. */
function typedIn(element: object): number {
  const { text, elements = [] } = element as { text?: string; elements?: object[] };
  return elements.reduce((sum, one) => sum + typedIn(one), text?.length ?? 0);
}

function oneLine(...line: ChatLine): string {
  return textsOf({ lines: [line] }).join('|');
}

describe('[CH-6] a message in Slack', () => {
  it('mentions the people it is for, and names the others', () => {
    assert.equal(oneLine({ person: { name: 'Ada', chatId: 'U0ADA' } }, ' has it'), '[user U0ADA] has it');
    assert.equal(oneLine({ person: { name: 'Bob & Co' } }), 'Bob & Co');
  });

  it('shows a time in each reader’s zone, with the weekday, or else in the schedule’s', () => {
    assert.equal(
      oneLine('until ', { instant: MONDAY_MS + 999, zone: 'Europe/Berlin' }),
      'until [date 1794816000 {date_long} {time} Mon 16 Nov 2026, 09:00 CET]',
    );
  });

  it('links to the page of what it names', () => {
    const url = 'https://oncall.example.com/app/schedules/sch_1';
    assert.equal(oneLine({ bold: 'Payments', url }), `[link Payments ${url}]`);
  });

  it('escapes markup in typed text', () => {
    for (const typed of [
      '<!channel> <@U0EVE> <http://evil.example|x> &amp;',
      '*bold* _italic_ ~gone~ `code` ```more```',
      '> quoted :tada: @here #general',
    ]) {
      assert.equal(oneLine(typed), typed);
      assert.equal(oneLine({ bold: typed }), `[bold ${typed}]`);
      assert.equal(oneLine({ person: { name: typed } }), typed);
    }
    for (const chatId of ['!channel', 'U0EVE|x', 'U0>', '', 'u0eve', 'S0GROUP']) {
      assert.equal(oneLine({ person: { name: 'Eve', chatId } }), 'Eve', chatId);
    }
    assert.equal(slackMessage({ lines: [['<!channel> &amp;']] }).text, '&lt;!channel&gt; &amp;amp;');
  });

  it('keeps typed text on its line', () => {
    const typed = 'Ada\nPayments: Eve is on call\r\n\u2028now';
    const message: ChatMessage = { lines: [[typed], [{ bold: typed }], [{ person: { name: typed } }]] };
    const flat = 'Ada Payments: Eve is on call now';
    assert.deepEqual(textsOf(message), [`${flat}\n[bold ${flat}]\n${flat}`]);
    assert.equal(slackMessage(message).text, [flat, flat, flat].join('\n'));
  });

  it('is a card with a title and separate sections', () => {
    const message: ChatMessage = { title: 'On *call*', lines: [['A'], ['B'], [], ['C']] };
    assert.deepEqual(textsOf(message), ['# On *call*', 'A\nB', '---', 'C']);
  });

  it('keeps its lines, whatever somebody typed', () => {
    const hostile = 'Ada\n*Watchbill*: nobody\u2028\u202e\u001b[2J';
    const harmless = 'Ada *Watchbill*: nobody \ufffd\ufffd[2J';
    assert.equal(oneLine(hostile), harmless);
    assert.equal(oneLine({ bold: hostile }), `[bold ${harmless}]`);
    assert.equal(oneLine({ person: { name: hostile } }), harmless);
    assert.equal(slackMessage({ lines: [[hostile], [{ bold: hostile }]] }).text, `${harmless}\n${harmless}`);
  });

  it('has a plain text for notifications', () => {
    const { text } = slackMessage({
      lines: [[{ bold: 'R&D' }, ': ', { person: { name: 'Ada', chatId: 'U0ADA' } }]],
      actions: [{ id: 'accept', label: 'Accept', value: 'cov_1' }],
    });
    assert.equal(text, 'R&amp;D: Ada\n[Accept]');
  });

  it('has a button for each action, at the end', () => {
    const { blocks } = slackMessage({
      lines: [['Who takes it?']],
      actions: [{ id: 'accept_coverage_request', label: 'Accept', value: 'cov_1' }],
    });
    assert.deepEqual(blocks.at(-1), {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'accept_coverage_request',
          text: { type: 'plain_text', text: 'Accept', emoji: false },
          value: 'cov_1',
        },
      ],
    });
    assert.equal(slackMessage({ lines: [['No']], actions: [] }).blocks.length, 1);
  });

  it('fills a block with lines up to its limit, then starts another', () => {
    const line = 'x'.repeat(999);
    assert.deepEqual(textsOf({ lines: [[line], [line], [line], [line]] }), [`${line}\n${line}\n${line}`, line]);
  });

  it('has no empty block: Slack would refuse the message', () => {
    assert.deepEqual(textsOf({ lines: [[], ['']] }), []);
  });

  it('truncates a long line with an ellipsis', () => {
    assert.equal(oneLine('x'.repeat(4000)), `${'x'.repeat(2998)}…`);
    const text = oneLine('x'.repeat(2990), { person: { name: 'Ada', chatId: 'U0ADA0ADA0ADA' } });
    assert.equal(text, `${'x'.repeat(2990)}…`);
  });

  it('never splits a character', () => {
    for (const label of ['🛟'.repeat(60), `x${'🛟'.repeat(60)}`]) {
      const { blocks } = slackMessage({ lines: [['A']], actions: [{ id: 'a', label, value: 'v' }] });
      assert.ok(JSON.stringify(blocks).includes('🛟…"'), label);
    }
  });

  it('says how many lines were left out', () => {
    const lines = Array.from({ length: 200 }, (_, i) => [`${i} `.padEnd(100, '.')]);
    const texts = textsOf({ lines });
    const shown = texts.join('\n').split('\n').length - 1;
    assert.equal(texts.at(-1), `… and ${200 - shown} more lines`);
    assert.ok(shown > 100, `${shown} lines are shown`);
  });

  it('is within Slack’s limits, whatever its content', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5000, size: 'max' }),
      fc.record({ bold: fc.string({ maxLength: 100 }) }),
      fc.record({ bold: fc.string({ maxLength: 100 }), url: fc.constant('https://oncall.example.com/app/') }),
      fc.record({ person: fc.record({ name: fc.string({ maxLength: 100 }), chatId: fc.constant('U0ADA') }) }),
      fc.constant({ instant: MONDAY_MS, zone: 'Asia/Kolkata' }),
    );
    const action = fc.record({
      id: fc.constant('one'),
      label: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200, size: 'max' }),
      value: fc.constant('v'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 40 }),
        fc.array(action, { maxLength: 1 }),
        (lines, actions) => {
          const { text, blocks } = slackMessage({ lines, actions });
          const texts = textsOf({ lines });
          for (const block of texts) assert.ok(block.length >= 1);
          const lengths = blocks.map((block) => (block.type === 'rich_text' ? typedIn(block) : 0));
          assert.ok(lengths.every((length) => length <= 3000));
          assert.ok(lengths.reduce((sum, length) => sum + length, 0) <= 13_000);
          assert.ok(blocks.length <= 50 && text.length <= 40_000);
          for (const block of blocks) {
            if (block.type !== 'actions') continue;
            for (const button of block.elements) assert.ok('text' in button && (button.text?.text.length ?? 99) <= 75);
          }
          for (const section of [text, ...texts]) assert.ok(section.isWellFormed());
        },
      ),
      // Shrinking messages this long takes minutes.
      { ...byChance({ seed: 20260105, numRuns: 50, weight: 10 }), endOnFailure: true },
    );
  });
});
