/** Answers and changes that arrive at the wrong moment: nothing that somebody types, chooses or clicks is lost or undone by them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { becomes, comesTo } from '../../support/drivers/web/web-pages.ts';

describe('at the wrong moment', () => {
  const { web, owner, ada, grace, linus } = givenWeb(
    { ada: 'Ada', grace: 'Grace', linus: 'Linus' },
    '2026-01-05T12:00:00Z',
  );

  /** Holds the answers of such requests until it is called. */
  async function hold(page: Page, method: string, addresses: string): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest((request) => request.method() === method);
    await page.route(addresses, async (route) => {
      if (route.request().method() === method) {
        const response = await route.fetch();
        await held.promise;
        await route.fulfill({ response });
      } else await route.fallback();
    });
    return async () => {
      await asked;
      const answered = page.waitForResponse((response) => response.request().method() === method);
      held.resolve();
      await answered;
      await settled(page);
    };
  }

  async function edit(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: `What to do with ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  }

  it('what is typed while a form is being saved stays, and is saved next', async () => {
    const page = await web.open(linus, '/app/settings');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Linus T');
    const answer = await hold(page, 'PATCH', '**/user/');
    const save = page.locator('form', { has: name }).getByRole('button', { name: 'Save' });
    await save.click();
    await name.fill('Linus Torvalds');
    await answer();
    await page.getByText('Your profile is saved.').waitFor();
    assert.equal(await name.inputValue(), 'Linus Torvalds');
    assert.equal(succeeded(await linus.get('/user/')).user.name, 'Linus T');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await save.click();
    await becomes(async () => succeeded(await linus.get('/user/')).user.name, 'Linus Torvalds');
    await becomes(() => save.isDisabled(), true);
  });

  it('a late answer to one form does not close the next', async () => {
    const page = await web.open(owner, '/app/people');
    await edit(page, 'Ada');
    await page.getByRole('dialog').getByLabel('Chat id').fill('U0ADA');
    const answer = await hold(page, 'PATCH', '**/users/*');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await edit(page, 'Grace');
    const name = page.getByRole('dialog', { name: 'Edit Grace' }).getByLabel('Name');
    await name.fill('Grace Hopper');
    await answer();
    await page.getByText('Ada is saved.').waitFor();
    assert.equal(await name.inputValue(), 'Grace Hopper');
  });

  it('a late answer does not lead away from the page that was opened meanwhile', async () => {
    const page = await web.open(owner, '/app/teams');
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Late');
    const answer = await hold(page, 'POST', '**/teams/');
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await answer();
    await comesTo(page, '/app/people');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'People');
  });

  it('a shift that was left out of a request stays out while time passes and others take parts of it', async () => {
    const schedule = await createSchedule(owner, [ada], { name: 'Running' });
    const body = { start: '2026-01-05T12:00:00Z', end: '2026-01-07T09:00:00Z', reason: 'Ill' };
    const { coverage_request } = succeeded(
      await ada.post('/user/coverage_requests', { ...body, schedule_ids: [schedule.id] }),
      201,
    );
    const page = await web.open(grace, `/app/coverage/${coverage_request.id}`, { isOwn: true });
    const first = page.getByRole('checkbox', { name: /^Mon 5 Jan/ });
    await first.uncheck();
    const answer = page.getByRole('region', { name: 'Your answer' });
    await answer.getByRole('button', { name: 'Take 1 shift' }).waitFor();

    web.at('2026-01-05T12:10:00Z');
    await page.clock.setFixedTime('2026-01-05T12:10:00Z');
    await page.clock.runFor(20_000);
    await page.getByText('Mon 5 Jan, 12:10').waitFor();
    assert.equal(await first.isChecked(), false);

    const part = { schedule_id: schedule.id, start: '2026-01-05T12:10:00Z', end: '2026-01-05T18:00:00Z' };
    succeeded(await linus.post(`/coverage_requests/${coverage_request.id}/accept`, { shifts: [part] }));
    await page.clock.runFor(20_000);
    await page.getByText('Mon 5 Jan, 18:00').waitFor();
    assert.equal(await first.isChecked(), false);
    await answer.getByRole('button', { name: 'Take 1 shift' }).click();
    await page.getByText('Partly taken').waitFor();
    const { coverage_request: after } = succeeded(await ada.get(`/coverage_requests/${coverage_request.id}`));
    assert.deepEqual(
      after.remaining_shifts.map(({ start, end }: { start: string; end: string }) => [start, end]),
      [['2026-01-05T18:00:00Z', '2026-01-06T09:00:00Z']],
    );
  });

  it('a person who was changed elsewhere meanwhile: both changes can be had', async () => {
    const page = await web.open(owner, '/app/people', { allow: /412|ERR_FAILED/ });
    await edit(page, 'Grace');
    const dialog = page.getByRole('dialog', { name: /^Edit Grace/ });
    await dialog.getByLabel('Chat id').fill('U0MINE');
    await settled(page);
    // The page is told of no change: it finds out when it saves.
    await page.route('**/events', (route) => route.abort());
    await page.route('**/users/*', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
    succeeded(await owner.patch(`/users/${grace.id}`, { time_zone: 'Asia/Tokyo', chat_id: 'U0THEIRS' }));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const note = dialog.getByText('Somebody has changed Grace since you opened it');
    await note.waitFor();
    const changes = dialog.getByRole('list', { name: 'Changed meanwhile' });
    await becomes(
      async () => (await changes.getByRole('listitem').allInnerTexts()).sort(),
      ['Chat id: U0THEIRS (yours: U0MINE)', 'Time zone: Asia/Tokyo'],
    );
    assert.equal(succeeded(await owner.get(`/users/${grace.id}`)).user.chat_id, 'U0THEIRS');
    await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    await becomes(() => dialog.getByRole('combobox', { name: 'Time zone' }).inputValue(), 'Asia/Tokyo');
    await becomes(() => dialog.getByLabel('Chat id').inputValue(), 'U0MINE');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { user } = succeeded(await owner.get(`/users/${grace.id}`));
    assert.deepEqual([user.time_zone, user.chat_id], ['Asia/Tokyo', 'U0MINE']);
  });
});
