/** Pictures of states that change the demo organization. They are taken last, because the states stay. */
import type { Page } from 'playwright-core';
import { updateSetup } from '../../src/db/people/organizations.ts';
import { deliverDue } from '../../src/services/deliveries/deliveries.ts';
import { allowEndpoints, succeeded } from '../../test/support/drivers/api.ts';
import { createOverride, layer } from '../../test/support/drivers/schedules.ts';
import type { Web } from '../../test/support/drivers/web/web.ts';
import type { WebhookEndpoint } from '../../test/support/fakes/webhook-endpoint.ts';
import { presses, type Shown } from './pages.ts';

const OVERRIDE_END = '2026-03-26T16:00:00Z';

export async function statesOf({ watchbill }: Web, endpoint: WebhookEndpoint): Promise<Record<string, Shown>> {
  const { owner, services } = watchbill;
  const { schedules } = succeeded(await owner.get('/schedules'));
  const { users } = succeeded(await owner.get('/users/?per_page=100'));
  const idOf = (name: string) => schedules.find((schedule: { name: string }) => schedule.name === name).id;
  const scheduleId = idOf('Platform secondary');
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

  let overrideId = '';

  async function override(): Promise<void> {
    const made = await createOverride(owner, { id: scheduleId }, [named('Mina')], '2026-03-26T08:00:00Z', OVERRIDE_END);
    overrideId = made.id;
  }

  async function savesOverrideTooLate(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Edit the override for Mina' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Swapped with Grace');
    const theirs = { end: OVERRIDE_END, reason: `Train at ${page.viewportSize()?.width}` };
    succeeded(await owner.patch(`/schedules/${scheduleId}/overrides/${overrideId}`, theirs));
    await page.getByRole('list', { name: 'Changed meanwhile' }).waitFor();
  }

  /** With one delivery that failed. */
  async function webhook(): Promise<void> {
    allowEndpoints(watchbill, ['127.0.0.1']);
    const events = ['oncall.changed', 'override.created'];
    const created = await owner.post('/webhooks/', { url: endpoint.url, description: 'Pager bridge', events });
    const { id } = succeeded(created, 201).webhook;
    endpoint.reply = () => ({ status: 500, body: 'The database of the pager is full.' });
    succeeded(await owner.post(`/webhooks/${id}/test`), 202);
    await deliverDue(services, 'webhook');
  }

  async function breakSchedule(): Promise<void> {
    const id = idOf('Payments Tokyo days');
    await services.db.exclusively((tx) =>
      tx.execute(`update schedules set time_zone = 'Mars/Olympus' where id = '${id}'`),
    );
  }

  async function setUp(setup: 'name' | 'checklist'): Promise<void> {
    const { organization } = succeeded(await owner.get('/organization/'));
    await services.db.transaction((tx) => tx.run(updateSetup, { id: organization.id, setup }));
  }

  return {
    'schedule-planned': { path, given: plan },
    'schedule-edit-planned': { path: `${path}/edit` },
    'schedule-conflict': { path: `${path}/edit`, does: savesTooLate },
    'override-conflict': { path: `${path}?section=overrides`, given: override, does: savesOverrideTooLate },
    'settings-webhooks-one': { path: '/app/settings/webhooks', given: webhook },
    'settings-webhook': {
      path: '/app/settings/webhooks',
      does: async (page) => {
        await page.getByRole('link', { name: 'Pager bridge' }).click();
        await page.getByRole('button', { name: /webhook\.test/ }).click();
        await page.getByText('The database of the pager is full.').waitFor();
      },
    },
    'settings-webhook-change': {
      path: '/app/settings/webhooks',
      does: async (page) => {
        await page.getByRole('link', { name: 'Pager bridge' }).click();
        await presses('Change')(page);
      },
    },
    'not-up-to-date': { path, does: goesOffline },
    'now-broken': { path: '/app/', given: breakSchedule },
    'schedule-broken': { path: `/app/schedules/${idOf('Payments Tokyo days')}` },
    'setup-name': { path: '/app/', given: () => setUp('name'), does: waitsFor('Welcome to Watchbill') },
    'setup-checklist': { path: '/app/', given: () => setUp('checklist'), does: waitsFor('Getting started') },
  };
}

/** This part of the page is loaded late. */
function waitsFor(heading: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('heading', { name: heading }).waitFor();
}

async function goesOffline(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-03-25T13:26:00Z');
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await page.getByText('This page is not up to date').waitFor();
}
