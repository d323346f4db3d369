import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { updateSetup } from '../../../src/db/people/organizations.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertPleasesAxe, becomes, PHONE, widthBeyondWindow } from '../../support/drivers/web/web-pages.ts';

describe('the page Now without schedules', () => {
  const { web, owner, ada, viewer } = givenWeb({ ada: 'Ada', viewer: { name: 'Vera', seat: 'viewer' } });

  it('leads to the form of the first schedule, and refers viewers to somebody who may create it', async () => {
    const page = await web.open(ada, '/app/');
    await page.getByRole('link', { name: 'Create the first one' }).waitFor();
    const theirs = await web.open(viewer, '/app/');
    await theirs.getByText('No schedules yet').waitFor();
    await settled(theirs);
    assert.equal(await theirs.getByRole('link', { name: /Create the first one|New schedule/ }).count(), 0);
  });

  it('asks for the name and zone of a new organization, and then shows the next steps', async () => {
    const { db } = web.watchbill.services;
    const { organization } = succeeded(await owner.get('/organization/'));
    const asNew = { id: organization.id, setup: 'name' } as const;
    await db.transaction((tx) => tx.run(updateSetup, asNew));
    const theirs = await web.open(ada, '/app/');
    await theirs.getByText('No schedules yet').waitFor();
    await settled(theirs);
    assert.equal(await theirs.getByText('Welcome to Watchbill').count(), 0);
    await web.close(theirs);

    const page = await web.open(owner, '/app/', { timezoneId: 'America/St_Johns', viewport: PHONE });
    const welcome = page.getByRole('region', { name: 'Welcome to Watchbill' });
    assert.equal(await welcome.getByRole('combobox').inputValue(), 'America/St_Johns');
    await assertPleasesAxe(page, 'first questions');
    const name = welcome.getByLabel('What is your organization called?');
    await name.fill('Harbour');
    await name.press('Enter');
    const list = page.getByRole('region', { name: 'Getting started' });
    await list.getByText('1 of 5 done').waitFor();
    const steps = () =>
      list.getByRole('listitem').evaluateAll((items) =>
        items.map((item) => {
          const link = item.querySelector('a');
          const isDone = item.textContent === `${link?.textContent}Done`;
          return `${isDone ? 'done' : 'open'}: ${link?.textContent}, ${link?.getAttribute('href')}`;
        }),
      );
    assert.deepEqual(await steps(), [
      'done: Add people, /app/people',
      'open: Make a team, /app/teams',
      'open: Make a schedule, /app/schedules/new',
      'open: Connect the chat, /app/settings/chat',
      'open: Subscribe in your calendar, /app/settings/calendars',
    ]);
    const saved = succeeded(await owner.get('/organization/')).organization;
    assert.deepEqual([saved.name, saved.time_zone, saved.setup], ['Harbour', 'America/St_Johns', 'checklist']);
    succeeded(await owner.post('/teams/', { name: 'Pilots' }), 201);
    succeeded(await owner.post('/user/calendar_feeds/', { kind: 'mine' }), 201);
    await page.reload();
    await list.getByText('3 of 5 done').waitFor();
    assert.deepEqual(
      (await steps()).map((step) => step.slice(0, 4)),
      ['done', 'done', 'open', 'open', 'done'],
    );
    await assertPleasesAxe(page, 'the list of what comes next');
    assert.equal(await widthBeyondWindow(page), 0);
    await list.getByRole('link', { name: 'Make a schedule' }).click();
    await page.getByRole('heading', { level: 1, name: 'New schedule' }).waitFor();
    await page.goBack();
    await list.getByRole('button', { name: 'Hide this list' }).click();
    await list.waitFor({ state: 'detached' });
    assert.equal(succeeded(await owner.get('/organization/')).organization.setup, undefined);
  });
});

describe('the page Now', () => {
  let payments: { readonly id: string };
  let primary: { readonly id: string };

  const { web, owner, ada, grace, linus, viewer } = givenWeb(
    { ada: 'Ada', grace: 'Grace', linus: 'Linus', viewer: { name: 'Vera', seat: 'viewer' } },
    '2026-01-05T12:00:00Z',
  );

  const you = (page: Page) => page.getByRole('region', { name: 'You', exact: true });
  const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

  function cardNames(page: Page): Promise<(string | null)[]> {
    return page.getByRole('article').evaluateAll((cards) => cards.map((each) => each.getAttribute('aria-label')));
  }

  describe('with schedules', () => {
    before(async () => {
      payments = succeeded(await owner.post('/teams/', { name: 'Payments' }), 201).team;
      const office = [{ day: 'tuesday', from: '09:00', to: '17:00' }];
      await createSchedule(owner, [], { name: 'Office', layers: [layer([linus], { restriction_intervals: office })] });
      primary = await createSchedule(owner, [ada, grace], { name: 'Primary', team_ids: [payments.id] });
      await createSchedule(owner, [], {
        name: 'Weekly',
        time_zone: 'Europe/Berlin',
        layers: [layer([grace, linus, owner], { shift_length: { amount: 1, unit: 'weeks' } })],
      });
    });

    it('shows a person on call until when, and their next shifts', async () => {
      const page = await web.open(ada, '/app/');
      await you(page).getByText('You are on call for Primary until Tue 6 Jan, 09:00 (in 21 h)').waitFor();
      await becomes(
        () => you(page).getByRole('listitem').allInnerTexts(),
        [
          'Primary\nWed 7 Jan, 09:00 – Thu 8 Jan, 09:00 · 1 day, in 1 day 21 h\nAsk for cover',
          'Primary\nFri 9 Jan, 09:00 – Sat 10 Jan, 09:00 · 1 day, in 3 days\nAsk for cover',
          'Primary\nSun 11 Jan, 09:00 – Mon 12 Jan, 09:00 · 1 day, in 5 days\nAsk for cover',
        ],
      );
    });

    it('shows others when their turn is, also in the zone of the schedule', async () => {
      const page = await web.open(owner, '/app/');
      await you(page)
        .getByText('You are not on call. Next: Weekly, Mon 19 Jan, 09:00 (Mon 19 Jan, 10:00 in Berlin) (in 13 days)')
        .waitFor();
    });

    it('shows no end of a time on call that lasts beyond the known shifts', async () => {
      const lonely = await web.watchbill.addPerson('Barbara');
      const { id } = await createSchedule(owner, [lonely], { name: 'Alone' });
      const page = await web.open(lonely, '/app/');
      await you(page).getByText('You are on call for Alone at least until Thu 5 Feb, 09:00').waitFor();
      await web.close(page);
      succeeded(await owner.delete(`/schedules/${id}`), 204);
    });

    it('opens a schedule at its top, even from a link far down', async () => {
      const page = await web.open(ada, '/app/', { viewport: { width: 360, height: 500 } });
      await card(page, 'Weekly').getByRole('link', { name: 'Weekly' }).click();
      await page.getByRole('heading', { level: 1, name: 'Weekly' }).waitFor();
      await becomes(() => page.evaluate(() => scrollY), 0);
    });

    it('tells members that they have no shifts, and mentions no shifts to viewers', async () => {
      const idle = await web.watchbill.addPerson('Edsger');
      const page = await web.open(idle, '/app/');
      await you(page).getByText('You have no shifts in the coming 30 days.').waitFor();
      const theirs = await web.open(viewer, '/app/');
      await card(theirs, 'Primary').waitFor();
      await settled(theirs);
      assert.equal(await you(theirs).count(), 0);
    });

    it('shows my schedules first, then the others', async () => {
      const page = await web.open(ada, '/app/');
      await card(page, 'Weekly').waitFor();
      await becomes(() => cardNames(page), ['Primary', 'Office', 'Weekly']);
    });

    it('shows on each card who is on call, until when, and who is next', async () => {
      const page = await web.open(ada, '/app/');
      await card(page, 'Primary').getByText('until Tue 6 Jan, 09:00 (in 21 h)').waitFor();
      await card(page, 'Primary').getByText('Next: Grace until Wed 7 Jan, 09:00').waitFor();
      await card(page, 'Office').getByText('Off hours').waitFor();
      await card(page, 'Office').getByText('Next: Linus until Tue 6 Jan, 17:00').waitFor();
      await card(page, 'Weekly')
        .getByText('until Mon 12 Jan, 09:00 (Mon 12 Jan, 10:00 in Berlin) (in 6 days)')
        .waitFor();
    });

    it('follows a handoff while it is open', async () => {
      const page = await web.open(ada, '/app/', { isOwn: true });
      await card(page, 'Primary').getByText('until Tue 6 Jan, 09:00').waitFor();
      await page.clock.setFixedTime('2026-01-06T09:00:00Z');
      await page.clock.runFor(15_000);
      await card(page, 'Primary').getByText('until Wed 7 Jan, 09:00 (in 1 day)').waitFor();
      await you(page).getByText('You are not on call. Next: Primary, Wed 7 Jan, 09:00 (in 1 day)').waitFor();
    });

    it('warns of gaps in the coming week, and links to the schedule', async () => {
      const later = layer([linus], { rotation_start: '2026-01-07T09:00:00Z' });
      const { id } = await createSchedule(owner, [], { name: 'Later', layers: [later] });
      // Its only gap is on 13 January: in the two weeks that the page has read, but not in the coming one.
      const second = layer([linus], { rotation_start: '2026-01-14T09:00:00Z' });
      const covered = await createSchedule(owner, [], { name: 'Covered', layers: [second] });
      await createOverride(owner, covered, [grace], '2026-01-05T12:00:00Z', '2026-01-13T09:00:00Z');
      const page = await web.open(ada, '/app/');
      await card(page, 'Later').getByText('Nobody is on call').waitFor();
      await card(page, 'Covered').getByText('until Tue 13 Jan, 09:00').waitFor();
      const gap = page.getByRole('region', { name: 'Gaps ahead' }).getByRole('listitem');
      await gap.getByText('Nobody is on call for Later now until Wed 7 Jan, 09:00').waitFor();
      // Off hours are not gaps, and the week after the coming one is not listed.
      await becomes(() => gap.count(), 1);
      await gap.getByRole('link', { name: 'Later' }).click();
      await page.waitForURL(`**/app/schedules/${id}`);
      await web.close(page);
      for (const each of [id, covered.id]) succeeded(await owner.delete(`/schedules/${each}`), 204);
    });

    it('filters by team in the address, and back removes the filter', async () => {
      const page = await web.open(ada, '/app/');
      await card(page, 'Weekly').waitFor();
      await page.getByRole('combobox', { name: 'Team' }).click();
      await page.getByRole('option', { name: 'Payments' }).click();
      await page.waitForURL(`**/app/?team=${payments.id}`);
      await card(page, 'Weekly').waitFor({ state: 'detached' });
      await becomes(() => cardNames(page), ['Primary']);
      await page.goBack();
      await card(page, 'Weekly').waitFor();
      await becomes(() => cardNames(page), ['Primary', 'Office', 'Weekly']);

      const shared = await web.open(viewer, `/app/?team=${payments.id}`);
      await card(shared, 'Primary').waitFor();
      await becomes(() => cardNames(shared), ['Primary']);
    });

    it('finds schedules by name in the address, and says if none matches', async () => {
      const page = await web.open(ada, '/app/');
      const search = page.getByLabel('Name of a schedule');
      await search.fill('OFF');
      await page.waitForURL('**/app/?query=OFF');
      await card(page, 'Weekly').waitFor({ state: 'detached' });
      await becomes(() => cardNames(page), ['Office']);
      await search.fill('none of them');
      await page.getByText('No schedule matches').waitFor();
    });

    it('shows members the requests of others, with links', async () => {
      const draft = { start: '2026-01-06T09:00:00Z', end: '2026-01-07T09:00:00Z', reason: 'Travelling' };
      const body = { ...draft, schedule_ids: [primary.id] };
      const { coverage_request } = succeeded(await grace.post('/user/coverage_requests', body), 201);

      const page = await web.open(ada, '/app/');
      const wanted = page.getByRole('region', { name: 'Cover wanted' });
      await wanted.getByText('Tue 6 Jan, 09:00 – Wed 7 Jan, 09:00').waitFor();
      await wanted.getByText('1 shift, 1 day').waitFor();
      await wanted.getByText('“Travelling”').waitFor();
      await wanted.getByRole('link', { name: 'See what Grace asks for' }).click();
      await page.waitForURL(`**/app/coverage/${coverage_request.id}`);

      for (const other of [grace, viewer]) {
        const theirs = await web.open(other, '/app/');
        await card(theirs, 'Primary').waitFor();
        await settled(theirs);
        assert.equal(await theirs.getByRole('region', { name: 'Cover wanted' }).count(), 0);
        await web.close(theirs);
      }
    });

    it('shows more schedules page by page', async () => {
      const spare: { readonly id: string }[] = [];
      for (let i = 1; i <= 20; i++) spare.push(await createSchedule(owner, [linus], { name: `Spare ${i}` }));
      const page = await web.open(ada, '/app/');
      await card(page, 'Spare 17').waitFor();
      assert.equal(await card(page, 'Spare 18').count(), 0);
      const more = page.getByRole('button', { name: 'Show more' });
      // Something changes while the next page is loading.
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      await page.route(/\/timelines\/.*[?&]page=2&/, async (route) => {
        asked.resolve();
        await answered.promise;
        await route.continue();
      });
      await more.click();
      await asked.promise;
      succeeded(await owner.patch(`/schedules/${spare[0]?.id}`, { name: 'Spare 1, renamed' }));
      await card(page, 'Spare 1, renamed').waitFor();
      answered.resolve();
      await card(page, 'Spare 20').waitFor();
      await more.waitFor({ state: 'detached' });
      await web.close(page);
      for (const { id } of spare) succeeded(await owner.delete(`/schedules/${id}`), 204);
    });
  });
});
