/** Somebody else changes public holidays, nights and weekends while a form with them is open: the note has the words of the form, not those of the API. */
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { becomes, pickFound } from '../../support/drivers/web/web-pages.ts';

describe('[TRU-1] a form with public holidays', () => {
  const { web, owner, ada } = givenWeb({ ada: 'Ada' });

  const BAVARIA = { country: 'DE', region: 'BY' };
  const OPTIONS = { locale: 'en-US', allow: /412/ };

  async function saysAfterSaving(page: Page, texts: readonly string[]): Promise<void> {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Your changes are not saved yet.').waitFor();
    const changes = page.getByRole('list', { name: 'Changed meanwhile' }).getByRole('listitem');
    await becomes(() => changes.allInnerTexts(), texts);
  }

  it('of a person names the countries and regions that both have chosen', async () => {
    const page = await web.open(owner, `/app/people/${ada.id}`, OPTIONS);
    await page.getByRole('button', { name: 'Choose the calendar…' }).click();
    await pickFound(page, page.getByRole('combobox', { name: 'Country' }), 'Austria');
    await pickFound(page, page.getByRole('combobox', { name: 'Region' }), 'Tyrol');
    succeeded(await owner.put(`/users/${ada.id}/holidays/`, { holidays: BAVARIA }));
    await saysAfterSaving(page, ['Public holidays: Germany, Bayern (yours: Austria, Tyrol)']);
  });

  it('of the organization names days, and writes times as the reader does', async () => {
    const page = await web.open(owner, '/app/settings/hours', OPTIONS);
    await page.getByLabel('Night until').fill('07:00');
    const theirs = {
      holidays: BAVARIA,
      night: { from: '21:00', to: '06:00' },
      weekend_days: ['friday', 'saturday'],
    };
    succeeded(await owner.patch('/organization/calendar_rules/', theirs));
    await saysAfterSaving(page, [
      'Public holidays: Germany, Bayern',
      'Night from: 9:00 PM',
      'Days of the weekend: Friday, Saturday',
    ]);
  });
});
