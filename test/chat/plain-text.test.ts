import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainInstant, plainText } from '../../src/chat/plain-text.ts';
import type { ChatMessage } from '../../src/chat/provider.ts';
import { parseInstant } from '../../src/time/iso.ts';

function at(text: string): number {
  const instant = parseInstant(text);
  assert.ok(instant !== undefined);
  return instant;
}

describe('a message as plain text', () => {
  it('has its lines, its people by name, its times in the schedule’s zone, its buttons in brackets', () => {
    const message: ChatMessage = {
      lines: [
        [{ bold: 'Payments' }, ': ', { person: { name: 'Ada', chatId: 'U0ADA' } }, ' has the watch'],
        ['until ', { instant: at('2026-11-16T08:00:00Z'), zone: 'Europe/Berlin' }, '.'],
      ],
      actions: [
        { id: 'accept', label: 'Accept', value: 'cov_1' },
        { id: 'decline', label: 'Not me', value: 'cov_1' },
      ],
    };
    const text = 'Payments: Ada has the watch\nuntil Mon 16 Nov 2026, 09:00 CET.\n[Accept] [Not me]';
    assert.equal(plainText(message), text);
    assert.equal(plainText(JSON.parse(JSON.stringify(message))), text, 'the same after a stay in a database');
  });

  it('has no line for buttons when there are none', () => {
    assert.equal(plainText({ lines: [['One'], [], ['Three']] }), 'One\n\nThree');
    assert.equal(plainText({ lines: [['One']], actions: [] }), 'One');
  });

  for (const [instant, zone, text] of [
    ['2026-01-05T09:00:00Z', 'UTC', 'Mon 5 Jan 2026, 09:00 UTC'],
    ['2026-07-01T07:05:00Z', 'Europe/Berlin', 'Wed 1 Jul 2026, 09:05 CEST'],
    ['2026-01-01T00:00:00Z', 'America/New_York', 'Wed 31 Dec 2025, 19:00 GMT-5'],
    ['2026-01-01T18:30:00Z', 'Asia/Kolkata', 'Fri 2 Jan 2026, 00:00 GMT+5:30'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'Sun 25 Oct 2026, 02:30 CEST'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'Sun 25 Oct 2026, 02:30 CET'],
  ] as const) {
    it(`${instant} in ${zone}: ${text}`, () => assert.equal(plainInstant(at(instant), zone), text));
  }
});
