import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { deliverDue } from '../../../src/services/deliveries/deliveries.ts';
import { enqueue } from '../../../src/services/outbox/outbox.ts';
import { allowEndpoints, call, failed, succeeded } from '../../support/drivers/api.ts';
import { calendarOf } from '../../support/drivers/calendars.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled, type Web } from '../../support/drivers/web/web.ts';
import { assertFitsEveryone, becomes, comesTo, pickFound, statusWithKey } from '../../support/drivers/web/web-pages.ts';
import { workAt } from '../../support/drivers/worker.ts';
import { startWebhookEndpoint } from '../../support/fakes/webhook-endpoint.ts';

describe('the settings', () => {
  const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' });
  before(async () => {
    for (const { id, chat_id } of [
      { id: ada.id, chat_id: 'U0ADA' },
      { id: grace.id, chat_id: 'U0GRACE' },
    ]) {
      succeeded(await owner.patch(`/users/${id}`, { chat_id }));
    }
  });

  const sections = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts();

  it('saves name and zone, and offers the zone of the browser', async () => {
    const page = await web.open(grace, '/app/settings', { timezoneId: 'America/New_York' });
    await page.getByText('This browser is in America/New_York.').waitFor();
    await page.getByLabel('Name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('This browser is in').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    const { user } = succeeded(await grace.get('/user/'));
    assert.deepEqual([user.name, user.time_zone], ['Grace Hopper', 'America/New_York']);

    await page.getByRole('button', { name: 'Use the time zone of the organization' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This browser is in America/New_York.').waitFor();
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    assert.equal(succeeded(await grace.get('/user/')).user.time_zone, undefined);
  });

  it('[STO-8] does not overwrite what somebody else has saved, unless one wants to', async () => {
    const page = await web.open(owner, '/app/settings/organization', { allow: /412/ });
    const before = succeeded(await owner.get('/organization/')).organization;
    await page.getByLabel('Name').fill('Mine');
    succeeded(await owner.patch('/organization/', { name: 'Theirs', time_zone: 'Asia/Tokyo' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name: Theirs (yours: Mine)').waitFor();
    await page.getByText('Time zone: Asia/Tokyo').waitFor();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('The organization is saved.').waitFor();
    const { organization } = succeeded(await owner.get('/organization/'));
    assert.deepEqual([organization.name, organization.time_zone], ['Mine', before.time_zone]);
    succeeded(await owner.patch('/organization/', { name: before.name }));
  });

  it('asks before input is lost', async () => {
    const page = await web.open(ada, '/app/settings');
    await page.getByLabel('Name').fill('Countess');
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await becomes(() => page.getByLabel('Name').inputValue(), 'Countess');
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('switch', { name: 'An hour before' }).waitFor();
  });

  it('saves reminders', async () => {
    const page = await web.open(ada, '/app/settings/notifications');
    await page.getByRole('switch', { name: 'An hour before', checked: false }).click();
    await page.getByText('Your reminders are saved.').waitFor();
    assert.deepEqual(succeeded(await ada.get('/user/settings/')).settings.reminder_hours, [1]);
    await page.reload();
    await page.getByRole('switch', { name: 'An hour before', checked: true }).waitFor();
  });

  it('saves how notifications reach the user', async () => {
    const page = await web.open(ada, '/app/settings/notifications');
    const asked = page.getByRole('combobox', { name: 'Cover asked for' });
    await asked.selectOption('Chat and email');
    await page.getByText('Your notifications are saved.').waitFor();
    const { notifications } = succeeded(await ada.get('/user/notifications/'));
    assert.deepEqual([notifications.cover_asked, notifications.reminder], ['both', 'default']);
    await page.reload();
    await becomes(() => asked.inputValue(), 'both');
    assert.equal(await page.getByRole('combobox', { name: 'Problems' }).count(), 0);
  });

  it('saves the reasons for mentions', async () => {
    const page = await web.open(ada, '/app/settings/notifications');
    await page.getByRole('switch', { name: 'You are put on call', checked: true }).waitFor();
    await page.getByRole('switch', { name: 'Your next shift moves', checked: false }).click();
    await page.getByText('Your mentions are saved.').waitFor();
    const { settings } = succeeded(await ada.get('/user/settings/'));
    assert.deepEqual(settings.chat_mentions, ['put_on_call', 'taken_off_call', 'shift_moved']);
  });

  it('[TRU-1] keeps what was switched in another window, of which this one has not heard', async () => {
    const mia = await web.watchbill.addPerson('Mia');
    const path = '/user/settings/';
    const page = await web.open(mia, '/app/settings/notifications');
    await page.getByRole('switch', { name: 'An hour before', checked: false }).waitFor();
    const elsewhere = { reminder_hours: [24], chat_mentions: ['put_on_call', 'shift_ended'] };
    succeeded(await mia.patch(path, { settings: elsewhere }));
    await page.getByRole('switch', { name: 'An hour before' }).click();
    await page.getByRole('switch', { name: 'A day before', checked: true }).waitFor();
    assert.deepEqual(succeeded(await mia.get(path)).settings, { ...elsewhere, reminder_hours: [24, 1] });

    const other = { reminder_hours: [24, 1], chat_mentions: ['taken_off_call', 'shift_ended'] };
    succeeded(await mia.patch(path, { settings: other }));
    await page.getByRole('switch', { name: 'Your next shift moves' }).click();
    await page.getByRole('switch', { name: 'You are put on call', checked: false }).waitFor();
    const chat_mentions = ['taken_off_call', 'shift_ended', 'shift_moved'];
    assert.deepEqual(succeeded(await mia.get(path)).settings, { ...other, chat_mentions });
  });

  it('[TRU-1] keeps two quick clicks, whichever arrives first, and the last one on the same switch', async () => {
    const noor = await web.watchbill.addPerson('Noor');
    const path = '/user/settings/';
    const page = await web.open(noor, '/app/settings/notifications');
    const [day, hour] = ['A day before', 'An hour before'].map((name) => page.getByRole('switch', { name }));
    assert.ok(day !== undefined && hour !== undefined);
    await hour.waitFor();
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'PATCH' && ++sent === 1) await held.promise;
      await route.continue();
    });
    const stored = async () => succeeded(await noor.get(path)).settings.reminder_hours;
    await day.click();
    await hour.click();
    await becomes(stored, [1]);
    assert.deepEqual([await day.isChecked(), await hour.isChecked()], [true, true]);
    for (const isOn of [false, true, false]) {
      await day.click();
      await becomes(() => day.isChecked(), isOn);
    }
    held.resolve();
    await becomes(() => sent, 5);
    await settled(page);
    assert.deepEqual(await stored(), [1]);
    assert.deepEqual([await day.isChecked(), await hour.isChecked()], [false, true]);
  });

  it('shows a switch as it is stored if the change fails, and says why, also after another succeeds', async () => {
    const omar = await web.watchbill.addPerson('Omar');
    const page = await web.open(omar, '/app/settings/notifications', { allow: /ERR_FAILED/ });
    const day = page.getByRole('switch', { name: 'A day before' });
    await day.waitFor();
    await page.route('**/user/settings/', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    const problem = page.getByRole('alert', { name: 'That did not work' });
    await day.click();
    await problem.waitFor();
    assert.equal(await day.isChecked(), false);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('switch', { name: 'An hour before' }).click();
    await page.getByText('Your reminders are saved.').waitFor();
    assert.equal(await problem.count(), 1);
    assert.deepEqual(succeeded(await omar.get('/user/settings/')).settings.reminder_hours, [1]);
  });

  it('changes the colours, and keeps them over a reload', async () => {
    const page = await web.open(ada, '/app/settings/appearance');
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await becomes(scheme, 'dark');
    await page.reload();
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
    await becomes(scheme, 'dark');
    await page.getByRole('radio', { name: 'System' }).check();
    await becomes(scheme, 'light');
  });

  it('writes dates and times like the browser, or as chosen', async () => {
    const page = await web.open(grace, '/app/settings/appearance', { locale: 'en-US', timezoneId: 'Asia/Tokyo' });
    const now = page.getByText('Now is');
    await page.getByRole('combobox', { name: 'Time' }).waitFor();
    assert.equal(await now.innerText(), 'Now is Jan 5, 2026, 9:00 AM in UTC.');
    await page.getByRole('combobox', { name: 'First day of the week' }).focus();
    assert.match(await page.locator(':focus').innerText(), /^As this browser: Sunday/);
    await page.getByRole('combobox', { name: 'Time' }).selectOption('17:00');
    await becomes(() => now.innerText(), 'Now is Jan 5, 2026, 09:00 in UTC.');
    await page.getByRole('combobox', { name: 'Date' }).selectOption('5 Jan 2026');
    await becomes(() => now.innerText(), 'Now is 5 Jan 2026, 09:00 in UTC.');
    await page.reload();
    await becomes(() => now.innerText(), 'Now is 5 Jan 2026, 09:00 in UTC.');
    await page.getByRole('combobox', { name: 'Date' }).selectOption('As this browser: Jan 5, 2026');
    await becomes(() => now.innerText(), 'Now is Jan 5, 2026, 09:00 in UTC.');
    assert.deepEqual(succeeded(await grace.get('/user/settings/')).settings.display, { time_format: '24_hours' });

    await page.getByRole('combobox', { name: 'First day of the week' }).selectOption('Saturday');
    await page.getByText('Dates and times are saved.').last().waitFor();
    const { id } = await createSchedule(owner, [ada], { name: 'Weeks' });
    await page.goto(`${web.address}/app/schedules/${id}?view=month`);
    const calendar = page.getByRole('region', { name: 'Calendar, January 2026, UTC time' });
    await becomes(
      async () => (await calendar.locator('span').allInnerTexts()).slice(0, 7).join(),
      'Sat,Sun,Mon,Tue,Wed,Thu,Fri',
    );
    assert.equal(succeeded(await grace.get('/user/settings/')).settings.display.week_start, 'saturday');
    succeeded(await grace.patch('/user/settings/', { settings: { display: { week_start: null } } }));
    await web.close(page);
    succeeded(await owner.delete(`/schedules/${id}`), 204);
  });

  it('repeats what is typed into the fields of the browser in the format that is set', async () => {
    succeeded(
      await grace.patch('/user/settings/', {
        settings: { display: { time_format: '12_hours', date_format: 'month_day' } },
      }),
    );
    const page = await web.open(grace, '/app/coverage?tab=ask');
    await page.getByLabel('From').fill('2026-01-06T17:30');
    await page.getByText('Tue, Jan 6, 5:30 PM in UTC').waitFor();
    succeeded(
      await grace.patch('/user/settings/', {
        settings: { display: { time_format: '24_hours', date_format: 'day_month' } },
      }),
    );
    await page.reload();
    await page.getByLabel('From').fill('2026-01-06T17:30');
    await page.getByText('Tue 6 Jan, 17:30 in UTC').waitFor();
    succeeded(
      await grace.patch('/user/settings/', { settings: { display: { time_format: null, date_format: null } } }),
    );
  });

  it('creates a key that expires, and revokes it: it stops working at once', async () => {
    web.at('2026-01-05T09:00:00Z');
    const page = await web.open(ada, '/app/settings/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Short-lived');
    await page.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 30 days' }).click();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('textbox', { name: 'the key' }).waitFor();
    await assertFitsEveryone(page, 'a new key');
    // A dialog with a one-time secret is not closed by a key.
    await page.keyboard.press('Escape');
    const key = await page.getByRole('textbox', { name: 'the key' }).innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Short-lived' });
    const times = 'Created 5 Jan 2026, 09:00 · expires 4 Feb 2026, 09:00';
    await row.getByText(`${times} · never used`).waitFor();
    await row.getByText(`…${key.slice(-4)}`).waitFor();
    assert.equal(await statusWithKey(web, '/user/', key), 200);
    await page.reload();
    await row.getByText(`${times} · last used now`).waitFor();

    await page.getByRole('button', { name: 'Revoke Short-lived' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The key Short-lived is revoked.').waitFor();
    await page.getByRole('button', { name: 'Revoke Short-lived' }).waitFor({ state: 'hidden' });
    assert.equal(await statusWithKey(web, '/user/', key), 401);
  });

  it('subscribes a calendar to own shifts, a schedule and a team, and deletes an address', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Platform' }), 201);
    const schedule = await createSchedule(owner, [ada], { name: 'Platform primary', team_ids: [team.id] });
    const page = await web.open(ada, '/app/');
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: 'the address' });
    const addresses: string[] = [];
    for (const [path, title] of [
      ['/app/', 'Subscribe to your shifts'],
      [`/app/schedules/${schedule.id}`, 'Subscribe to Platform primary'],
      [`/app/teams/${team.id}`, 'Subscribe to Platform'],
      ['/app/', 'Subscribe to your shifts'],
    ] as const) {
      await page.goto(`${web.address}${path}`);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await dialog.getByText(title).waitFor();
      if (addresses.length < 3) {
        const create = dialog.getByRole('button', { name: 'Create an address' });
        await create.waitFor();
        await settled(page);
        assert.equal(succeeded(await ada.get('/user/calendar_feeds/')).meta.total, addresses.length, 'none unasked');
        await create.press('Enter');
        await dialog.getByRole('link', { name: 'Open in your calendar' }).and(page.locator(':focus')).waitFor();
      }
      addresses.push(await address.innerText());
    }
    const [mine = '', , , again] = addresses;
    assert.equal(again, mine, 'the address that there is already');
    assert.equal(new Set(addresses).size, 3);
    const open = dialog.getByRole('link', { name: 'Open in your calendar' });
    assert.equal(await open.getAttribute('href'), mine.replace(/^http:/, 'webcal:'));
    const google = await dialog.getByRole('link', { name: 'Add to Google Calendar' }).getAttribute('href');
    assert.equal(new URL(google ?? '').searchParams.get('cid'), mine.replace(/^http:/, 'webcal:'));
    await assertFitsEveryone(page, 'the address of a calendar');
    await dialog
      .getByText('Google after 8 to 24 hours, Outlook after about 3, Apple as often as you set it.')
      .waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: web.address });
    await dialog.getByRole('button', { name: 'Copy the address' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), mine);
    await page.context().clearPermissions();
    const read = () => fetch(mine).then(({ status }) => status);
    assert.equal(await read(), 200);

    await dialog.getByRole('link', { name: 'settings' }).click();
    await page.getByRole('button', { name: 'Show the address of Platform primary' }).click();
    await becomes(() => address.innerText(), addresses[1]);
    await dialog.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete the address of Your shifts' }).click();
    await page.getByRole('button', { name: 'Delete the address', exact: true }).click();
    await page.getByText('The calendar address is deleted.').waitFor();
    assert.equal(await read(), 404);
  });

  it('[OFF-1] enters time off, asks for cover with one click, and imports more from a calendar file', async () => {
    const ines = await web.watchbill.addPerson('Ines');
    const schedule = await createSchedule(owner, [ines], { name: 'Harbour' });
    const page = await web.open(ines, '/app/settings/time-off');
    await page.getByRole('button', { name: 'Time off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Time off' });
    await dialog.getByLabel('First day').fill('2026-01-07');
    await dialog.getByLabel('Last day').fill('2026-01-08');
    await dialog.getByLabel('Reason').fill('Surgery');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You are on call in this time:').waitFor();
    await page.getByRole('button', { name: 'Ask for cover' }).click();
    await page.getByText('Cover is asked for').waitFor();
    const [asked] = succeeded(await ines.get('/user/coverage_requests/')).coverage_requests;
    assert.deepEqual(
      [asked.reason, asked.start, asked.end],
      ['Time off', '2026-01-07T00:00:00Z', '2026-01-09T00:00:00Z'],
    );

    const calendar = calendarOf(
      ['UID:1', 'SUMMARY:Skiing', 'DTSTART;VALUE=DATE:20260202', 'DTEND;VALUE=DATE:20260207'],
      ['UID:2', 'SUMMARY:Nowhere', 'DTSTART;TZID=Middle Earth:20260107T100000', 'DURATION:PT2H'],
    );
    const file = { name: 'away.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('1 new, 0 changed, 0 unchanged. 6 shifts collide: see the list.').waitFor();
    await page.getByText('“Nowhere”: its time zone Middle Earth is unknown').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Mon 2 Feb – Fri 6 Feb').waitFor();
    const latin = Buffer.from(calendar.replace('Skiing', 'Schnee in Zürich'), 'latin1');
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: latin });
    await page.getByText('The file is not UTF-8 text.').waitFor();
    await web.close(page);

    const now = await web.open(ines, '/app/');
    await now.getByText('You are on call while you are away').waitFor();
    await now.getByRole('button', { name: 'Ask for cover' }).first().waitFor();
    await now.goto(`${web.address}/app/schedules/${schedule.id}?view=week&rows=people`);
    const timeline = now.getByRole('region', { name: 'Timeline' });
    await timeline
      .getByRole('group', { name: 'Away' })
      .getByRole('button', { name: /^Ines is away: / })
      .waitFor();
    await timeline
      .getByRole('group', { name: 'On call' })
      .getByRole('button', { name: /Ines is away in/ })
      .first()
      .waitFor();
    await now.goto(`${web.address}/app/schedules/${schedule.id}/edit`);
    await now.getByText('Ines is away in their third shift:').waitFor();
    await web.close(now);

    const other = await web.open(grace, `/app/people/${ines.id}`);
    const region = other.getByRole('region', { name: 'Time off' });
    await region.getByText('Ines is on call in this time:').first().waitFor();
    assert.equal(await region.getByText('Surgery').count(), 0);
    assert.equal(await region.getByRole('button').count(), 0);
  });

  it('[OFF-2] sets nights, weekends and public holidays, which the page Load counts', async () => {
    const page = await web.open(owner, '/app/settings/hours');
    await pickFound(page, page.getByRole('combobox', { name: 'Country' }), 'Germany');
    await pickFound(page, page.getByRole('combobox', { name: 'Region' }), 'Berlin');
    await page.getByLabel('Night from').fill('23:00');
    await page.getByText('Fri', { exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The hours and holidays are saved.').waitFor();
    assert.deepEqual(succeeded(await owner.get('/organization/calendar_rules/')).calendar_rules, {
      holidays: { country: 'DE', region: 'BE' },
      night: { from: '23:00', to: '06:00' },
      weekend_days: ['friday', 'saturday', 'sunday'],
    });

    const schedule = await createSchedule(owner, [ada], { name: 'Beacon' });
    await page.goto(`${web.address}/app/load?interval=ahead&schedule=${schedule.id}`);
    const row = page.getByRole('row', { name: /Ada/ });
    await row.getByRole('img', { name: /on public holidays/ }).waitFor();
    await row.getByRole('button', { name: 'Hours of Ada by schedule' }).click();
    await page.getByRole('list', { name: 'Hours of Ada by schedule' }).getByText('Beacon').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'hours.csv');
    await web.close(page);
    const own = await web.open(grace, '/app/load');
    await own.getByText('Admins see everyone.').waitFor();
  });

  it('creates a read-only key', async () => {
    const page = await web.open(ada, '/app/settings/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Dashboard');
    await page.getByRole('checkbox', { name: 'Read-only' }).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = await page.getByRole('textbox', { name: 'the key' }).innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Dashboard' }).getByText('Read-only').waitFor();
    assert.equal(await statusWithKey(web, '/user/', key), 200);
    failed(await call(web.watchbill.app, 'PATCH', '/user/', key, { name: 'Eve' }), 403, 'forbidden');

    const answer = await fetch(await page.getByRole('textbox', { name: 'the MCP address' }).innerText(), {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    assert.match(await answer.text(), /who_is_on_call/);
  });

  it('shows an admin the keys of everyone, and revokes one', async () => {
    const niklaus = await web.watchbill.addPerson('Niklaus');
    const page = await web.open(owner, '/app/settings/all-api-keys');
    const row = page.getByRole('listitem').filter({ hasText: 'niklaus@example.com' });
    await row.getByText(`…${niklaus.key.slice(-4)}`).waitFor();
    await row.getByRole('button', { name: 'Revoke Test key' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The key Test key is revoked.').waitFor();
    await row.waitFor({ state: 'hidden' });
    assert.equal(await statusWithKey(web, '/user/', niklaus.key), 401);
  });

  it('keeps the input when the server refuses', async () => {
    const page = await web.open(ada, '/app/settings/api-keys', { allow: /status of 422/ });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Of yesterday');
    await page.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'On a date' }).click();
    await page.getByLabel('Expires on').fill('2026-01-04T09:00');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('alert').getByText('A key must expire in the future').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Of yesterday');
  });

  it('names the organization', async () => {
    const page = await web.open(owner, '/app/settings/organization');
    await page.getByLabel('Name').fill('Harbour Works');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('banner').getByText('Harbour Works').waitFor();
    assert.equal(succeeded(await owner.get('/organization/')).organization.name, 'Harbour Works');
  });

  it('tests the chat, and shows the built-in workspace: the handoff, and the members of a group', async () => {
    const schedule = await createSchedule(owner, [ada, grace], { name: 'Payments' });
    const path = `/schedules/${schedule.id}`;
    succeeded(await owner.put(`${path}/chat_user_group/`, { name: 'Payments', handle: 'payments-oncall' }));
    succeeded(await owner.put(`${path}/chat_channels/C0ONCALL`), 204);
    web.at('2026-01-06T09:00:00Z');
    await workAt(web.watchbill, '2026-01-06T09:00:00Z');

    const page = await web.open(owner, '/app/settings/chat');
    await page.getByRole('list', { name: 'Messages' }).getByText('Payments: Grace').waitFor();
    await page.getByRole('list', { name: 'User groups' }).getByText('Grace').waitFor();

    await page.getByRole('combobox', { name: 'Post a test message to' }).click();
    await page.getByRole('option', { name: '#general' }).click();
    await page.getByRole('button', { name: 'Test the chat' }).click();
    await page.getByRole('status').getByText('A message was posted to #general.').waitFor();
    await page.getByRole('radiogroup', { name: 'Channel' }).getByText('#general').click();
    await comesTo(page, '/app/settings/chat?channel=C0GENERAL');
    await page.getByRole('list', { name: 'Messages' }).getByText('test').first().waitFor();
    await page.goBack();
    await page.getByRole('list', { name: 'Messages' }).getByText('Payments: Grace').waitFor();
  });

  it('names the buttons of a message in the built-in workspace, and shows none that does nothing', async () => {
    const schedule = await createSchedule(owner, [ada, grace], { name: 'Harbour' });
    succeeded(await owner.put(`/schedules/${schedule.id}/chat_channels/C0ONCALL`), 204);
    const asked = { start: '2026-01-13T09:00:00Z', end: '2026-01-15T09:00:00Z', reason: 'Surgery' };
    const body = { ...asked, schedule_ids: [schedule.id] };
    succeeded(await ada.post('/user/coverage_requests', body), 201);
    await workAt(web.watchbill, '2026-01-06T09:00:00Z');

    const page = await web.open(owner, '/app/settings/chat');
    const message = page
      .getByRole('list', { name: 'Messages' })
      .getByRole('listitem')
      .filter({ hasText: 'Surgery' })
      .first();
    await message.getByText(/^Buttons in Slack: Take .*, Can’t$/).waitFor();
    assert.equal(await message.getByText('[').count(), 0);
    assert.equal(await message.getByRole('button').count(), 0);
  });

  it('shows why a delivery failed, and sends it again', async () => {
    await deliver(web, 'C0ONCALL', 'Hello all');
    // A destination that is unknown to the chat.
    await deliver(web, 'U0NONE', 'Hello nobody');
    const page = await web.open(owner, '/app/settings/deliveries');
    // The notice above the page may contain it too, in a longer sentence.
    await page.getByText('The chat has no channel and nobody "U0NONE".', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Nothing has failed').waitFor();
    await page.getByRole('tab', { name: 'Pending' }).click();
    await page.getByText('Hello nobody').waitFor();
    await comesTo(page, '/app/settings/deliveries?status=pending');
    await page.getByRole('tab', { name: 'Sent' }).click();
    await page.getByText('#oncall').first().waitFor();
    await page.getByText('Hello all').waitFor();
  });

  it('creates a webhook, shows its secret once, tests it, and shows the response', async () => {
    const endpoint = await startWebhookEndpoint();
    allowEndpoints(web.watchbill, ['127.0.0.1']);
    const page = await web.open(owner, '/app/settings/webhooks', { allow: /status of (404|422)/ });
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('https://192.168.1.1/');
    await page.getByLabel('Description').fill('Pager bridge');
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByText('192.168.1.1 is not a public address').waitFor();
    await assertFitsEveryone(page, 'a webhook to create, refused');
    await page.getByLabel('Address').fill(endpoint.url);
    await page.getByRole('checkbox', { name: 'Override created' }).check();
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    assert.match(await page.getByRole('textbox', { name: 'the secret' }).innerText(), /^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Pager bridge' }).click();
    await page.getByText('oncall.changed, override.created · of all schedules').waitFor();

    endpoint.reply = () => ({ status: 418, body: 'short and stout' });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: /webhook\.test.*Waiting/ }).waitFor();
    await deliverDue(web.watchbill.services, 'webhook');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: /webhook\.test.* · 418 · \d+ ms.*Failed/ }).click();
    await page.getByText('The endpoint answered 418; it has to answer 2xx.').waitFor();
    await page.getByText('short and stout').waitFor();
    await page.getByText(/^Last attempt .+, \d+ ms$/).waitFor();
    await page.getByText('"type": "webhook.test"').waitFor();
    await assertFitsEveryone(page, 'a delivery of a webhook');

    endpoint.reply = () => ({ status: 204 });
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent once more.').waitFor();
    await page.getByRole('button', { name: /webhook\.test.*Waiting/ }).waitFor();
    await deliverDue(web.watchbill.services, 'webhook');
    // The page polls while something is pending.
    await page.getByRole('button', { name: /webhook\.test.*204.*Sent/ }).waitFor();

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByText('events are signed with the former secret too').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByText('There are no webhooks').waitFor();
    await endpoint.stop();
  });

  it('shows only sections that the user may use', async () => {
    const mine = ['Profile', 'Notifications', 'Time off', 'Calendars', 'Appearance', 'API keys', 'Chat'];
    const vera = await web.watchbill.addPerson('Vera', { seat: 'viewer' });
    for (const person of [ada, vera]) {
      const page = await web.open(person, '/app/settings/deliveries');
      await page.getByText('This is for admins').waitFor();
      assert.deepEqual(await sections(page), mine);
      failed(await person.get('/deliveries/'), 403, 'forbidden');
      await page.getByRole('link', { name: 'Chat' }).click();
      await page.getByText('The built-in workspace').waitFor();
      await settled(page);
      assert.equal(await page.getByRole('button', { name: 'Test the chat' }).count(), 0);
      failed(await person.post('/chat/test', {}), 403, 'forbidden');
      await web.close(page);
    }
    const page = await web.open(owner, '/app/settings/profile');
    await page.getByRole('link', { name: 'Deliveries' }).waitFor();
    assert.deepEqual(await sections(page), [
      ...mine.slice(0, 6),
      'Keys of everyone',
      'Organization',
      'Hours and holidays',
      'Chat',
      'Webhooks',
      'Deliveries',
    ]);
  });
});

/** Tries once, whether the chat accepts it or not. */
async function deliver({ watchbill: { services } }: Web, destinationId: string, text: string): Promise<void> {
  const organization = await services.db.first(anyOrganization, {});
  assert.ok(organization !== undefined);
  const outgoing = [{ destinationId, message: { lines: [[text]] } }];
  await services.db.transaction((tx) => enqueue(services, tx, organization.id, outgoing));
  await deliverDue(services);
}
