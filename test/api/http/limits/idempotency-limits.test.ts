/** Rule OPS-4: an idempotency key stores no large answer, and the keys of a user have a limit. See also written-bytes.test.ts. */
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sweep } from '../../../../src/services/jobs/retention.ts';
import { answerOnce } from '../../../../src/services/shared/idempotency.ts';
import { findHolder } from '../../../../src/services/sign-in/api-keys.ts';
import type { Answer } from '../../../support/drivers/answer.ts';
import { callFrom, failed, type Person, succeeded, type Watchbill } from '../../../support/drivers/api.ts';
import { calendarFile } from '../../../support/drivers/calendars.ts';
import { addPeople } from '../../../support/drivers/large-organizations.ts';
import { newSchedule } from '../../../support/drivers/schedules.ts';
import { givenFreshWatchbill, givenWatchbill } from '../../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../../support/servers/databases.ts';

const START = '2026-01-05T09:00:00Z';

function post({ app }: Watchbill, as: Person, key: string, path: string, body?: object): Promise<Answer> {
  return callFrom(app, { headers: { 'x-api-key': as.key, 'idempotency-key': key } }, 'POST', path, body);
}

async function rowsOf({ services }: Watchbill, select: string): Promise<readonly Record<string, unknown>[]> {
  return (await services.db.exclusively((tx) => tx.execute(select))) as Record<string, unknown>[];
}

describeOnBothDatabases('[OPS-4] a large answer to a POST with an idempotency key', (create) => {
  const people = { ada: 'Ada', ann: { name: 'Ann', role: 'admin' } } as const;
  const { watchbill, owner, ada, ann } = givenWatchbill(create, people, START);
  let crowd: { id: string }[];
  before(async () => {
    crowd = await addPeople(owner, 40, 'crowd');
  });

  const send = (as: Person, key: string, path: string, body?: object) => post(watchbill, as, key, path, body);
  const isReplay = ({ headers }: Answer) => headers['idempotency-replayed'] === 'true';
  const namedSchedules = async (name: string) => succeeded(await owner.get(`/schedules?name=${name}`)).meta.total;

  it('is not stored: a retry reads what was created, as it is now', async () => {
    const body = newSchedule(crowd, { name: 'Large' });
    const first = await send(owner, 'large', '/schedules', body);
    const { id } = succeeded(first, 201).schedule;
    const [row] = await rowsOf(watchbill, `select * from idempotency_keys where idempotency_key = 'large'`);
    assert.deepEqual([row?.status, row?.response_json, row?.kept_json], [201, null, JSON.stringify(id)]);

    const again = await send(owner, 'large', '/schedules', body);
    assert.deepEqual([succeeded(again, 201), isReplay(again)], [first.body, true]);
    assert.equal(await namedSchedules('Large'), 1);
    failed(await send(owner, 'large', '/schedules', newSchedule(crowd)), 422, 'idempotency_key_reused');

    succeeded(await owner.patch(`/schedules/${id}`, { name: 'Renamed' }));
    assert.equal(succeeded(await send(owner, 'large', '/schedules', body), 201).schedule.name, 'Renamed');
    succeeded(await owner.delete(`/schedules/${id}`), 204);
    failed(await send(owner, 'large', '/schedules', body), 404, 'not_found');
    assert.equal(await namedSchedules('Large'), 0);
  });

  it('is created once when it is asked for ten times at once', async () => {
    const body = newSchedule(crowd, { name: 'Raced' });
    const racing = await Promise.all(Array.from({ length: 10 }, () => send(owner, 'raced', '/schedules', body)));
    for (const answer of racing) if (answer.status !== 201) failed(answer, 409, 'idempotency_key_in_use');
    assert.equal(new Set(racing.flatMap(({ status, body }) => (status === 201 ? [body.schedule.id] : []))).size, 1);
    assert.equal(await namedSchedules('Raced'), 1);
  });

  it('is read again only for those who may', async () => {
    const users = Array.from({ length: 60 }, (_, i) => ({ email: i === 7 ? 'nobody' : `batch${i}@example.com` }));
    const first = succeeded(await send(ann, 'batch', '/users/batch', { users }));
    const [, { id }] = first.results;
    succeeded(await owner.patch(`/users/${id}`, { name: 'Renamed' }));
    const again = succeeded(await send(ann, 'batch', '/users/batch', { users })).results;
    assert.deepEqual([again[1].name, again[7]], ['Renamed', first.results[7]]);
    assert.deepEqual(again.with(1, first.results[1]), first.results);
    succeeded(await owner.patch(`/users/${ann.id}`, { role: 'standard' }));
    failed(await send(ann, 'batch', '/users/batch', { users }), 403, 'forbidden');
  });

  it('to an import is read from what is left, and nothing is imported', async () => {
    const calendar = calendarFile('DTSTART:20260106T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=60');
    const first = succeeded(await send(ada, 'import', '/user/time_off/import', { calendar }));
    assert.deepEqual([first.created, first.time_off.length], [60, 60]);
    const [deleted, ...left] = first.time_off;
    succeeded(await ada.delete(`/user/time_off/${deleted.id}`), 204);
    const again = await send(ada, 'import', '/user/time_off/import', { calendar });
    assert.deepEqual([succeeded(again), isReplay(again)], [{ ...first, time_off: left }, true]);
    assert.equal(succeeded(await ada.get('/user/time_off/')).meta.total, 59);
  });
});

describeOnBothDatabases('[OPS-4] the idempotency keys of a user', (create) => {
  const { watchbill, owner, ada } = givenFreshWatchbill(create, { ada: 'Ada' }, START);

  beforeEach(() => watchbill.at(START));

  const team = (as: Person, key: string) => post(watchbill, as, key, '/teams/', { name: `Team ${key}` });
  const countOf = async ({ id }: Person) => {
    const rows = await rowsOf(
      watchbill,
      `select count from idempotency_key_counts where user_id = '${id}' order by day`,
    );
    return rows.map(({ count }) => Number(count));
  };
  const setCount = (count: number) => rowsOf(watchbill, `update idempotency_key_counts set count = ${count}`);

  it('are 10,000 in a day, and then 429; answered ones go on', async () => {
    succeeded(await team(ada, 'first'), 201);
    await setCount(9_999);
    succeeded(await team(ada, 'last'), 201);
    const refused = await team(ada, 'more');
    assert.match(failed(refused, 429, 'too_many_requests'), /10,000 idempotency keys today, and may use more tomorrow/);
    assert.equal(refused.headers['retry-after'], String(15 * 3600));
    assert.deepEqual(await countOf(ada), [10_000]);
    assert.equal((await team(ada, 'last')).headers['idempotency-replayed'], 'true');
    succeeded(await team(owner, 'of-others'), 201);
    succeeded(await ada.post('/teams/', { name: 'Without a key' }), 201);
    watchbill.at('2026-01-06T00:00:00Z');
    succeeded(await team(ada, 'more'), 201);
    assert.deepEqual(await countOf(ada), [10_000, 1]);
    watchbill.at('2026-01-06T09:00:00Z');
    await sweep(watchbill.services, { auditLogDays: undefined, deliveryDays: undefined, endedSessionDays: undefined });
    assert.deepEqual(await countOf(ada), [1]);
  });

  it('are counted one after the other, and not if the request fails', async () => {
    succeeded(await team(ada, 'first'), 201);
    failed(await post(watchbill, ada, 'failing', '/teams/', { name: 'Team first' }), 422, 'duplicate_team_name');
    assert.deepEqual(await countOf(ada), [1]);
    await setCount(9_997);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => team(ada, `racing-${i}`)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    for (const answer of answers) if (answer.status !== 201) failed(answer, 429, 'too_many_requests');
    assert.deepEqual(await countOf(ada), [10_000]);
  });

  it('may be open for 100 requests at once', async () => {
    const ends: (() => void)[] = [];
    const open = Array.from({ length: 100 }, (_, i) => hold(ada, `open-${i}`, ends));
    while (ends.length < 100) await nextTurn();
    const refused = await team(ada, 'too-many');
    assert.match(failed(refused, 429, 'too_many_requests'), /100 requests with idempotency keys/);
    assert.equal(refused.headers['retry-after'], '1');
    succeeded(await team(owner, 'of-others'), 201);
    succeeded(await ada.post('/teams/', { name: 'Without a key' }), 201);
    ends[0]?.();
    await Promise.race(open);
    succeeded(await team(ada, 'too-many'), 201);
    for (const end of ends) end();
    await Promise.all(open);
    assert.deepEqual(await countOf(ada), [101]);
  });

  /** A request whose work ends when it is told to. */
  async function hold(as: Person, key: string, ends: (() => void)[]): Promise<void> {
    const { services } = watchbill;
    const holder = await findHolder(services, as.key);
    assert.ok(holder !== undefined);
    const asked = { key, route: 'POST /teams/', path: '/teams/', body: { name: key } };
    const work = async () => {
      await new Promise<void>((end) => ends.push(end));
      return { status: 201, body: {} };
    };
    await answerOnce(services, holder.caller, asked, work, { isShared: false });
  }
});
