/**
 * Kills the service at random moments while several clients write, again and again on the same database. Every confirmed write must be stored, and
 * every unconfirmed one completely or not at all.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import type { Call } from '../support/drivers/calls.ts';
import { type Ledger, openLedger, randomFrom } from '../support/drivers/ledger.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, type TestDatabase } from '../support/servers/databases.ts';
import { apiKeyOf, killed, type ServerProcess, startServer } from '../support/servers/server-process.ts';

const ROUNDS = Number(process.env.TEST_CRASH_ROUNDS ?? 2);
const CLIENTS = 6;

/** How many writes are completed in a round before the service is killed: at least, and at most this many more. */
const MIN_WRITES = 30;
const MORE_WRITES = 30;

/** The same choices in each run; which write is running when the process dies still differs. */
const SEED = 20_261_116;

describeOnBothDatabases('killed while clients write', (create) => {
  let place: TestDatabase;
  let server: ServerProcess;
  const key = newApiKey();
  const call = callWith(key);
  const random = randomFrom(SEED);
  let ledger: Ledger;

  before(async () => {
    place = await create();
    server = await startServer(place.config, key);
    const { user: grace } = await call('POST', '/users/', { name: 'Grace', email: 'grace@example.com' });
    const colleague = { id: grace.id, call: callWith(await apiKeyOf(place.config, grace.email)) };
    ledger = openLedger(call, (await call('GET', '/user/')).user, colleague, random);
  });
  after(() =>
    cleanUp(
      () => killed(server),
      () => place.remove(),
    ),
  );

  function callWith(apiKey: string): Call {
    return async (method, path, body) => {
      const answer = await fetch(`${server.address}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    };
  }

  /** Writes until the service is gone; calls `answered` for each completed write. */
  async function writeOn(answered: () => void): Promise<void> {
    for (;;) {
      try {
        await ledger.writeSomething();
      } catch (error) {
        // Only a broken connection is allowed: every response while the service lives must be a success.
        if (error instanceof TypeError) return;
        throw error;
      }
      answered();
    }
  }

  async function writeUntilKilled(writes: number): Promise<void> {
    let left = writes;
    await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        writeOn(() => {
          left--;
          if (left === 0) server.process.kill('SIGKILL');
        }),
      ),
    );
    assert.deepEqual(await server.exited, [null, 'SIGKILL']);
    assert.ok(left <= 0);
  }

  for (let round = 1; round <= ROUNDS; round++) {
    it(`loses no confirmed write and leaves nothing half-done, round ${round}`, async () => {
      await ledger.createSchedule();
      await writeUntilKilled(MIN_WRITES + Math.floor(random() * MORE_WRITES));
      server = await startServer(place.config, key);
      await ledger.everythingAnsweredIsThere();
      await ledger.nothingIsHalfDone();
    });
  }
});
