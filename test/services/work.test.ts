import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AppError } from '../../src/errors.ts';
import type { UserId } from '../../src/ids.ts';
import { nextTurn } from '../../src/services/shared/turns.ts';
import { CallerLeft, MAX_PEOPLE, MAX_SHIFTS, Work, type WorkOptions } from '../../src/services/shared/work.ts';

const OPTIONS: WorkOptions = { narrow: 'Ask for less.' };

function user(name: string): { readonly userId: UserId } {
  return { userId: `usr_${name}` as UserId };
}

function isError(code: string): (error: unknown) => boolean {
  return (error) => error instanceof AppError && error.code === code;
}

suite('[BUD-1] slices', () => {
  test('take turns between users, however many requests each has', async () => {
    const order: string[] = [];
    const run = async (name: string) => {
      for (let slice = 1; slice <= 2; slice++) {
        await nextTurn(name);
        order.push(`${name}${slice}`);
      }
    };
    await Promise.all([run('ada'), run('ada'), run('ada'), run('bob')]);
    assert.deepEqual(order.slice(0, 4), ['ada1', 'bob1', 'ada1', 'bob2']);
    assert.equal(order.length, 8);
  });

  test('are one in a turn of the event loop', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 10 }, (_, i) => nextTurn(`user ${i}`)));
    isOver = true;
    assert.ok(turns >= 10, `${turns} turns`);
  });

  test('end when the caller has gone', async () => {
    using work = new Work({ ...user('ada'), hasLeft: () => true }, OPTIONS);
    await assert.rejects(work.turn(), CallerLeft);
  });

  test('end when the time is up', async () => {
    using work = new Work({ ...user('ada'), workMs: 0 }, OPTIONS);
    await assert.rejects(work.turn(), {
      code: 'service_unavailable',
      message: /^The request took longer than 0 seconds\./,
    });
  });
});

suite('[BUD-2] a budget', () => {
  test('is used up by one shift more than a million, and says what to narrow', () => {
    using work = new Work(user('ada'), OPTIONS);
    work.isDue(MAX_SHIFTS);
    assert.throws(() => work.isDue(), /more than 1,000,000 shifts\. Ask for less\./);
  });

  test('is asked for before the work', async () => {
    using work = new Work(user('ada'), OPTIONS);
    await assert.rejects(work.expect(MAX_SHIFTS + 1), isError('too_much_work'));
  });

  test('does not exist for reports of admins', async () => {
    using work = new Work(user('ada'), { ...OPTIONS, isUnlimited: true });
    await work.expect(10 * MAX_SHIFTS);
    work.isDue(10 * MAX_SHIFTS);
  });

  test('of people is used up by one more than 50,000', () => {
    using work = new Work(user('ada'), OPTIONS);
    work.present(MAX_PEOPLE);
    assert.throws(() => work.present(1), isError('too_much_work'));
  });
});

suite('[BUD-3] places', () => {
  test('are two for each user, and the third waits until one is free', async () => {
    const [first, second, third, other] = ['ada', 'ada', 'ada', 'bob'].map((name) => new Work(user(name), OPTIONS));
    assert.ok(first && second && third && other);
    await Promise.all([first.expect(20_000), second.expect(20_000), other.expect(20_000)]);
    let hasPlace = false;
    const waiting = third.expect(20_000).then(() => {
      hasPlace = true;
    });
    for (let i = 0; i < 5; i++) await nextTurn('somebody');
    assert.equal(hasPlace, false);
    first[Symbol.dispose]();
    await waiting;
    for (const work of [second, third, other]) work[Symbol.dispose]();
  });

  test('are given back when the answer is written, if there is one', async () => {
    const releases: (() => void)[] = [];
    const asker = { ...user('cleo'), afterAnswer: (release: () => void) => releases.push(release) };
    const [first, second] = [new Work(asker, OPTIONS), new Work(user('cleo'), OPTIONS)];
    await Promise.all([first.expect(20_000), second.expect(20_000)]);
    first[Symbol.dispose]();
    using late = new Work({ ...user('cleo'), workMs: 1 }, OPTIONS);
    await assert.rejects(late.expect(20_000), isError('too_many_requests'));
    for (const release of releases) release();
    using next = new Work(user('cleo'), OPTIONS);
    await next.expect(20_000);
    second[Symbol.dispose]();
  });

  test('are taken once by work whose parts run at the same time', async () => {
    using first = new Work(user('dora'), OPTIONS);
    first.isDue(20_000);
    await Promise.all([first.turn(), first.turn()]);
    using second = new Work({ ...user('dora'), workMs: 1_000 }, OPTIONS);
    await second.expect(20_000);
  });
});
