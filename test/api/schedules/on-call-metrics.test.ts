import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { counters } from '../../../src/process/counters.ts';
import { call, callFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { type Series, seriesIn } from '../../support/drivers/metrics.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { countingShifts } from '../../support/drivers/shift-guard.ts';
import { addStranger } from '../../support/drivers/stranger.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('[OPS-2] GET /metrics/oncall', (create) => {
  const { watchbill, owner, ada, ben, viewer } = givenWatchbill(create, {
    ada: 'Ada',
    ben: 'Ben',
    viewer: { name: 'Vera', seat: 'viewer' },
  });
  let team: { id: string };
  let days: { id: string };
  let office: { id: string };

  before(async () => {
    team = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201).team;
    days = await createSchedule(owner, [ada, ben], { name: 'Days', team_ids: [team.id], external_id: 'days' });
    const restriction_intervals = [{ day: 'tuesday', from: '09:00', to: '17:00' }];
    office = await createSchedule(owner, [], {
      name: 'Office',
      layers: [layer([ben, ada], { restriction_intervals, concurrent_oncall_users: 2 })],
    });
  });
  beforeEach(() => watchbill.at('2026-01-05T12:00:00Z'));

  async function scrape(person: Person, query = ''): Promise<string> {
    const answer = await person.get(`/metrics/oncall${query}`);
    assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
    return succeeded(answer);
  }

  async function read(metric: string, query = '', person: Person = viewer): Promise<Series[]> {
    return seriesIn(await scrape(person, query)).filter((one) => one.metric === metric);
  }

  /** `Ada: Days`, for each person on call. */
  async function onCall(): Promise<string[]> {
    return (await read('watchbill_oncall', '?include=names')).map(({ labels }) => `${labels.name}: ${labels.schedule}`);
  }

  it('tells who is on call, by the ids of schedule and person', async () => {
    const schedule = { schedule_id: days.id, schedule: 'Days', external_id: 'days' };
    assert.deepEqual(await read('watchbill_oncall'), [
      { metric: 'watchbill_oncall', labels: { ...schedule, person_id: ada.id }, value: 1 },
    ]);
    const text = await scrape(viewer);
    assert.match(text, /^# HELP watchbill_oncall [A-Z].*\n# TYPE watchbill_oncall gauge\nwatchbill_oncall\{/m);
    assert.doesNotMatch(text, /Ada|example\.com/);
  });

  it('includes names and email on request', async () => {
    const labels = async (query: string) =>
      (await read('watchbill_oncall', query)).map((one) => Object.keys(one.labels));
    const usual = ['schedule_id', 'schedule', 'external_id', 'person_id'];
    assert.deepEqual(await labels('?include=names'), [[...usual, 'name']]);
    assert.deepEqual(await labels('?include=email'), [[...usual, 'email']]);
    const [both] = await read('watchbill_oncall', '?include=email,names');
    assert.deepEqual([both?.labels.name, both?.labels.email], ['Ada', 'ada@example.com']);
    for (const wrong of ['', 'phone', 'names,', 'names email', 'names&include=email']) {
      failed(await viewer.get(`/metrics/oncall?include=${wrong}`), 400, 'bad_request');
    }
  });

  it('follows handoffs and overrides, as GET /oncall does', async () => {
    await createOverride(owner, days, [owner], '2026-01-06T13:00:00Z', '2026-01-06T14:00:00Z');
    for (const [instant, expected] of [
      ['2026-01-06T08:59:59.999Z', ['Ada: Days']],
      ['2026-01-06T09:00:00Z', ['Ben: Days', 'Ben: Office', 'Ada: Office']],
      ['2026-01-06T13:00:00Z', ['Owner: Days', 'Ben: Office', 'Ada: Office']],
      ['2026-01-06T17:00:00Z', ['Ben: Days']],
    ] as const) {
      watchbill.at(instant);
      assert.deepEqual(await onCall(), expected, instant);
      const { oncall } = succeeded(await viewer.get('/oncall'));
      type Entry = { schedule_reference: { name: string }; users: { name: string }[] };
      const listed = (oncall as Entry[]).flatMap(({ schedule_reference, users }) =>
        users.map(({ name }) => `${name}: ${schedule_reference.name}`),
      );
      assert.deepEqual(listed, expected, instant);
    }
  });

  it('tells off-hours, where nobody is on call, from gaps, where somebody should be', async () => {
    const values = async (metric: string) =>
      Object.fromEntries((await read(metric)).map(({ labels, value }) => [labels.schedule, value]));
    const late = await createSchedule(owner, [], {
      name: 'Late',
      layers: [layer([ada], { rotation_start: '2026-02-02T09:00:00Z' })],
    });
    assert.deepEqual(await values('watchbill_oncall_people'), { Days: 1, Office: 0, Late: 0 });
    assert.deepEqual(await values('watchbill_oncall_gap'), { Days: 0, Office: 0, Late: 1 });
    succeeded(await owner.delete(`/schedules/${late.id}`), 204);
    assert.deepEqual(await values('watchbill_oncall_gap'), { Days: 0, Office: 0 });
  });

  it('shows a broken schedule as one, and not as a gap', async () => {
    const broken = await createSchedule(owner, [ada], { name: 'Atlantis' });
    const { db } = watchbill.services;
    await db.exclusively((tx) =>
      tx.execute(`update schedules set time_zone = 'Sea/Atlantis' where id = '${broken.id}'`),
    );
    const about = async (metric: string) =>
      (await read(metric)).filter(({ labels }) => labels.schedule === 'Atlantis').map(({ value }) => value);
    assert.deepEqual(await about('watchbill_oncall_broken'), [1]);
    for (const metric of ['watchbill_oncall', 'watchbill_oncall_people', 'watchbill_oncall_gap']) {
      assert.deepEqual(await about(metric), [], metric);
    }
    assert.equal((await read('watchbill_oncall_broken')).filter(({ value }) => value === 0).length, 2);
    succeeded(await owner.delete(`/schedules/${broken.id}`), 204);
  });

  it('names the teams of each schedule, and takes one of them', async () => {
    const [linked, ...others] = await read('watchbill_oncall_team');
    assert.deepEqual(linked?.labels, { schedule_id: days.id, team_id: team.id, team: 'Platform' });
    assert.deepEqual(others, []);
    const of = await read('watchbill_oncall_people', `?team_id=${team.id}`);
    assert.deepEqual(
      of.map(({ labels }) => labels.schedule),
      ['Days'],
    );
    for (const id of ['tea_01kz0000000000000000000000', 'Platform']) {
      assert.ok(failed(await viewer.get(`/metrics/oncall?team_id=${id}`), 404, 'not_found').includes(id));
    }
  });

  it('needs a key, in the header or as a bearer token, and shows the organization of the key only', async () => {
    const ask = (headers: Record<string, string>) => callFrom(watchbill.app, { headers }, 'GET', '/metrics/oncall');
    for (const headers of [{}, { authorization: 'Bearer wb_wrong' }, { authorization: 'Bearer token' }]) {
      failed(await ask(headers as Record<string, string>), 401, 'unauthorized');
    }
    assert.equal(succeeded(await ask({ authorization: `Bearer ${viewer.key}` })), await scrape(viewer));
    const stranger = await addStranger(watchbill);
    assert.deepEqual(seriesIn(await scrape(stranger)), []);
    failed(await call(watchbill.app, 'GET', `/metrics/oncall?team_id=${team.id}`, stranger.key), 404, 'not_found');
  });

  it('escapes what names contain, so that no name can add a series', async () => {
    const hostile = 'a"} 1 \\ watchbill_oncall{x="';
    const schedule = await createSchedule(owner, [ada], { name: hostile });
    const before = await onCall();
    succeeded(await ada.patch('/user/', { name: hostile }));
    const names = (await read('watchbill_oncall', '?include=names')).map(({ labels }) => labels.name);
    assert.equal(names.length, before.length);
    assert.ok(names.every((name) => name === hostile));
    const schedules = (await read('watchbill_oncall_people')).map(({ labels }) => labels.schedule);
    assert.ok(schedules.includes(hostile));
    succeeded(await ada.patch('/user/', { name: 'Ada' }));
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
  });

  it('is not the metrics of the process', async () => {
    assert.doesNotMatch(await scrape(viewer), /watchbill_requests_total|process_/);
    const { body } = await watchbill.app.inject('/metrics');
    assert.doesNotMatch(body, /^watchbill_oncall/m);
  });

  it('has all schedules, and none of the deleted ones', async () => {
    succeeded(await owner.delete(`/schedules/${office.id}`), 204);
    const { meta } = succeeded(await viewer.get('/oncall'));
    assert.equal((await read('watchbill_oncall_broken')).length, meta.total);
  });
});

describeOnBothDatabases('[BUD-4] GET /metrics/oncall of a large organization', (create) => {
  /** Less than the text of 600 schedules, and what is kept of about 1,000. */
  const options = { answerLimits: { answerBytes: 100_000, userBytes: 200_000 } };
  const { watchbill, owner, ada, ben } = givenWatchbill(
    create,
    { ada: 'Ada', ben: 'Ben' },
    undefined,
    undefined,
    options,
  );
  const path = '/metrics/oncall?include=names,email';
  const add = (count: number, firstNumber: number) =>
    addManySchedules(watchbill.services.db, {
      count,
      firstNumber,
      people: [owner, ada, ben],
      nowMs: watchbill.services.clock.now(),
    });

  it('is computed and written in slices, is larger than other answers may be, and has every schedule once', async () => {
    await add(600, 1);
    const before = counters.work.slices;
    const { result, mostInATurn } = await countingShifts(() => owner.get(path));
    const text: string = succeeded(result);
    for (const [name, extra] of [
      ['watchbill_oncall', ['person_id', 'name', 'email']],
      ['watchbill_oncall_people', []],
      ['watchbill_oncall_gap', []],
      ['watchbill_oncall_broken', []],
    ] as const) {
      const found = seriesIn(text).filter(({ metric }) => metric === name);
      assert.deepEqual([found.length, new Set(found.map(({ labels }) => labels.schedule_id)).size], [600, 600], name);
      assert.deepEqual(Object.keys(found[0]?.labels ?? {}), ['schedule_id', 'schedule', ...extra]);
    }
    assert.ok(text.length > 2 * options.answerLimits.answerBytes, `${text.length} bytes`);
    assert.equal(Number(result.headers['content-length']), Buffer.byteLength(text));
    assert.ok(mostInATurn <= 500, `${mostInATurn} shifts in a turn`);
    // Fifty schedules are computed in a slice, and then the text is written in two.
    const slices = counters.work.slices - before;
    assert.ok(slices >= 600 / 50 + 2, `${slices} slices`);
  });

  it('is refused as a whole if it would take too much memory, unless a team is chosen', async () => {
    await add(600, 601);
    const message = failed(await owner.get(path), 422, 'answer_too_large');
    assert.equal(message, 'The answer would take more than 200,000 bytes of memory: narrow it by team_id.');
    assert.equal(watchbill.app.largeAnswers.unread.bytesOfNode(), 0);
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const schedule = await createSchedule(owner, [ada], { team_ids: [team.id] });
    const [only, ...others] = seriesIn(succeeded(await owner.get(`/metrics/oncall?team_id=${team.id}`)));
    assert.deepEqual([only?.labels.schedule_id, only?.labels.person_id], [schedule.id, ada.id]);
    assert.ok(others.every(({ labels }) => labels.schedule_id === schedule.id));
  });
});
