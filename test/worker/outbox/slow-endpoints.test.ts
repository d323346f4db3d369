/** Rule BUD-8: slow endpoints of webhooks share two slots of a worker, so that the others never wait for them. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { isSlow, MAX_SLOW_TASKS } from '../../../src/services/deliveries/slow-destinations.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { MINUTE_MS } from '../../../src/time/units.ts';
import { startWorker, type Worker } from '../../../src/worker/loop.ts';
import { allowEndpoints, silentLog, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import { eventually } from '../../support/drivers/worker.ts';
import { startWebhookEndpoint, type WebhookEndpoint } from '../../support/fakes/webhook-endpoint.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

const START = '2026-01-05T09:00:00Z';

/** With the healthy one, as many webhooks as an organization may have. */
const SLOW_COUNT = 19;

describeOnBothDatabases('slow endpoints', (create, itOnSqlite) => {
  const { watchbill, owner } = givenFreshWatchbill(create, {}, START);
  let slow: WebhookEndpoint;
  let healthy: WebhookEndpoint;
  let worker: Worker | undefined;

  before(async () => {
    slow = await startWebhookEndpoint();
    healthy = await startWebhookEndpoint();
  });
  after(() => Promise.all([slow.stop(), healthy.stop()]));
  beforeEach(() => {
    allowEndpoints(watchbill, ['127.0.0.0/8']);
    // Nothing in these tests may happen because a call ran into its timeout.
    Object.assign(watchbill.services.endpoints as object, { timeoutMs: 10 * MINUTE_MS });
    for (const { received } of [slow, healthy]) received.length = 0;
  });
  afterEach(async () => {
    slow.reply = () => 'reset';
    slow.closeConnections();
    await worker?.stop();
    worker = undefined;
  });

  /** The healthy webhook is the last one that an event is stored for. */
  async function addWebhooks(): Promise<string[]> {
    const events = ['schedule.created'];
    const slowIds: string[] = [];
    for (let i = 0; i < SLOW_COUNT; i++) {
      const { webhook } = succeeded(await owner.post('/webhooks/', { url: `${slow.url}/${i}`, events }), 201);
      slowIds.push(webhook.id);
    }
    succeeded(await owner.post('/webhooks/', { url: healthy.url, events }), 201);
    return slowIds;
  }

  const arrived = (endpoint: WebhookEndpoint, count: number) =>
    eventually(async () => endpoint.received.length === count, `${count} calls of ${endpoint.url}`);

  itOnSqlite(
    '[BUD-8] that never answer do not keep an event from a healthy endpoint, even at their first call',
    async () => {
      slow.reply = () => 'silence';
      await addWebhooks();
      worker = await startWorker(watchbill.services, silentLog);
      await createSchedule(owner, []);
      await arrived(healthy, 1);
      await arrived(slow, SLOW_COUNT);
      await createSchedule(owner, []);
      await arrived(healthy, 2);
      assert.equal(slow.received.length, SLOW_COUNT, 'each of them still has its first call');
    },
  );

  it('[BUD-8] are called two at a time from then on, one event each', async () => {
    slow.reply = () => 'silence';
    const slowIds = await addWebhooks();
    worker = await startWorker(watchbill.services, silentLog);
    await createSchedule(owner, []);
    await createSchedule(owner, []);
    await arrived(slow, SLOW_COUNT);
    await arrived(healthy, 2);
    await eventually(async () => slowIds.every((id) => isSlow(watchbill.services, id)), 'all are found to be slow');
    slow.closeConnections();
    const isFailed = async () =>
      succeeded(await owner.get('/deliveries/?per_page=100')).deliveries.filter(
        ({ attempts }: { attempts: number }) => attempts === 1,
      ).length ===
      SLOW_COUNT + 2;
    await eventually(isFailed, 'the end of the first calls');

    // Each of them is due for another attempt.
    watchbill.at(formatInstant((parseInstant(START) ?? 0) + MINUTE_MS));
    await createSchedule(owner, []);
    await arrived(slow, SLOW_COUNT + MAX_SLOW_TASKS);
    await arrived(healthy, 3);
    assert.equal(slow.received.length, SLOW_COUNT + MAX_SLOW_TASKS);
    slow.closeConnections();
    await arrived(slow, SLOW_COUNT + 2 * MAX_SLOW_TASKS);

    // An endpoint that answers at once again is no longer slow.
    slow.reply = () => ({ status: 204 });
    slow.closeConnections();
    await createSchedule(owner, []);
    let minute = 1;
    const isDone = async () => {
      minute += 1;
      watchbill.at(formatInstant((parseInstant(START) ?? 0) + minute * MINUTE_MS));
      await watchbill.services.db.transaction((tx) => tx.wakeWorkers());
      return succeeded(await owner.get('/deliveries/?status=pending')).deliveries.length === 0;
    };
    await eventually(isDone, 'all events');
    assert.equal(healthy.received.length, 4);
    // A call that takes a second because the machine stands still makes its endpoint slow again, until the next.
    const isNoneSlow = async () => {
      if (!slowIds.some((id) => isSlow(watchbill.services, id))) return true;
      await createSchedule(owner, []);
      await eventually(isDone, 'the events of another schedule');
      return false;
    };
    await eventually(isNoneSlow, 'none is slow any more');
  });

  itOnSqlite('[BUD-8] that trickle their body have accepted the event, and count as slow', async () => {
    slow.reply = () => 'trickling body';
    await addWebhooks();
    worker = await startWorker(watchbill.services, silentLog);
    for (let i = 0; i < 3; i++) await createSchedule(owner, []);
    await arrived(healthy, 3);
    // With eight slots for each second of a body, the healthy endpoint has its events before most of theirs are sent.
    assert.ok(slow.received.length < 2 * SLOW_COUNT, `${slow.received.length} calls of slow endpoints came first`);
    const sentCount = async () => succeeded(await owner.get('/deliveries/?status=sent')).meta.total;
    await eventually(async () => (await sentCount()) >= SLOW_COUNT + 3, 'an event that each of them accepted');
  });
});
