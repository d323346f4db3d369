/** Checks for every page, with the demo organization. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillWithDemo } from '../../src/services/demo.ts';
import { MINUTE_MS } from '../../src/time/units.ts';
import { SECTIONS } from '../../web/settings/sections.ts';
import { succeeded } from '../support/drivers/api.ts';
import { givenWeb } from '../support/drivers/suites.ts';
import { settled } from '../support/drivers/web.ts';
import { assertFitsEveryone, becomes, widthBeyondWindow } from '../support/drivers/web-pages.ts';

/** People are said to notice layout shifts from 0.1 on. This is half of that. */
const MAX_MOVED = 0.05;

const NOT_UP_TO_DATE = 'This page is not up to date';

const WIDE = { width: 1600, height: 900 };

/** What `noteMoves` notes in a page. */
interface Noted {
  readonly moved: number;
  readonly movers: readonly string[];
}

/** A browser API; TypeScript has no type for it yet. */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

describe('every page', () => {
  let paths: string[];

  const { web } = givenWeb({}, '2026-03-23T06:00:00Z');
  before(async () => {
    const { owner, services } = web.watchbill;
    await fillWithDemo(services, owner.key);
    web.at('2026-03-25T12:00:00Z');
    const [{ schedules }, { coverage_requests }, { teams }, { users }] = await Promise.all(
      ['/schedules', '/coverage_requests/', '/teams/', '/users/'].map(async (path) => succeeded(await owner.get(path))),
    );
    const ofMina = coverage_requests.find(({ user }: { user: { name: string } }) => user.name === 'Mina');
    paths = [
      '/',
      `/schedules/${schedules[0].id}`,
      '/schedules/new',
      `/schedules/${schedules[0].id}/edit`,
      '/coverage',
      `/coverage/${ofMina.id}`,
      '/teams',
      `/teams/${teams[0].id}`,
      '/people',
      `/people/${users[1].id}`,
      '/load',
      '/audit-log',
      ...SECTIONS.map(({ id }) => `/settings/${id}`),
    ];
  });

  it('fits a wide window, does not jump when the data arrives, and says when it is no longer up to date', async () => {
    const page = await web.open(web.watchbill.owner, '/app/icon.svg', { viewport: WIDE, isOwn: true });
    await page.addInitScript(noteMoves);
    const asOf = page.getByRole('banner').getByText(/^as of/);
    let now = Date.parse('2026-03-25T12:00:00Z');
    for (const path of paths) {
      const answers = await holdAnswers(page);
      await page.goto(`${web.address}/app${path}`, { waitUntil: 'commit' });
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await answers.asked;
      await page.evaluate(forgetMoves);
      answers.release();
      await settled(page);
      assert.equal(await widthBeyondWindow(page), 0, path);
      const { moved, movers } = await page.evaluate(() => {
        const noted = globalThis as unknown as Noted;
        return { moved: noted.moved, movers: noted.movers };
      });
      assert.ok(moved < MAX_MOVED, `${path} moved by ${moved}: ${movers.join('; ')}`);

      await page
        .getByRole('banner')
        .getByText(`as of ${hourAndMinute(now)}`)
        .waitFor();
      assert.equal(await page.getByRole('alert').filter({ hasText: NOT_UP_TO_DATE }).count(), 0, path);
      await page.unrouteAll();
      await page.route('**/*', () => new Promise(() => undefined));
      const notice = page.getByRole('alert').filter({ hasText: NOT_UP_TO_DATE });
      // Again and again: a slow page may start its timer only later, and a last response may still arrive.
      await becomes(async () => {
        const readAt = (await asOf.innerText()).slice('as of '.length);
        now = Date.parse(`2026-03-25T${readAt}:00Z`) + 2 * MINUTE_MS;
        await page.clock.setFixedTime(now);
        await page.clock.runFor(15_000);
        return notice.getByText(readAt).isVisible();
      }, true);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

  it('requests nothing again because the clock of the server has gone on', async () => {
    const page = await web.open(web.watchbill.owner, '/app/icon.svg');
    const fromServer = ({ pathname }: URL) => !pathname.startsWith('/app/') && pathname !== '/events';
    const OPENED_MS = Date.parse('2026-03-25T12:00:00Z');
    for (const path of paths.filter((path) => !/^\/(settings|audit-log)/.test(path))) {
      const times: string[] = [];
      let requests = 0;
      await page.route(fromServer, async (route) => {
        requests++;
        const { searchParams } = new URL(route.request().url());
        times.push(...[...searchParams.values()].filter((value) => /^\d{4}-.*T.*Z$/.test(value)));
        // Ahead of the page with each response. Not for ever: a page that requests without end has to come to rest.
        web.at(new Date(OPENED_MS + Math.min(requests, 50) * 37).toISOString());
        await route.continue();
      });
      await page.goto(`${web.address}/app${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      assert.deepEqual(
        times.filter((time) => !/:00Z$/.test(time)),
        [],
        `${path} requests times that move with the clock`,
      );
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    web.at('2026-03-25T12:00:00Z');
  });

  it('is drawn as soon as its code is loaded, even if no timer fires', async () => {
    const page = await web.open(web.watchbill.owner, '/app/icon.svg', { hasOwnClock: true });
    await page.clock.install({ time: '2026-03-25T12:00:00Z' });
    await page.clock.pauseAt('2026-03-25T12:00:01Z');
    await page.goto(`${web.address}/app/teams`);
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('dialog').waitFor();
  });

  it('prints without navigation, in light colours, no wider than the sheet', async () => {
    const page = await web.open(web.watchbill.owner, `/app${paths[1]}`, { colorScheme: 'dark' });
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 703, height: 1000 });
    await becomes(() => page.getByRole('navigation', { name: 'Pages' }).isVisible(), false);
    assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true);
    assert.equal(await page.getByRole('region', { name: 'Timeline' }).isVisible(), true);
    for (const useless of [
      page.getByRole('button', { name: 'Search', includeHidden: true }).first(),
      page.getByRole('link', { name: 'Edit', exact: true, includeHidden: true }),
      page.getByText('Drag over a row'),
    ]) {
      assert.deepEqual([await useless.count(), await useless.isVisible()], [1, false]);
    }
    assert.equal(await widthBeyondWindow(page), 0);
    const paper = () =>
      page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        document.documentElement.dataset.mantineColorScheme ?? '',
      ]);
    assert.deepEqual(await paper(), ['rgba(0, 0, 0, 0)', 'light']);
    await page.emulateMedia({ media: 'screen' });
    await becomes(async () => (await paper())[1], 'dark');
  });

  it('prints the month as a calendar that fits the sheet, each week on one page', async () => {
    const page = await web.open(web.watchbill.owner, `/app${paths[1]}?view=month`, { colorScheme: 'dark' });
    const calendar = page.getByRole('region', { name: /^Calendar, / });
    await calendar.getByRole('button').first().waitFor();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 703, height: 1000 });
    await becomes(() => page.getByRole('navigation', { name: 'Pages' }).isVisible(), false);
    assert.equal(await widthBeyondWindow(page), 0);
    assert.equal(await calendar.getByRole('button').first().isVisible(), true);
    const weeks = await calendar.evaluate((box) => {
      const all = [...box.querySelectorAll<HTMLElement>('[role="group"] > div')];
      return all.map((week) => getComputedStyle(week).breakInside);
    });
    assert.ok(weeks.length >= 4 && weeks.every((rule) => rule === 'avoid'), weeks.join());
    await page.emulateMedia({ media: null });
    assert.equal((await page.pdf({ format: 'A4' })).subarray(0, 5).toString(), '%PDF-');
  });

  it('shows the owner of the demo on call, and past weeks', async () => {
    const { owner } = web.watchbill;
    const { oncall } = succeeded(await owner.get('/oncall?at=2026-03-23T06:00:00Z'));
    assert.ok(oncall.some(({ users }: { users: { id: string }[] }) => users.some(({ id }) => id === owner.id)));
    const past = succeeded(await owner.get(`${paths[1]}/shifts/?from=2026-03-01T00:00:00Z&to=2026-03-20T00:00:00Z`));
    assert.ok(past.shifts.length >= 3);
  });

  it('shows turns that count open days, and cover that is open, partly taken, taken and declined, in the demo', async () => {
    const { owner } = web.watchbill;
    const { schedules } = succeeded(await owner.get('/schedules'));
    assert.equal(
      schedules.filter(({ layers }: { layers: object[] }) => /"counted_days":"open"/.test(JSON.stringify(layers)))
        .length,
      1,
    );
    const { coverage_requests } = succeeded(await owner.get('/coverage_requests/'));
    const states = coverage_requests.map(
      // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about to assert
      ({ user, status, asked_by, asked_users = [], acceptances, declined_by }: any) => [
        user.name,
        status,
        asked_by?.name,
        asked_users.map(({ name }: { name: string }) => name),
        // biome-ignore lint/suspicious/noExplicitAny: as above
        acceptances.map((one: any) => one.user.name),
        declined_by.map(({ name }: { name: string }) => name),
      ],
    );
    assert.deepEqual(states.sort(), [
      ['Edsger', 'accepted', undefined, [], ['Frances'], []],
      ['Hedy', 'pending', 'Owner', ['Barbara', 'Radia'], [], []],
      ['Mina', 'pending', undefined, [], ['Grace'], []],
      ['Yuki', 'pending', undefined, [], [], ['Alan']],
    ]);
    const { hours } = succeeded(await owner.get('/reports/hours'));
    const cover = (name: string) =>
      hours.people.find(({ user }: { user: { name: string } }) => user.name === name)?.cover;
    assert.ok(cover('Frances').taken.past_ms > 0);
    assert.equal(cover('Edsger').given.past_ms, cover('Frances').taken.past_ms);
  });

  it('shows time off, and public holidays of several countries, in the demo', async () => {
    const { owner } = web.watchbill;
    const { users } = succeeded(await owner.get('/users/?per_page=100'));
    const nameOf = new Map(users.map(({ id, name }: { id: string; name: string }) => [id, name]));
    const ids = [...nameOf.keys()].join();
    const times = 'from=2026-03-23T06:00:00Z&to=2026-05-01T00:00:00Z';
    const { away } = succeeded(await owner.get(`/away/?user_ids=${ids}&${times}`));
    assert.deepEqual(
      away
        .filter(({ time_off }: { time_off: object[] }) => time_off.length > 0)
        .map(({ user_id }: { user_id: string }) => nameOf.get(user_id))
        .toSorted(),
      ['Ada', 'Grace', 'Hedy', 'Mina', 'Owner', 'Yuki'],
    );
    const holidaysOf = (name: string) =>
      away
        .find(({ user_id }: { user_id: string }) => nameOf.get(user_id) === name)
        ?.holidays.map(({ name }: { name: string }) => name);
    assert.ok(holidaysOf('Owner').includes('Good Friday'), holidaysOf('Owner').join());
    assert.deepEqual(holidaysOf('Yuki'), ['Showa Day']);
    const { hours } = succeeded(await owner.get('/reports/hours'));
    assert.ok(hours.people.some(({ coming }: { coming: { holiday_ms: number } }) => coming.holiday_ms > 0));
  });

  it('does not animate for readers who prefer reduced motion, also while loading', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await web.open(web.watchbill.owner, '/app/icon.svg', { reducedMotion });
      const answers = await holdAnswers(page);
      await page.goto(`${web.address}/app/`, { waitUntil: 'commit' });
      await page.getByLabel('Loading').waitFor();
      const isMoving = await page.evaluate(() => document.getAnimations().length > 0);
      assert.equal(isMoving, reducedMotion === 'no-preference', reducedMotion);
      answers.release();
      await settled(page);
    }
  });

  it('that does not exist says so, and links to the first page', async () => {
    const said = 'There is no page at this address';
    await assertFitsEveryone(web, web.watchbill.owner, '/app/nowhere', (page) => page.getByText(said).waitFor());
    const page = await web.open(web.watchbill.owner, '/app/nowhere');
    await page.getByRole('link', { name: 'Who is on call now' }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  });

  it('with a timeline has a line for now, unless now is not shown', async () => {
    const path = `/app${paths[1]}?view=day&from=`;
    const page = await web.open(web.watchbill.owner, `${path}2026-03-25`);
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    const line = page.locator('[data-now-line]');
    const { time_zone } = succeeded(await web.watchbill.owner.get(paths[1] ?? '')).schedule;
    const { hour, minute } = Temporal.Instant.from('2026-03-25T12:00:00Z').toZonedDateTimeISO(time_zone);
    const percent = ((hour + minute / 60) / 24) * 100;
    await becomes(async () => (await line.getAttribute('style')) ?? '', `left: ${Number(percent.toFixed(4))}%;`);
    await page.goto(`${web.address}${path}2026-03-24`);
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    await settled(page);
    assert.equal(await line.count(), 0);
  });
});

/** Runs in the page: sums up layout shifts. */
function noteMoves(): void {
  const noted = Object.assign(globalThis, { moved: 0, movers: [] as string[] });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as unknown as readonly LayoutShift[]) {
      noted.moved += value;
      for (const { node, previousRect, currentRect } of sources) {
        const text = node?.textContent?.slice(0, 40) ?? '';
        noted.movers.push(`${node?.nodeName} "${text}" from ${previousRect.y} to ${currentRect.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What moves before the data arrives: without Arial, the letters of a page do when the typeface is loaded. */
async function forgetMoves(): Promise<void> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  Object.assign(globalThis, { moved: 0, movers: [] });
}

/** As `12:30`. */
function hourAndMinute(instant: number): string {
  return new Date(instant).toISOString().slice(11, 16);
}

/** Holds responses of the API, except for the session: the page is drawn without them first. */
async function holdAnswers(page: Page) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    ({ pathname }) => !pathname.startsWith('/app/') && pathname !== '/session/',
    async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    },
  );
  return { asked: asked.promise, release: () => released.resolve() };
}
