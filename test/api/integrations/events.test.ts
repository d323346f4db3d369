/** Rule LIVE-1: streams of events report changes, end with the key or session of their reader, and are limited. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { counters } from '../../../src/process/counters.ts';
import { createLog } from '../../../src/process/log.ts';
import { expireCoverageRequests } from '../../../src/services/coverage/coverage-notifications.ts';
import { addKey, failed, type Person, startWatchbill, succeeded } from '../../support/drivers/api.ts';
import { type EventReader, openEvents } from '../../support/drivers/event-stream.ts';
import { askAndLeave } from '../../support/drivers/leaving.ts';
import { seriesIn } from '../../support/drivers/metrics.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { openSession } from '../../support/drivers/sessions.ts';
import { startStopwatch } from '../../support/drivers/stopwatch.ts';
import { addStranger } from '../../support/drivers/stranger.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { startBufferingProxy } from '../../support/fakes/buffering-proxy.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

/** The promised second, and four for a busy machine. */
const SOON_MS = 5_000;

/** For one user. */
const MOST = 10;

/** For the node. */
const MAX_IN_ALL = 12;

describeOnBothDatabases('[LIVE-1] a stream of events', (create) => {
  let address: string;
  const readers = new Set<EventReader>();
  const { watchbill, owner, ada } = givenWatchbill(create, { ada: 'Ada' }, undefined, undefined, {
    eventStreams: MAX_IN_ALL,
  });
  before(async () => {
    address = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => closeAll());

  async function openWith(headers: Record<string, string>): Promise<EventReader> {
    const reader = await openEvents(address, headers);
    readers.add(reader);
    assert.equal((await reader.next())?.event, 'reset');
    return reader;
  }

  const openAs = ({ key }: Pick<Person, 'key'>) => openWith({ 'x-api-key': key });

  /** Waits until the service has noticed. */
  async function closeAll(): Promise<void> {
    for (const reader of readers) reader.close();
    readers.clear();
    while (counters.eventStreams > 0) await nextTurn();
  }

  it('reports that a coverage request expired', async () => {
    const schedule = await createSchedule(owner, [ada], { name: 'Expiring' });
    const times = { start: '2026-01-05T10:00:00Z', end: '2026-01-05T11:00:00Z' };
    const wanted = { ...times, reason: 'Away', schedule_ids: [schedule.id] };
    const { coverage_request } = succeeded(await ada.post('/user/coverage_requests', wanted), 201);
    const reader = await openAs(owner);
    watchbill.at(times.end);
    await expireCoverageRequests(watchbill.services);
    const { data } = await reader.nextNamed('change');
    assert.deepEqual(data.changes, [{ kind: 'coverage_request', ids: [coverage_request.id] }]);
    watchbill.at('2026-01-05T09:00:00Z');
    await closeAll();
  });

  it('begins with reset, then reports the kind and ids of changes soon', async () => {
    const reader = await openAs(ada);
    assert.match(reader.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(reader.headers.get('x-accel-buffering'), 'no');
    const stopwatch = startStopwatch();
    const schedule = await createSchedule(owner, [ada], { name: 'Told' });
    const created = await reader.nextNamed('change');
    assert.ok(stopwatch.elapsedMs() < SOON_MS, `${stopwatch.elapsedMs()} ms`);
    assert.deepEqual(kindsIn(created.data), ['schedule']);
    assert.ok(created.data.changes[0].ids.includes(schedule.id));

    const override = await createOverride(owner, schedule, [ada], '2026-01-07T12:00:00Z', '2026-01-07T15:00:00Z');
    const { data } = await reader.nextNamed('change');
    assert.deepEqual(data.changes[0], { kind: 'override', ids: [override.id, schedule.id, ada.id] });
    await closeAll();
  });

  it('passes a buffering proxy such as nginx', async () => {
    const proxy = await startBufferingProxy(address);
    const reader = await openEvents(proxy.address, { 'x-api-key': ada.key });
    assert.equal((await reader.next())?.event, 'reset');
    const { team } = succeeded(await owner.post('/teams/', { name: 'Behind a proxy' }), 201);
    assert.deepEqual((await reader.nextNamed('change')).data.changes, [{ kind: 'team', ids: [team.id] }]);
    reader.close();
    await proxy.stop();
    await closeAll();
  });

  it('reports nothing private, and nothing of another organization', async () => {
    const reader = await openAs(ada);
    const stranger = await addStranger(watchbill);
    succeeded(await stranger.post('/teams/', { name: 'Elsewhere' }), 201);
    await openSession(watchbill, owner);
    const { team } = succeeded(await owner.post('/teams/', { name: 'Ours' }), 201);
    const { data } = await reader.nextNamed('change');
    assert.deepEqual(data.changes, [{ kind: 'team', ids: [team.id] }]);
    await closeAll();
  });

  it('ends when its key is revoked, its session ends, or its user is deactivated', async () => {
    const browser = await openSession(watchbill, ada);
    const grace = await watchbill.addPerson('Grace');
    const other = { key: await addKey(watchbill.services, ada.id) };
    const [byKey, bySession, byGrace, stays] = await Promise.all([
      openAs(other),
      openWith({ cookie: browser.cookie }),
      openAs(grace),
      openAs(ada),
    ]);
    const { api_keys } = succeeded(await ada.get('/user/api_keys/'));
    const revoked = api_keys.find(({ hint }: { hint: string }) => other.key.endsWith(hint));
    succeeded(await ada.delete(`/user/api_keys/${revoked.id}`), 204);
    await byKey.ended();
    succeeded(await browser.delete('/session/'), 204);
    await bySession.ended();
    succeeded(await owner.delete(`/users/${grace.id}`), 204);
    await byGrace.ended();
    const { team } = succeeded(await owner.post('/teams/', { name: 'Still told' }), 201);
    for (;;) {
      const { data } = await stays.nextNamed('change');
      if (data.changes.some(({ ids }: { ids: string[] }) => ids.includes(team.id))) break;
    }
    await closeAll();
  });

  it('is limited to ten for a user, and in total; closing one makes room', async () => {
    const opened = await Promise.all(Array.from({ length: MOST }, () => openAs(ada)));
    const refused = await fetch(`${address}/events`, { headers: { 'x-api-key': ada.key } });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await Promise.all([openAs(owner), openAs(owner)]);
    const tooMany = await fetch(`${address}/events`, { headers: { 'x-api-key': owner.key } });
    assert.equal(tooMany.status, 503);
    opened[0]?.close();
    for (;;) {
      const answer = await fetch(`${address}/events`, { headers: { 'x-api-key': ada.key } });
      await answer.body?.cancel();
      if (answer.status === 200) break;
    }
    await closeAll();
  });

  it('does not count readers who left before it began', async () => {
    for (let i = 0; i <= MOST; i++) await askAndLeave(watchbill.app.server, '/events', ada.key);
    const reader = await openAs(ada);
    assert.equal(counters.eventStreams, 1);
    reader.close();
    await closeAll();
  });

  it('ends when the service stops', async () => {
    const other = await startWatchbill(create);
    const reader = await openEvents(await other.app.listen({ port: 0, host: '127.0.0.1' }), {
      'x-api-key': other.owner.key,
    });
    const stopped = other.stop();
    await reader.ended();
    await stopped;
  });
});

describeOnSqlite('[OPS-1] a node with WATCHBILL_EVENT_STREAMS=0', (create) => {
  const logged: string[] = [];
  const log = createLog('info', { now: () => 0 }, (line) => logged.push(line));
  const { watchbill, owner } = givenWatchbill(create, {}, undefined, undefined, { eventStreams: 0, log });

  it('refuses every stream as planned: neither an error in the log nor a failed request', async () => {
    const refused = await owner.get('/events');
    assert.match(failed(refused, 503, 'service_unavailable'), /accepts no more event streams/);
    assert.equal(refused.headers['retry-after'], '60');
    const failures = seriesIn((await watchbill.app.inject('/metrics')).body).filter(
      ({ metric, labels, value }) =>
        metric === 'watchbill_requests_total' && labels.status?.startsWith('5') && value > 0,
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(logged, []);
  });
});

function kindsIn({ changes }: { changes: { kind: string }[] }): string[] {
  return changes.map(({ kind }) => kind);
}
