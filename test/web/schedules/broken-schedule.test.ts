import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { seriousViolations, settled } from '../../support/drivers/web/web.ts';

const REASON = 'This server does not know its time zone "Mars/Olympus".';

describe('[STO-5] a broken schedule', () => {
  const { web, watchbill, owner, ada } = givenWeb({ ada: 'Ada' }, '2026-01-05T12:00:00Z');

  it('is shown as broken on Now, on its page and in the list of its team, and can be deleted', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Payments' }), 201);
    await createSchedule(owner, [ada], { name: 'Good', team_ids: [team.id] });
    const { id } = await createSchedule(owner, [ada], { name: 'Bad', team_ids: [team.id] });
    await watchbill.services.db.exclusively((tx) =>
      tx.execute(`update schedules set time_zone = 'Mars/Olympus' where id = '${id}'`),
    );

    const page = await web.open(owner, '/app/');
    const card = page.getByRole('article', { name: 'Bad', exact: true });
    await card.getByRole('alert').getByText(REASON).waitFor();
    await page.getByRole('article', { name: 'Good', exact: true }).getByText('Ada').first().waitFor();
    assert.equal(await page.getByRole('region', { name: 'Gaps ahead' }).count(), 0);
    await settled(page);
    assert.deepEqual(await seriousViolations(page), []);

    await page.goto(`${web.address}/app/teams/${team.id}`);
    await page.getByRole('list', { name: 'Schedules' }).getByRole('alert').getByText(REASON).waitFor();

    await page.getByRole('list', { name: 'Schedules' }).getByRole('link', { name: 'Bad' }).click();
    await page.getByRole('alert').getByText('This schedule is broken').waitFor();
    await page.getByRole('alert').getByText(REASON).waitFor();
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);

    await page.goto(`${web.address}/app/schedules/${id}/edit`);
    await page.getByRole('alert').getByText(REASON).waitFor();
  });
});
