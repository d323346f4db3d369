import assert from 'node:assert/strict';
import { it } from 'node:test';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule, newSchedule } from '../../support/drivers/schedules.ts';
import { givenWatchbill } from '../../support/drivers/suites.ts';
import { describeOnBothDatabases } from '../../support/servers/databases.ts';

describeOnBothDatabases('the number of schedules', (create) => {
  const { watchbill } = givenWatchbill(create);

  it('is correct after concurrent creations and deletions, including failed ones', async () => {
    const { owner } = watchbill;
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => createSchedule(owner, [owner], { name: `Schedule ${i}` })),
    );
    const going = [...made.slice(0, 4), made[0]].map((schedule) => `/schedules/${schedule?.id}`);
    const [answers, refused] = await Promise.all([
      Promise.all(going.map((path) => owner.delete(path))),
      owner.post('/schedules', newSchedule([owner], { team_ids: ['tea_no'] })),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 204, 204, 204, 404]);
    assert.equal(refused.status, 404);
    const { schedules, meta } = succeeded(await owner.get('/schedules?per_page=100'));
    assert.deepEqual([schedules.length, meta.total], [8, 8]);
    assert.equal(succeeded(await owner.get('/oncall?per_page=3')).meta.total, 8);
  });

  it('does not affect pages: together they are the list, from whichever end each was counted', async () => {
    const { owner } = watchbill;
    const idsOf = async (query: string): Promise<string[]> =>
      succeeded(await owner.get(`/schedules?${query}`)).schedules.map(({ id }: { id: string }) => id);
    const all = await idsOf('per_page=100');
    for (let perPage = 1; perPage <= all.length + 1; perPage++) {
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / perPage); page++) {
        pages.push(...(await idsOf(`per_page=${perPage}&page=${page}`)));
      }
      assert.deepEqual(pages, all, `${perPage} on each page`);
    }
  });
});
