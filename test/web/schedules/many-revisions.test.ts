/** The pages of a schedule with more revisions than a page reads: the latest ones count. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule, layer, namesOf } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { orderOf, save } from '../../support/drivers/web/schedule-form.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';

const CREATED = '2026-03-16T09:00:00Z';

/** A page reads 2000. */
const COPIES = 2_050;

describe('a schedule with thousands of revisions', () => {
  const { web, watchbill, owner, ada, grace, linus } = givenWeb(
    { ada: 'Ada', grace: 'Grace', linus: 'Linus' },
    CREATED,
  );
  let id: string;

  before(async () => {
    ({ id } = await createSchedule(owner, [ada, grace, linus]));
    // Copies of the first revision, each in force for a second.
    await watchbill.services.db.exclusively(async (tx) => {
      await tx.execute(`
        with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${COPIES})
        insert into revisions
          (organization_id, schedule_id, number, valid_from, valid_until, layer_json, created_by, created_at)
        select organization_id, schedule_id, n, created_at + n * 1000,
          case n when ${COPIES} then valid_until else created_at + (n + 1) * 1000 end, layer_json, created_by, created_at + n * 1000
        from revisions, copies where schedule_id = '${id}' and number = 0`);
      await tx.execute(
        `update revisions set valid_until = created_at + 1000 where schedule_id = '${id}' and number = 0`,
      );
      await tx.execute(`update schedules set latest_revision = ${COPIES} where id = '${id}'`);
    });
    web.at('2026-03-17T09:00:00Z');
    succeeded(await owner.patch(`/schedules/${id}`, { layers: [layer([grace, linus])] }));
  });

  it('[TRU-1] has a form, which shows the rotation in force and saves it', async () => {
    const page = await web.open(owner, `/app/schedules/${id}/edit`);
    await becomes(() => orderOf(page), ['Grace', 'Linus']);
    await page.getByRole('button', { name: 'Move Linus up' }).click();
    await save(page, 'Save the changes');
    const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
    assert.deepEqual(namesOf(schedule.layers[0].users), ['Linus', 'Grace']);
    assert.equal(schedule.current_revision, COPIES + 2);
  });

  it('shows the latest ones in its history, and more on request', async () => {
    const page = await web.open(owner, `/app/schedules/${id}?section=history`);
    const cards = page.getByRole('article', { name: /^Revision / });
    await page.getByRole('article', { name: `Revision ${COPIES + 1}`, exact: true }).waitFor();
    assert.equal(await cards.count(), 50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await becomes(() => cards.count(), 100);
  });
});
