/**
 * Two people with the same form in two windows. The first saves, then the second, whose page has not ticked since: its clock is up to 15 seconds behind
 * the server's. The second is told, and overwrites nothing unless asked to.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, namesOf } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { LATER_MS, saveLater } from '../../support/drivers/web/late-saves.ts';
import { orderOf, save } from '../../support/drivers/web/schedule-form.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertPleasesAxe, becomes, comesTo } from '../../support/drivers/web/web-pages.ts';

const OPENED = '2026-03-16T09:00:00Z';

/** When the first one saves. */
const SAVED = '2026-03-16T09:00:09Z';

function after(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

/**
 * Lets the page read this again, as each page does every minute and when its tab is opened. The form must be the same while the response is awaited,
 * and after it.
 */
async function staysWhileReadAgain(page: Page, path: string, field: Locator, button?: Locator): Promise<void> {
  const typed = await field.inputValue();
  const note = page.getByRole('alert').getByText(/ was (deleted|deactivated|detached)$/);
  const check = async () => {
    assert.deepEqual([await field.count(), await note.count()], [1, 1]);
    if (button !== undefined) assert.equal(await button.isDisabled(), true);
    assert.equal(await field.inputValue(), typed);
  };
  const held = Promise.withResolvers<void>();
  const isIt = ({ pathname }: URL) => pathname === path;
  await page.route(isIt, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => isIt(new URL(request.url())));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await asked;
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  await check();
  held.resolve();
  await settled(page);
  await check();
  await page.unrouteAll({ behavior: 'wait' });
}

describe('[TRU-1] two windows with the form of one schedule', () => {
  const { web, owner, ada, grace, linus } = givenWeb({ ada: 'Ada', grace: 'Grace', linus: 'Linus' }, OPENED);

  const note = (page: Page) => page.getByText('Somebody has changed this schedule since you opened it');
  const notSaved = (page: Page) => page.getByRole('alert').getByText('Your changes are not saved yet.');
  const plans = (page: Page) => page.getByText(/You edit the rotation in force|change planned from/);
  const tryToSave = (page: Page) => page.getByRole('button', { name: 'Save the changes' }).click();

  async function rotationOf(id: string): Promise<string[]> {
    return namesOf(succeeded(await owner.get(`/schedules/${id}`)).schedule.layers[0].users);
  }

  /** Both have changed the rotation, and the first has saved. */
  async function saveFirst({ isTold }: { readonly isTold: boolean }) {
    web.at(OPENED);
    const { id } = await createSchedule(owner, [ada, grace, linus]);
    const first = await web.open(ada, `/app/schedules/${id}/edit`);
    const second = await web.open(grace, '/app/icon.svg', { allow: /412|ERR_FAILED/ });
    if (!isTold) await second.route('**/events', (route) => route.abort());
    await second.goto(`${web.address}/app/schedules/${id}/edit`);
    await second.getByRole('button', { name: 'Move Linus up' }).click();
    await becomes(() => orderOf(second), ['Ada', 'Linus', 'Grace']);
    await first.getByRole('button', { name: 'Remove Ada' }).click();
    web.at(SAVED);
    await save(first, 'Save the changes');
    assert.deepEqual(await rotationOf(id), ['Grace', 'Linus']);
    return { id, second };
  }

  it(`the second saves ${LATER_MS.join(', ')} ms later, and its page knows of the first: nothing is overwritten`, async () => {
    const { id, second } = await saveFirst({ isTold: true });
    await note(second).waitFor();
    for (const later of LATER_MS) {
      web.at(after(SAVED, later));
      await tryToSave(second);
      await notSaved(second).waitFor();
      await settled(second);
      assert.deepEqual(await rotationOf(id), ['Grace', 'Linus']);
    }
    assert.equal(await plans(second).count(), 0);
  });

  it(`the second saves ${LATER_MS.join(', ')} ms later, before its page knows of the first: nothing is overwritten`, async () => {
    const { id, second } = await saveFirst({ isTold: false });
    const save = () => tryToSave(second);
    assert.deepEqual(await saveLater(web, second, { savedAt: SAVED, save }), [412, 412, 412]);
    await tryToSave(second);
    await notSaved(second).waitFor();
    await settled(second);
    assert.deepEqual(await rotationOf(id), ['Grace', 'Linus']);
    assert.equal(await plans(second).count(), 0);

    await second.getByRole('button', { name: 'Overwrite with mine' }).click();
    await comesTo(second, `/app/schedules/${id}`);
    assert.deepEqual(await rotationOf(id), ['Ada', 'Linus', 'Grace']);
  });

  it('a planned change comes into force while the form is open: it is not undone', async () => {
    web.at(OPENED);
    const { id } = await createSchedule(owner, [ada, grace, linus]);
    const start = after(OPENED, 60_000);
    const planned = layer([linus], { rotation_start: start });
    succeeded(await owner.patch(`/schedules/${id}`, { layers: [planned] }));
    const page = await web.open(owner, `/app/schedules/${id}/edit`, { isOwn: true });
    await becomes(() => orderOf(page), ['Ada', 'Grace', 'Linus']);
    await page.getByRole('textbox', { name: 'Description' }).fill('For everyone');
    web.at(start);
    await page.clock.setFixedTime(start);
    await page.clock.runFor(60_000);
    await note(page).waitFor();
    await tryToSave(page);
    await notSaved(page).waitFor();
    assert.deepEqual(await rotationOf(id), ['Linus']);
    await page.getByRole('button', { name: 'Merge the changes' }).click();
    await save(page, 'Save the changes');
    assert.deepEqual(await rotationOf(id), ['Linus']);
    assert.equal(succeeded(await owner.get(`/schedules/${id}`)).schedule.description, 'For everyone');
  });

  it('a change that the form does not show is told before it can be replaced', async () => {
    web.at(OPENED);
    const { id } = await createSchedule(owner, [ada, grace, linus]);
    const page = await web.open(ada, '/app/icon.svg', { allow: /412|ERR_FAILED/ });
    await page.route('**/events', (route) => route.abort());
    await page.goto(`${web.address}/app/schedules/${id}/edit`);
    await page.getByRole('button', { name: 'Move Linus up' }).click();
    const planned = layer([linus], { rotation_start: '2026-03-30T09:00:00Z' });
    succeeded(await owner.patch(`/schedules/${id}`, { layers: [planned] }));
    await tryToSave(page);
    await page.getByRole('alert').getByText('Your changes are not saved yet: save again.').waitFor();
    await plans(page).first().waitFor();
    await save(page, 'Save the changes');
    const { schedule } = succeeded(await owner.get(`/schedules/${id}`));
    assert.deepEqual(namesOf(schedule.layers_in_force[0].users), ['Ada', 'Linus', 'Grace']);
    assert.deepEqual(namesOf(schedule.layers[0].users), ['Linus']);
  });

  it('somebody who may no longer change the schedule keeps what they typed', async () => {
    web.at(OPENED);
    const { id } = await createSchedule(owner, [ada, grace]);
    const page = await web.open(ada, `/app/schedules/${id}/edit`);
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('A long text');
    succeeded(await owner.patch(`/schedules/${id}`, { layers: [layer([grace])] }));
    await page.getByRole('alert').getByText('You can no longer change this schedule').waitFor();
    assert.equal(await description.inputValue(), 'A long text');
    assert.equal(await page.getByRole('button', { name: 'Save the changes' }).isDisabled(), true);
  });

  it('a deleted schedule leaves what was typed in its form, and says so', async () => {
    web.at(OPENED);
    const { id } = await createSchedule(owner, [ada, grace]);
    const page = await web.open(ada, `/app/schedules/${id}/edit`, { allow: /404/ });
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('A long text');
    succeeded(await owner.delete(`/schedules/${id}`), 204);
    await page.getByRole('alert').getByText('This schedule was deleted').waitFor();
    assert.equal(await description.inputValue(), 'A long text');
    const saving = page.getByRole('button', { name: 'Save the changes' });
    assert.equal(await saving.isDisabled(), true);
    await staysWhileReadAgain(page, `/schedules/${id}`, description, saving);
    await assertPleasesAxe(page, 'the form of a deleted schedule');
  });
});

describe('what somebody types about a thing that somebody else deletes', () => {
  const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' }, OPENED);

  const told = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor();

  it('stays in the form of a new override; without it, the page says that there is no such schedule', async () => {
    const { id } = await createSchedule(owner, [ada, grace]);
    const page = await web.open(ada, `/app/schedules/${id}`, { allow: /404/ });
    await page.getByRole('button', { name: 'Override…' }).click();
    const panel = page.getByRole('dialog', { name: 'Override' });
    await panel.getByLabel('Reason').fill('A long reason');
    succeeded(await owner.delete(`/schedules/${id}`), 204);
    await told(page, 'This schedule was deleted');
    assert.equal(await panel.getByLabel('Reason').inputValue(), 'A long reason');
    const creating = panel.getByRole('button', { name: 'Create override' });
    assert.equal(await creating.isDisabled(), true);
    await staysWhileReadAgain(page, `/schedules/${id}`, panel.getByLabel('Reason'), creating);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('There is no such schedule').waitFor();
  });

  it('stays in the form of an override', async () => {
    const schedule = await createSchedule(owner, [ada, grace]);
    const override = await createOverride(owner, schedule, [grace], '2026-03-18T09:00:00Z', '2026-03-18T17:00:00Z');
    const page = await web.open(ada, `/app/schedules/${schedule.id}?section=overrides`, { allow: /404/ });
    await page.getByRole('button', { name: /^Edit the override for Grace/ }).click();
    const panel = page.getByRole('dialog', { name: 'Change the override' });
    await panel.getByLabel('Reason').fill('A long reason');
    const path = `/schedules/${schedule.id}/overrides/${override.id}`;
    succeeded(await owner.delete(path), 204);
    await told(page, 'This override was deleted');
    assert.equal(await panel.getByLabel('Reason').inputValue(), 'A long reason');
    const saving = panel.getByRole('button', { name: 'Save the change' });
    assert.equal(await saving.isDisabled(), true);
    await staysWhileReadAgain(page, path, panel.getByLabel('Reason'), saving);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No overrides ahead').waitFor();
  });

  it('stays in the form of a team', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Brief' }), 201);
    const page = await web.open(owner, `/app/teams/${team.id}`, { allow: /404/ });
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the team' });
    await dialog.getByLabel('Description').fill('A long text');
    succeeded(await owner.delete(`/teams/${team.id}`), 204);
    await told(page, 'This team was deleted');
    assert.equal(await dialog.getByLabel('Description').inputValue(), 'A long text');
    assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await staysWhileReadAgain(page, `/teams/${team.id}`, dialog.getByLabel('Description'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('There is no such team').waitFor();
  });

  it('stays in the form of time off', async () => {
    const body = { start: '2026-03-18T00:00:00Z', end: '2026-03-20T00:00:00Z' };
    const { time_off } = succeeded(await ada.post('/user/time_off/', body), 201);
    const page = await web.open(ada, '/app/settings/time-off', { allow: /404/ });
    await page.getByRole('button', { name: /^Change the time off/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Change time off' });
    await dialog.getByLabel('Reason').fill('A long reason');
    const path = `/users/${ada.id}/time_off/${time_off.id}`;
    succeeded(await owner.delete(path), 204);
    await told(page, 'This time off was deleted');
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'A long reason');
    const saving = dialog.getByRole('button', { name: 'Save' });
    assert.equal(await saving.isDisabled(), true);
    await staysWhileReadAgain(page, path, dialog.getByLabel('Reason'), saving);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No time off is entered').waitFor();
  });

  it('stays in the form of a person who is deactivated, and a choice by mouse is not discarded without a question', async () => {
    const barbara = await web.watchbill.addPerson('Barbara');
    const page = await web.open(owner, `/app/people/${barbara.id}`, { allow: /404/ });
    await page.getByRole('button', { name: 'What to do with Barbara' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Barbara' });
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: /^Admin/ }).click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what you have typed?' });
    await question.getByRole('button', { name: 'Continue editing' }).click();
    await dialog.getByLabel('Chat id').fill('U0LONG');
    succeeded(await owner.delete(`/users/${barbara.id}`), 204);
    await told(page, 'This person was deactivated');
    await staysWhileReadAgain(page, `/users/${barbara.id}`, dialog.getByLabel('Chat id'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('There is no such person').waitFor();
  });

  it('stays in the form of a webhook', async () => {
    const body = { url: 'https://hooks.example.com/a', events: ['oncall.changed'] };
    const { webhook } = succeeded(await owner.post('/webhooks/', body), 201);
    const page = await web.open(owner, `/app/settings/webhooks?webhook=${webhook.id}`, { allow: /404/ });
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the webhook' });
    await dialog.getByLabel('Description').fill('A long text');
    succeeded(await owner.delete(`/webhooks/${webhook.id}`), 204);
    await told(page, 'This webhook was deleted');
    assert.equal(await dialog.getByLabel('Description').inputValue(), 'A long text');
    const saving = dialog.getByRole('button', { name: 'Save' });
    assert.equal(await saving.isDisabled(), true);
    await staysWhileReadAgain(page, `/webhooks/${webhook.id}`, dialog.getByLabel('Description'), saving);
  });
});
