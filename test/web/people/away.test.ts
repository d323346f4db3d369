/** Where the pages show time off beside shifts, and cover beside hours. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertPleasesAxe, becomes, boxOf, pickFound, widthBeyondWindow } from '../../support/drivers/web/web-pages.ts';

/** Monday. Ada and Grace take turns of a day, from 09:00 UTC: Ada has Wednesday, and is away for a part of it. */
describe('time off and cover', () => {
  const AWAY = 'Ada is away: Wed 7 Jan, 12:00 – 18:00';
  let primary: { readonly id: string };

  const { web, owner, ada, grace, linus } = givenWeb(
    { ada: 'Ada', grace: 'Grace', linus: 'Linus' },
    '2026-01-05T12:00:00Z',
  );
  before(async () => {
    primary = await createSchedule(owner, [ada, grace]);
    const away = { start: '2026-01-07T12:00:00Z', end: '2026-01-07T18:00:00Z', reason: 'Dentist' };
    succeeded(await ada.post('/user/time_off/', away), 201);
  });

  const requestsOf = async () => succeeded(await owner.get('/coverage_requests/?status=pending')).coverage_requests;
  const comingShifts = (page: Page) => page.getByRole('list', { name: 'Coming shifts' }).getByRole('listitem');

  it('[OFF-1] is shown on the strips of Now: hatched, and in words', async () => {
    const page = await web.open(linus, '/app/');
    const strip = page.getByRole('img', { name: `Primary: the coming 7 days. ${AWAY}`, exact: true });
    await strip.waitFor();
    const mark = strip.locator('[class*=away]');
    assert.equal(await mark.count(), 1);
    const [hatched, line] = [await boxOf(mark), await boxOf(strip)];
    // Six hours of the seven days.
    assert.ok(Math.abs(hatched.width / line.width - 6 / 168) < 0.01, `${hatched.width} of ${line.width}`);
    await page.getByTitle(new RegExp(`^Ada\\n.*\\n${AWAY}$`)).waitFor();
    assert.equal(await page.getByText('Dentist').count(), 0);
  });

  it('[OFF-1] is shown on the strips of the preview, while a schedule is edited', async () => {
    const page = await web.open(owner, `/app/schedules/${primary.id}/edit`);
    await page.getByRole('img', { name: new RegExp(`^Shifts in the week from .*\\. ${AWAY}$`) }).waitFor();
    await web.close(page);
  });

  it('[COV-6] is shown in the list of coming shifts, where people who may change the schedule ask for cover', async () => {
    const reading = await web.open(linus, `/app/schedules/${primary.id}`);
    await comingShifts(reading).getByText(AWAY).waitFor();
    assert.equal(await comingShifts(reading).getByRole('button').count(), 0);
    await web.close(reading);

    const path = `/app/schedules/${primary.id}`;
    const page = await web.open(owner, path);
    const shift = comingShifts(page).filter({ hasText: AWAY });
    await shift.getByRole('button', { name: 'Ask for cover for Ada' }).click();
    await shift.getByText('Cover is asked for').waitFor();
    const [asked, ...more] = await requestsOf();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [asked.user.id, asked.asked_by.id, asked.start, asked.end, asked.reason],
      [ada.id, owner.id, '2026-01-07T12:00:00Z', '2026-01-07T18:00:00Z', 'Time off'],
    );
    await shift.getByRole('link', { name: 'the request' }).click();
    await page.getByRole('heading', { name: 'Cover for Ada' }).waitFor();

    // The page of the person knows of the request, too.
    await page.goto(`${web.address}/app/people/${ada.id}`);
    await page.getByRole('region', { name: 'Time off' }).getByText('Cover is asked for').waitFor();
    succeeded(await ada.delete(`/user/coverage_requests/${asked.id}`), 204);
    await page.getByRole('button', { name: 'Ask for cover for Ada' }).click();
    await page.getByRole('region', { name: 'Time off' }).getByText('Cover is asked for').waitFor();
    await web.close(page);
  });

  it('[OFF-2] is shown beside public holidays, which an admin chooses on the page of a person', async () => {
    const reading = await web.open(linus, `/app/people/${ada.id}`);
    await reading.getByRole('region', { name: 'Time off' }).waitFor();
    await settled(reading);
    const holidays = (page: Page) => page.getByRole('region', { name: 'Public holidays' });
    assert.equal(await holidays(reading).count(), 0);

    const page = await web.open(owner, `/app/people/${ada.id}`);
    await holidays(page).getByText('None in the coming half year, or no calendar is chosen.').waitFor();
    await holidays(page).getByRole('button', { name: 'Choose the calendar…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Public holidays of Ada' });
    await pickFound(page, dialog.getByRole('combobox', { name: 'Country' }), 'Germany');
    await pickFound(page, dialog.getByRole('combobox', { name: 'Region' }), 'Baden-Württemberg');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The public holidays are saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await holidays(page).getByText('Epiphany').waitFor();
    assert.deepEqual(succeeded(await owner.get(`/users/${ada.id}/holidays/`)).holidays, {
      country: 'DE',
      region: 'BW',
    });
    await web.close(page);

    await reading.reload();
    await becomes(
      async () => (await holidays(reading).getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n\s*/)),
      [
        ['Epiphany', 'Tue 6 Jan'],
        ['Good Friday', 'Fri 3 Apr'],
        ['Easter Monday', 'Mon 6 Apr'],
        ['Labour Day', 'Fri 1 May'],
        ['Ascension Day', 'Thu 14 May'],
      ],
    );
    assert.equal(await holidays(reading).getByRole('button').count(), 0);

    await reading.goto(`${web.address}/app/schedules/${primary.id}?view=week&from=2026-01-05`);
    const away = reading.getByRole('region', { name: 'Timeline' }).getByRole('group', { name: 'Away' });
    await becomes(
      () => away.getByRole('button').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-label'))),
      ['Epiphany, public holiday of Ada: Tue 6 Jan, 00:00 – Wed 7 Jan, 00:00', 'Ada is away: Wed 7 Jan, 12:00 – 18:00'],
    );
    await web.close(reading);
  });

  it('[TRU-1] is told before somebody who is away is put on call by an override', async () => {
    const page = await web.open(owner, `/app/schedules/${primary.id}?from=2026-01-05`);
    await page.getByRole('button', { name: 'Override…' }).click();
    const panel = page.getByRole('dialog', { name: 'Override' });
    const warning = panel.getByRole('status').filter({ hasText: 'Somebody is away in this time' });
    await panel.getByLabel('Start').fill('2026-01-07T09:00');
    await panel.getByLabel('End').fill('2026-01-07T14:00');
    await pickFound(page, panel.getByRole('combobox', { name: 'Who is on call' }), 'Ada');
    await warning.getByText('Ada is away: Wed 7 Jan, 12:00 – 14:00').waitFor();
    await assertPleasesAxe(page, 'an override for somebody who is away');
    await panel.getByLabel('End').fill('2026-01-07T12:00');
    await warning.waitFor({ state: 'detached' });
  });

  it('[HRS-1] of each person are on the page Load, taken and given, on a phone too', async () => {
    const [hilde, kurt] = [await web.watchbill.addPerson('Hilde'), await web.watchbill.addPerson('Kurt')];
    await createSchedule(owner, [hilde], { name: 'Harbour' });
    const cover = { start: '2026-01-07T12:00:00Z', end: '2026-01-07T18:00:00Z', reason: 'Dentist' };
    const { coverage_request } = succeeded(await hilde.post('/user/coverage_requests', cover), 201);
    succeeded(await kurt.post(`/coverage_requests/${coverage_request.id}/accept`));
    const page = await web.open(owner, '/app/load');
    const coverOf = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('cell')
        .last();
    await coverOf('Kurt').getByText('6 h taken, 0 h given').waitFor();
    assert.match(await coverOf('Kurt').innerText(), /^\+6 h\s/);
    assert.match(await coverOf('Hilde').innerText(), /^−6 h\s+0 h taken, 6 h given$/);
    await page.getByTitle('Taken from others: 6 h. Given to others: 0 h.').waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await widthBeyondWindow(page), 0);
    for (const name of ['Kurt', 'Hilde']) {
      const { x, width } = await boxOf(coverOf(name));
      assert.ok(x >= 0 && x + width <= 390, `${name}: ${x} to ${x + width}`);
    }
    const table = page.getByRole('table', { name: 'Hours on call' });
    assert.ok(await table.evaluate(({ parentElement: box }) => box !== null && box.scrollWidth <= box.clientWidth));
    // The head stands over its numbers.
    const head = await boxOf(page.getByRole('columnheader', { name: 'Cover' }));
    const cell = await boxOf(coverOf('Hilde'));
    assert.deepEqual([head.x, head.width], [cell.x, cell.width]);
  });
});
