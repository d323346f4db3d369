/** Pictures of states that change the demo organization. They are taken last, because the states stay. */
import type { Page } from 'playwright-core';
import { updateSetup } from '../../src/db/people/organizations.ts';
import { succeeded } from '../../test/support/drivers/api.ts';
import { layer } from '../../test/support/drivers/schedules.ts';
import type { Web } from '../../test/support/drivers/web.ts';
import type { Shown } from './pages.ts';

export async function statesOf({ watchbill: { owner, services } }: Web): Promise<Record<string, Shown>> {
  const { schedules } = succeeded(await owner.get('/schedules'));
  const { users } = succeeded(await owner.get('/users/?per_page=100'));
  const scheduleId = schedules.find(({ name }: { name: string }) => name === 'Platform secondary').id;
  const named = (name: string) => users.find((user: { name: string }) => user.name === name);
  const path = `/app/schedules/${scheduleId}`;

  async function plan(): Promise<void> {
    const weekly = { rotation_start: '2026-03-30T07:00:00Z', shift_length: { amount: 1, unit: 'weeks' } };
    const layers = [layer([named('Ada'), named('Grace'), named('Radia')], weekly)];
    succeeded(await owner.patch(`/schedules/${scheduleId}`, { layers }));
  }

  async function savesTooLate(page: Page): Promise<void> {
    await page.getByRole('textbox', { name: 'Description' }).fill('Second to be called');
    const theirs = { name: 'Platform second line', description: `Called after ${page.viewportSize()?.width} seconds` };
    succeeded(await owner.patch(`/schedules/${scheduleId}`, theirs));
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('Your changes are not saved yet.').waitFor();
  }

  async function setUp(setup: 'name' | 'checklist'): Promise<void> {
    const { organization } = succeeded(await owner.get('/organization/'));
    await services.db.transaction((tx) => tx.run(updateSetup, { id: organization.id, setup }));
  }

  return {
    'schedule-planned': { path, given: plan },
    'schedule-edit-planned': { path: `${path}/edit` },
    'schedule-conflict': { path: `${path}/edit`, does: savesTooLate },
    'not-up-to-date': { path, does: goesOffline },
    'setup-name': { path: '/app/', given: () => setUp('name') },
    'setup-checklist': { path: '/app/', given: () => setUp('checklist') },
  };
}

async function goesOffline(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-03-25T13:26:00Z');
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await page.getByText('This page is not up to date').waitFor();
}
