import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clientFrom, failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertFitsEveryone, becomes, comesTo, pickFound } from '../../support/drivers/web/web-pages.ts';

describe('the audit log', () => {
  let grace: Person;
  let schedule: { readonly id: string };

  const { web, owner } = givenWeb();
  before(async () => {
    web.at('2026-01-05T10:00:00Z');
    grace = await web.watchbill.addPerson('Grace');
    const ada = await web.watchbill.addPerson('Ada');
    web.at('2026-01-05T11:00:00Z');
    schedule = await createSchedule(grace, [grace, ada], { name: 'Payments' });
    await createOverride(grace, schedule, [ada], '2026-01-06T09:00:00Z', '2026-01-06T12:00:00Z');
    web.at('2026-01-05T12:00:00Z');
    const gone = await createSchedule(grace, [grace], { name: 'Short-lived' });
    succeeded(await grace.patch(`/schedules/${gone.id}`, { name: 'Shorter-lived' }));
    succeeded(await grace.delete(`/schedules/${gone.id}`), 204);
    const { team } = succeeded(await owner.post('/teams/', { name: 'Harbour' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${ada.id}`), 204);
    web.at('2026-01-05T13:00:00Z');
  });

  const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  const told = (page: Page) => entries(page).getByRole('paragraph').allInnerTexts();

  it('shows addresses, and refused sign-ins', async () => {
    const headers = { origin: web.address, 'x-watchbill-request': '1' };
    const stranger = clientFrom(web.watchbill.app, { headers, address: '192.0.2.7' });
    failed(await stranger.post('/session/', { email: 'grace@example.com', password: 'wrong' }), 401, 'unauthorized');
    const page = await web.open(owner, '/app/audit-log?action=sign_in.failed');
    const entry = entries(page).filter({ hasText: 'Watchbill refused a sign-in of grace@example.com' });
    await entry.getByText('from 192.0.2.7').waitFor();
  });

  it('shows in sentences who did what, newest first', async () => {
    const page = await web.open(owner, `/app/audit-log?from=2026-01-05T10:30:00Z&to=2026-01-05T12:00:00.001Z`);
    await becomes(
      () => told(page),
      [
        'Owner added Ada to the team Harbour',
        'Owner created the team Harbour',
        'Grace deleted the schedule Shorter-lived',
        'Grace changed the schedule Shorter-lived',
        'Grace created the schedule Shorter-lived',
        'Grace created an override in the schedule Payments',
        'Grace created the schedule Payments',
      ],
    );
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await comesTo(page, `/app/schedules/${schedule.id}`);
  });

  it('filters by who, what, when and target, in the address', async () => {
    const page = await web.open(owner, '/app/audit-log');
    await page.getByText('Owner created the team').waitFor();
    await pickFound(page, page.getByRole('combobox', { name: 'Who' }), 'Grace');
    await page.getByText('Owner created the team').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'What' }).fill('Schedule cr');
    await page.getByRole('option', { name: 'Schedule created' }).click();
    await page.getByText('deleted the schedule').waitFor({ state: 'detached' });
    await comesTo(page, `/app/audit-log?actor_id=${grace.id}&action=schedule.created`);
    await page.getByLabel('Until').fill('2026-01-05T11:30');
    await becomes(() => told(page), ['Grace created the schedule Payments']);

    await page.reload();
    await becomes(() => told(page), ['Grace created the schedule Payments']);
    await becomes(() => page.getByRole('combobox', { name: 'Who' }).inputValue(), 'Grace');

    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('created the team').waitFor();
    await page.getByLabel('Target id').fill('sch_nothing');
    await page.getByText('No entries match').waitFor();
    await page.goBack();
    await entries(page).first().waitFor();
  });

  it('shows the details of an entry, and all entries about the same thing', async () => {
    const page = await web.open(owner, `/app/audit-log?action=override.created`);
    await page.getByText('Details').click();
    await page.getByLabel('Details of the entry').getByText('2026-01-06T12:00:00Z').waitFor();
    await assertFitsEveryone(page, 'the details of an entry');
    await page.goto(`${web.address}/app/audit-log?action=schedule.updated`);
    await page.getByText('Details').click();
    await page.getByRole('button', { name: 'All entries about this' }).click();
    await comesTo(page, /^\/app\/audit-log\?action=schedule\.updated&target_id=sch_/);
  });

  it('is for admins, and tells others so', async () => {
    for (const person of [grace, await web.watchbill.addPerson('Vera', { seat: 'viewer' })]) {
      const page = await web.open(person, '/app/audit-log');
      await page.getByText('This is for admins').waitFor();
      await settled(page);
      assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
      if (person === grace) await assertFitsEveryone(page, 'for others than admins');
      failed(await person.get('/audit_log/'), 403, 'forbidden');
      await web.close(page);
    }
  });

  it('lets the year be overwritten digit by digit', async () => {
    const page = await web.open(owner, '/app/audit-log?from=2025-01-05T10:30:00Z');
    await page.getByLabel('From').focus();
    for (const key of ['ArrowRight', 'ArrowRight', '2', '0', '2', '6']) await page.keyboard.press(key);
    await page.waitForURL('**/audit-log?from=2026-01-05T10%3A30%3A00Z');
    await becomes(() => page.getByLabel('From').inputValue(), '2026-01-05T10:30');
  });

  it('gives pages', async () => {
    // Earlier than everything else, so that the first page does not change.
    web.at('2026-01-05T09:30:00Z');
    for (let i = 1; i <= 51; i++) succeeded(await owner.patch('/organization/', { name: `Harbour ${i}` }));
    web.at('2026-01-05T13:00:00Z');
    const page = await web.open(owner, '/app/audit-log?action=organization.updated');
    await entries(page).nth(49).waitFor();
    await becomes(() => entries(page).count(), 50);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await becomes(() => entries(page).count(), 1);
    await comesTo(page, '/app/audit-log?action=organization.updated&page=2');
    await page.goBack();
    await entries(page).nth(49).waitFor();
  });
});
