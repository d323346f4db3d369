/** Rule WRK-3, with a chat that fails in every way: messages arrive in order, or fail with a reason. */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { ChatError, type ChatMessage, type ChatProvider } from '../../../src/chat/provider.ts';
import { deliveriesOfStatusPage, deliveriesPage } from '../../../src/db/outbox/deliveries.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { AppError } from '../../../src/errors.ts';
import { createLog } from '../../../src/process/log.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { enqueue, type Outgoing } from '../../../src/services/outbox/outbox.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('deliveries', (create, itOnSqlite) => {
  let services: Services;
  /** The messages that arrived, and what happens to the next posts. */
  let arrived: string[];
  let outcomes: (ChatError | undefined)[];

  const at = (time: string, daysLater = 0) =>
    watchbill.at(formatInstant((parseInstant(`2026-01-05T${time}Z`) ?? 0) + daysLater * DAY_MS));

  const { watchbill } = givenFreshWatchbill(create);
  beforeEach(async () => {
    const chatOf: Services['chatOf'] = (organizationId) => {
      const chat = watchbill.services.chatOf(organizationId);
      return chat && { ...chat, ...fake() };
    };
    services = { ...watchbill.services, chatOf };
  });
  beforeEach(() => {
    arrived = [];
    outcomes = [];
    at('09:00:00');
  });

  function fake(): Pick<ChatProvider, 'post' | 'updateMessage'> {
    return {
      async post(destinationId, message) {
        const outcome = outcomes.shift();
        if (outcome !== undefined) throw outcome;
        arrived.push(`${destinationId} ${textOf(message)}`);
        return `message ${arrived.length}`;
      },
      async updateMessage(destinationId, messageId, message) {
        arrived.push(`${destinationId} ${messageId} ${textOf(message)}`);
      },
    };
  }

  function textOf({ lines }: ChatMessage): string {
    return lines.flat().join('');
  }

  /** The same services; `before` runs before each post, with its text. */
  function posting(before: (text: string) => Promise<void>): Services {
    return {
      ...services,
      chatOf: (organization) => {
        const chat = services.chatOf(organization);
        if (chat === undefined) return undefined;
        return {
          ...chat,
          async post(destinationId, message) {
            await before(textOf(message));
            return chat.post(destinationId, message);
          },
        };
      },
    };
  }

  async function organizationId() {
    const organization = await services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    return organization.id;
  }

  async function send(...texts: readonly `${string} ${string}`[]): Promise<void> {
    const outgoing = texts.map((text): Outgoing => {
      const [destinationId = '', ...words] = text.split(' ');
      return { destinationId, message: { lines: [[words.join(' ')]] } };
    });
    const organization = await organizationId();
    await services.db.transaction((tx) => enqueue(services, tx, organization, outgoing));
  }

  async function newest(count: number) {
    const rows = await services.db.all(deliveriesPage, {
      organizationId: await organizationId(),
      limit: count,
      offset: 0,
    });
    return rows.toReversed().map(({ status, attempts, error }) => ({ status, attempts, error }));
  }

  itOnSqlite('arrive in order, separately for each destination', async () => {
    await send('A one', 'B one', 'A two', 'A three', 'B two');
    await runAllDue(services);
    assert.deepEqual(
      arrived.filter((text) => text.startsWith('A')),
      ['A one', 'A two', 'A three'],
    );
    assert.deepEqual(
      arrived.filter((text) => text.startsWith('B')),
      ['B one', 'B two'],
    );
    await runAllDue(services);
    assert.equal(arrived.length, 5);
  });

  it('of a failed transaction are not sent', async () => {
    const organization = await organizationId();
    await assert.rejects(
      services.db.transaction(async (tx) => {
        await enqueue(services, tx, organization, [{ destinationId: 'A', message: { lines: [['never']] } }]);
        throw new Error('on purpose');
      }),
    );
    await runAllDue(services);
    assert.deepEqual(arrived, []);
  });

  itOnSqlite('wait while the chat is down, later ones behind them, and arrive when it is back', async () => {
    outcomes = [new ChatError('unavailable', 'The chat is down.')];
    await send('A one', 'A two');
    await runAllDue(services);
    assert.deepEqual(arrived, []);
    assert.deepEqual(await newest(2), [
      { status: 'pending', attempts: 1, error: 'The chat is down.' },
      { status: 'pending', attempts: 0, error: null },
    ]);
    at('09:00:02');
    await runAllDue(services);
    assert.deepEqual(arrived, ['A one', 'A two']);
    assert.deepEqual(await newest(2), [
      { status: 'sent', attempts: 2, error: null },
      { status: 'sent', attempts: 1, error: null },
    ]);
  });

  itOnSqlite('are not retried before the time that the chat asks for', async () => {
    outcomes = [new ChatError('unavailable', 'Slow down.', { retryAfterMs: 30_000 })];
    await send('A one');
    await runAllDue(services);
    at('09:00:29');
    await send('A two');
    await runAllDue(services);
    assert.deepEqual(arrived, [], 'another message must not shorten the wait');
    at('09:00:46');
    await runAllDue(services);
    assert.deepEqual(arrived, ['A one', 'A two']);
  });

  itOnSqlite('have growing delays between retries', async () => {
    outcomes = Array.from({ length: 4 }, () => new ChatError('unavailable', 'Down.'));
    await send('A one');
    await runAllDue(services);
    for (const [second, attempts] of [
      ['01', 1],
      ['02', 2],
      ['03', 2],
      ['05', 3],
      ['08', 3],
      ['12', 4],
      ['19', 4],
    ] as const) {
      at(`09:00:${second}`);
      await runAllDue(services);
      assert.equal((await newest(1))[0]?.attempts, attempts, `at second ${second}`);
    }
    at('09:00:30');
    await runAllDue(services);
    assert.deepEqual(arrived, ['A one']);
  });

  itOnSqlite('that the chat refuses for good fail at once, and later ones continue', async () => {
    outcomes = [new ChatError('destination gone', 'The channel is archived.')];
    await send('A one', 'A two');
    await runAllDue(services);
    assert.deepEqual(arrived, ['A two']);
    assert.deepEqual(await newest(2), [
      { status: 'failed', attempts: 1, error: 'The channel is archived.' },
      { status: 'sent', attempts: 1, error: null },
    ]);
  });

  itOnSqlite('fail after a day', async () => {
    outcomes = [new ChatError('unavailable', 'Down.'), new ChatError('unavailable', 'Still down.')];
    await send('A one');
    await runAllDue(services);
    at('09:00:00', 1);
    await runAllDue(services);
    assert.deepEqual(await newest(1), [{ status: 'failed', attempts: 2, error: 'Still down.' }]);
  });

  it('of a worker that died are sent by another when its lease expires, not before', async () => {
    await send('A one');
    const dying = posting(() => Promise.reject(new AppError('service_unavailable', 'The connection was lost.')));
    await assert.rejects(deliverDue(dying), /The connection was lost/);
    at('09:00:19');
    await runAllDue(services);
    assert.deepEqual(arrived, []);
    at('09:00:20');
    await runAllDue(services);
    assert.deepEqual(arrived, ['A one']);
  });

  itOnSqlite('are not sent by a second worker while the first waits for the chat, however slow it is', async () => {
    await send('A one', 'A two', 'A three');
    const slow = posting(async (text) => {
      at(text === 'one' ? '09:00:09' : '09:00:28');
      assert.equal(await deliverDue(services), 0, 'the first worker still has the queue');
    });
    assert.equal(await deliverDue(slow), 1);
    await runAllDue(services);
    assert.deepEqual(arrived, ['A one', 'A two', 'A three']);
  });

  itOnSqlite('that make the provider throw are logged, retried with backoff, and fail after ten minutes', async () => {
    const lines: { readonly message: string; readonly delivery: string; readonly error: string }[] = [];
    const log = createLog('error', services.clock, (line) => lines.push(JSON.parse(line)));
    const faulty: Services = {
      ...posting(async (text) => {
        if (text === 'bad') throw new TypeError('cannot read properties of undefined');
      }),
      log,
    };
    await send('A bad', 'A behind', 'B fine');
    await runAllDue(faulty);
    assert.deepEqual(arrived, ['B fine']);
    const [bad] = await services.db.all(deliveriesOfStatusPage, {
      organizationId: await organizationId(),
      status: 'pending',
      limit: 1,
      offset: 1,
    });
    assert.equal(lines[0]?.message, 'a delivery failed unexpectedly');
    assert.equal(lines[0]?.delivery, bad?.id);
    assert.match(lines[0]?.error ?? '', /TypeError/);
    assert.match(bad?.error ?? '', /^Watchbill failed to send this message/);

    for (const time of ['09:00:02', '09:00:05', '09:00:11', '09:00:23', '09:00:25', '09:00:29']) {
      at(time);
      await runAllDue(faulty);
    }
    assert.equal(lines.length, 5, 'each wait is about twice as long as the one before');
    at('09:09:59');
    await runAllDue(faulty);
    assert.deepEqual(arrived, ['B fine']);
    at('09:10:00');
    await runAllDue(faulty);
    assert.deepEqual(arrived, ['B fine', 'A behind']);
    const [failed] = await newest(3);
    assert.equal(failed?.status, 'failed');
  });

  /** Replaces the stored JSON of the message with that text. */
  async function damage(text: string, json: string): Promise<void> {
    const damaged = `update deliveries set message_json = '${json}' where message_json like '%"${text}"%'`;
    await services.db.exclusively((tx) => tx.execute(damaged));
  }

  for (const json of [
    '{"lines":',
    'null',
    '7',
    '{"lines":"text"}',
    '{"lines":["text"]}',
    '{"lines":[[7]]}',
    '{"lines":[[null]]}',
    '{"lines":[[{}]]}',
    '{"lines":[[{"bold":7}]]}',
    '{"lines":[[{"person":null}]]}',
    '{"lines":[[{"person":{"name":{}}}]]}',
    '{"lines":[[{"person":{"name":"Ada","chatId":7}}]]}',
    '{"lines":[[{"instant":"now","zone":"UTC"}]]}',
    '{"lines":[[{"instant":1e300,"zone":"UTC"}]]}',
    '{"lines":[[{"instant":0,"zone":7}]]}',
    '{"lines":[],"actions":{}}',
    '{"lines":[],"actions":[null]}',
    '{"lines":[],"actions":[{"id":"accept"}]}',
  ]) {
    itOnSqlite(`[STO-5] whose stored message is ${json} fail with a clear error, and later ones continue`, async () => {
      await send('A one', 'A two');
      await damage('one', json);
      await runAllDue(services);
      assert.deepEqual(arrived, ['A two']);
      assert.deepEqual(await newest(2), [
        { status: 'failed', attempts: 1, error: 'The stored message cannot be read: it is not a message.' },
        { status: 'sent', attempts: 1, error: null },
      ]);
      const { deliveries } = succeeded(await watchbill.owner.get('/deliveries/?per_page=2'));
      assert.deepEqual(
        deliveries.map(({ text }: { text: string }) => text),
        ['two', ''],
      );
    });
  }

  it('[STO-5] whose event cannot be read, or is of a kind of a newer version, are sent as they were stored', async () => {
    await send('A one', 'A two', 'A three');
    await services.db.exclusively(async (tx) => {
      const events = { one: '{', two: '{"kind":"schedule"}', three: '{"kind":"pigeon"}' };
      for (const [text, json] of Object.entries(events)) {
        await tx.execute(`update deliveries set event_json = '${json}' where message_json like '%${text}%'`);
      }
    });
    await runAllDue(services);
    assert.deepEqual(arrived, ['A one', 'A two', 'A three']);
  });

  it('of a kind of a newer version wait for a node that knows it, and block no other destination', async () => {
    await send('A one', 'B one');
    const asKind = (kind: string) =>
      services.db.exclusively(async (tx) => {
        for (const table of ['deliveries', 'delivery_queues']) {
          await tx.execute(`update ${table} set kind = '${kind}' where destination_id = 'A'`);
        }
      });
    await asKind('pigeon');
    await runAllDue(services);
    assert.deepEqual(arrived, ['B one']);
    await asKind('chat');
    await runAllDue(services);
    assert.deepEqual(arrived, ['B one', 'A one']);
  });

  it('are each sent once by many workers', async () => {
    const texts = Array.from({ length: 60 }, (_, i) => `${'ABCDEF'[i % 6]} ${i}` as const);
    await send(...texts);
    await Promise.all(Array.from({ length: 6 }, () => runAllDue(services)));
    await runAllDue(services);
    assert.deepEqual(arrived.toSorted(), texts.toSorted());
  });
});
