import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule, layer, namesOf } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import {
  becomes,
  comesTo,
  comesToMatch,
  PHONE,
  pickFound,
  widthBeyondWindow,
} from '../../support/drivers/web/web-pages.ts';

describe('teams', () => {
  let ada: Person;
  let grace: Person;

  const { web, owner } = givenWeb();
  before(async () => {
    [ada, grace] = await Promise.all([web.watchbill.addPerson('Ada'), web.watchbill.addPerson('Grace')]);
  });

  async function createTeam(name: string, ...members: readonly Person[]): Promise<{ readonly id: string }> {
    const { team } = succeeded(await owner.post('/teams/', { name }), 201);
    for (const { id } of members) succeeded(await owner.put(`/teams/${team.id}/members/${id}`), 204);
    return team;
  }

  it('are listed with the reader’s own first, and searched by name in the address', async () => {
    await Promise.all([createTeam('Payments', ada), createTeam('Search')]);
    const page = await web.open(ada, '/app/teams');
    await page
      .getByRole('region', { name: 'Your teams' })
      .getByRole('link', { name: /^Payments/ })
      .waitFor();
    await page
      .getByRole('region', { name: 'Other teams' })
      .getByRole('link', { name: /^Search/ })
      .waitFor();
    await page.getByLabel('Find a team').fill('sear');
    await page.waitForURL(/query=sear$/);
    await page.getByRole('region', { name: 'Your teams' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Search/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await page.goBack();
    await becomes(() => page.getByLabel('Find a team').inputValue(), 'sear');
  });

  it('[STO-8] are not renamed over what somebody else has saved, unless one wants to', async () => {
    const { id } = await createTeam('Before');
    const page = await web.open(owner, `/app/teams/${id}`, { allow: /412/ });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    succeeded(await owner.patch(`/teams/${id}`, { name: 'Theirs', description: 'Theirs' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your changes are not saved yet.').waitFor();
    await page.getByText('Name: Theirs (yours: Mine)').waitFor();
    await page.getByRole('button', { name: 'Merge the changes' }).click();
    await becomes(() => page.getByRole('textbox', { name: 'Description' }).inputValue(), 'Theirs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    assert.equal(succeeded(await owner.get(`/teams/${id}`)).team.description, 'Theirs');
  });

  it('are created, renamed, given members and deleted; their schedules stay', async () => {
    const page = await web.open(owner, '/app/teams', { allow: /status of 4/ });
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Storage');
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor();
    await comesTo(page, /^\/app\/teams\/tea_/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await pickFound(page, page.getByRole('combobox', { name: 'Add a member' }), 'Grace');
    await page.getByRole('heading', { name: 'Members (2)' }).waitFor();
    const add = page.getByRole('combobox', { name: 'Add a member' });
    await add.and(page.locator(':focus')).waitFor();
    assert.equal(await add.inputValue(), '');
    assert.deepEqual(namesOf(succeeded(await owner.get(`/teams/${id}/members/`)).users).sort(), ['Grace', 'Owner']);
    await page.getByRole('button', { name: 'Remove Owner' }).click();
    await page.getByRole('heading', { name: 'Members (1)' }).waitFor();
    assert.deepEqual(namesOf(succeeded(await owner.get(`/teams/${id}/members/`)).users), ['Grace']);

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Disks');
    await page.getByRole('textbox', { name: 'Description' }).fill('Keeps things');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Disks' }).waitFor();
    await page.getByText('Keeps things').waitFor();

    const schedule = await createSchedule(owner, [ada], { name: 'Disks primary', team_ids: [id] });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    failed(await owner.get(`/teams/${id}`), 404, 'not_found');
    assert.deepEqual(succeeded(await owner.get(`/schedules/${schedule.id}`)).schedule.teams, []);
  });

  it('cannot share a name: the server’s message is shown, and the input stays', async () => {
    await createTeam('Taken');
    const page = await web.open(owner, '/app/teams', { allow: /status of 4/ });
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('taken');
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'taken');

    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what you have typed?' });
    await question.getByRole('button', { name: 'Continue editing' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'taken');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog', { name: 'New team' }).locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('show their schedules with who is on call now and next', async () => {
    const team = await createTeam('Network', ada);
    const schedule = await createSchedule(owner, [ada, grace], { name: 'Network primary', team_ids: [team.id] });
    await createSchedule(owner, [], { name: 'Network empty', team_ids: [team.id] });
    const page = await web.open(ada, `/app/teams/${team.id}`);
    const rows = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem');
    const told = (name: string) => rows.filter({ hasText: name }).innerText();
    await comesToMatch(() => told('Network empty'), /Nobody is on call now/);
    await comesToMatch(() => told('Network primary'), /Ada until Tue 6 Jan, 09:00\s+Then Grace, from Tue 6 Jan, 09:00/);
    await rows.getByRole('link', { name: 'Network primary' }).click();
    await page.waitForURL(`**/app/schedules/${schedule.id}`);
  });

  it('show the timelines of all their schedules on one axis, in the days of the reader', async () => {
    const far = await web.watchbill.addPerson('Fern', { time_zone: 'America/St_Johns' });
    const team = await createTeam('Harbour', ada, far);
    const schedule = await createSchedule(owner, [ada, grace], { name: 'Pilots', team_ids: [team.id] });
    await createSchedule(owner, [], { name: 'Tugs', time_zone: 'Asia/Tokyo', team_ids: [team.id] });
    const page = await web.open(far, `/app/teams/${team.id}`);
    const timelines = page.getByRole('region', { name: 'Timelines' });
    const bars = (name: string) => timelines.getByRole('group', { name, exact: true }).getByRole('button');
    await bars('Pilots').first().waitFor();
    assert.equal(await timelines.getByRole('group', { name: /GMT/ }).count(), 1);
    await comesToMatch(() => timelines.getByRole('group', { name: /^St Johns, GMT-3:30/ }).innerText(), /^Mon 5\s/);
    await comesToMatch(() => bars('Pilots').nth(1).getAttribute('aria-label').then(String), /^Ada: Mon 5 Jan, /);
    await comesToMatch(() => bars('Pilots').first().getAttribute('aria-label').then(String), /^Before the schedule/);
    const colorIn = (place: Locator) =>
      place
        .locator('.person-color')
        .first()
        .evaluate((it) => getComputedStyle(it).backgroundColor);
    const member = page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Ada' });
    assert.equal(await colorIn(member), await colorIn(bars('Pilots').nth(1)));
    await comesToMatch(() => bars('Tugs').nth(1).getAttribute('aria-label').then(String), /^Nobody: Mon 5 Jan, /);
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: 'Mon 12 Jan – Sun 18 Jan 2026' }).waitFor();
    await settled(page);
    await bars('Pilots').first().press('ArrowRight');
    await bars('Pilots').nth(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/schedules/${schedule.id}?from=2026-01-12`);
  });

  it('show off hours as such, and preselect the team for a new schedule', async () => {
    await web.watchbill.addPerson('Victor', { seat: 'viewer' });
    const team = await createTeam('Office', ada);
    const page = await web.open(owner, `/app/teams/${team.id}`);
    await page.getByRole('link', { name: 'New schedule' }).click();
    await page.getByRole('heading', { level: 1, name: 'New schedule' }).waitFor();
    await page.getByRole('main').getByText('Office', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Add a person' }).fill('Victor');
    await page.getByText('Victor: viewer seat, cannot be on call').waitFor();

    const restriction_intervals = [{ day: 'sunday', from: '09:00', to: '17:00' }];
    await createSchedule(owner, [], {
      name: 'Sundays',
      team_ids: [team.id],
      layers: [layer([ada], { restriction_intervals })],
    });
    await page.goto(`${web.address}/app/teams/${team.id}`);
    await page.getByRole('listitem').filter({ hasText: 'Sundays' }).getByText('Off hours').first().waitFor();
    await page.goto(`${web.address}/app/schedules`);
    await comesTo(page, '/app/');
  });

  it('are changed only with permission: others see no buttons, and the API refuses them', async () => {
    const team = await createTeam('Closed', ada);
    const viewer = await web.watchbill.addPerson('Vera', { seat: 'viewer' });
    for (const person of [grace, viewer]) {
      const page = await web.open(person, `/app/teams/${team.id}`);
      await page.getByText('ada@example.com').waitFor();
      await settled(page);
      assert.deepEqual(await buttonsOf(page), ['Subscribe']);
      failed(await person.patch(`/teams/${team.id}`, { name: 'Open' }), 403, 'forbidden');
      await web.close(page);
    }
    const page = await web.open(ada, `/app/teams/${team.id}`);
    await page.getByRole('button', { name: 'Remove Ada' }).waitFor();
    await becomes(() => buttonsOf(page), ['Subscribe', 'Edit', 'Delete', 'Remove Owner', 'Remove Ada']);
    const teams = await web.open(viewer, '/app/teams');
    await teams.getByRole('link', { name: /^Closed/ }).waitFor();
    await settled(teams);
    assert.equal(await teams.getByRole('button', { name: 'New team' }).count(), 0);
  });

  it('with many members still find people who are not in them, and fit a phone with the longest name', async () => {
    const name = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk';
    const crowd: Person[] = [];
    for (let i = 1; i <= 21; i++) crowd.push(await web.watchbill.addPerson(`${name}${i}`));
    await web.watchbill.addPerson('Zuse');
    const team = await createTeam('Crowd', ada, grace, ...crowd);
    const page = await web.open(owner, `/app/teams/${team.id}`, { viewport: PHONE });
    await page.getByRole('heading', { name: 'Members (24)' }).waitFor();
    await settled(page);
    assert.equal(await widthBeyondWindow(page), 0);
    await page.getByRole('combobox', { name: 'Add a member' }).click();
    await page.getByRole('option', { name: 'Zuse' }).waitFor();
  });

  it('that do not exist have a page that says so', async () => {
    const page = await web.open(owner, '/app/teams/tea_00000000000000000000000000', { allow: /status of 404/ });
    await page.getByText('There is no such team').waitFor();
  });
});

/** The labels of the buttons on the page. */
function buttonsOf(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''));
}
