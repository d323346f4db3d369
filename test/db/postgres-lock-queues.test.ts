import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLockQueues } from '../../src/db/driver/postgres/postgres-lock-queues.ts';

/** A minute is more than any of this takes. */
const later = () => performance.now() + 60_000;

/** Work that ends when it is told to. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasBegun = false;
  return {
    run() {
      hasBegun = true;
      return promise;
    },
    hasBegun: () => hasBegun,
    end: resolve,
    fail: reject,
  };
}

/** After everything that is ready to run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('queues for rows that are to be locked', () => {
  it('let two run at a time, in the order of the calls', async () => {
    const queues = createLockQueues();
    const works = Array.from({ length: 4 }, createWork);
    const done = works.map(({ run }) => queues.inTurn(['row'], later(), run));
    const begun = () => works.map(({ hasBegun }) => hasBegun());
    await settled();
    assert.deepEqual(begun(), [true, true, false, false]);
    works[1]?.end();
    await settled();
    assert.deepEqual(begun(), [true, true, true, false]);
    for (const { end } of works) end();
    await Promise.all(done);
    assert.deepEqual(begun(), [true, true, true, true]);
  });

  it('do not delay work for other rows, or for none', async () => {
    const queues = createLockQueues();
    const works = Array.from({ length: 3 }, createWork);
    const waiting = works.map(({ run }) => queues.inTurn(['row', 'another'], later(), run));
    assert.equal(await queues.inTurn(['other'], later(), async () => 'other'), 'other');
    assert.equal(await queues.inTurn([], later(), async () => 'none'), 'none');
    for (const { end } of works) end();
    await Promise.all(waiting);
  });

  it('take several rows in their order: who waits for the first does not have the second', async () => {
    const queues = createLockQueues();
    const works = Array.from({ length: 4 }, createWork);
    const both = works.map(({ run }) => queues.inTurn(['person', 'schedule', 'person'], later(), run));
    await settled();
    assert.deepEqual(
      works.map(({ hasBegun }) => hasBegun()),
      [true, true, false, false],
    );
    const alone = queues.inTurn(['schedule'], later(), async () => 'alone');
    works[0]?.end();
    assert.equal(await alone, 'alone');
    for (const { end } of works) end();
    await Promise.all(both);
  });

  it('go on after work that failed, or that was given up', async () => {
    const queues = createLockQueues();
    const [first, second, third] = [createWork(), createWork(), createWork()];
    const failing = queues.inTurn(['row'], later(), first.run);
    const running = queues.inTurn(['row'], later(), second.run);
    await assert.rejects(queues.inTurn(['row'], performance.now() + 10, third.run), { code: 'service_unavailable' });
    const next = queues.inTurn(['row'], later(), async () => 'next');
    first.fail(new Error('refused'));
    await assert.rejects(failing, /refused/);
    assert.equal(await next, 'next');
    second.end();
    await running;
    assert.equal(third.hasBegun(), false);
  });
});
