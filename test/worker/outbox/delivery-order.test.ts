/** Rule STO-7: the messages of a destination are sent in the order of the commits that caused them, whatever the clocks say. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { ChatMessage } from '../../../src/chat/provider.ts';
import type { Transaction } from '../../../src/db/driver/database.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { createIdSource, type OrganizationId, type UserId } from '../../../src/ids.ts';
import type { Mail } from '../../../src/mail/mailer.ts';
import { counters } from '../../../src/process/counters.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import type { MailMessage } from '../../../src/services/outbox/stored-mails.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { MINUTE_MS } from '../../../src/time/units.ts';
import { allowEndpoints, succeeded } from '../../support/drivers/api.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { startWebhookEndpoint } from '../../support/fakes/webhook-endpoint.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('the order of deliveries', (create) => {
  let services: Services;
  let organizationId: OrganizationId;
  let arrived: string[];

  /** Each test has its own channel. */
  let tests = 0;
  let channel: string;

  const { watchbill } = givenWatchbill(create);
  before(async () => {
    const organization = await watchbill.services.db.first(anyOrganization, {});
    assert.ok(organization !== undefined);
    organizationId = organization.id;
    const chatOf: Services['chatOf'] = (id) => {
      const chat = watchbill.services.chatOf(id);
      return (
        chat && {
          ...chat,
          async post(_, message) {
            arrived.push(textOf(message));
            return `message ${arrived.length}`;
          },
          async updateMessage(_, messageId, message) {
            arrived.push(`${messageId}: ${textOf(message)}`);
          },
        }
      );
    };
    services = { ...watchbill.services, chatOf };
  });
  beforeEach(() => {
    tests += 1;
    channel = `C${tests}`;
    arrived = [];
    watchbill.at(`2026-01-${String(tests).padStart(2, '0')}T09:00:00Z`);
  });

  function textOf({ lines }: ChatMessage): string {
    return lines.flat().join('');
  }

  function messageOf(text: string): ChatMessage {
    return { lines: [[text]] };
  }

  /** A node whose clock is ahead by that much, with its own ids. */
  function nodeWith(aheadMs: number): Services {
    const clock = { now: () => services.clock.now() + aheadMs };
    return { ...services, clock, newId: createIdSource(clock) };
  }

  function put(node: Services, tx: Transaction, texts: readonly string[], destinationId = channel): Promise<unknown> {
    const outgoing = texts.map((text) => ({ destinationId, message: messageOf(text) }));
    return enqueue(node, tx, organizationId, outgoing);
  }

  async function execute(...statements: readonly string[]): Promise<void> {
    await services.db.exclusively(async (tx) => {
      for (const sql of statements) await tx.execute(sql);
    });
  }

  /** Writes only the columns that the first edition knows. */
  function asFirstEdition(node: Services, text: string): string[] {
    const now = node.clock.now();
    return [
      `insert into delivery_queues (organization_id, destination_id, due_at, failures)
        values ('${organizationId}', '${channel}', ${now}, 0)
        on conflict (organization_id, destination_id) do update set due_at = coalesce(delivery_queues.due_at, excluded.due_at)`,
      `insert into deliveries (id, organization_id, destination_id, message_json, status, attempts, created_at)
        values ('${node.newId('delivery')}', '${organizationId}', '${channel}', '${JSON.stringify(messageOf(text))}', 'pending', 0, ${now})`,
    ];
  }

  it('[STO-7] is that of the commits, even if the clocks of two nodes differ by a minute', async () => {
    const [ahead, behind] = [nodeWith(MINUTE_MS), nodeWith(0)];
    for (const [text, node] of [
      ['one', ahead],
      ['two', behind],
      ['three', ahead],
      ['four', behind],
    ] as const) {
      await services.db.transaction((tx) => put(node, tx, [text, `${text} and a half`]));
    }
    await runAllDue(ahead);
    const inOrder = ['one', 'two', 'three', 'four'].flatMap((text) => [text, `${text} and a half`]);
    assert.deepEqual(arrived, inOrder);
  });

  it('[STO-7] is that of the commits, for two concurrent transactions', async () => {
    const { promise: secondIsOver, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: firstHasBegun, resolve: firstBegins } = Promise.withResolvers<void>();
    const first = services.db.queueTransaction(async (tx) => {
      await put(services, tx, ['one']);
      firstBegins();
      await secondIsOver;
      await put(services, tx, ['two']);
    });
    await firstHasBegun;
    const second = services.db.queueTransaction((tx) => put(services, tx, ['three']));
    // On SQLite the second begins after the first.
    const isPostgres = services.db.connections !== undefined;
    if (isPostgres) await second;
    goOn();
    await Promise.all([first, second]);
    await runAllDue(services);
    assert.deepEqual(arrived, isPostgres ? ['three', 'one', 'two'] : ['one', 'two', 'three']);
  });

  it('[STO-7] is that of the commits, for many concurrent transactions', async () => {
    const nodes = [nodeWith(MINUTE_MS), nodeWith(0), nodeWith(-MINUTE_MS)];
    const waves = [0, 1, 2].map((wave) => Array.from({ length: 10 }, (_, i) => `${wave}-${i}`));
    for (const wave of waves) {
      const writing = wave.map((name, i) =>
        services.db.queueTransaction((tx) =>
          put(nodes[i % nodes.length] as Services, tx, [`first of ${name}`, `second of ${name}`]),
        ),
      );
      await Promise.all(writing);
    }
    await runAllDue(nodeWith(MINUTE_MS));
    const firsts = arrived.filter((_, i) => i % 2 === 0).map((text) => text.replace('first of ', ''));
    assert.deepEqual(
      arrived,
      firsts.flatMap((name) => [`first of ${name}`, `second of ${name}`]),
    );
    assert.deepEqual(
      waves.map((_, i) => firsts.slice(10 * i, 10 * i + 10).sort()),
      waves.map((wave) => wave.toSorted()),
    );
  });

  it('[LOCK-5] makes no two transactions wait for each other, whatever the order in which they write', async () => {
    const before = counters.retriedTransactions.deadlock;
    const { promise: bothHaveWritten, resolve: goOn } = Promise.withResolvers<void>();
    let begun = 0;
    const writing = [
      [channel, `${channel}-other`],
      [`${channel}-other`, channel],
    ].map(([one = '', other = '']) =>
      services.db.queueTransaction(async (tx) => {
        await put(services, tx, [`to ${one}`], one);
        // So that what was sent is stored.
        await tx.first(anyOrganization, {});
        begun += 1;
        if (begun === 2 || services.db.connections === undefined) goOn();
        await bothHaveWritten;
        await put(services, tx, [`to ${other}`], other);
      }),
    );
    await Promise.all(writing);
    await runAllDue(services);
    assert.equal(counters.retriedTransactions.deadlock, before);
    assert.equal(arrived.length, 4);
  });

  it('[STO-7] starts with rows of a node of the first edition, by their ids', async () => {
    const node = nodeWith(MINUTE_MS);
    await services.db.transaction((tx) => put(services, tx, ['new']));
    await execute(...asFirstEdition(node, 'old'), ...asFirstEdition(node, 'old as well'));
    await services.db.transaction((tx) => put(services, tx, ['newer']));
    await runAllDue(node);
    assert.deepEqual(arrived, ['old', 'old as well', 'new', 'newer']);
  });

  it('[STO-7] puts an update of a message after that message, whatever the clocks say', async () => {
    const ahead = nodeWith(MINUTE_MS);
    const behind = nodeWith(0);
    await services.db.transaction((tx) => put(ahead, tx, ['asked']));
    const [row] = (await services.db.exclusively((tx) =>
      tx.execute(`select id from deliveries where destination_id = '${channel}'`),
    )) as { id: never }[];
    assert.ok(row !== undefined);
    await services.db.transaction((tx) =>
      enqueue(behind, tx, organizationId, [
        { destinationId: channel, message: messageOf('settled'), replacesId: row.id },
      ]),
    );
    await runAllDue(ahead);
    assert.deepEqual(arrived, ['asked', 'message 1: settled']);
  });

  it('[STO-7] is that of the commits for mails and webhooks too', async () => {
    const { owner } = watchbill;
    const [ahead, behind] = [nodeWith(MINUTE_MS), nodeWith(0)];
    const endpoint = await startWebhookEndpoint();
    after(endpoint.stop);
    allowEndpoints(watchbill, ['127.0.0.1']);
    const created = await owner.post('/webhooks/', { url: endpoint.url, events: ['oncall.changed'] });
    const webhook = succeeded(created, 201).webhook.id;
    const mails = [
      { type: 'password reset', email: 'owner@example.com' },
      { type: 'invitation', by: owner.id as UserId },
    ] as const;
    for (const [i, node] of [ahead, behind, ahead, behind].entries()) {
      const message = { type: 'oncall.changed', timestamp: '2026-01-01T00:00:00Z', data: { number: i + 1 } };
      await services.db.transaction((tx) =>
        enqueue(node, tx, organizationId, [
          { kind: 'mail', destinationId: owner.id, message: mails[i % 2] as MailMessage },
          { kind: 'webhook', destinationId: webhook, subjectId: webhook, message },
        ]),
      );
    }
    const mailer = { send: async ({ subject }: Mail) => void arrived.push(subject.replace(/ (for|to) .*/, '')) };
    await runAllDue({ ...ahead, mailer, publicUrl: 'http://watchbill.test' });
    assert.deepEqual(arrived, ['New password', 'Owner invites you', 'New password', 'Owner invites you']);
    const events = endpoint.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      events.map(({ sequence, data }) => [sequence, data.number]),
      [1, 2, 3, 4].map((number) => [number, number]),
    );
  });

  it('of one destination with thousands of messages delays no other', async () => {
    const texts = Array.from({ length: 3_000 }, (_, i) => `many ${i}`);
    await services.db.transaction((tx) => put(services, tx, texts));
    await services.db.transaction((tx) => put(services, tx, ['alone'], `${channel}-other`));
    assert.equal(await deliverDue(services), 2);
    assert.ok(arrived.includes('alone'));
    const many = arrived.filter((text) => text !== 'alone');
    assert.ok(many.length < 100, `${many.length} messages before the next look at what is due`);
    assert.deepEqual(many, texts.slice(0, many.length));
    await execute(`delete from deliveries where destination_id = '${channel}'`);
  });
});
