/** The clock of a page is never behind what the page shows, even if it has not ticked for a while, or if the device's clock is slow. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';

const OPENED = '2026-01-05T12:15:00Z';

/** Before the page ticks again. */
const LATER = '2026-01-05T12:15:09.250Z';

const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' }, OPENED);

async function firstShift(page: Page): Promise<string> {
  const shift = page.getByRole('list', { name: 'Coming shifts' }).getByRole('listitem').first();
  return (await shift.innerText()).replace(/\s+/g, ' ');
}

it('[TRU-1] after an override that starts now, nobody is shown as missing before it', async () => {
  web.at(OPENED);
  const schedule = await createSchedule(owner, [ada]);
  const page = await web.open(owner, `/app/schedules/${schedule.id}`);
  await becomes(() => firstShift(page), 'AD Ada Mon 5 Jan, 12:15 – Tue 6 Jan, 09:00 Now 20 h 45 min');
  web.at(LATER);
  await createOverride(owner, schedule, [grace], LATER, '2026-01-05T18:00:00Z');
  await becomes(() => firstShift(page), 'GR Grace Mon 5 Jan, 12:15 – 18:00 Now 5 h 45 min');
  assert.equal(await page.getByText('Nobody').count(), 0);
});

it('[TRU-1] a change that somebody has just saved is in force, and not planned', async () => {
  web.at(OPENED);
  const { id } = await createSchedule(owner, [ada]);
  const page = await web.open(owner, `/app/schedules/${id}?section=history`);
  await page.getByRole('article', { name: 'Revision 0' }).waitFor();
  web.at(LATER);
  succeeded(await owner.patch(`/schedules/${id}`, { layers: [layer([grace])] }));
  await page.getByRole('article', { name: 'Revision 1' }).getByText('In force').waitFor();
  await settled(page);
  assert.equal(await page.getByRole('region', { name: 'Planned change' }).count(), 0);
});

it('[TRU-1] on a device whose clock is ten minutes slow, the page is right and up to date', async () => {
  web.at('2026-01-05T12:25:00Z');
  const schedule = await createSchedule(owner, [ada]);
  await createOverride(owner, schedule, [grace], '2026-01-05T12:25:00Z', '2026-01-05T12:30:00Z');
  const page = await web.open(owner, '/app/icon.svg', { isOwn: true });
  await page.clock.setFixedTime(OPENED);
  await page.goto(`${web.address}/app/schedules/${schedule.id}`);
  await becomes(() => firstShift(page), 'GR Grace Mon 5 Jan, 12:25 – 12:30 Now 5 min');
  await page.clock.runFor(30_000);
  await settled(page);
  assert.equal(await page.getByText('This page is not up to date').count(), 0);
  await page.getByText('as of 12:25').waitFor();
});
