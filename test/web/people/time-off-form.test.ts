/** The switch "Whole days" in the forms about time off: what is shown is what is saved. The days themselves: whole-days.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';

describe('[TRU-1] whole days of time off', () => {
  const { web, owner, grace } = givenWeb({ grace: 'Grace' });

  const dialogOf = (page: Page) => page.getByRole('dialog');
  const wholeDays = (page: Page) => dialogOf(page).getByRole('switch', { name: 'Whole days' });
  const inputOf = (page: Page, label: string) => dialogOf(page).getByLabel(label).inputValue();

  async function saved(page: Page): Promise<void> {
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('The time off is saved.').waitFor();
  }

  async function timesOf(id: string): Promise<string[][]> {
    const { time_off } = succeeded(await owner.get(`/users/${id}/time_off/`));
    return time_off.map(({ start, end }: { start: string; end: string }) => [start, end]);
  }

  it('a new entry is saved as it is shown after switching to times and back', async () => {
    const page = await web.open(grace, '/app/settings/time-off');
    await page.getByRole('button', { name: 'Time off', exact: true }).click();
    await wholeDays(page).uncheck({ force: true });
    await dialogOf(page).getByLabel('Start').fill('2026-01-14T12:00');
    await dialogOf(page).getByLabel('End').fill('2026-01-14T14:00');
    await wholeDays(page).check({ force: true });
    await saved(page);
    assert.deepEqual(await timesOf(grace.id), [['2026-01-14T00:00:00Z', '2026-01-15T00:00:00Z']]);
  });

  it('an open form without input shows the times that somebody else saves', async () => {
    const body = { start: '2026-02-02T00:00:00Z', end: '2026-02-04T00:00:00Z' };
    const { time_off } = succeeded(await owner.post('/user/time_off/', body), 201);
    const page = await web.open(owner, '/app/settings/time-off');
    await page.getByRole('button', { name: /^Change the time off/ }).click();
    await becomes(() => inputOf(page, 'Last day'), '2026-02-03');
    succeeded(await owner.patch(`/users/${owner.id}/time_off/${time_off.id}`, { end: '2026-02-03T12:00:00Z' }));
    await becomes(() => wholeDays(page).isChecked(), false);
    assert.deepEqual(
      [await inputOf(page, 'Start'), await inputOf(page, 'End')],
      ['2026-02-02T00:00', '2026-02-03T12:00'],
    );
  });
});
