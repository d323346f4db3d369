import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ChatLine, ChatMessage } from '../../src/chat/provider.ts';
import { slackMessage } from '../../src/chat/slack-blocks.ts';

/** 2026-11-16T08:00:00Z. */
const MONDAY_MS = 1_794_816_000_000;

/** What the sections say. */
function textsOf(message: ChatMessage): string[] {
  return slackMessage(message).blocks.flatMap((block) => (block.type === 'section' ? (block.text?.text ?? []) : []));
}

function oneLine(...line: ChatLine): string {
  return textsOf({ lines: [line] }).join('|');
}

describe('[CH-6] a message in Slack', () => {
  it('mentions who is known there, and names who is not', () => {
    assert.equal(oneLine({ person: { name: 'Ada', chatId: 'U0ADA' } }, ' has it'), '<@U0ADA> has it');
    assert.equal(oneLine({ person: { name: 'Bob & Co' } }), '*Bob &amp; Co*');
  });

  it('shows a time in each reader’s zone, or else in the schedule’s', () => {
    assert.equal(
      oneLine('until ', { instant: MONDAY_MS + 999, zone: 'Europe/Berlin' }),
      'until <!date^1794816000^{date_short_pretty} {time}|Mon 16 Nov 2026, 09:00 CET>',
    );
  });

  it('takes nothing that someone typed for markup', () => {
    const hostile = '<!channel> <@U0EVE> <http://evil.example|x> &amp;';
    const harmless = '&lt;!channel&gt; &lt;@U0EVE&gt; &lt;http://evil.example|x&gt; &amp;amp;';
    assert.equal(oneLine(hostile), harmless);
    assert.equal(oneLine({ bold: hostile }), `*${harmless}*`);
    assert.equal(oneLine({ person: { name: hostile } }), `*${harmless}*`);
    for (const chatId of ['!channel', 'U0EVE|x', 'U0>', '', 'u0eve', 'S0GROUP']) {
      assert.equal(oneLine({ person: { name: 'Eve', chatId } }), '*Eve*', chatId);
    }
    assert.equal(slackMessage({ lines: [[hostile]] }).text, harmless);
    const [block] = slackMessage({ lines: [['@here']] }).blocks;
    assert.deepEqual(block, { type: 'section', text: { type: 'mrkdwn', text: '@here', verbatim: true } });
  });

  it('stays the lines that it has, whatever someone typed', () => {
    const hostile = 'Ada\n*Watchbill*: nobody\u2028\u202e\u001b[2J';
    const harmless = 'Ada *Watchbill*: nobody \ufffd\ufffd[2J';
    assert.equal(oneLine(hostile), harmless);
    assert.equal(oneLine({ bold: hostile }), `*${harmless}*`);
    assert.equal(oneLine({ person: { name: hostile } }), `*${harmless}*`);
    assert.equal(slackMessage({ lines: [[hostile], [{ bold: hostile }]] }).text, `${harmless}\n${harmless}`);
  });

  it('has a plain text for notifications', () => {
    const { text } = slackMessage({
      lines: [[{ bold: 'R&D' }, ': ', { person: { name: 'Ada', chatId: 'U0ADA' } }]],
      actions: [{ id: 'accept', label: 'Accept', value: 'cov_1' }],
    });
    assert.equal(text, 'R&amp;D: Ada\n[Accept]');
  });

  it('has a button for each action, below the rest', () => {
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
          text: { type: 'plain_text', text: 'Accept' },
          value: 'cov_1',
        },
      ],
    });
    assert.equal(slackMessage({ lines: [['No']], actions: [] }).blocks.length, 1);
  });

  it('puts as many lines into a section as it takes, and begins another', () => {
    const line = 'x'.repeat(999);
    assert.deepEqual(textsOf({ lines: [[line], [line], [line], [line]] }), [`${line}\n${line}\n${line}`, line]);
    assert.deepEqual(textsOf({ lines: [['A'], [], ['B']] }), ['A\n\nB']);
  });

  it('has no section without text: Slack would refuse the message', () => {
    assert.deepEqual(textsOf({ lines: [[], ['']] }), []);
  });

  it('ends a line that is too long between two tokens', () => {
    const text = oneLine('x'.repeat(2990), { person: { name: 'Ada', chatId: 'U0ADA0ADA0ADA' } });
    assert.equal(text, `${'x'.repeat(2990)}…`);
    assert.match(oneLine('&'.repeat(3000)), /^(&amp;)+…$/);
  });

  it('cuts no character in two', () => {
    for (const label of ['🛟'.repeat(60), `x${'🛟'.repeat(60)}`]) {
      const { blocks } = slackMessage({ lines: [['A']], actions: [{ id: 'a', label, value: 'v' }] });
      assert.ok(JSON.stringify(blocks).includes('🛟…"'), label);
    }
  });

  it('counts the lines that are too many', () => {
    const lines = Array.from({ length: 200 }, (_, i) => [`${i} `.padEnd(100, '.')]);
    const texts = textsOf({ lines });
    const shown = texts.join('\n').split('\n').length - 1;
    assert.equal(texts.at(-1), `… and ${200 - shown} more lines`);
    assert.ok(shown > 100, `${shown} lines are shown`);
  });

  it('keeps to Slack’s limits whatever it says', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5000, size: 'max' }),
      fc.record({ bold: fc.string({ maxLength: 100 }) }),
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
          for (const section of texts) assert.ok(section.length >= 1 && section.length <= 3000);
          assert.ok(texts.join('').length <= 13_000);
          assert.ok(blocks.length <= 50 && text.length <= 40_000);
          for (const block of blocks) {
            if (block.type !== 'actions') continue;
            for (const button of block.elements) assert.ok('text' in button && (button.text?.text.length ?? 99) <= 75);
          }
          for (const section of [text, ...texts]) assert.ok(section.isWellFormed());
        },
      ),
      // Messages this long take minutes to shrink.
      { numRuns: 50, endOnFailure: true },
    );
  });
});
