/** The page of a schedule: its timeline in two zones, and overrides created on it by mouse, finger and keyboard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer, newOverride } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { contrastOf } from '../../support/drivers/web/contrast.ts';
import { settled } from '../../support/drivers/web/web.ts';
import {
  assertPleasesAxe,
  becomes,
  boxOf,
  comesTo,
  comesToMatch,
  PHONE,
  pickFound,
  widthBeyondWindow,
} from '../../support/drivers/web/web-pages.ts';

const NOW = '2026-03-24T10:30:00Z';

const { web, owner, ada, grace, linus, viewer } = givenWeb(
  { ada: 'Ada', grace: 'Grace', linus: 'Linus', viewer: { name: 'Vera', seat: 'viewer', time_zone: 'Asia/Tokyo' } },
  '2026-03-02T08:00:00Z',
);

/** Berlin, daily turns from 09:00, since the beginning of March; it is the 24th. */
async function berlinSchedule(): Promise<{ id: string; path: string }> {
  web.at('2026-03-02T08:00:00Z');
  const rotation = layer([ada, grace], { rotation_start: '2026-03-02T08:00:00Z' });
  const { id } = await createSchedule(owner, [], { time_zone: 'Europe/Berlin', layers: [rotation] });
  web.at(NOW);
  return { id, path: `/app/schedules/${id}` };
}

function row(page: Page, name: 'Rotation' | 'Overrides' | 'On call'): Locator {
  return page.getByRole('region', { name: 'Timeline' }).getByRole('group', { name, exact: true });
}

/** The accessible names of the bars, from left to right, once the page is settled. */
async function barsOf(page: Page, name: 'Rotation' | 'Overrides' | 'On call'): Promise<string[]> {
  const bars = row(page, name).getByRole('button');
  await bars.first().waitFor();
  await settled(page);
  return bars.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
}

/** Drags from one instant of a row to another, on a timeline from `start` to `end`. */
async function pull(page: Page, from: string, to: string, shown: { start: string; end: string }): Promise<void> {
  const track = row(page, 'On call');
  await track.getByRole('button').first().waitFor();
  await settled(page);
  await track.scrollIntoViewIfNeeded();
  const box = await boxOf(track);
  const [start, end] = [Date.parse(shown.start), Date.parse(shown.end)];
  const x = (at: string) => box.x + (box.width * (Date.parse(at) - start)) / (end - start);
  await page.mouse.move(x(from), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x(to) - 20, box.y + box.height / 2);
  await page.mouse.move(x(to), box.y + box.height / 2);
  await page.mouse.up();
}

/** Drags a bar, from a fraction of its width, that many pixels to the right. `underway` is called before it is dropped. */
async function dragBar(
  page: Page,
  bar: Locator,
  part: number,
  pixels: number,
  underway = async () => {},
): Promise<void> {
  await bar.waitFor();
  await settled(page);
  await bar.scrollIntoViewIfNeeded();
  const box = await boxOf(bar);
  const [x, y] = [box.x + part * box.width, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y);
  await page.mouse.move(x + pixels, y);
  await underway();
  await page.mouse.up();
}

/** The text is legible on its own background, in both colour schemes. */
async function assertLegible(page: Page, label: Locator): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const [text = '', ground = ''] = await label.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });
    assert.ok(contrastOf(text, ground) >= 4.5, `${text} on ${ground}, ${colorScheme}`);
  }
}

/** Runs in the page. */
function isUncovered(element: Element): boolean {
  element.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

async function pick(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Override' });
  await pickFound(page, panel.getByRole('combobox', { name: 'Who is on call' }), name);
}

function labels(elements: readonly Element[]): string[] {
  return elements.map((element) => element.getAttribute('aria-label') ?? '');
}

async function overridesOf(id: string): Promise<string[]> {
  const { overrides } = succeeded(await owner.get(`/schedules/${id}/overrides/?from=${NOW}`));
  return overrides.map(
    ({ start, end, users }: { start: string; end: string; users: { name: string }[] }) =>
      `${users.map(({ name }) => name).join('+')} ${start}/${end}`,
  );
}

describe('the timeline', () => {
  it('shows a reader in Tokyo a schedule in Berlin in both zones, in the week of a clock change', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(viewer, `${path}?from=2026-03-23`, { timezoneId: 'Asia/Tokyo' });
    const onCall = await barsOf(page, 'On call');

    const tokyo = page.getByRole('group', { name: 'Tokyo, GMT+9' });
    const berlin = page.getByRole('group', { name: 'Berlin, GMT+1 → +2' });
    await comesToMatch(() => tokyo.innerText(), /^Tue 24\s+Wed 25/);
    await comesToMatch(() => berlin.innerText(), /^Mon 23\s+Tue 24/);
    assert.deepEqual(onCall.slice(5, 8), [
      'Grace: Fri 27 Mar, 17:00 – Sat 28 Mar, 17:00 (Fri 27 Mar, 09:00 – Sat 28 Mar, 09:00 in Berlin)',
      'Ada: Sat 28 Mar, 17:00 – Sun 29 Mar, 16:00 (Sat 28 Mar, 09:00 – Sun 29 Mar, 09:00 in Berlin)',
      'Grace: Sun 29 Mar, 16:00 – Mon 30 Mar, 16:00 (Sun 29 Mar, 09:00 – Mon 30 Mar, 09:00 in Berlin)',
    ]);
    assert.deepEqual(await barsOf(page, 'Rotation'), onCall);
    assert.deepEqual(await boundaries(page), await apiBoundaries(id));
  });

  const SHOWN = { start: '2026-03-22T23:00:00Z', end: '2026-04-05T22:00:00Z' };

  /** The starts and ends of the bars, from their positions, to the minute. */
  async function boundaries(page: Page): Promise<string[]> {
    const places = await row(page, 'On call')
      .getByRole('button')
      .evaluateAll((bars) =>
        bars.map(({ style }) => [Number.parseFloat(style.left), Number.parseFloat(style.width)] as const),
      );
    const at = (percent: number) => {
      const [start, end] = [Date.parse(SHOWN.start), Date.parse(SHOWN.end)];
      const minutes = Math.round((start + (percent / 100) * (end - start)) / 60_000);
      return new Date(minutes * 60_000).toISOString();
    };
    return places.map(([left, width]) => `${at(left)}/${at(left + width)}`);
  }

  async function apiBoundaries(id: string): Promise<string[]> {
    const query = `from=${SHOWN.start}&to=${SHOWN.end}&clip_to_interval=true`;
    const { shifts } = succeeded(await owner.get(`/schedules/${id}/shifts/?${query}`));
    return shifts.map(
      ({ start, end }: { start: string; end: string }) =>
        `${new Date(start).toISOString()}/${new Date(end).toISOString()}`,
    );
  }

  it('has one axis if both zones show the same', async () => {
    const { path } = await berlinSchedule();
    succeeded(await owner.patch(`/users/${grace.id}`, { time_zone: 'Europe/Paris' }));
    const page = await web.open(grace, path);
    await barsOf(page, 'On call');
    assert.equal(await page.getByRole('group', { name: /GMT/ }).count(), 1);
  });

  it('keeps its view in the address, and goes back', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(viewer, path);
    await page.getByRole('heading', { name: 'Mon 23 Mar – Sun 5 Apr 2026' }).waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: 'Mon 6 Apr – Sun 19 Apr 2026' }).waitFor();
    await page.getByText('Month', { exact: true }).click();
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.waitForURL(({ searchParams }) => searchParams.get('view') === 'month');
    assert.equal(new URL(page.url()).searchParams.get('from'), '2026-04-06');
    await page.reload();
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Mon 6 Apr – Sun 19 Apr 2026' }).waitFor();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('heading', { name: 'Mon 23 Mar – Sun 5 Apr 2026' }).waitFor();
  });

  it('goes to a typed date, and nowhere while it is incomplete', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, path);
    const date = page.getByLabel('Go to date');
    assert.equal(await date.inputValue(), '2026-03-24');
    await date.fill('2026-06-10');
    await page.getByRole('heading', { name: 'Mon 8 Jun – Sun 21 Jun 2026' }).waitFor();
    await comesTo(page, `${path}?from=2026-06-10`);
    await date.fill('0002-06-10');
    await settled(page);
    assert.equal(await date.inputValue(), '0002-06-10');
    assert.equal(new URL(page.url()).search, '?from=2026-06-10');
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: 'Mon 22 Jun – Sun 5 Jul 2026' }).waitFor();
    await becomes(() => date.inputValue(), '2026-06-22');
  });

  it('shows only the requested time while the server does not respond, and loads it when it does', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, path, { allow: /ERR_FAILED/ });
    await barsOf(page, 'On call');
    await page.route('**/shifts/?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByText('The server does not answer.').first().waitFor();
    await page.getByRole('region', { name: 'Timeline' }).waitFor({ state: 'detached' });
    await page.unroute('**/shifts/?*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    assert.match((await barsOf(page, 'On call'))[0] ?? '', /^\w+: Sun 5 Apr/);
  });

  it('shows gaps, and overlapping overrides one below the other', async () => {
    const { id, path } = await berlinSchedule();
    await createOverride(owner, { id }, [linus], '2026-03-25T10:00:00Z', '2026-03-25T16:00:00Z');
    await createOverride(owner, { id }, [grace], '2026-03-25T12:00:00Z', '2026-03-25T14:00:00Z');
    const page = await web.open(viewer, `${path}?view=day&from=2026-03-25`, { timezoneId: 'Asia/Tokyo' });
    assert.deepEqual(
      (await barsOf(page, 'On call')).map((text) => text.split(' (')[0]),
      [
        'Ada: Tue 24 Mar, 17:00 – Wed 25 Mar, 17:00',
        'Grace: Wed 25 Mar, 17:00 – 19:00',
        'Linus: Wed 25 Mar, 19:00 – 21:00',
        'Grace: Wed 25 Mar, 21:00 – 23:00',
        'Linus: Wed 25 Mar, 23:00 – Thu 26 Mar, 01:00',
        'Grace: Thu 26 Mar, 01:00 – 17:00',
      ],
    );
    const tops = await row(page, 'Overrides')
      .getByRole('button')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 2);

    await page.goto(`${web.address}${path}?from=2026-02-16`);
    assert.match(
      (await barsOf(page, 'On call'))[0] ?? '',
      /^Before the schedule was created: Mon 16 Feb, 08:00 – Mon 2 Mar, 08:00/,
    );
    assert.equal(await page.locator('[data-kind="gap"]').count(), 0);
  });

  it('has a row for each person on request, from today on, and initials if a name does not fit', async () => {
    const { id, path } = await berlinSchedule();
    const long = await web.watchbill.addPerson('Annelieserosenthal');
    await createOverride(owner, { id }, [long], '2026-03-25T10:00:00Z', '2026-03-25T18:00:00Z');
    const page = await web.open(owner, `${path}?view=week`);
    await page.getByRole('heading', { name: 'Tue 24 Mar – Mon 30 Mar 2026' }).waitFor();
    await page.getByText('People', { exact: true }).last().click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('group', { name: 'Annelieserosenthal' }).getByRole('button').waitFor();
    assert.deepEqual(await timeline.getByRole('group', { name: /^(?!.*GMT)/ }).evaluateAll(labels), [
      'Ada',
      'Grace',
      'Annelieserosenthal',
      'On call',
    ]);
    const bar = timeline.getByRole('group', { name: 'On call' }).getByRole('button', { name: /^Anneliese/ });
    await bar.getByText('AN', { exact: true }).waitFor();
    assert.equal(await bar.getByText('Anneliese', { exact: false }).first().isVisible(), false);
    const colors = await timeline
      .getByRole('group', { name: 'On call' })
      .locator('.person-color')
      .evaluateAll((bars) => bars.map((one) => getComputedStyle(one).backgroundColor));
    assert.equal(new Set(colors).size, 3);
  });

  it('is a calendar for a month, with the days of the schedule, and works with the keyboard', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(viewer, `${path}?view=month&from=2026-03-10`, { viewport: PHONE });
    const calendar = page.getByRole('region', { name: 'Calendar, March 2026, Berlin time' });
    await calendar.getByRole('button').first().waitFor();
    assert.deepEqual((await calendar.locator('time').allInnerTexts()).slice(0, 9), [
      ...['23', '24', '25', '26', '27', '28', '1', '2', '3'],
    ]);
    assert.equal(await calendar.locator('[aria-current="date"]').innerText(), '24');
    assert.equal(await widthBeyondWindow(page), 0);
    await calendar
      .getByRole('button', { name: /^Ada: Tue 24 Mar/ })
      .first()
      .press('ArrowRight');
    await calendar
      .getByRole('button', { name: /^Grace: Wed 25 Mar/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Shift' });
    await panel.getByText('Grace').first().waitFor();
    await panel.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    // Saturday to Sunday, the day of 23 hours: half of it is over at 11:30.
    const place = await calendar
      .getByRole('button', { name: /^Ada: Sat 28 Mar/ })
      .first()
      .evaluate(({ style }) => [style.left, style.width].map((text) => (Number.parseFloat(text) * 7) / 100));
    assert.deepEqual(
      place.map((days) => days.toFixed(3)),
      [(5 + 9 / 24).toFixed(3), (15 / 24 + 8 / 23).toFixed(3)],
    );
  });

  it('shows details of the bar under the pointer, and of the focused one', async () => {
    const { id, path } = await berlinSchedule();
    await createOverride(owner, { id }, [linus], '2026-03-25T10:00:00Z', '2026-03-25T16:00:00Z');
    const page = await web.open(viewer, path);
    await barsOf(page, 'On call');
    const bars = row(page, 'On call').getByRole('button');
    await bars.nth(4).hover();
    await page.getByText('6 h · Override, in place of Grace').waitFor();
    await page.mouse.move(0, 0);
    await page.getByText('6 h · Override, in place of Grace').waitFor({ state: 'hidden' });
    await row(page, 'Overrides').getByRole('button').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.getByText('1 day · From the rotation').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 day · From the rotation').waitFor({ state: 'hidden' });
  });
});

describe('an override', () => {
  it('is dragged out with the mouse, shows what it changes, and is created for exactly the quarters of an hour', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(owner, `${path}?view=day&from=2026-03-25`);
    const shown = { start: '2026-03-24T23:00:00Z', end: '2026-03-25T23:00:00Z' };
    await pull(page, '2026-03-25T12:05:00Z', '2026-03-25T15:20:00Z', shown);

    const panel = page.getByRole('dialog', { name: 'Override' });
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-25T13:00');
    await becomes(() => panel.getByLabel('End').inputValue(), '2026-03-25T16:15');
    await pick(page, 'Linus');
    await panel.getByText('→ Linus').waitFor();
    await comesToMatch(() => panel.getByRole('region', { name: 'What changes' }).innerText(), /Grace\s+→ Linus/);
    await panel.getByRole('button', { name: 'Create override' }).click();
    await panel.waitFor({ state: 'hidden' });

    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-25T12:00:00Z/2026-03-25T15:15:00Z']);
    await row(page, 'On call')
      .getByRole('button', { name: /^Linus: .*, override$/ })
      .waitFor();
    await row(page, 'Overrides')
      .getByRole('button', { name: /^Linus: / })
      .waitFor();
  });

  it('is created with the keyboard alone: arrows to a shift, Enter, a name, Enter', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(owner, path);
    await barsOf(page, 'On call');
    await row(page, 'On call')
      .getByRole('button', { name: /^Ada: Tue 24 Mar/ })
      .focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'On call')
      .getByRole('button', { name: /^Grace: Wed 25 Mar/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Override' });
    await panel.getByRole('combobox', { name: 'Who is on call' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('lin');
    await page.getByRole('option', { name: 'Linus' }).waitFor();
    await page.getByRole('option', { name: 'Ada' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel.getByText('→ Linus').waitFor();
    await panel.getByRole('button', { name: 'Create override' }).press('Enter');
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-25T08:00:00Z/2026-03-26T08:00:00Z']);
  });

  it('is selected with a finger on a phone, once that is switched on', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, path, { viewport: PHONE, hasTouch: true, isMobile: true });
    await barsOf(page, 'On call');
    await page.getByRole('switch', { name: /Select time/ }).tap();
    await page.getByRole('switch', { name: /Select time/, checked: true }).waitFor();
    const box = await boxOf(row(page, 'On call'));
    const touch = await page.context().newCDPSession(page);
    const points = (x: number) => [{ x, y: box.y + box.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(150) });
    for (const x of [170, 200, 240]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(x) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('dialog', { name: 'Override' }).waitFor();
  });

  it('is moved with a finger once that is asked for', async () => {
    const { id, path } = await berlinSchedule();
    await createOverride(owner, { id }, [linus], '2026-03-25T12:00:00Z', '2026-03-25T20:00:00Z');
    const options = { viewport: PHONE, hasTouch: true, isMobile: true };
    const page = await web.open(owner, `${path}?view=day&from=2026-03-25`, options);
    await barsOf(page, 'Overrides');
    await page.getByRole('switch', { name: /Select time/ }).tap();
    await page.getByRole('switch', { name: /Select time/, checked: true }).waitFor();
    const bar = row(page, 'Overrides').getByRole('button', { name: /^Linus: / });
    await bar.scrollIntoViewIfNeeded();
    const hour = (await boxOf(row(page, 'Overrides'))).width / 24;
    const box = await boxOf(bar);
    const touch = await page.context().newCDPSession(page);
    const points = (x: number) => [{ x, y: box.y + box.height / 2 }];
    const from = Math.max(box.x, 100) + 60;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) });
    for (const part of [0.3, 0.7, 1]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(from + part * hour) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const panel = page.getByRole('dialog', { name: 'Override' });
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-25T14:00');
    await panel.getByRole('button', { name: 'Save the change' }).tap();
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-25T13:00:00Z/2026-03-25T21:00:00Z']);
  });

  it('begins in the time that is shown, and now where that is shown', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, `${path}?view=week&from=2026-04-13`);
    const panel = page.getByRole('dialog', { name: 'Override' });
    await page.getByRole('button', { name: 'Override…' }).click();
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-04-13T09:00');
    await becomes(() => panel.getByLabel('End').inputValue(), '2026-04-13T17:00');
    await panel.getByText('Mon 13 Apr, 09:00 in Berlin').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.goto(`${web.address}${path}?view=week&from=2026-03-23`);
    await page.getByRole('button', { name: 'Override…' }).click();
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-24T12:00');
  });

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    it(`moves to its new place, and the shifts that it cuts with it: ${reducedMotion}`, async () => {
      const { id, path } = await berlinSchedule();
      const override = await createOverride(owner, { id }, [linus], '2026-03-25T12:00:00Z', '2026-03-25T14:00:00Z');
      const page = await web.open(owner, `${path}?view=day&from=2026-03-25`, { reducedMotion });
      await barsOf(page, 'On call');
      await page.evaluate(() => {
        const noted = Object.assign(globalThis, { moved: [] as string[] });
        document.addEventListener('transitionrun', ({ target, propertyName }) => {
          const bar = (target as Element).closest('[data-bar]');
          if (bar !== null && propertyName === 'left') noted.moved.push(bar.getAttribute('aria-label') ?? '');
        });
      });
      const moved = { start: '2026-03-25T16:00:00Z', end: '2026-03-25T18:00:00Z' };
      succeeded(await owner.patch(`/schedules/${id}/overrides/${override.id}`, moved));
      await row(page, 'Overrides')
        .getByRole('button', { name: /^Linus: Wed 25 Mar, 16:00/ })
        .waitFor();
      await settled(page);
      const isMoved = await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved.length > 0);
      assert.equal(isMoved, reducedMotion === 'no-preference');
    });
  }

  it('that is refused says why, and keeps the input', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(owner, path, { allow: /422/ });
    await page.getByRole('button', { name: 'Override…' }).click();
    const panel = page.getByRole('dialog', { name: 'Override' });
    await panel.getByLabel('End').fill('2026-03-24T09:00');
    await panel.getByText('The end must be after the start.').waitFor();
    await panel.getByRole('button', { name: 'Create override', disabled: true }).waitFor();
    await panel.getByLabel('End').fill('2026-03-24T20:00');
    await pick(page, 'Linus');
    web.watchbill.at('2026-03-25T10:30:00Z');
    await panel.getByRole('button', { name: 'Create override' }).click();
    await panel.getByText('end must be in the future: end is').waitFor();
    assert.equal(await panel.getByLabel('End').inputValue(), '2026-03-24T20:00');
    assert.equal(await panel.getByRole('combobox', { name: 'Who is on call' }).inputValue(), 'Linus');
    web.at(NOW);
    // The page reads again, and knows the time.
    succeeded(await owner.patch(`/schedules/${id}`, { description: 'Changed' }));
    await panel.getByRole('button', { name: 'Create override' }).click();
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-24T11:00:00Z/2026-03-24T19:00:00Z']);
  });

  it('is moved and resized with the mouse, given a reason, and undone', async () => {
    const { id, path } = await berlinSchedule();
    await createOverride(owner, { id }, [linus], '2026-03-25T12:00:00Z', '2026-03-25T14:00:00Z');
    const page = await web.open(owner, `${path}?view=day&from=2026-03-25`);
    const bar = row(page, 'Overrides').getByRole('button', { name: /^Linus: / });
    const panel = page.getByRole('dialog', { name: 'Override' });
    const hour = (await boxOf(row(page, 'Overrides'))).width / 24;

    await dragBar(page, bar, 0.5, hour, async () => {
      const label = page.getByRole('status').getByText('Wed 25 Mar, 14:00 – 16:00 in Berlin · 2 h');
      await label.waitFor();
      await assertLegible(page, label);
    });
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-25T14:00');
    await becomes(() => panel.getByLabel('End').inputValue(), '2026-03-25T16:00');
    await comesToMatch(() => panel.getByRole('region', { name: 'What changes' }).innerText(), /Linus\s+→ Grace/);
    await panel.getByLabel('Reason').fill('Dentist');
    await panel.getByRole('button', { name: 'Save the change' }).click();
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-25T13:00:00Z/2026-03-25T15:00:00Z']);

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The override is as it was before').waitFor();
    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-25T12:00:00Z/2026-03-25T14:00:00Z']);

    await settled(page);
    await dragBar(page, bar, 0.02, -hour);
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-25T12:00');
    await becomes(() => panel.getByLabel('End').inputValue(), '2026-03-25T15:00');
    await panel.getByLabel('Reason').fill('Dentist');
    await panel.getByRole('button', { name: 'Save the change' }).click();
    await panel.waitFor({ state: 'hidden' });
    const longer = 'Linus 2026-03-25T11:00:00Z/2026-03-25T14:00:00Z';
    assert.deepEqual(await overridesOf(id), [longer]);
    const { overrides } = succeeded(await owner.get(`/schedules/${id}/overrides/?from=${NOW}`));
    assert.equal(overrides[0].reason, 'Dentist');
    await page.getByRole('tab', { name: 'Overrides' }).click();
    const listed = page.getByRole('list', { name: 'Overrides' }).getByRole('listitem');
    await comesToMatch(() => listed.innerText(), /“Dentist”\s+Made by Owner/);

    await dragBar(page, bar, 0.98, 2 * hour);
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-25T12:00');
    await becomes(() => panel.getByLabel('End').inputValue(), '2026-03-25T17:00');
    await panel.getByText('“Dentist”').waitFor();
    await panel.getByText('Made by Owner').waitFor();
    await panel.getByText('3 h · Override, in place of Grace').waitFor();
    // The message with Undo, which stays for a while, is beside the button.
    assert.ok(await panel.getByRole('button', { name: 'Cancel' }).evaluate(isUncovered));
    await assertPleasesAxe(page, 'change of an override');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'hidden' });
    await bar.hover();
    await page.getByText('“Dentist” · Made by Owner').waitFor();
    assert.deepEqual(await overridesOf(id), [longer]);
  });

  it('[STO-8] is not saved over what somebody else has saved, unless one wants to', async () => {
    const { id, path } = await berlinSchedule();
    const { id: made } = await createOverride(owner, { id }, [linus], '2026-03-25T12:00:00Z', '2026-03-25T14:00:00Z');
    const address = `/schedules/${id}/overrides/${made}`;
    const read = async () => succeeded(await owner.get(address)).override;
    const page = await web.open(owner, `${path}?view=day&from=2026-03-25&section=overrides`, { allow: /412/ });
    const panel = page.getByRole('dialog', { name: /override/i });
    const changes = panel.getByRole('list', { name: 'Changed meanwhile' }).getByRole('listitem');
    const save = panel.getByRole('button', { name: 'Save the change' });

    // The page hears of the change only when it saves.
    await page.getByRole('button', { name: 'Edit the override for Linus' }).click();
    await panel.getByLabel('End').fill('2026-03-25T16:00');
    await becomes(() => save.isEnabled(), true);
    await page.route(`**${address}`, async (route) => {
      if (route.request().method() === 'PATCH') {
        succeeded(await ada.patch(address, { end: '2026-03-25T17:00:00Z', reason: 'Dentist' }));
      }
      await route.continue();
    });
    await save.click();
    await panel.getByRole('alert').getByText('Your changes are not saved yet.').waitFor();
    await page.unroute(`**${address}`);
    await becomes(
      () => changes.allInnerTexts(),
      ['End: Wed 25 Mar, 18:00 in Berlin (yours: Wed 25 Mar, 16:00 in Berlin)', 'Reason: Dentist'],
    );
    assert.equal(await save.isEnabled(), false);
    await assertPleasesAxe(page, 'an override that somebody else has changed');
    await panel.getByRole('button', { name: 'Merge the changes' }).click();
    await changes.first().waitFor({ state: 'detached' });
    await becomes(() => panel.getByLabel('Reason').inputValue(), 'Dentist');
    await save.click();
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual([(await read()).end, (await read()).reason], ['2026-03-25T15:00:00Z', 'Dentist']);

    // It is told at once: first in the panel of the timeline, then in that of the list.
    await row(page, 'Overrides')
      .getByRole('button', { name: /^Linus: / })
      .click();
    await panel.getByLabel('Reason').fill('Mine');
    succeeded(await ada.patch(address, { reason: 'Theirs' }));
    await becomes(() => changes.allInnerTexts(), ['Reason: Theirs (yours: Mine)']);
    await panel.getByRole('button', { name: 'Discard mine' }).click();
    await becomes(() => panel.getByLabel('Reason').inputValue(), 'Theirs');
    await panel.getByLabel('Reason').fill('Mine again');
    succeeded(await ada.patch(address, { user_references: [{ type: 'internal_user_id', value: ada.id }] }));
    await becomes(() => changes.allInnerTexts(), ['Who is on call: Ada']);
    await panel.getByRole('button', { name: 'Overwrite with mine' }).click();
    await panel.waitFor({ state: 'hidden' });
    const { users, reason } = await read();
    assert.deepEqual([users[0].name, reason], ['Linus', 'Mine again']);
  });

  it('is moved and resized with the keyboard alone, on the day of 23 hours', async () => {
    const { id, path } = await berlinSchedule();
    await createOverride(owner, { id }, [linus], '2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z');
    succeeded(await owner.patch('/user/', { time_zone: 'America/St_Johns' }));
    const page = await web.open(owner, `${path}?view=day&from=2026-03-29`);
    await barsOf(page, 'On call');
    const bar = row(page, 'Overrides').getByRole('button', { name: /^Linus: / });
    await bar.focus();
    // By a quarter of an hour each: to 01:45 in Berlin, where 02:00 is 03:00, and longer by an hour.
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight');
    for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowUp');
    await page.getByRole('status').getByText('Sun 29 Mar, 01:45 – 04:45 in Berlin · 2 h').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('01:45').waitFor({ state: 'hidden' });
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Override' });
    await becomes(() => panel.getByLabel('Start').inputValue(), '2026-03-29T00:15');
    await panel.getByText('in Berlin; for you Sat 28 Mar, 20:45').waitFor();
    await panel.locator(':focus').waitFor();
    await panel.getByLabel('Reason').press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'hidden' });
    assert.deepEqual(await overridesOf(id), ['Linus 2026-03-28T23:15:00Z/2026-03-29T00:30:00Z']);
    succeeded(await owner.patch('/user/', { time_zone: null }));
  });

  it('is deleted and restored, unless another one covers it', async () => {
    const { id, path } = await berlinSchedule();
    await createOverride(owner, { id }, [linus], '2026-03-25T12:00:00Z', '2026-03-25T16:00:00Z');
    await createOverride(owner, { id }, [ada], '2026-03-25T14:00:00Z', '2026-03-25T15:00:00Z');
    const page = await web.open(owner, `${path}?section=overrides`);
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Delete the override for ${name}` }).click();
      await page.getByRole('dialog', { name: 'Delete this override?' }).waitFor();
      await settled(page);
    };
    await remove('Linus');
    await page.getByText('another override lies over it').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Delete this override?' }).waitFor({ state: 'hidden' });
    await remove('Ada');
    await page.getByRole('button', { name: 'Delete the override', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The override is back').waitFor();
    assert.deepEqual(await overridesOf(id), [
      'Linus 2026-03-25T12:00:00Z/2026-03-25T16:00:00Z',
      'Ada 2026-03-25T14:00:00Z/2026-03-25T15:00:00Z',
    ]);
  });

  it('that was just created is removed by Undo, unless somebody has changed it', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(owner, path);
    const panel = page.getByRole('dialog', { name: 'Override' });
    const make = async () => {
      await page.getByRole('button', { name: 'Override…' }).click();
      await pick(page, 'Linus');
      await panel.getByRole('button', { name: 'Create override' }).click();
      await panel.waitFor({ state: 'hidden' });
    };
    await make();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The override is removed again').waitFor();
    assert.deepEqual(await overridesOf(id), []);
    await make();
    const [{ id: made }] = succeeded(await owner.get(`/schedules/${id}/overrides/`)).overrides;
    succeeded(await ada.patch(`/schedules/${id}/overrides/${made}`, { reason: 'Mine' }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Ada changed it in the meantime').waitFor();
    assert.equal((await overridesOf(id)).length, 1);
  });

  it('is not offered for a past shift', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, path);
    await row(page, 'On call')
      .getByRole('button', { name: /: Mon 23 Mar/ })
      .click();
    await page.getByRole('dialog', { name: 'Shift' }).getByText('It is over').waitFor();
    await settled(page);
    assert.equal(await page.getByRole('button', { name: 'Create override' }).count(), 0);
  });

  it('is not offered to a reader without permission, and the API refuses it', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(viewer, path);
    await row(page, 'On call')
      .getByRole('button', { name: /^Grace: Wed 25 Mar/ })
      .click();
    const panel = page.getByRole('dialog', { name: 'Shift' });
    await panel.getByText('1 day · From the rotation').waitFor();
    await settled(page);
    assert.equal(await page.getByRole('button', { name: 'Create override' }).count(), 0);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Later' }).waitFor();
    for (const name of ['Override…', 'Delete…', 'Edit']) {
      assert.equal(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count(), 0, name);
    }
    const refused = newOverride([linus], '2026-03-25T10:00:00Z', '2026-03-25T16:00:00Z');
    failed(await viewer.post(`/schedules/${id}/overrides/`, refused), 403, 'forbidden');
  });

  it('can be requested from others instead, for one’s own shift', async () => {
    const { id, path } = await berlinSchedule();
    const page = await web.open(ada, path);
    await row(page, 'On call')
      .getByRole('button', { name: /^Ada: Thu 26 Mar/ })
      .click();
    const panel = page.getByRole('dialog', { name: 'Override' });
    await panel.getByText('Ask for cover').click();
    const link = await panel.getByRole('link', { name: 'Ask for cover' }).getAttribute('href');
    const { pathname, searchParams } = new URL(link ?? '', web.address);
    assert.equal(pathname, '/app/coverage');
    assert.deepEqual(Object.fromEntries(searchParams), {
      tab: 'ask',
      start: '2026-03-26T08:00:00Z',
      end: '2026-03-27T08:00:00Z',
      schedule: id,
    });
  });
});

describe('the page of a schedule', () => {
  it('has room for a very long name, and on a phone keeps the names of long shifts visible', async () => {
    web.at('2026-03-02T08:00:00Z');
    const long = await web.watchbill.addPerson('W'.repeat(60));
    const weeks = layer([long, ada], {
      rotation_start: '2026-03-02T08:00:00Z',
      shift_length: { amount: 1, unit: 'weeks' },
      concurrent_oncall_users: 2,
    });
    const { id } = await createSchedule(owner, [], { name: 'D'.repeat(60), layers: [weeks] });
    web.at(NOW);
    const page = await web.open(owner, `/app/schedules/${id}`, { viewport: PHONE });
    await barsOf(page, 'On call');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.evaluate((box) => box.scrollTo({ left: 200 }));
    const text = await row(page, 'On call')
      .getByText('Ada', { exact: true })
      .filter({ visible: true })
      .first()
      .boundingBox();
    const label = await timeline.getByText('On call', { exact: true }).boundingBox();
    assert.ok(text !== null && label !== null);
    assert.ok(text.x >= label.x + label.width, `the name begins at ${text.x}, behind the label`);
    assert.equal(await widthBeyondWindow(page), 0);
  });

  it('fits a phone: nothing but the timeline scrolls sideways, and the names of its rows stay', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, path, { viewport: PHONE });
    await barsOf(page, 'On call');
    assert.equal(await widthBeyondWindow(page), 0);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.evaluate((box) => box.scrollTo({ left: 400 }));
    assert.equal(await timeline.evaluate((box) => box.scrollLeft), 400);
    const label = await timeline.getByText('Rotation', { exact: true }).boundingBox();
    assert.ok(label !== null && label.x >= 0 && label.x < 40);

    // Between phone and desktop size, the dates are not broken into letters by their neighbours.
    await page.setViewportSize({ width: 1100, height: 700 });
    const dates = await page.getByRole('heading', { level: 2, name: / 2026$/ }).boundingBox();
    assert.ok(dates !== null && dates.height < 40, `${dates?.height}`);
  });

  it('passes axe with the panel of an override, dark and light', async () => {
    const { path } = await berlinSchedule();
    const page = await web.open(owner, path, { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Override…' }).click();
    await page.getByRole('dialog', { name: 'Override' }).getByText('On call in this time').waitFor();
    await assertPleasesAxe(page, 'panel');
  });
});
