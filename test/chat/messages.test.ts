import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lateMessage } from '../../src/chat/answers.ts';
import {
  type CoverageCard,
  changeMessage,
  coverageAcceptedMessage,
  coverageAskedMessage,
  coverageSettledMessage,
  handoffMessage,
  type OverrideChange,
  type ScheduleChange,
  scheduleDeletedMessage,
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
  it('says who is on call, who was before, who is next', () =>
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

describe('a change message', () => {
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
  const message = (...list: (ScheduleChange | OverrideChange)[]) => changeMessage({ ...PAYMENTS, changes: list });
  const FROM_UNTIL = 'from Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET';

  it('of a change says what changed, from when, who is on call now, whose next shift moved', () =>
    assertText(
      changeMessage({
        ...PAYMENTS,
        changes: [
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

  it('of a change that moved ten people names all, of one that moved more the first ten', () => {
    const moves = Array.from({ length: 12 }, (_, i) => ({
      person: { name: `P${i + 1}` },
      before: undefined,
      after: MONDAY,
    }));
    const linesFor = (count: number) =>
      plainText(message({ ...change, moves: moves.slice(0, count) }))
        .split('\n')
        .slice(1);
    assert.deepEqual(
      linesFor(10),
      Array.from({ length: 10 }, (_, i) => `Next shift of P${i + 1}: Mon 16 Nov 2026, 09:00 CET.`),
    );
    assert.deepEqual(linesFor(12), [...linesFor(10), '… and 2 more']);
  });

  it('of an override says from when until when, and who replaces whom', () => {
    assertText(message(override), `Payments: Owner put Bob on call ${FROM_UNTIL}, in place of Ada.`);
    assertText(
      message({ ...override, before: [], after: [ADA, BOB] }),
      `Payments: Owner put Ada and Bob on call ${FROM_UNTIL}, in place of nobody.`,
    );
    assertText(
      message({ ...override, kind: 'override removed', before: [BOB], after: [] }),
      `Payments: Owner removed the override with Bob ${FROM_UNTIL}. On call then: nobody.`,
    );
  });

  it('says who is on call now only if that changed', () => {
    const message = changeMessage({ ...PAYMENTS, changes: [override], onCall: { before: undefined, now: [BOB] } });
    assertText(message, `Payments: Owner put Bob on call ${FROM_UNTIL}, in place of Ada.`, 'On call now: Bob.');
  });

  it('of a burst has lines under the name of the schedule, at most ten', () => {
    const line = `Owner put Bob on call ${FROM_UNTIL}, in place of Ada.`;
    const moved = { ...change, moves: [{ person: ADA, before: undefined, after: TUESDAY }] };
    assertText(
      message(moved, override),
      'Payments:',
      'Owner changed the people.',
      'Next shift of Ada: Tue 17 Nov 2026, 09:00 CET.',
      line,
    );
    assertText(
      message(...Array.from({ length: 13 }, () => override)),
      'Payments:',
      ...Array.from({ length: 10 }, () => line),
      '… and 3 more',
    );
  });

  it('mentions the people concerned, not the author', () => {
    const { lines } = message({ ...override, before: [ADA], after: [CAROL] });
    const mentioned = lines
      .flat()
      .flatMap((piece) => (typeof piece === 'object' && 'person' in piece ? piece.person : []));
    assert.deepEqual(mentioned, [CAROL, ADA]);
  });
});

describe('a schedule that is deleted', () => {
  it('ends the shift of the person on call', () => {
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
  const support = { schedule: 'Support', zone: 'UTC', start: TUESDAY, end: TUESDAY + 90 * 60_000 };
  const url = 'https://oncall.example.com/app/coverage/cov_1';
  const card = (...shifts: (typeof shift)[]): CoverageCard => ({
    requestId: 'cov_1',
    requester: 'Ada',
    reason: 'My sister gets married',
    shifts,
    inAll: { count: shifts.length, ms: shifts.reduce((sum, { start, end }) => sum + end - start, 0) },
    url: undefined,
  });

  it('is a card: who, why, the shifts by schedule with their hours, and the actions', () => {
    const message = coverageAskedMessage({ ...card(shift, shift, support), url });
    assertText(
      message,
      'Ada asks for cover',
      'Why: My sister gets married',
      '',
      'Payments: 2 shifts, 48 h',
      'Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
      'Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
      'Support: 1 shift, 1.5 h',
      'Tue 17 Nov 2026, 08:00 UTC until Tue 17 Nov 2026, 09:30 UTC',
      '[Take all (3 shifts, 49.5 h)] [Choose shifts…] [Can’t]',
    );
    assert.deepEqual(message.actions, [
      { id: 'accept_coverage', label: 'Take all (3 shifts, 49.5 h)', value: 'cov_1', isPrimary: true },
      { id: 'choose_shifts', label: 'Choose shifts…', value: 'cov_1', url },
      { id: 'cannot_cover', label: 'Can’t', value: 'cov_1' },
    ]);
  });

  it('without a public address has no link button', () => {
    const labels = coverageAskedMessage(card(shift)).actions?.map(({ label }) => label);
    assert.deepEqual(labels, ['Take all (1 shift, 24 h)', 'Can’t']);
  });

  it('shows only the number of shifts in schedules of other channels', () => {
    const lines = plainText(coverageAskedMessage({ ...card(shift), inAll: { count: 3, ms: 0 } })).split('\n');
    assert.equal(lines.at(-2), '… and 2 more in other schedules');
  });

  it('with many shifts shows the first ten', () => {
    const lines = plainText(coverageAskedMessage(card(...Array.from({ length: 25 }, () => shift)))).split('\n');
    assert.deepEqual([lines.length, lines.at(-2)], [4 + 10 + 1 + 1, '… and 15 more']);
  });

  it('that is settled says how, and has no buttons', () => {
    const message = coverageSettledMessage({ ...card(shift), url }, [{ person: BOB }, ' took it.']);
    assertText(
      message,
      'Ada asked for cover',
      'Why: My sister gets married',
      '',
      'Payments: 1 shift, 24 h',
      'Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
      '',
      'Bob took it. See the request',
    );
    assert.equal(message.actions, undefined);
  });

  it('that was decided tells a late caller by whom, and how long ago', () => {
    const late = (ms: number) =>
      plainText(lateMessage({ taken: { by: 'Bob', msAgo: ms }, isCanceled: false, requester: 'Ada', url: undefined }));
    const MINUTE = 60_000;
    for (const [ms, words] of [
      [59_999, 'just now'],
      [MINUTE, 'a minute ago'],
      [2 * MINUTE, 'two minutes ago'],
      [59 * MINUTE, '59 minutes ago'],
      [60 * MINUTE, 'an hour ago'],
      [5 * 60 * MINUTE, 'five hours ago'],
      [24 * 60 * MINUTE, 'a day ago'],
      [72 * 60 * MINUTE, 'three days ago'],
    ] as const) {
      assert.equal(late(ms), `Bob took this ${words}.`);
    }
    const nobody = { taken: undefined, requester: 'Ada', url: undefined };
    assertText(lateMessage({ ...nobody, isCanceled: true }), 'Ada no longer asks for cover.');
    assertText(lateMessage({ ...nobody, isCanceled: false }), 'Nobody took this, and it is over now.');
  });

  it('that was accepted says who covers for whom, and when', () =>
    assertText(
      coverageAcceptedMessage({ requester: ADA, acceptor: BOB, shifts: [shift] }),
      'Bob covers for Ada:',
      'Payments: Mon 16 Nov 2026, 09:00 CET until Tue 17 Nov 2026, 09:00 CET',
    ));
});
