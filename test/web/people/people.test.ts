import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { UserId } from '../../../src/ids.ts';
import { auditFailedSignIn } from '../../../src/services/sign-in/failed-sign-ins.ts';
import { REFUSED } from '../../../src/services/sign-in/identities.ts';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { addIdentity } from '../../support/drivers/oidc.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertFitsEveryone, becomes, comesTo, comesToMatch, PHONE } from '../../support/drivers/web/web-pages.ts';

describe('the people', () => {
  const { web, owner, ada, grace } = givenWeb({ ada: { name: 'Ada', role: 'admin' }, grace: 'Grace' });

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  async function choose(page: Page, name: string, action: string): Promise<void> {
    await page.getByRole('button', { name: `What to do with ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  it('are found by a part of the name or email, and the search can be shared', async () => {
    const page = await web.open(grace, '/app/people');
    await row(page, 'Ada').getByText('Admin').waitFor();
    await page.getByLabel('Find a person').fill('GRACE@ex');
    await row(page, 'Ada').waitFor({ state: 'detached' });
    await row(page, 'Grace').getByText('grace@example.com').waitFor();
    await comesTo(page, '/app/people?query=GRACE%40ex');
    await page.reload();
    await row(page, 'Grace').waitFor();
    assert.equal(await page.getByLabel('Find a person').inputValue(), 'GRACE@ex');
    await page.getByLabel('Find a person').fill('nobody');
    await page.getByText('No name or email matches').waitFor();
  });

  it('are invited: an admin creates the link, and the person who opens it sets a password and is signed in', async () => {
    const page = await web.open(ada, '/app/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill('Linus');
    await page.getByLabel('Email').fill('linus@example.com');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('helsinki');
    await page.getByRole('option', { name: 'Europe/Helsinki' }).click();
    await page.getByRole('button', { name: 'Add and make a link' }).click();
    await page.getByText('Linus is added').waitFor();
    const link = await page.getByRole('textbox', { name: 'the link' }).innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Linus').getByText('Europe/Helsinki').waitFor();

    const invited = await web.open(undefined, link.slice(web.address.length));
    await invited.getByRole('heading', { name: 'Hello Linus' }).waitFor();
    await invited.getByRole('textbox', { name: 'New password' }).fill('a long one of my own');
    await invited.getByRole('button', { name: 'Set the password and sign in' }).click();
    await invited.getByRole('button', { name: /^Linus: settings/ }).waitFor();
  });

  it('keep the input when the server refuses', async () => {
    const page = await web.open(ada, '/app/people', { allow: /status of 422/ });
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill('Grace the other');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByRole('button', { name: 'Add and make a link' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Grace the other');
    await assertFitsEveryone(page, 'a person to add, refused');
  });

  it('are changed: only changed fields are sent', async () => {
    const page = await web.open(owner, '/app/people');
    await choose(page, 'Grace', 'Edit');
    await page.getByRole('dialog').getByLabel('Name').fill('Grace Hopper');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await page.getByLabel('Chat id').fill('U0GRACE');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    assert.deepEqual((await sent).postDataJSON(), { name: 'Grace Hopper', role: 'admin', chat_id: 'U0GRACE' });
    await row(page, 'Grace Hopper').getByText('U0GRACE').waitFor();
    await row(page, 'Grace Hopper').getByText('Admin').waitFor();
    succeeded(await owner.patch(`/users/${grace.id}`, { role: 'standard' }));
  });

  it('are deactivated, after the page shows what changes', async () => {
    const barbara = await web.watchbill.addPerson('Barbara');
    const schedule = await createSchedule(owner, [barbara, ada], { name: 'Payments' });
    await createOverride(owner, schedule, [barbara], '2026-01-06T09:00:00Z', '2026-01-06T12:00:00Z');
    const { team } = succeeded(await owner.post('/teams/', { name: 'Harbour' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${barbara.id}`), 204);

    const page = await web.open(ada, '/app/people');
    await choose(page, 'Barbara', 'Deactivate');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('From now on').waitFor();
    await becomes(
      () => dialog.getByRole('listitem').allInnerTexts(),
      ['removed from the schedule Payments', 'removed from one override', 'removed from the team Harbour'],
    );
    await assertFitsEveryone(page, 'what a deactivation changes');
    await dialog.getByRole('button', { name: 'Deactivate Barbara' }).click();
    await page.getByText('Barbara is deactivated.').waitFor();
    await row(page, 'Barbara').waitFor({ state: 'detached' });
    failed(await barbara.get('/user/'), 401, 'unauthorized');
  });

  it('shows nobody actions that they may not do, and the API refuses them', async () => {
    const vera = await web.watchbill.addPerson('Vera', { seat: 'viewer' });
    for (const person of [grace, vera]) {
      const page = await web.open(person, '/app/people');
      await row(page, 'Ada').waitFor();
      await settled(page);
      assert.equal(await page.getByRole('button', { name: 'Add a person' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: /^What to do with/ }).count(), 0);
      failed(await person.post('/users/', { name: 'Eve', email: 'eve@example.com' }), 403, 'forbidden');
      failed(await person.delete(`/users/${ada.id}`), 403, 'forbidden');
      await web.close(page);
    }
    const page = await web.open(ada, '/app/people');
    await page.getByRole('button', { name: 'What to do with Grace' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'What to do with Owner' }).count(), 0);
    await choose(page, 'Ada', 'Edit');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await becomes(() => page.getByRole('option').allInnerTexts(), ['Standard', 'Admin']);
  });

  it('have their single sign-on accounts unlinked, and admins see which others were refused', async () => {
    const { services, addPerson } = web.watchbill;
    const iris = await addPerson('Iris');
    await addIdentity(services, owner, iris.id, 'first account');
    await auditFailedSignIn(services, {
      by: 'oidc',
      reason: 'oidc_other_identity',
      address: '192.0.2.1',
      userId: iris.id as UserId,
      action: REFUSED,
      detail: { issuer: 'https://id.example.com', subject: 'second account' },
      same: ['second account'],
    });
    const page = await web.open(ada, '/app/people');
    const notice = page.getByRole('status').filter({ hasText: 'A sign-in was refused' });
    await notice.getByText('Another account of single sign-on has the email of Iris').waitFor();
    await choose(page, 'Iris', 'Single sign-on');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Other accounts were refused').waitFor();
    await dialog.getByText(/second account of https:\/\/id\.example\.com, .*, from 192\.0\.2\.1/).waitFor();
    await assertFitsEveryone(page, 'single sign-on of a person');
    await dialog.getByRole('button', { name: 'Unlink first account' }).click();
    await page.getByText('Iris is signed out everywhere').waitFor();
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await page.getByText('first account is unlinked from Iris.').waitFor();
    await dialog.getByText('Iris has not signed in with single sign-on').waitFor();
    assert.equal(succeeded(await owner.get(`/users/${iris.id}/identities/`)).meta.total, 0);
    await notice.waitFor({ state: 'detached' });
  });

  it('who were deactivated are erased by an owner, after a confirmation', async () => {
    const mallory = await web.watchbill.addPerson('Mallory');
    succeeded(await owner.delete(`/users/${mallory.id}`), 204);
    const admin = await web.open(ada, '/app/people');
    await row(admin, 'Grace').waitFor();
    await settled(admin);
    assert.equal(await admin.getByRole('heading', { name: 'Deactivated' }).count(), 0);
    const page = await web.open(owner, '/app/people');
    await page.getByRole('button', { name: 'Erase the data of Mallory' }).click();
    await page.getByRole('dialog').getByText('This cannot be undone').waitFor();
    await page.getByRole('button', { name: 'Erase for ever' }).click();
    await page.getByText('The personal data is erased.').waitFor();
    await page.getByRole('button', { name: 'Erase the data of Mallory' }).waitFor({ state: 'detached' });
    assert.equal(
      succeeded(await owner.get('/deactivated_users/')).users.some(({ id }: { id: string }) => id === mallory.id),
      false,
    );
  });

  it('are cards on a phone', async () => {
    const page = await web.open(owner, '/app/people', { viewport: PHONE });
    await page.getByRole('listitem').filter({ hasText: 'Ada' }).getByText('Admin · Member').waitFor();
    assert.equal(await page.getByRole('table').count(), 0);
  });

  it('are added by pasting: what will be created and what is skipped is shown first', async () => {
    const page = await web.open(ada, '/app/people');
    await page.getByRole('button', { name: 'Add several' }).click();
    const pasted = page.getByRole('dialog').getByRole('textbox');
    await pasted.and(page.locator(':focus')).waitFor();
    await pasted.fill('Ida Rhodes <ida@example.com>, jean.sammet@example.com\nada@example.com nonsense');
    await page.getByRole('button', { name: 'Preview' }).click();
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByText('Jean Sammet').waitFor();
    await lines.getByText('A user has this email already.').waitFor();
    await page.getByText('Will be added: 2. Skipped: 2.').waitFor();
    await assertFitsEveryone(page, 'the preview of several people');
    assert.equal((await succeeded(await owner.get('/users/?query=ida@')).users).length, 0);
    await page.getByRole('button', { name: 'Add 2 people' }).click();
    await page.getByRole('dialog', { name: '2 people are added' }).waitFor();
    await page.getByRole('button', { name: 'Make sign-in links' }).click();
    const links = await page.getByRole('textbox', { name: 'the links' }).innerText();
    assert.match(links, /^Ida Rhodes <ida@example.com>: http.*\/app\/welcome#.*\nJean Sammet <.*: http/);
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Ida Rhodes').waitFor();

    await page.getByRole('button', { name: 'Add several' }).click();
    await pasted.fill(
      [
        'Full name;E-mail;Time zone;Role;Seat;Chat ID',
        '"Bartik; Jean";jean@example.com;America/New_York;Admin;member;U0JEAN',
        'Kay;kay@example.com;;standard;Viewer;',
        'Kay again;kay@example.com;;;;',
      ].join('\n'),
    );
    await page.getByRole('button', { name: 'Preview' }).click();
    await lines.getByText('jean@example.com · America/New_York').waitFor();
    await page.getByText('Will be added: 2. Skipped: 1.').waitFor();
    await page.getByRole('button', { name: 'Add 2 people' }).click();
    await page.getByRole('dialog', { name: '2 people are added' }).getByRole('button', { name: 'Done' }).click();
    await row(page, 'Kay').waitFor();
    const added = await Promise.all(
      ['jean@', 'kay@'].map(async (query) => succeeded(await owner.get(`/users/?query=${query}`)).users[0]),
    );
    assert.deepEqual(
      added.map(({ name, time_zone, role, seat, chat_id }) => [name, time_zone, role, seat, chat_id]),
      [
        ['Bartik; Jean', 'America/New_York', 'admin', 'member', 'U0JEAN'],
        ['Kay', undefined, 'standard', 'viewer', undefined],
      ],
    );
  });

  it('are added one after the other', async () => {
    const page = await web.open(ada, '/app/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    for (const name of ['Uma', 'Ursula']) {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
      await page.getByRole('button', { name: 'Add and make a link' }).click();
      await page.getByText(`${name} is added`).waitFor();
      if (name === 'Uma') await page.getByRole('button', { name: 'Add another' }).click();
    }
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Ursula').waitFor();
  });

  it('have a page each: when and where they are on call, their local time, and their hours', async () => {
    const [nora, olga] = [await web.watchbill.addPerson('Nora'), await web.watchbill.addPerson('Olga')];
    const schedule = await createSchedule(owner, [nora, olga], { name: 'Night watch', time_zone: 'Asia/Tokyo' });
    succeeded(await owner.patch(`/users/${olga.id}`, { time_zone: 'America/St_Johns' }));
    const { team } = succeeded(await owner.post('/teams/', { name: 'Watch keepers' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${nora.id}`), 204);
    const options = { timezoneId: 'America/St_Johns', locale: 'en-US' };
    const page = await web.open(olga, '/app/people?query=nora', options);
    await row(page, 'Nora').getByRole('link', { name: 'Nora' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nora' }).waitFor();
    await page.getByText('9:00 AM in UTC (GMT+0)').waitFor();
    const now = page.getByRole('region', { name: 'On call now' });
    await now.getByText('until Tue, Jan 6, 5:30 AM').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Hours on call' }).count(), 0);
    const next = page.getByRole('region', { name: 'Next' }).getByRole('listitem').first();
    await comesToMatch(
      () => next.innerText(),
      /^Night watch\s+Wed, Jan 7, 5:30 AM – Thu, Jan 8, 5:30 AM · 1 day, in 2 days/,
    );
    await page.getByRole('region', { name: 'Schedules' }).getByRole('link', { name: 'Night watch' }).waitFor();
    await page.getByRole('region', { name: 'Teams' }).getByRole('link', { name: 'Watch keepers' }).click();
    await comesTo(page, `/app/teams/${team.id}`);
    await page.goBack();
    await now.getByRole('link', { name: 'Night watch' }).click();
    await comesTo(page, `/app/schedules/${schedule.id}`);
    await page.getByRole('region', { name: 'Next' }).getByRole('link', { name: 'Olga' }).click();
    await page.getByRole('region', { name: 'Hours on call' }).getByText('360 h').waitFor();
    await page.getByRole('link', { name: 'settings', exact: true }).waitFor();
    await web.close(page);
    const nobody = await web.open(grace, '/app/people/usr_nobody', { allow: /status of 404/ });
    await nobody.getByText('There is no such person').waitFor();
  });

  describe('and everything else', () => {
    const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
    const field = (page: Page) => palette(page).getByRole('combobox');
    const listed = (page: Page) => palette(page).getByRole('option').allInnerTexts();

    before(() => createSchedule(owner, [owner], { name: 'Foghorn' }));

    it('are found from any page with the keyboard alone', async () => {
      const page = await web.open(grace, '/app/settings');
      await page.getByRole('heading', { level: 2, name: 'Profile' }).waitFor();
      await page.keyboard.press('Control+k');
      await field(page).and(page.locator(':focus')).waitFor();
      await field(page).fill('ada');
      await becomes(async () => (await listed(page)).length, 1);
      assert.match((await listed(page))[0] ?? '', /Ada\s+ada@example.com/);
      await assertFitsEveryone(page, 'the palette');
      const chosen = await field(page).getAttribute('aria-activedescendant');
      assert.equal(await palette(page).getByRole('option', { selected: true }).getAttribute('id'), chosen);
      await field(page).press('Enter');
      await comesTo(page, `/app/people/${ada.id}`);
      await palette(page).waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
      await page.keyboard.press('/');
      await field(page).fill('zzz');
      await palette(page).getByText('Nothing matches.').waitFor();
      await field(page).press('Enter');
      await field(page).press('Escape');
      await palette(page).waitFor({ state: 'detached' });
      await comesTo(page, `/app/people/${ada.id}`);

      const { team } = succeeded(await owner.post('/teams/', { name: 'Signal box' }), 201);
      await page.keyboard.press('/');
      await field(page).fill('signal');
      await becomes(() => listed(page), ['Signal box']);
      await field(page).press('Enter');
      await comesTo(page, `/app/teams/${team.id}`);
      await page.getByRole('heading', { level: 1, name: 'Signal box' }).waitFor();
      await page.keyboard.press('/');
      await field(page).fill('ask');
      await becomes(() => listed(page), ['Ask for cover']);
      await field(page).press('Enter');
      await comesTo(page, '/app/coverage?tab=ask');
      await page.getByRole('button', { name: 'Ask for cover' }).waitFor();
    });

    it('are searched once for text that is typed in one go', async () => {
      const page = await web.open(grace, '/app/people');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/search') asked.push(request.url());
      });
      await page.getByRole('button', { name: 'Search' }).click();
      await settled(page);
      await field(page).evaluate(async (input, text) => {
        const { set: setValue } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        for (let length = 1; length <= text.length; length++) {
          setValue?.call(input, text.slice(0, length));
          input.dispatchEvent(new Event('input', { bubbles: true }));
          await new Promise((nextTurn) => setTimeout(nextTurn));
        }
      }, 'fogh');
      await palette(page).getByRole('option', { name: 'Foghorn' }).waitFor();
      // The results are read again if something was changed meanwhile.
      assert.ok(asked.length <= 2, asked.join());
    });

    it('lead to an override of the chosen schedule, unless the reader may not create one', async () => {
      const page = await web.open(owner, '/app/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await field(page).fill('override');
      await palette(page).getByRole('option', { name: 'New override…' }).waitFor();
      await field(page).press('Enter');
      await field(page).fill('fogh');
      await palette(page).getByRole('option', { name: 'Foghorn' }).waitFor();
      await field(page).press('Enter');
      await page.getByRole('dialog', { name: /override/i }).waitFor();
      await comesTo(page, /^\/app\/schedules\/\w+$/);
      const stranger = await web.open(grace, `${new URL(page.url()).pathname}?override=new`);
      await stranger.getByText('No override created').waitFor();

      const viewer = await web.watchbill.addPerson('Viktor', { seat: 'viewer' });
      const other = await web.open(viewer, '/app/people');
      await row(other, 'Grace').waitFor();
      await settled(other);
      await other.keyboard.press('Control+k');
      await palette(other).getByRole('option', { name: 'Who is on call now' }).waitFor();
      assert.ok(!(await listed(other)).some((text) => /override|cover$|schedule$/.test(text)));
    });

    it('have shortcuts, which are listed and can be switched off', async () => {
      const page = await web.open(grace, '/app/people');
      await row(page, 'Grace').waitFor();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await list.getByText('Go to Teams').waitFor();
      await list.locator(':focus').waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await comesTo(page, '/app/teams');
      await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
      await page.keyboard.press('?');
      await list.getByRole('switch', { name: 'Shortcuts of a single key' }).click();
      await list.getByRole('button', { name: 'Close' }).click();
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await page.keyboard.press('Control+k');
      await field(page).waitFor();
      assert.equal(await field(page).inputValue(), '');
      // In a text field, a key is a letter.
      await page.keyboard.press('Escape');
      await page.goto(`${web.address}/app/people`);
      await page.getByLabel('Find a person').fill('g');
      await page.getByLabel('Find a person').pressSequentially('?/g');
      await becomes(() => page.getByLabel('Find a person').inputValue(), 'g?/g');
    });
  });
});
