import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  coverageAcceptedMessage,
  coverageAskedMessage,
  handoffMessage,
  newsMessage,
  type OverrideChange,
  type ScheduleChange,
  scheduleDeletedMessage,
  settledMessage,
} from '../../src/chat/messages.ts';
import { plainText } from '../../src/chat/plain-text.ts';
import type { ChatMessage } from '../../src/chat/provider.ts';
import { parseInstant } from '../../src/time/iso.ts';

const ADA = { name: 'Ada', chatId: 'U0ADA' };
const BOB = { name: 'Bob' };
const CAROL = { name: 'Carol', chatId: 'U0CAROL' };
const PAYMENTS = { schedule: 'Payments', zone: 'Europe/Berlin' };

function at(text: string): number {
  const instant = parseInstant(text);
  assert.ok(instant !== undefined);
  return instant;
}

const MONDAY = at('2026-11-16T08:00:00Z');
const TUESDAY = at('2026-11-17T08:00:00Z');
const WEDNESDAY = at('2026-11-18T08:00:00Z');

function assertText(message: ChatMessage, ...lines: string[]): void {
  assert.equal(plainText(message), lines.join('\n'));
}

describe('a handoff', () => {
  it('says who has it, who had it, who is next', () =>
    assertText(
      handoffMessage({
        ...PAYMENTS,
        before: [BOB],
        now: [ADA, CAROL],
        until: TUESDAY,
        next: { people: [BOB], start: TUESDAY },
      }),
      'Payments: Ada and Carol are on call until Tue 17 Nov 2026, 09:00 CET.',
      'Before: Bob.',
      'Next: Bob from Tue 17 Nov 2026, 09:00 CET.',
    ));

  it('to nobody, for good', () =>
    assertText(
      handoffMessage({ ...PAYMENTS, before: [], now: [], until: undefined, next: undefined }),
      'Payments: nobody is on call.',
      'Before: nobody.',
    ));
});

describe('news', () => {
  const change: ScheduleChange = {
    kind: 'schedule changed',
    by: ['Owner'],
    parts: ['people'],
    from: undefined,
    moves: [],
  };
  const override: OverrideChange = {
    kind: 'override created',
    by: ['Owner'],
    start: MONDAY,
    end: TUESDAY,
    before: [ADA],
    after: [BOB],
  };
  const news = (...list: (ScheduleChange | OverrideChange)[]) => newsMessage({ ...PAYMENTS, news: list });
  const FROM_UNTIL = 'from Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET';

  it('of a change say what changed, from when, who is on call now, whose next shift moved', () =>
    assertText(
      newsMessage({
        ...PAYMENTS,
        news: [
          {
            ...change,
            by: ['Owner', 'Grace'],
            parts: ['people', 'shift length', 'windows'],
            from: MONDAY,
            moves: [
              { person: ADA, before: MONDAY, after: TUESDAY },
              { person: BOB, before: undefined, after: WEDNESDAY },
              { person: CAROL, before: TUESDAY, after: undefined },
            ],
          },
        ],
        onCall: { before: [], now: [BOB] },
      }),
      'Payments: Owner and Grace changed the people, the shift length and the windows, from Mon 16 Nov 2026, 09:00 CET on.',
      'On call now: Bob in place of nobody.',
      'Next shift of Ada: Tue 17 Nov 2026, 09:00 CET (was Mon 16 Nov 2026, 09:00 CET).',
      'Next shift of Bob: Wed 18 Nov 2026, 09:00 CET.',
      'Next shift of Carol: none (was Tue 17 Nov 2026, 09:00 CET).',
    ));

  it('of a change that moved ten people name all of them, of one that moved more the first ten', () => {
    const moves = Array.from({ length: 12 }, (_, i) => ({
      person: { name: `P${i + 1}` },
      before: undefined,
      after: MONDAY,
    }));
    const linesFor = (count: number) =>
      plainText(news({ ...change, moves: moves.slice(0, count) }))
        .split('\n')
        .slice(1);
    assert.deepEqual(
      linesFor(10),
      Array.from({ length: 10 }, (_, i) => `Next shift of P${i + 1}: Mon 16 Nov 2026, 09:00 CET.`),
    );
    assert.deepEqual(linesFor(12), [...linesFor(10), '… and 2 more']);
  });

  it('of an override say from when until when, and who is on call in place of whom', () => {
    assertText(news(override), `Payments: Owner put Bob on call ${FROM_UNTIL}, in place of Ada.`);
    assertText(
      news({ ...override, before: [], after: [ADA, BOB] }),
      `Payments: Owner put Ada and Bob on call ${FROM_UNTIL}, in place of nobody.`,
    );
    assertText(
      news({ ...override, kind: 'override removed', before: [BOB], after: [] }),
      `Payments: Owner removed the override with Bob ${FROM_UNTIL}. On call then: nobody.`,
    );
  });

  it('say who is on call now only to those who do not know', () => {
    const message = newsMessage({ ...PAYMENTS, news: [override], onCall: { before: undefined, now: [BOB] } });
    assertText(message, `Payments: Owner put Bob on call ${FROM_UNTIL}, in place of Ada.`, 'On call now: Bob.');
  });

  it('of a burst are lines under the name of the schedule, ten of them at most', () => {
    const line = `Owner put Bob on call ${FROM_UNTIL}, in place of Ada.`;
    const moved = { ...change, moves: [{ person: ADA, before: undefined, after: TUESDAY }] };
    assertText(
      news(moved, override),
      'Payments:',
      'Owner changed the people.',
      'Next shift of Ada: Tue 17 Nov 2026, 09:00 CET.',
      line,
    );
    assertText(
      news(...Array.from({ length: 13 }, () => override)),
      'Payments:',
      ...Array.from({ length: 10 }, () => line),
      '… and 3 more',
    );
  });

  it('mention those whose time it is, not who did it', () => {
    const { lines } = news({ ...override, before: [ADA], after: [CAROL] });
    const mentioned = lines
      .flat()
      .flatMap((piece) => (typeof piece === 'object' && 'person' in piece ? piece.person : []));
    assert.deepEqual(mentioned, [CAROL, ADA]);
  });
});

describe('a schedule that is deleted', () => {
  it('relieves who is on call', () => {
    assertText(
      scheduleDeletedMessage({ schedule: 'Payments', by: 'Owner', onCall: [ADA] }),
      'Payments: Owner deleted the schedule. Ada is no longer on call for it.',
    );
    assertText(
      scheduleDeletedMessage({ schedule: 'Payments', by: 'Owner', onCall: [] }),
      'Payments: Owner deleted the schedule.',
    );
  });
});

describe('a coverage request', () => {
  const shift = { ...PAYMENTS, start: MONDAY, end: TUESDAY };
  const asked = (shifts: readonly (typeof shift)[]) =>
    coverageAskedMessage({ requestId: 'cov_1', requester: ADA, reason: 'My sister gets married', shifts });

  it('asks, shift by shift in the zone of its schedule, and can be accepted', () => {
    const message = asked([shift, { schedule: 'Support', zone: 'UTC', start: TUESDAY, end: WEDNESDAY }]);
    assertText(
      message,
      'Ada asks for cover: My sister gets married',
      'Payments: Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
      'Support: Tue 17 Nov 2026, 08:00 UTC until Wed 18 Nov 2026, 08:00 UTC',
      '[Accept]',
    );
    assert.deepEqual(message.actions, [{ id: 'accept_coverage', label: 'Accept', value: 'cov_1' }]);
  });

  it('for many shifts shows the first ten', () => {
    const lines = plainText(asked(Array.from({ length: 25 }, () => shift))).split('\n');
    assert.deepEqual([lines.length, lines.at(-2), lines.at(-1)], [1 + 10 + 1 + 1, '… and 15 more', '[Accept]']);
  });

  it('that is settled says how, and has no button', () => {
    const message = settledMessage(asked([shift]), [{ person: BOB }, ' took it.']);
    assertText(
      message,
      'Ada asks for cover: My sister gets married',
      'Payments: Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
      'Bob took it.',
    );
    assert.equal(message.actions, undefined);
  });

  it('that was accepted names who covers for whom, and when', () =>
    assertText(
      coverageAcceptedMessage({ requester: ADA, acceptor: BOB, shifts: [shift] }),
      'Bob covers for Ada:',
      'Payments: Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
    ));
});
