/**
 * Browsers in other zones and with other languages: St John's (half an hour beside the full hours, 12-hour clock, weeks from Sunday) and
 * Tokyo (far ahead of the schedule, so that the date differs). The zone of the reader decides, not that of the browser.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Person, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { becomes, PHONE, pickFound, widthBeyondWindow } from '../../support/drivers/web/web-pages.ts';

interface Elsewhere {
  readonly zone: string;
  readonly locale: string;
  /** The end of the current shift, 6 January 08:00 in Berlin, on the reader's clock. */
  readonly until: string;
  readonly there: string;
  readonly firstDay: string;
  /** Wednesday 7 January 09:00 to 17:00 in Berlin. */
  readonly override: readonly [string, string];
  readonly preview: string;
  readonly cover: RegExp;
}

const ST_JOHNS: Elsewhere = {
  zone: 'America/St_Johns',
  locale: 'en-CA',
  until: 'Tue, Jan 6, 4:30 AM',
  there: '(Tue, Jan 6, 9:00 AM in Berlin)',
  firstDay: 'Sun',
  override: ['Wed, Jan 7, 9:00 AM in Berlin; for you Wed, Jan 7, 4:30 AM', 'for you Wed, Jan 7, 12:30 PM'],
  preview: '4:30 AM',
  cover: /^Tue, Jan 6, 4:30 AM – Wed, Jan 7, 4:30 AM/,
};

const TOKYO: Elsewhere = {
  zone: 'Asia/Tokyo',
  locale: 'ja-JP',
  until: 'Tue, Jan 6, 17:00',
  there: '(Tue, Jan 6, 09:00 in Berlin)',
  firstDay: 'Sun',
  override: ['Wed, Jan 7, 09:00 in Berlin; for you Wed, Jan 7, 17:00', 'for you Thu, Jan 8, 01:00'],
  preview: '17:00',
  cover: /^Tue, Jan 6, 17:00 – Wed, Jan 7, 17:00/,
};

for (const [where, elsewhere] of Object.entries({ 'St John’s': ST_JOHNS, Tokyo: TOKYO })) {
  describe(`in ${where}`, () => {
    const { web, owner, ada, grace } = givenWeb(
      { ada: { name: 'Ada', time_zone: elsewhere.zone }, grace: { name: 'Grace', time_zone: elsewhere.zone } },
      '2026-01-05T12:00:00Z',
    );
    let id: string;

    before(async () => {
      const rotation = layer([ada, grace], { rotation_start: '2026-01-05T08:00:00Z' });
      id = (await createSchedule(owner, [], { name: 'Primary', time_zone: 'Europe/Berlin', layers: [rotation] })).id;
    });

    const open = (who: Person, path: string): Promise<Page> =>
      web.open(who, path, { timezoneId: elsewhere.zone, locale: elsewhere.locale });

    it('Now says until when in both zones', async () => {
      const page = await open(ada, '/app/');
      const you = page.getByRole('region', { name: 'You', exact: true });
      await you.getByText('You are on call for').waitFor();
      const said = await you.getByRole('time').first().innerText();
      assert.equal(said.replaceAll(/\s+/g, ' '), `${elsewhere.until} ${elsewhere.there}`);
      const card = page.getByRole('article', { name: 'Primary' });
      assert.match((await card.innerText()).replaceAll(/\s+/g, ' '), new RegExp(`until ${elsewhere.until}`));
    });

    it('the schedule has the days of Berlin, and weeks that begin as the browser has it', async () => {
      const page = await open(ada, `/app/schedules/${id}?view=month&from=2026-01-05`);
      const calendar = page.getByRole('region', { name: 'Calendar, January 2026, Berlin time' });
      await calendar.getByRole('button').first().waitFor();
      await settled(page);
      assert.equal(await calendar.locator('span').first().innerText(), elsewhere.firstDay);
      assert.equal(await calendar.locator('[aria-current="date"]').innerText(), '5');
      await page.goto(`${web.address}/app/schedules/${id}?view=day&from=2026-01-06`);
      const row = page.getByRole('region', { name: 'Timeline' }).getByRole('group', { name: 'On call', exact: true });
      await row.getByRole('button', { name: /^Grace: / }).waitFor();
      assert.deepEqual(await row.getByRole('button').count(), 2);
    });

    it('an override is typed in the time of Berlin, repeated in the time of the reader, and made for it', async () => {
      const page = await open(ada, `/app/schedules/${id}?from=2026-01-05`);
      await page.getByRole('button', { name: 'Override…' }).click();
      const panel = page.getByRole('dialog', { name: 'Override' });
      await panel.getByLabel('Start').fill('2026-01-07T09:00');
      await panel.getByLabel('End').fill('2026-01-07T17:00');
      for (const text of elsewhere.override) await panel.getByText(text).waitFor();
      await pickFound(page, panel.getByRole('combobox', { name: 'Who is on call' }), 'Grace');
      await panel.getByRole('button', { name: 'Create override' }).click();
      await panel.waitFor({ state: 'hidden' });
      const { overrides } = succeeded(await owner.get(`/schedules/${id}/overrides/?from=2026-01-05T12:00:00Z`));
      assert.deepEqual([overrides[0].start, overrides[0].end], ['2026-01-07T08:00:00Z', '2026-01-07T16:00:00Z']);
      succeeded(await owner.delete(`/schedules/${id}/overrides/${overrides[0].id}`), 204);
    });

    it('the form of a schedule previews its shifts in the time of the reader', async () => {
      const page = await open(ada, `/app/schedules/${id}/edit`);
      const preview = page.getByRole('list', { name: 'Next shifts' });
      await preview.getByRole('listitem').first().waitFor();
      await becomes(async () => (await preview.innerText()).includes(elsewhere.preview), true);
      assert.equal(await page.getByLabel('Turns are counted from').inputValue(), '2026-01-05T09:00');
    });

    it('cover is asked for by the reader’s own clock', async () => {
      const page = await open(grace, '/app/coverage?tab=ask');
      await page.getByRole('checkbox', { name: elsewhere.cover }).check();
      await page.getByLabel('Reason').fill('Travelling');
      await page.getByRole('button', { name: 'Ask for cover' }).click();
      await page.getByRole('heading', { name: 'Cover for you' }).waitFor();
      const { coverage_requests } = succeeded(await grace.get('/user/coverage_requests/'));
      assert.deepEqual(
        coverage_requests.map(({ shifts }: { shifts: { start: string; end: string }[] }) => [
          shifts[0]?.start,
          shifts[0]?.end,
        ]),
        [['2026-01-06T08:00:00Z', '2026-01-07T08:00:00Z']],
      );
    });
  });
}

describe('[TRU-1] a device in another zone than that of its reader', () => {
  const { web, owner, ada } = givenWeb({ ada: { name: 'Ada', time_zone: 'Europe/Berlin' } }, '2026-01-05T12:00:00Z');
  let id: string;

  before(async () => {
    const windows = [{ day: 'wednesday', from: '10:00', to: '18:00' }];
    id = (await createSchedule(owner, [ada], { layers: [layer([ada], { restriction_intervals: windows })] })).id;
    const away = { start: '2026-01-07T12:00:00Z', end: '2026-01-07T14:00:00Z' };
    succeeded(await ada.post('/user/time_off/', away), 201);
  });

  const open = (path: string, timezoneId: string): Promise<Page> =>
    web.open(ada, path, { timezoneId, locale: 'en-CA' });
  const textOf = async (page: Page) => (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');

  const TEXTS: readonly (readonly [path: () => string, text: string])[] = [
    [() => '/app/', 'as of 1:00 PM'],
    [() => '/app/', 'Wed, Jan 7, 11:00 AM'],
    [() => '/app/settings/appearance', 'Now is 2026-01-05, 1:00 PM'],
    [() => `/app/people/${ada.id}`, 'Wed, Jan 7, 11:00 AM – 7:00 PM'],
    [() => `/app/people/${ada.id}`, 'Wed, Jan 7, 1:00 PM – 3:00 PM'],
    [() => `/app/schedules/${id}`, 'Wed, Jan 7, 11:00 AM – 7:00 PM'],
    [() => '/app/coverage?tab=ask', 'Wed, Jan 7, 11:00 AM – 7:00 PM'],
  ];

  for (const [path, text] of TEXTS) {
    it(`names the zone of “${text}”, and does not where it is that of the device`, async () => {
      const away = await open(path(), 'America/St_Johns');
      await becomes(async () => (await textOf(away)).includes(`${text} in Berlin`), true);
      const home = await open(path(), 'Europe/Berlin');
      await becomes(async () => (await textOf(home)).includes(text), true);
      assert.equal((await textOf(home)).includes(`${text} in Berlin`), false);
    });
  }

  it('names the zone of a start and an end that somebody else changes while a form is open', async () => {
    const times = { start: '2026-01-14T12:00:00Z', end: '2026-01-14T14:00:00Z' };
    const { time_off } = succeeded(await ada.post('/user/time_off/', times), 201);
    const page = await open(`/app/people/${ada.id}`, 'America/St_Johns');
    await page.getByRole('button', { name: 'Change the time off Wed, Jan 14, 1:00 PM – 3:00 PM in Berlin' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Dentist');
    const changes = page.getByRole('list', { name: 'Changed meanwhile' }).getByRole('listitem');
    succeeded(await owner.patch(`/users/${ada.id}/time_off/${time_off.id}`, { end: '2026-01-14T15:00:00Z' }));
    await becomes(() => changes.allInnerTexts(), ['End: Wed, Jan 14, 4:00 PM in Berlin']);

    const schedule = await createSchedule(owner, [ada], { time_zone: 'Europe/Berlin' });
    await page.goto(`${web.address}/app/schedules/${schedule.id}/edit`);
    await page.getByRole('textbox', { name: 'Description' }).fill('For everyone');
    const later = layer([ada], { rotation_start: '2026-01-05T10:00:00Z' });
    succeeded(await owner.patch(`/schedules/${schedule.id}`, { layers: [later] }));
    await becomes(() => changes.allInnerTexts(), ['Start: 2026-01-05, 11:00 AM in Berlin']);
  });

  it('fits a phone', async () => {
    const page = await web.open(ada, `/app/schedules/${id}`, {
      timezoneId: 'America/St_Johns',
      locale: 'en-CA',
      viewport: PHONE,
    });
    await page.getByText('as of 1:00 PM').waitFor();
    await settled(page);
    assert.equal(await widthBeyondWindow(page), 0);
  });
});

describe('[TRU-1] a device whose clock differs from that of its reader in summer only', () => {
  const { web, owner, ada, grace } = givenWeb(
    { ada: { name: 'Ada', role: 'admin', time_zone: 'Europe/Berlin' }, grace: 'Grace' },
    '2026-03-27T12:00:00Z',
  );
  let id: string;

  before(async () => {
    id = (await createSchedule(owner, [grace], { time_zone: 'Europe/Berlin' })).id;
    await createOverride(owner, { id }, [ada], '2026-03-27T13:00:00Z', '2026-03-28T10:00:00Z');
    await createOverride(owner, { id }, [ada], '2026-03-28T11:00:00Z', '2026-03-29T11:00:00Z');
    const away = { start: '2026-03-28T12:00:00Z', end: '2026-03-29T12:00:00Z' };
    succeeded(await ada.post('/user/time_off/', away), 201);
  });

  const open = (path: string): Promise<Page> => web.open(ada, path, { timezoneId: 'Africa/Lagos' });
  const WINTER = 'Fri 27 Mar, 14:00 – Sat 28 Mar, 11:00';
  const INTO_SUMMER = 'Sat 28 Mar, 12:00 – Sun 29 Mar, 13:00 in Berlin';

  it('names the zone of an interval that begins in winter and ends in summer', async () => {
    const page = await open(`/app/schedules/${id}?from=2026-03-27&section=overrides`);
    for (const when of [WINTER, INTO_SUMMER]) {
      for (const action of ['Edit', 'Delete']) {
        await page.getByRole('button', { name: `${action} the override for Ada, ${when}`, exact: true }).waitFor();
      }
      const row = page.getByRole('group', { name: 'Overrides', exact: true });
      await row.getByRole('button', { name: `Ada: ${when}, override`, exact: true }).waitFor();
    }
    const listed = page.getByRole('list', { name: 'Overrides' });
    const textOf = async () => (await listed.innerText()).replaceAll(/\s+/g, ' ');
    await becomes(async () => (await textOf()).includes(INTO_SUMMER), true);
    assert.equal((await textOf()).includes(`${WINTER} in`), false);
    await page.goto(`${web.address}/app/people/${ada.id}`);
    const timeOff = 'Sat 28 Mar, 13:00 – Sun 29 Mar, 14:00 in Berlin';
    await page.getByRole('button', { name: `Delete the time off ${timeOff}` }).waitFor();
  });
});
