/** Rules HOOK-1 and HOOK-2: events reach endpoints, signed and in order, whatever the endpoint does. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it, mock } from 'node:test';
import { EVENTS, type EventType } from '../../../src/schemas/webhook-events.ts';
import { WEBHOOK_EVENTS } from '../../../src/schemas/webhooks.ts';
import { nextDue, runAllDue } from '../../../src/services/jobs/due-work.ts';
import { formatInstant, parseInstant } from '../../../src/time/iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time/units.ts';
import { allowEndpoints, failed, succeeded } from '../../support/drivers/api.ts';
import { assertFits } from '../../support/drivers/openapi.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenFreshWatchbill } from '../../support/drivers/suites.ts';
import {
  isSignedBy,
  type Received,
  startWebhookEndpoint,
  type WebhookEndpoint,
} from '../../support/fakes/webhook-endpoint.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: what an event holds is what the test is about to assert
type Json = any;

const START = '2026-01-05T09:00:00Z';

describeOnSqlite('webhooks', (create) => {
  const { watchbill, owner, ada, ben } = givenFreshWatchbill(create, { ada: 'Ada', ben: 'Ben' }, START);
  let endpoint: WebhookEndpoint;

  before(async () => {
    endpoint = await startWebhookEndpoint();
  });
  after(() => endpoint.stop());
  beforeEach(() => {
    allowEndpoints(watchbill, ['127.0.0.0/8']);
    endpoint.received.length = 0;
    endpoint.reply = () => ({ status: 204 });
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  async function addWebhook(more: object = {}): Promise<{ webhook: Json; secret: string }> {
    const wanted = { url: endpoint.url, events: WEBHOOK_EVENTS, ...more };
    return succeeded(await owner.post('/webhooks/', wanted), 201);
  }

  async function workAfter(ms: number): Promise<void> {
    watchbill.at(formatInstant((parseInstant(START) ?? 0) + ms));
    await runAllDue(watchbill.services);
  }

  /** Runs the worker through an interval, minute by minute. */
  async function workThrough(from: number, to: number, stepMs = MINUTE_MS): Promise<void> {
    for (let ms = from; ms <= to; ms += stepMs) await workAfter(ms);
  }

  /** Everything that arrives is as the OpenAPI document says. */
  function eventOf({ headers, body }: Received): Json {
    const event = JSON.parse(body);
    assertFits(EVENTS[event.type as EventType], event, `the event ${headers['webhook-id']}`);
    return event;
  }
  const typesOf = () => endpoint.received.map((received) => eventOf(received).type);
  const namesOf = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name).join();

  async function deliveriesOf({ id }: { readonly id: string }): Promise<Json[]> {
    return succeeded(await owner.get(`/webhooks/${id}/deliveries/?per_page=100`)).deliveries;
  }

  async function rename(schedule: { readonly id: string }, name: string): Promise<void> {
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { name }));
  }

  it('[HOOK-1] report schedules, overrides, who is on call and why', async () => {
    await addWebhook();
    const schedule = await createSchedule(owner, [ada, ben]);
    const override = await createOverride(owner, schedule, [ben], START, '2026-01-05T12:00:00Z');
    const changedOverride = { end: '2026-01-05T13:00:00Z', reason: 'Dentist' };
    succeeded(await owner.patch(`/schedules/${schedule.id}/overrides/${override.id}`, changedOverride));
    await rename(schedule, 'Secondary');
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { name: 'Secondary' }));
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
    await workAfter(0);
    await workAfter(DAY_MS);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    await workAfter(DAY_MS);

    const events = endpoint.received.map(eventOf);
    const told = events.map(({ type, data: { before, after, why } }) =>
      why === undefined ? type : `${type} ${why}: ${namesOf(before)} > ${namesOf(after)}`,
    );
    assert.deepEqual(told, [
      'schedule.created',
      'oncall.changed change:  > Ada',
      'override.created',
      'oncall.changed override: Ada > Ben',
      'override.changed',
      'schedule.changed',
      'override.deleted',
      'oncall.changed override: Ben > Ada',
      'oncall.changed handoff: Ada > Ben',
      'schedule.deleted',
      'oncall.changed change: Ben > ',
    ]);
    assert.deepEqual(events[2].data, {
      schedule: { id: schedule.id, name: 'Primary', time_zone: 'UTC', latest_revision: 0 },
      override: {
        id: override.id,
        start: START,
        end: '2026-01-05T12:00:00Z',
        users: [{ id: ben.id, name: 'Ben', email: 'ben@example.com' }],
      },
      by: { id: owner.id, name: 'Owner', email: 'owner@example.com' },
    });
    assert.deepEqual(
      [events[4].data.override.end, events[4].data.override.reason],
      ['2026-01-05T13:00:00Z', 'Dentist'],
    );
    assert.deepEqual(events[5].data.changed, ['name']);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, i) => i + 1),
    );
  });

  it('[HOOK-1] report until when people are on call, and who is next', async () => {
    await addWebhook({ events: ['oncall.changed'] });
    const shortLayer = { restriction_intervals: [{ day: 'monday', from: '08:00', to: '18:00' }] };
    const schedule = await createSchedule(owner, [], { layers: [layer([ada, ben], shortLayer)] });
    await createOverride(owner, schedule, [owner], '2026-01-05T17:00:00Z', '2026-01-05T20:00:00Z');
    await workThrough(0, 12 * HOUR_MS, HOUR_MS);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    await createSchedule(owner, [ada, ben], {
      layers: [
        layer([ada, ben], { rotation_start: '2026-01-05T22:00:00Z', shift_length: { amount: 9, unit: 'weeks' } }),
      ],
    });
    await workThrough(12 * HOUR_MS, 14 * HOUR_MS, HOUR_MS);
    await createSchedule(owner, [ada], { name: 'For ever' });
    await runAllDue(watchbill.services);

    const told = endpoint.received.map((received) => {
      const { at, after, until, next } = eventOf(received).data;
      const then = next && `then ${namesOf(next.users)} from ${next.start}`;
      return [at, namesOf(after) || 'nobody', until && `until ${until}`, then];
    });
    assert.deepEqual(told, [
      [START, 'Ada', 'until 2026-01-05T18:00:00Z', 'then Ada from 2026-01-12T08:00:00Z'],
      ['2026-01-05T17:00:00Z', 'Owner', 'until 2026-01-05T20:00:00Z', 'then Ada from 2026-01-12T08:00:00Z'],
      ['2026-01-05T20:00:00Z', 'nobody', 'until 2026-01-12T08:00:00Z', 'then Ada from 2026-01-12T08:00:00Z'],
      ['2026-01-05T22:00:00Z', 'Ada', 'until 2026-03-09T22:00:00Z', 'then Ben from 2026-03-09T22:00:00Z'],
      ['2026-01-05T23:00:00Z', 'Ada', undefined, undefined],
    ]);
    assert.deepEqual(eventOf(endpoint.received[3] as Received).data.next.users, [
      { id: ben.id, name: 'Ben', email: 'ben@example.com' },
    ]);
  });

  it('[HOOK-1] report until when people are on call after more than 1,000 shifts of theirs', async () => {
    const hours = (count: number) => formatInstant((parseInstant(START) ?? 0) + count * HOUR_MS);
    const users = [...Array.from({ length: 49 }, () => ada), ben];
    const hourly = layer(users, { shift_length: { amount: 1, unit: 'hours' } });
    const schedule = await createSchedule(owner, [], { layers: [hourly] });
    // Ben has every fiftieth hour. Ada takes the first 24 of them, so that his first is the 1,249th hour.
    for (let i = 0; i < 24; i++) await createOverride(owner, schedule, [ada], hours(49 + 50 * i), hours(50 + 50 * i));
    await addWebhook({ events: ['oncall.changed'] });
    const running = await createOverride(owner, schedule, [ben], START, hours(8));
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${running.id}`), 204);
    await createOverride(owner, schedule, [ben], hours(1), hours(2));
    for (const hour of [0, 1, 2]) await workAfter(hour * HOUR_MS);

    const told = endpoint.received.map((received) => {
      const { after, until, next } = eventOf(received).data;
      return `${namesOf(after)} until ${until}, then ${namesOf(next?.users ?? [])} from ${next?.start}`;
    });
    assert.deepEqual(told, [
      `Ben until ${hours(8)}, then Ada from ${hours(8)}`,
      `Ada until ${hours(1_249)}, then Ben from ${hours(1_249)}`,
      `Ben until ${hours(2)}, then Ada from ${hours(2)}`,
      `Ada until ${hours(1_249)}, then Ben from ${hours(1_249)}`,
    ]);
  });

  it('[HOOK-1] report coverage requests until they are decided', async () => {
    const schedule = await createSchedule(owner, [ada, ben]);
    await addWebhook({ events: WEBHOOK_EVENTS.filter((event) => /^coverage|oncall/.test(event)) });
    const ask = async (start: string, end: string) =>
      succeeded(await ada.post('/user/coverage_requests', { start, end, reason: 'Dentist' }), 201).coverage_request;
    const accepted = await ask(START, '2026-01-05T10:00:00Z');
    const canceled = await ask('2026-01-05T10:00:00Z', '2026-01-05T11:00:00Z');
    await ask('2026-01-05T11:00:00Z', '2026-01-05T12:00:00Z');
    succeeded(await ben.post(`/coverage_requests/${accepted.id}/accept`));
    succeeded(await ada.delete(`/user/coverage_requests/${canceled.id}`), 204);
    await workAfter(4 * HOUR_MS);

    assert.deepEqual(typesOf(), [
      'coverage_request.created',
      'coverage_request.created',
      'coverage_request.created',
      'oncall.changed',
      'coverage_request.accepted',
      'coverage_request.canceled',
      'oncall.changed',
      'coverage_request.expired',
    ]);
    const [created, , , cover, taken, , ended, expired] = endpoint.received.map((received) => eventOf(received).data);
    assert.equal(created.coverage_request.user.name, 'Ada');
    assert.equal(created.coverage_request.shifts[0].schedule_reference.id, schedule.id);
    assert.deepEqual([cover.why, namesOf(cover.after)], ['cover', 'Ben']);
    assert.deepEqual([taken.coverage_request.status, taken.coverage_request.accepted_by.name], ['accepted', 'Ben']);
    assert.equal(expired.coverage_request.status, 'expired');
    assert.equal(ended.why, 'cover');
  });

  it('[HOOK-1] report a coverage request as the API shows it', async () => {
    const cleo = await watchbill.addPerson('Cleo');
    await createSchedule(owner, [ada, ben]);
    await addWebhook({ events: ['coverage_request.created', 'coverage_request.accepted'] });
    const wanted = { user_id: ada.id, start: START, end: '2026-01-05T13:00:00Z', reason: 'Dentist' };
    const asked = { ...wanted, asked_user_ids: [ben.id, cleo.id] };
    const { coverage_request: made } = succeeded(await owner.post('/coverage_requests', asked), 201);
    const path = `/coverage_requests/${made.id}`;
    const shown = [made];
    watchbill.at('2026-01-05T09:30:00Z');
    succeeded(await cleo.post(`${path}/decline`));
    const [{ schedule_reference, end }] = made.shifts;
    const part = { schedule_id: schedule_reference.id, start: '2026-01-05T11:00:00Z', end };
    succeeded(await ben.post(`${path}/accept`, { shifts: [part] }));
    shown.push(succeeded(await owner.get(path)).coverage_request);
    watchbill.at('2026-01-05T10:00:00Z');
    succeeded(await ben.post(`${path}/accept`));
    shown.push(succeeded(await owner.get(path)).coverage_request);
    await runAllDue(watchbill.services);

    /** In events, people have an id, a name and an email. */
    const inEvents = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (_, part) => {
        if (typeof part?.email !== 'string') return part;
        const { id, name, email } = part;
        return { id, name, email };
      });
    assert.deepEqual(
      endpoint.received.map((received) => eventOf(received).data.coverage_request),
      shown.map(inEvents),
    );
    const [first, second] = shown.map(inEvents);
    assert.deepEqual([first.created_at, first.declined_by], [START, []]);
    assert.deepEqual(namesOf(second.declined_by), 'Cleo');
  });

  it('[HOOK-1] report the coverage requests that end because their requester is deactivated', async () => {
    await createSchedule(owner, [ada, ben]);
    await addWebhook({ events: ['coverage_request.canceled'] });
    for (const hour of ['10', '11']) {
      const within = { start: `2026-01-05T${hour}:00:00Z`, end: `2026-01-05T${hour}:30:00Z` };
      succeeded(await ada.post('/user/coverage_requests', { ...within, reason: `Dentist at ${hour}` }), 201);
    }
    succeeded(await owner.delete(`/users/${ada.id}`), 204);
    await workAfter(MINUTE_MS);
    const told = endpoint.received.map((received) => eventOf(received).data.coverage_request);
    assert.deepEqual(told.map(({ user, reason, status }) => [user.name, reason, status]).toSorted(), [
      ['Ada', 'Dentist at 10', 'canceled'],
      ['Ada', 'Dentist at 11', 'canceled'],
    ]);
  });

  it('[TRU-3] report that a coverage request is open again, because the person who took it left', async () => {
    const schedule = await createSchedule(owner, [ada]);
    await addWebhook({ events: ['coverage_request.reopened'] });
    const times = { start: '2026-01-05T10:00:00Z', end: '2026-01-05T12:00:00Z' };
    const answer = await ada.post('/user/coverage_requests', { ...times, reason: 'Dentist' });
    const { id } = succeeded(answer, 201).coverage_request;
    succeeded(await ben.post(`/coverage_requests/${id}/accept`));
    succeeded(await owner.delete(`/users/${ben.id}`), 204);
    await workAfter(MINUTE_MS);
    const [{ coverage_request, reopened }] = endpoint.received.map((received) => eventOf(received).data);
    const part = { ...times, schedule_reference: { id: schedule.id, name: 'Primary' } };
    const { status, accepted_by, remaining_shifts, acceptances } = coverage_request;
    assert.deepEqual([status, accepted_by, remaining_shifts], ['pending', undefined, [part]]);
    assert.deepEqual([acceptances.length, acceptances[0].shifts, acceptances[0].ended_at], [1, [part], START]);
    assert.deepEqual([reopened.user.name, reopened.shifts], ['Ben', [part]]);
  });

  it('[HOOK-1] report each accepted part, and cover that begins and ends later', async () => {
    const schedule = await createSchedule(owner, [ada]);
    await addWebhook({ events: ['coverage_request.accepted', 'oncall.changed'] });
    const [start, noon, end] = ['2026-01-05T10:00:00Z', '2026-01-05T12:00:00Z', '2026-01-05T14:00:00Z'];
    const answer = await ada.post('/user/coverage_requests', { start, end, reason: 'Dentist' });
    const { id } = succeeded(answer, 201).coverage_request;
    const part = { schedule_id: schedule.id, start, end: noon };
    succeeded(await ben.post(`/coverage_requests/${id}/accept`, { shifts: [part] }));
    await workAfter(90 * MINUTE_MS);
    await workAfter(4 * HOUR_MS);
    const [{ coverage_request, taken }, ...changes] = endpoint.received.map((received) => eventOf(received).data);
    assert.equal(coverage_request.status, 'pending');
    const ofSchedule = { schedule_reference: { id: schedule.id, name: 'Primary' } };
    assert.deepEqual(coverage_request.remaining_shifts, [{ start: noon, end, ...ofSchedule }]);
    assert.deepEqual([taken.user.name, taken.shifts], ['Ben', [{ start, end: noon, ...ofSchedule }]]);
    assert.deepEqual(
      changes.map(({ why, before, after }) => [why, namesOf(before), namesOf(after)]),
      [
        ['cover', 'Ada', 'Ben'],
        ['cover', 'Ben', 'Ada'],
      ],
    );
  });

  it('[HOOK-1] report a gap once, a day before it begins, and again if it reopens', async () => {
    const ended = { rotation_start: '2026-01-05T09:00:00Z', shift_length: { amount: 4, unit: 'weeks' } };
    const schedule = await createSchedule(owner, [ada], { layers: [layer([ada], ended)] });
    await addWebhook({ events: ['gap.ahead'] });
    await workAfter(0);
    assert.deepEqual(typesOf(), []);
    // Nobody is in the rotation from the 10th on.
    const nobody = layer([], { rotation_start: '2026-01-10T09:00:00Z' });
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [nobody] }));
    await workAfter(4 * DAY_MS - MINUTE_MS);
    assert.deepEqual(typesOf(), []);
    await workAfter(4 * DAY_MS);
    await workAfter(4 * DAY_MS + HOUR_MS);
    assert.deepEqual(typesOf(), ['gap.ahead']);
    assert.equal(eventOf(endpoint.received[0] as Received).data.gap.start, '2026-01-10T09:00:00Z');
    const override = await createOverride(owner, schedule, [ben], '2026-01-10T09:00:00Z', '2026-06-10T09:00:00Z');
    await workAfter(4 * DAY_MS + HOUR_MS);
    succeeded(await owner.delete(`/schedules/${schedule.id}/overrides/${override.id}`), 204);
    await workAfter(4 * DAY_MS + HOUR_MS);
    assert.deepEqual(typesOf(), ['gap.ahead', 'gap.ahead']);
  });

  it('[HOOK-1] report no off hours as a gap, and a gap in a schedule with off hours', async () => {
    const windows = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
      day,
      from: '09:00',
      to: '17:00',
    }));
    const schedule = await createSchedule(owner, [ada, ben], {
      layers: [layer([ada, ben], { restriction_intervals: windows })],
    });
    await addWebhook({ events: ['gap.ahead'] });
    // Over nights and a weekend.
    await workThrough(0, 7 * DAY_MS, 6 * HOUR_MS);
    assert.deepEqual(typesOf(), []);
    const nobody = layer([], { restriction_intervals: windows, rotation_start: '2026-01-14T09:00:00Z' });
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [nobody] }));
    await workThrough(7 * DAY_MS, 8 * DAY_MS - HOUR_MS, HOUR_MS);
    assert.deepEqual(typesOf(), []);
    await workAfter(8 * DAY_MS);
    assert.deepEqual(typesOf(), ['gap.ahead']);
    assert.equal(eventOf(endpoint.received[0] as Received).data.gap.start, '2026-01-14T09:00:00Z');
  });

  it('[HOOK-1] get only events of their schedules, or of the schedules of their teams', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const [one, two] = [
      await createSchedule(owner, [ada]),
      await createSchedule(owner, [ada], { team_ids: [team.id] }),
    ];
    await addWebhook({ url: `${endpoint.url}/one`, schedule_ids: [one.id], events: ['schedule.changed'] });
    await addWebhook({
      url: `${endpoint.url}/team`,
      team_ids: [team.id],
      events: ['schedule.changed', 'schedule.deleted'],
    });
    await rename(one, 'First');
    await rename(two, 'Second');
    succeeded(await owner.delete(`/schedules/${one.id}`), 204);
    succeeded(await owner.delete(`/schedules/${two.id}`), 204);
    await workAfter(0);
    const heard = endpoint.received.map((received) => `${received.path} ${eventOf(received).data.schedule.name}`);
    assert.deepEqual(heard.toSorted(), ['/hook/one First', '/hook/team Second', '/hook/team Second']);
  });

  it('[HOOK-2] are signed as specified, for a day after a rotation with both secrets', async () => {
    const { webhook, secret } = await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    await rename(schedule, 'One');
    await workAfter(MINUTE_MS);
    const rotated = succeeded(await owner.post(`/webhooks/${webhook.id}/rotate_secret`));
    await rename(schedule, 'Two');
    await workAfter(DAY_MS);
    await rename(schedule, 'Three');
    await workAfter(DAY_MS + 2 * MINUTE_MS);

    const signedBy = (by: string) => endpoint.received.map((received) => isSignedBy(by, received));
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(signedBy(secret), [true, true, false]);
    assert.deepEqual(signedBy(rotated.secret), [false, true, true]);
    const { headers, body } = endpoint.received[0] as Received;
    assert.ok(!isSignedBy(secret, { path: '', headers, body: `${body} ` }));
    assert.equal(headers['webhook-timestamp'], String(((parseInstant(START) ?? 0) + MINUTE_MS) / 1000));
  });

  it('[HOOK-2] are signed with every secret that was current within a day, after several rotations', async () => {
    const { webhook, secret: first } = await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    const secrets = [first];
    const rotate = () => owner.post(`/webhooks/${webhook.id}/rotate_secret`);
    for (const hour of [1, 2, 3, 4, 5]) {
      await workAfter(hour * HOUR_MS);
      secrets.push(succeeded(await rotate()).secret);
    }
    assert.equal(
      failed(await rotate(), 422, 'unprocessable_entity'),
      'The secret was rotated 5 times within a day, and the former secrets still sign. It can be rotated again from 2026-01-06T10:00:00Z on.',
    );
    await rename(schedule, 'One');
    await workAfter(DAY_MS);
    await workAfter(DAY_MS + 2 * HOUR_MS - 1);
    await rename(schedule, 'Two');
    await workAfter(DAY_MS + 2 * HOUR_MS - 1);
    secrets.push(succeeded(await rotate()).secret);
    await rename(schedule, 'Three');
    await workAfter(2 * DAY_MS);

    const signedBy = (received: Received) => secrets.map((secret) => (isSignedBy(secret, received) ? 1 : 0)).join('');
    assert.deepEqual(endpoint.received.map(signedBy), ['1111110', '0111110', '0000011']);
  });

  it('[HOOK-2] are sent after an hour without an endpoint: each of them, with the same id and body', async () => {
    const { webhook } = await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    endpoint.reply = () => ({ status: 503 });
    await rename(schedule, 'One');
    await workAfter(0);
    await rename(schedule, 'Two');
    await workThrough(MINUTE_MS, HOUR_MS);
    assert.equal(succeeded(await owner.get(`/webhooks/${webhook.id}`)).webhook.failing_since, START);
    const { notices } = succeeded(await owner.get('/notices/'));
    assert.deepEqual(
      notices.map(({ kind }: Json) => kind),
      ['webhooks_fail'],
    );
    const tried = new Set(endpoint.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
    endpoint.received.length = 0;
    endpoint.reply = () => ({ status: 200 });
    await workThrough(HOUR_MS, 2 * HOUR_MS, 5 * MINUTE_MS);
    assert.deepEqual(endpoint.received.map((received) => eventOf(received).data.schedule.name).toSorted(), [
      'One',
      'Two',
    ]);
    assert.deepEqual(new Set(endpoint.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)), tried);
    assert.deepEqual(
      (await deliveriesOf(webhook)).map(({ status }) => status),
      ['sent', 'sent'],
    );
    assert.equal(succeeded(await owner.get(`/webhooks/${webhook.id}`)).webhook.failing_since, undefined);
  });

  /** The seconds after the event at which a failing endpoint is called. `jitter`: what `Math.random` returns. */
  async function attemptsWithin(untilMs: number, jitter: number, headers: Record<string, string> = {}) {
    mock.method(Math, 'random', () => jitter);
    await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    endpoint.reply = () => ({ status: 503, headers });
    await rename(schedule, 'One');
    const startMs = parseInstant(START) ?? 0;
    const attempts: number[] = [];
    for (let due: number | null | undefined = startMs; due != null && due <= startMs + untilMs; ) {
      endpoint.received.length = 0;
      await workAfter(due - startMs);
      assert.ok(endpoint.received.length <= 1, 'once at a time');
      if (endpoint.received.length === 1) attempts.push((due - startMs) / 1000);
      ({ webhook: due } = await nextDue(watchbill.services));
    }
    return attempts;
  }

  it('[HOOK-2] are retried after seconds at first, in the end every three hours, for three days', async () => {
    const attempts = await attemptsWithin(4 * DAY_MS, 0);
    // Twice as late each time for ten minutes, then by half the time of the failure.
    assert.deepEqual(
      attempts.slice(0, 14),
      [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 600, 900, 1350, 2025],
      attempts.join(),
    );
    const pauses = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0));
    assert.ok(
      pauses.slice(11, -1).every((pause, i, all) => pause >= (all[i - 1] ?? 0) - 0.01),
      'never sooner than before',
    );
    assert.equal(Math.round(Math.max(...pauses)), 3 * 60 * 60);
    assert.equal(pauses.filter((pause) => Math.round(pause) === 3 * 60 * 60).length, 21);
    assert.equal(attempts.at(-1), (3 * DAY_MS) / 1000);
  });

  it('[HOOK-2] are retried with jitter: up to half as late again', async () => {
    const attempts = await attemptsWithin(MINUTE_MS, 1);
    assert.deepEqual(attempts, [0, 1.5, 4.5, 10.5, 22.5, 46.5]);
  });

  it('[HOOK-2] are retried when the endpoint says, but within ten minutes while others wait', async () => {
    const attempts = await attemptsWithin(5 * MINUTE_MS, 0, { 'retry-after': '120' });
    assert.deepEqual(attempts, [0, 120, 240]);
    endpoint.reply = () => ({ status: 503, headers: { 'retry-after': '86400' } });
    endpoint.received.length = 0;
    await workAfter(6 * MINUTE_MS);
    await workAfter(10 * MINUTE_MS - 1);
    assert.equal(endpoint.received.length, 1);
    await workAfter(10 * MINUTE_MS);
    assert.equal(endpoint.received.length, 2);
  });

  it('[HOOK-2] delay later ones for at most ten minutes when one fails', async () => {
    await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    endpoint.reply = (received) => ({ status: eventOf(received).data.schedule.name === 'One' ? 500 : 204 });
    await rename(schedule, 'One');
    await rename(schedule, 'Two');
    await workThrough(0, 9 * MINUTE_MS);
    assert.ok(!endpoint.received.some((received) => eventOf(received).data.schedule.name === 'Two'));
    await workThrough(9 * MINUTE_MS, 10 * MINUTE_MS, MINUTE_MS);
    assert.equal(eventOf(endpoint.received.at(-1) as Received).data.schedule.name, 'Two');
    // Later events do not wait for the one that was set aside.
    await rename(schedule, 'Three');
    await workAfter(11 * MINUTE_MS);
    assert.equal(eventOf(endpoint.received.at(-1) as Received).data.schedule.name, 'Three');
  });

  it('[HOOK-2] are disabled after three days of failures, pending events fail, and admins are notified', async () => {
    const { webhook } = await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    endpoint.reply = () => 'reset';
    await rename(schedule, 'One');
    await workThrough(0, 3 * DAY_MS - HOUR_MS, 2 * HOUR_MS);
    await rename(schedule, 'Two');
    assert.equal(succeeded(await owner.get(`/webhooks/${webhook.id}`)).webhook.enabled, true);
    await workThrough(3 * DAY_MS, 3 * DAY_MS + MINUTE_MS);
    const { enabled, disabled_reason } = succeeded(await owner.get(`/webhooks/${webhook.id}`)).webhook;
    assert.equal(enabled, false);
    assert.match(disabled_reason, /^Every attempt failed for three days\. The endpoint could not be reached: /);
    assert.deepEqual(
      (await deliveriesOf(webhook)).map(({ status }) => status),
      ['failed', 'failed'],
    );
    const { notices } = succeeded(await owner.get('/notices/'));
    assert.deepEqual(
      notices.map(({ kind }: Json) => kind),
      ['webhooks_disabled'],
    );

    endpoint.received.length = 0;
    endpoint.reply = () => ({ status: 204 });
    await rename(schedule, 'Three');
    await workAfter(3 * DAY_MS + HOUR_MS);
    assert.deepEqual(typesOf(), []);
    succeeded(await owner.patch(`/webhooks/${webhook.id}`, { enabled: true }));
    assert.deepEqual(succeeded(await owner.get('/notices/')).notices, []);
    const [newest] = await deliveriesOf(webhook);
    succeeded(await owner.post(`/webhooks/${webhook.id}/deliveries/${newest.id}/redeliver`), 204);
    await workAfter(3 * DAY_MS + HOUR_MS);
    assert.equal(endpoint.received[0]?.headers['webhook-id'], newest.id);
  });

  it('[HOOK-2] are disabled at once by 410', async () => {
    const { webhook } = await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    endpoint.reply = () => ({ status: 410 });
    await rename(schedule, 'One');
    await rename(schedule, 'Two');
    await workAfter(0);
    assert.equal(endpoint.received.length, 1);
    const { webhook: now } = succeeded(await owner.get(`/webhooks/${webhook.id}`));
    assert.deepEqual([now.enabled, now.disabled_reason], [false, 'The endpoint answered 410 Gone.']);
    assert.deepEqual(
      (await deliveriesOf(webhook)).map(({ status }) => status),
      ['failed', 'failed'],
    );
    const [newest] = await deliveriesOf(webhook);
    const redelivered = await owner.post(`/webhooks/${webhook.id}/deliveries/${newest.id}/redeliver`);
    assert.match(failed(redelivered, 422, 'unprocessable_entity'), /disabled/);
  });

  for (const { what, isFailingFor, status } of [
    { what: '410', isFailingFor: 0, status: 410 },
    { what: 'an error after three days of failures', isFailingFor: 3 * DAY_MS, status: 500 },
  ]) {
    it(`[HOOK-2] are not disabled if a former address answers with ${what}: the new one was not tried yet`, async () => {
      const { webhook } = await addWebhook({ events: ['schedule.changed'] });
      const schedule = await createSchedule(owner, [ada]);
      endpoint.reply = () => ({ status: 500 });
      await rename(schedule, 'One');
      if (isFailingFor > 0) await workAfter(0);
      endpoint.reply = async ({ path }) => {
        if (path === '/new') return { status: 204 };
        succeeded(await owner.patch(`/webhooks/${webhook.id}`, { url: new URL('/new', endpoint.url).href }));
        return { status };
      };
      await workAfter(isFailingFor);
      const { webhook: now } = succeeded(await owner.get(`/webhooks/${webhook.id}`));
      assert.deepEqual([now.enabled, now.failing_since], [true, undefined]);
      await rename(schedule, 'Two');
      await workAfter(isFailingFor);
      const { path, body } = endpoint.received.at(-1) as Received;
      assert.deepEqual([path, JSON.parse(body).data.schedule.name], ['/new', 'Two']);
    });
  }

  it('[HOOK-2] number events, not tests: an endpoint that looks for missing numbers finds none', async () => {
    const { webhook } = await addWebhook({ events: ['schedule.changed'] });
    const schedule = await createSchedule(owner, [ada]);
    for (const name of ['One', 'Two']) {
      await rename(schedule, name);
      await runAllDue(watchbill.services);
      succeeded(await owner.post(`/webhooks/${webhook.id}/test`), 202);
      await runAllDue(watchbill.services);
    }
    const numbers = (await deliveriesOf(webhook)).map(({ event, sequence }) => [event, sequence]).reverse();
    assert.deepEqual(numbers, [
      ['schedule.changed', 1],
      ['webhook.test', undefined],
      ['schedule.changed', 2],
      ['webhook.test', undefined],
    ]);
    assert.deepEqual(
      endpoint.received.map((received) => [eventOf(received).type, eventOf(received).sequence]),
      numbers,
    );
  });

  it('follow no redirects, have a timeout, and store the beginning of the response', async () => {
    const { webhook } = await addWebhook({ events: ['schedule.changed'] });
    const test = async () => {
      const { delivery } = succeeded(await owner.post(`/webhooks/${webhook.id}/test`), 202);
      await runAllDue(watchbill.services);
      return (await deliveriesOf(webhook)).find(({ id }) => id === delivery.id);
    };
    endpoint.reply = () => ({ status: 307, headers: { location: `${endpoint.url}/elsewhere` } });
    const redirected = await test();
    assert.deepEqual([redirected.status, redirected.answer.status], ['failed', 307]);
    assert.match(redirected.error, /Redirects are not followed/);
    const { services } = watchbill;
    endpoint.reply = () => 'silence';
    Object.assign(services.endpoints as object, { timeoutMs: 2_000 });
    const slow = await test();
    assert.equal(slow.error, 'The endpoint did not answer within 2 seconds.');
    assert.ok(slow.answer.milliseconds >= 1_990 && slow.answer.status === undefined);
    endpoint.reply = () => 'trickling body';
    Object.assign(services.endpoints as object, { timeoutMs: 10 * MINUTE_MS });
    const trickled = await test();
    assert.deepEqual([trickled.status, trickled.answer.status], ['sent', 200]);
    assert.match(trickled.answer.body, /^x+$/);
    allowEndpoints(watchbill, ['127.0.0.0/8']);
    endpoint.reply = () => ({ status: 200, body: `\u0000\u202e${'é'.repeat(100_000)}` });
    const long = await test();
    assert.equal(long.answer.body, `\ufffd\ufffd${'é'.repeat(1_998)}`);
    assert.deepEqual([long.status, long.event, long.attempts], ['sent', 'webhook.test', 1]);
    assert.deepEqual(
      endpoint.received.map(({ path }) => path),
      ['/hook', '/hook', '/hook', '/hook'],
    );
    // Tests do not show whether events arrive.
    assert.equal(succeeded(await owner.get(`/webhooks/${webhook.id}`)).webhook.failing_since, undefined);
  });
});
