import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { failed, type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, lines } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { becomes, PHONE } from '../../support/drivers/web/web-pages.ts';

describe('the coverage pages', () => {
  let primary: { readonly id: string };
  let pairs: { readonly id: string };

  const { web, owner, ada, grace, linus, viewer } = givenWeb(
    { ada: 'Ada', grace: 'Grace', linus: 'Linus', viewer: { name: 'Vera', seat: 'viewer' } },
    '2026-01-05T12:00:00Z',
  );
  before(async () => {
    primary = await createSchedule(owner, [ada, grace]);
    const two = { concurrent_oncall_users: 2 };
    pairs = await createSchedule(owner, [], {
      name: 'Pairs',
      time_zone: 'Asia/Tokyo',
      layers: [layer([grace, owner, linus], two)],
    });
  });
  beforeEach(async () => {
    for (const person of [ada, grace]) {
      const { coverage_requests } = succeeded(await person.get('/user/coverage_requests/?per_page=100'));
      for (const { id, status } of coverage_requests) {
        if (status === 'pending') succeeded(await person.delete(`/user/coverage_requests/${id}`), 204);
      }
    }
  });

  async function ask(who: Person, start: string, end: string, reason: string, schedule = primary): Promise<string> {
    const body = { start, end, reason, schedule_ids: [schedule.id] };
    return succeeded(await who.post('/user/coverage_requests', body), 201).coverage_request.id;
  }

  const held = (page: Page) => page.getByRole('list', { name: 'In this request' }).getByRole('listitem');

  it('lets one person ask and another accept, and the first one sees it', async () => {
    const asking = await web.open(ada, '/app/coverage?tab=ask');
    await asking.getByRole('checkbox', { name: /^Wed 7 Jan, 09:00 – Thu 8 Jan, 09:00/ }).check();
    await asking.getByLabel('Reason').fill('My daughter is ill');
    await asking.getByRole('button', { name: 'Ask for cover' }).click();
    await asking.getByRole('heading', { name: 'Cover for you' }).waitFor();
    await asking.getByText('Nobody has taken this yet').waitFor();

    const taking = await web.open(linus, '/app/coverage');
    await taking.getByText('“My daughter is ill”').waitFor();
    await taking.getByRole('link', { name: 'See what Ada asks for' }).click();
    await taking.getByRole('heading', { name: 'Cover for Ada' }).waitFor();
    await taking.getByRole('button', { name: 'Take these shifts' }).click();
    await taking.getByRole('status').getByText('You took these shifts').waitFor();
    const onCall = taking.getByRole('list', { name: 'On call', exact: true });
    await onCall.getByText('Linus').waitFor();
    await onCall.getByText('Ada').waitFor({ state: 'detached' });

    await asking.reload();
    await asking.getByText('Linus is on call in your place.').waitFor();
    await asking.getByRole('link', { name: 'Your requests' }).click();
    await asking.getByRole('list', { name: 'My requests' }).getByText('Taken by Linus').waitFor();
  });

  it('previews what the API then returns, in both zones', async () => {
    await createOverride(owner, pairs, [owner, linus], '2026-01-08T15:00:00Z', '2026-01-08T18:00:00Z');
    const interval = { start: '2026-01-08T12:00:00Z', end: '2026-01-09T12:00:00Z' };
    const id = await ask(grace, interval.start, interval.end, 'Away', pairs);
    await createOverride(owner, pairs, [owner], '2026-01-08T20:00:00Z', '2026-01-09T06:00:00Z');

    const page = await web.open(ada, `/app/coverage/${id}`);
    const preview = page.getByRole('list', { name: 'If you take them' }).getByRole('listitem');
    await page.getByText('(Fri 9 Jan, 03:00 – 05:00 in Tokyo)').waitFor();
    await settled(page);
    const said = async (item: Locator) =>
      (await item.ariaSnapshot()).replace(/^- listitem:\n.* \[checked\]\n {2}- text: /, '- listitem: ');
    assert.deepEqual(await Promise.all((await preview.all()).map(said)), [
      '- listitem: Thu 8 Jan, 12:00 – 15:00 (Thu 8 Jan, 21:00 – Fri 9 Jan, 00:00 in Tokyo) · 3 h Grace Owner becomes Ada Owner',
      '- listitem: Thu 8 Jan, 18:00 – 20:00 (Fri 9 Jan, 03:00 – 05:00 in Tokyo) · 2 h Grace Owner becomes Ada Owner',
      '- listitem: Fri 9 Jan, 06:00 – 09:00 (Fri 9 Jan, 15:00 – 18:00 in Tokyo) · 3 h Grace Owner becomes Ada Owner',
      '- listitem: Fri 9 Jan, 09:00 – 12:00 (Fri 9 Jan, 18:00 – 21:00 in Tokyo) · 3 h Linus Grace becomes Linus Ada',
    ]);
    await page.getByRole('button', { name: 'Take these shifts' }).click();
    await page.getByRole('status').getByText('You took these shifts').waitFor();

    const path = `/schedules/${pairs.id}/shifts/?from=${interval.start}&to=${interval.end}&clip_to_interval=true`;
    assert.deepEqual(lines(await ada.get(path)), [
      'Ada+Owner 2026-01-08T12:00:00Z/2026-01-08T15:00:00Z',
      'Owner+Linus 2026-01-08T15:00:00Z/2026-01-08T18:00:00Z',
      'Ada+Owner 2026-01-08T18:00:00Z/2026-01-08T20:00:00Z',
      'Owner 2026-01-08T20:00:00Z/2026-01-09T06:00:00Z',
      'Ada+Owner 2026-01-09T06:00:00Z/2026-01-09T09:00:00Z',
      'Linus+Ada 2026-01-09T09:00:00Z/2026-01-09T12:00:00Z',
    ]);
  });

  it('[TRU-3] says so when there is nothing to take, and shows who took it until they left', async () => {
    const [start, end] = ['2026-01-11T09:00:00Z', '2026-01-12T09:00:00Z'];
    const mary = await web.watchbill.addPerson('Mary');
    const id = await ask(ada, start, end, 'Wedding');
    const { id: given } = await createOverride(owner, primary, [grace], start, end);
    const page = await web.open(linus, `/app/coverage/${id}`);
    await page.getByText('There is nothing to take now.').waitFor();
    await page.getByRole('list', { name: 'On call', exact: true }).getByText('Grace').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Take/ }).count(), 0);

    succeeded(await owner.delete(`/schedules/${primary.id}/overrides/${given}`), 204);
    await page.getByRole('button', { name: 'Take these shifts' }).waitFor();
    succeeded(await mary.post(`/coverage_requests/${id}/accept`));
    await page.getByText('Taken by Mary').waitFor();
    succeeded(await owner.delete(`/users/${mary.id}`), 204);
    await page.getByText('took 1 shift, 1 day until they left').waitFor();
    await page.getByText('Waiting', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take these shifts' }).waitFor();
    await web.close(page);
  });

  it('accepts a part, warns of two schedules at once, and lets one decline', async () => {
    const id = await ask(ada, '2026-01-21T09:00:00Z', '2026-01-24T09:00:00Z', 'Moving house');
    // Grace is on call in Pairs all of Wednesday.
    await createOverride(owner, pairs, [grace], '2026-01-21T09:00:00Z', '2026-01-22T09:00:00Z');
    const page = await web.open(grace, `/app/coverage/${id}`);
    const answer = page.getByRole('region', { name: 'Your answer' });
    await answer.getByText('2 shifts, 2 days').waitFor();
    await answer.getByText(/You would be on call in two schedules at once: Pairs/).waitFor();
    await page.getByRole('checkbox', { name: /^Wed 21 Jan, 09:00/ }).uncheck();
    await page.getByRole('button', { name: 'Take 1 shift' }).click();
    const taken = page.getByRole('list', { name: 'Taken so far' });
    await taken.getByText('took 1 shift, 1 day').waitFor();
    await page.getByText('Partly taken').waitFor();
    await web.close(page);

    const other = await web.open(linus, `/app/coverage/${id}`);
    await other.getByRole('button', { name: 'Take these shifts' }).waitFor();
    await other.getByRole('button', { name: 'I can’t' }).click();
    await other.getByText('You said that you can’t.').waitFor();
    await other.getByText('Can’t: Linus').waitFor();
    await web.close(other);
    succeeded(await ada.delete(`/user/coverage_requests/${id}`), 204);
  });

  it('keeps the button to take shifts in view while they are chosen', async () => {
    const id = await ask(ada, '2026-02-01T09:00:00Z', '2026-03-15T09:00:00Z', 'A long journey');
    for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
      const page = await web.open(linus, `/app/coverage/${id}`, { viewport });
      const take = page.getByRole('button', { name: /^Take/ });
      const shifts = page.getByRole('list', { name: 'If you take them' }).getByRole('checkbox');
      await take.waitFor();
      await settled(page);
      const count = await shifts.count();
      assert.equal(count, 21);
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight > 2 * innerHeight), 'a long page');
      for (const [i, chosen] of [
        [0, 'Take 20 shifts'],
        [10, 'Take 19 shifts'],
        [count - 1, 'Take 18 shifts'],
      ] as const) {
        const shift = shifts.nth(i);
        await shift.evaluate((box) => box.scrollIntoView({ block: 'center' }));
        await shift.uncheck();
        await becomes(() => take.innerText(), chosen);
        assert.equal(await isUncovered(take), true, `${chosen}, ${viewport.width} px wide`);
        // The bar must not hide the shift that is being chosen.
        assert.equal(await isUncovered(shift), true, `shift ${i}, ${viewport.width} px wide`);
      }
      await page.evaluate(() => scrollTo(0, 0));
      await take.click({ trial: true });
      assert.equal(await page.evaluate(() => scrollY), 0, 'the button is reached without scrolling');
      await web.close(page);
    }
  });

  it('asks on behalf of somebody else, and only the chosen people', async () => {
    const away = { start: '2026-01-26T12:00:00Z', end: '2026-01-26T18:00:00Z' };
    succeeded(await ada.post('/user/time_off/', away), 201);
    const page = await web.open(owner, '/app/coverage?tab=ask');
    await page.getByRole('button', { name: 'Ask for someone else' }).click();
    await page.getByRole('combobox', { name: 'Whose shifts' }).fill('grace');
    await page.getByRole('option', { name: 'Grace' }).click();
    await page.getByLabel('From', { exact: true }).fill('2026-01-26T09:00');
    await page.getByLabel('To', { exact: true }).fill('2026-01-27T09:00');
    await held(page).getByText('Primary: Mon 26 Jan, 09:00 – Tue 27 Jan, 09:00').waitFor();
    await page.getByText('Some people').click();
    const candidates = page.getByRole('list', { name: 'Who could cover' });
    await candidates.getByRole('listitem').filter({ hasText: 'Ada' }).getByText('Away', { exact: true }).waitFor();
    await candidates.getByRole('checkbox', { name: /^AD Ada|Ada/ }).check();
    await page.getByLabel('Reason').fill('Grace is ill');
    await page.getByRole('button', { name: 'Ask for cover' }).click();
    await page.getByRole('heading', { name: 'Cover for Grace' }).waitFor();
    await page.getByText('Owner asked on behalf of Grace.').waitFor();
    await page.getByText('Asked: Ada').waitFor();
    await page.getByRole('button', { name: 'Cancel request' }).waitFor();
    await web.close(page);

    for (const [person, isAsked] of [
      [ada, true],
      [linus, false],
    ] as const) {
      const now = await web.open(person, '/app/');
      await now.getByRole('heading', { name: 'Now', exact: true }).waitFor();
      await settled(now);
      const offered = now.getByRole('region', { name: 'Cover wanted' }).getByText('“Grace is ill”');
      assert.equal(await offered.count(), isAsked ? 1 : 0);
      await now.evaluate(() => history.pushState(null, '', '/app/coverage'));
      const request = now.getByRole('listitem').filter({ hasText: '“Grace is ill”' });
      await request.getByText(isAsked ? 'See and take' : 'See it').waitFor();
      await web.close(now);
    }
  });

  it('shows a late person the reason, and the current state', async () => {
    const id = await ask(ada, '2026-01-09T09:00:00Z', '2026-01-10T09:00:00Z', 'Concert');
    const page = await web.open(linus, `/app/coverage/${id}`, { allow: /422/ });
    await page.route(`**/coverage_requests/${id}/accept`, async (route) => {
      succeeded(await owner.post(`/coverage_requests/${id}/accept`));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Take these shifts' }).click();
    await page.getByText('Owner took these shifts').waitFor();
    await page.getByRole('button', { name: 'Take these shifts' }).waitFor({ state: 'detached' });
    // It stays, even if the page got the live event first.
    await page.getByRole('alert').getByText('This request is no longer open.').waitFor();
  });

  it('shows a person who lost a part of it why, without words of the API', async () => {
    const id = await ask(ada, '2026-01-25T09:00:00Z', '2026-01-26T09:00:00Z', 'Theatre');
    const { coverage_request } = succeeded(await linus.get(`/coverage_requests/${id}`));
    const [{ schedule_reference, start, end }] = coverage_request.shifts;
    const page = await web.open(linus, `/app/coverage/${id}`, { allow: /422/ });
    await page.route(`**/coverage_requests/${id}/accept`, async (route) => {
      const until = '2026-01-25T12:00:00Z';
      const part = { schedule_id: schedule_reference.id, start, end: until };
      succeeded(await owner.post(`/coverage_requests/${id}/accept`, { shifts: [part] }));
      const headers = { ...route.request().headers(), 'content-type': 'application/json' };
      await route.continue({ headers, postData: JSON.stringify({ shifts: [{ ...part, end }] }) });
    });
    await page.getByRole('button', { name: 'Take these shifts' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Somebody else took one of these shifts').waitFor();
    assert.doesNotMatch(await alert.innerText(), /(cov|sch)_|shifts\[|\d{4}-\d\d-\d\dT/);
  });

  it('cancels a request after a confirmation', async () => {
    const id = await ask(ada, '2026-01-11T09:00:00Z', '2026-01-12T09:00:00Z', 'Not sure');
    const page = await web.open(ada, '/app/coverage?tab=mine');
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
    const request = page.getByRole('listitem').filter({ hasText: 'Not sure' });
    await request.getByText('Canceled').waitFor();
    await page.getByRole('button', { name: 'Cancel request' }).waitFor({ state: 'detached' });
    assert.equal(succeeded(await ada.get(`/coverage_requests/${id}`)).coverage_request.status, 'canceled');
  });

  it('includes what lies between two picked shifts, and shows it before it is sent', async () => {
    const page = await web.open(ada, '/app/coverage?tab=ask');
    const pick = (start: string) => page.getByRole('checkbox', { name: new RegExp(`^${start}`) });
    await pick('Tue 13 Jan').check();
    await pick('Sat 17 Jan').check();
    await becomes(() => pick('Thu 15 Jan').isChecked(), true);
    await becomes(
      () => held(page).allInnerTexts(),
      [
        'Primary: Tue 13 Jan, 09:00 – Wed 14 Jan, 09:00',
        'Primary: Thu 15 Jan, 09:00 – Fri 16 Jan, 09:00',
        'Primary: Sat 17 Jan, 09:00 – Sun 18 Jan, 09:00',
      ],
    );
    await pick('Thu 15 Jan').uncheck();
    await becomes(() => held(page).allInnerTexts(), ['Primary: Tue 13 Jan, 09:00 – Wed 14 Jan, 09:00']);
    await becomes(() => pick('Sat 17 Jan').isChecked(), false);
  });

  it('accepts a typed part of a shift, from a link that fills it in', async () => {
    const wanted = new URLSearchParams({
      tab: 'ask',
      start: '2026-01-13T09:00:00Z',
      end: '2026-01-14T09:00:00Z',
      schedule: primary.id,
    });
    const page = await web.open(ada, `/app/coverage?${wanted}`);
    await held(page).getByText('Tue 13 Jan, 09:00 – Wed 14 Jan, 09:00').waitFor();
    await page.getByLabel('To', { exact: true }).fill('2026-01-13T17:30');
    await held(page).getByText('Tue 13 Jan, 09:00 – 17:30').waitFor();
    await page.getByLabel('Reason').fill('Dentist');
    await page.getByRole('button', { name: 'Ask for cover' }).click();
    await page.getByRole('heading', { name: 'Cover for you' }).waitFor();
    await page.getByText('Tue 13 Jan, 09:00 – 17:30').waitFor();
  });

  it('keeps the input when the server refuses', async () => {
    await ask(ada, '2026-01-13T09:00:00Z', '2026-01-13T12:00:00Z', 'Dentist');
    const page = await web.open(ada, '/app/coverage?tab=ask', { allow: /422/ });
    await page.getByText('Asked for').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2026-01-13T09:00');
    await page.getByLabel('To', { exact: true }).fill('2026-01-14T09:00');
    await page.getByLabel('Reason').fill('Dentist, all day');
    await page.getByRole('button', { name: 'Ask for cover' }).click();
    await page.getByRole('alert').getByText('Another pending coverage request of yours').waitFor();
    assert.equal(await page.getByLabel('Reason').inputValue(), 'Dentist, all day');
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), '2026-01-14T09:00');
  });

  it('shows viewers no actions that they may not do, and the API refuses them', async () => {
    const id = await ask(ada, '2026-01-19T09:00:00Z', '2026-01-20T09:00:00Z', 'Concert');
    const page = await web.open(viewer, '/app/coverage?tab=ask');
    await page.getByRole('list', { name: 'Open requests' }).getByText('“Concert”').waitFor();
    await settled(page);
    assert.equal(await page.getByText('Ask for cover').count(), 0);
    await page.getByRole('link', { name: 'See what Ada asks for' }).click();
    await page.getByRole('list', { name: 'On call', exact: true }).getByText('Ada').waitFor();
    await settled(page);
    assert.equal(await page.getByRole('button', { name: /Take|Cancel/ }).count(), 0);
    failed(await viewer.post(`/coverage_requests/${id}/accept`), 403, 'forbidden');
  });

  it('has tabs with addresses, and back works', async () => {
    const page = await web.open(ada, '/app/coverage');
    await page.getByRole('tab', { name: 'Mine' }).click();
    await page.waitForURL('**/app/coverage?tab=mine');
    await page.goBack();
    await page.getByRole('tab', { name: 'Open', selected: true }).waitFor();
  });
});

/** Whether all of it is in the window, and nothing lies over its centre. */
function isUncovered(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isInside && shown !== null && (element.contains(shown) || shown.contains(element));
  });
}
