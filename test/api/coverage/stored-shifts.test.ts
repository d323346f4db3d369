/** Rule OPS-4: the shifts of a coverage request are stored compactly, and read in the form of earlier versions too. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readShifts } from '../../../src/services/shared/stored-shifts.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

describeOnSqlite('[OPS-4] a coverage request for 500 shifts in ten schedules', (create) => {
  const { watchbill, ada, ben } = givenWatchbill(create, { ada: 'Ada', ben: 'Ben' });

  it('is stored in 20 kB, and so is what somebody takes; stored as a list, it is the same', async () => {
    const { db, clock } = watchbill.services;
    const layer = { shiftLength: { amount: 1, unit: 'hours' } };
    await addManySchedules(db, { count: 10, people: [ada, ben], nowMs: clock.now(), layer });
    const cover = { start: '2026-01-06T09:00:00Z', end: '2026-01-10T13:00:00Z', reason: 'Away' };
    const asked = succeeded(await ada.post('/user/coverage_requests', cover), 201).coverage_request;
    assert.equal(asked.shifts.length, 500);
    const read = async () => succeeded(await ada.get(`/coverage_requests/${asked.id}`)).coverage_request;
    assert.deepEqual(await read(), asked);

    const [text = ''] = await stored('coverage_requests');
    assert.ok(text.length < 20_000, `${text.length} bytes`);
    const list = JSON.stringify(readShifts(text));
    assert.ok(list.length > 50_000, `${list.length} bytes`);
    await db.exclusively((tx) => tx.execute(`update coverage_requests set shifts_json = '${list}'`));
    assert.deepEqual(await read(), asked);

    const taken = succeeded(await ben.post(`/coverage_requests/${asked.id}/accept`)).coverage_request;
    assert.deepEqual(taken.acceptances[0].shifts, asked.shifts);
    const [answer = ''] = await stored('coverage_answers');
    assert.ok(answer.length < 20_000, `${answer.length} bytes`);
    assert.deepEqual(await read(), taken);
  });

  it('is none if what is stored is something else', () => {
    for (const json of [
      '{"schedules":[["sch_1","Primary"]],"shifts":[[1,0,1]]}',
      '{"schedules":[["sch_1"]],"shifts":[[0,0,1]]}',
      '{"schedules":[["sch_1","Primary"]],"shifts":[[0,0]]}',
      '{"schedules":[["sch_1","Primary"]],"shifts":[0]}',
      '{"schedules":7,"shifts":[]}',
      '{"shifts":[]}',
      '[[0,0,1]]',
      '7',
    ]) {
      assert.equal(readShifts(json), undefined, json);
    }
    assert.deepEqual(readShifts('{"schedules":[],"shifts":[]}'), []);
  });

  async function stored(table: string): Promise<string[]> {
    const rows = await watchbill.services.db.exclusively((tx) => tx.execute(`select shifts_json from ${table}`));
    return (rows as { shifts_json: string }[]).map(({ shifts_json }) => shifts_json);
  }
});
