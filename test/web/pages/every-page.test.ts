/**
 * What is true of every page. Each is opened once, in the demo organization with odd names added to it: names that contain markup are text, too long
 * ones are cut at their end, nothing is wider than the window, and axe finds nothing serious.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { writeStatement } from '../../../src/db/driver/statement.ts';
import { parseId, type UserId } from '../../../src/ids.ts';
import { fillWithDemo } from '../../../src/services/setup/demo.ts';
import { MINUTE_MS } from '../../../src/time/units.ts';
import { SECTIONS } from '../../../web/settings/sections.ts';
import { type Person, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { paintNothing } from '../../support/drivers/web/browser-windows.ts';
import { textsOnSheets } from '../../support/drivers/web/printed-sheets.ts';
import { settled } from '../../support/drivers/web/web.ts';
import {
  assertFitsEveryone,
  becomes,
  PHONE,
  WIDE,
  welcomePath,
  widthBeyondWindow,
} from '../../support/drivers/web/web-pages.ts';

/** People are said to notice layout shifts from 0.1 on. This is half of that. */
const MAX_MOVED = 0.05;

const NOT_UP_TO_DATE = 'This page is not up to date';

const OPENED = '2026-03-23T06:00:00Z';
const NOW = '2026-03-25T12:00:00Z';

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

const IMAGE = '<img src="x" onerror="hacked = 1">';
const SCRIPT = '<script>hacked = 1</script>';

/** Too long for a phone. */
const NAMES = {
  'from right to left': 'אברהם בן יצחק בן יעקב בן יוסף בן מנשה בן מכיר בן גלעד בן חפר בן צלפחד',
  'from left to right': 'Abraham son of Isaac son of Jacob son of Joseph son of Manasseh son of Machir',
};

const renameUser = writeStatement((q, p: { id: UserId; name: string }) =>
  q.updateTable('users').set({ name: p.name }).where('id', '=', p.id),
);

/** A page, and what is on it in the organization of this suite. */
interface Shown {
  readonly path: string;
  /** Whether it names what is called IMAGE. */
  readonly hasImage?: boolean;
  /** Which of the long names are on it, and are cut on a phone. */
  readonly cuts?: readonly (keyof typeof NAMES)[];
}

const GROUPS = ['of schedules', 'of people and cover', 'of the settings'] as const;

describe('every page', () => {
  let groups: Readonly<Record<(typeof GROUPS)[number], readonly Shown[]>>;
  let schedulePath: string;
  let quietPaths: readonly string[];

  const { web, owner } = givenWeb({}, OPENED);
  before(async () => {
    await fillWithDemo(web.watchbill.services, owner.key);
    web.at(NOW);
    const [{ schedules }, { coverage_requests }, { teams }, { users }] = await Promise.all(
      ['/schedules', '/coverage_requests/', '/teams/', '/users/'].map(async (path) => succeeded(await owner.get(path))),
    );
    const ofMina = coverage_requests.find(({ user }: { user: { name: string } }) => user.name === 'Mina');
    schedulePath = `/schedules/${schedules[0].id}`;
    const odd = await addOddNames(web.watchbill);
    quietPaths = [
      '/',
      schedulePath,
      '/schedules/new',
      `${schedulePath}/edit`,
      '/coverage',
      `/coverage/${ofMina.id}`,
      '/teams',
      `/teams/${teams[0].id}`,
      '/people',
      `/people/${users[1].id}`,
      '/load',
    ];
    const [fromRight, fromLeft] = ['from right to left', 'from left to right'] as const;
    groups = {
      'of schedules': [
        { path: '/', hasImage: true, cuts: [fromRight, fromLeft] },
        { path: schedulePath },
        ...['day', 'week&rows=people', 'fortnight', 'month'].map((view) => ({ path: `${schedulePath}?view=${view}` })),
        ...['shifts', 'overrides', 'teams', 'chat', 'history'].map((section) => ({
          path: `${odd.image}?section=${section}`,
          hasImage: true,
          cuts: [fromRight],
        })),
        { path: `${odd.script}`, cuts: [fromLeft] },
        { path: '/schedules/new' },
        { path: `${schedulePath}/edit` },
        { path: `${odd.image}/edit`, cuts: [fromRight] },
        { path: `${odd.script}/edit`, cuts: [fromLeft] },
        { path: '/nowhere' },
      ],
      'of people and cover': [
        { path: '/coverage', hasImage: true },
        { path: '/coverage?tab=mine' },
        { path: '/coverage?tab=ask&start=2026-03-26T09:00:00Z&end=2026-03-28T09:00:00Z' },
        { path: `/coverage/${ofMina.id}` },
        { path: odd.request, hasImage: true },
        { path: odd.ownRequest },
        { path: '/teams', hasImage: true },
        { path: odd.team, hasImage: true, cuts: [fromRight, fromLeft] },
        { path: '/people', hasImage: true },
        { path: odd.person, hasImage: true },
        { path: '/load' },
        { path: '/audit-log', hasImage: true },
      ],
      'of the settings': SECTIONS.map(({ id }) => ({ path: `/settings/${id}` })),
    };
  });

  for (const group of GROUPS) {
    it(`${group} fits and passes axe, light and wide, dark and on a phone; has names as text; does not jump when the data arrives, and says when it is no longer up to date`, async () => {
      const page = await web.open(owner, '/app/icon.svg', { viewport: WIDE, isOwn: true, isPainted: true });
      await page.addInitScript(noteMoves);
      let now = Date.parse(NOW);
      for (const shown of groups[group]) now = await checkPage(page, shown, now);
    });
  }

  /** Opens the page at that time, and returns the time at which it leaves it. */
  async function checkPage(page: Page, { path, hasImage = false, cuts = [] }: Shown, now: number): Promise<number> {
    await page.setViewportSize(WIDE);
    // A part of a page that has an address is loaded like the page.
    const isPart = path.includes('?');
    if (isPart) await page.goto(`${web.address}/app${path}`);
    else await openWithoutJump(page, path);
    await settled(page);
    await page.evaluate(paintNothing);
    if (hasImage) await page.getByText(IMAGE).filter({ visible: true }).first().waitFor();
    assert.deepEqual(await page.evaluate(madeOfText), { images: 0, scripts: 0, isHacked: false }, path);
    await assertFitsEveryone(page, path);
    await page.setViewportSize(PHONE);
    await settled(page);
    for (const [direction, name] of Object.entries(NAMES)) {
      const cut = new Set((await page.evaluate(endsShown, name)).map(String));
      // A page may have a name that nothing cuts.
      const isCut = cuts.includes(direction as keyof typeof NAMES) || cut.size > 0;
      assert.deepEqual(cut, new Set(isCut ? ['true,false'] : []), `${path}, a name ${direction}`);
    }
    return isPart ? now : saysThatItIsOld(page, path, now);
  }

  /** Nothing on the page moves when its data arrives. */
  async function openWithoutJump(page: Page, path: string): Promise<void> {
    const answers = await holdAnswers(page);
    await page.goto(`${web.address}/app${path}`, { waitUntil: 'commit' });
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await answers.asked;
    await page.evaluate(forgetMoves);
    answers.release();
    await settled(page);
    const { moved, movers } = await page.evaluate(() => {
      const noted = globalThis as unknown as Noted;
      return { moved: noted.moved, movers: noted.movers };
    });
    assert.ok(moved < MAX_MOVED, `${path} moved by ${moved}: ${movers.join('; ')}`);
  }

  async function saysThatItIsOld(page: Page, path: string, openedAt: number): Promise<number> {
    const banner = page.getByRole('banner');
    const notice = page.getByRole('alert').filter({ hasText: NOT_UP_TO_DATE });
    await banner.getByText(`as of ${hourAndMinute(openedAt)}`).waitFor();
    assert.equal(await notice.count(), 0, path);
    await page.unrouteAll();
    await page.route('**/*', () => new Promise(() => undefined));
    let now = openedAt;
    // Again and again: a slow page may start its timer only later, and a last response may still arrive.
    await becomes(async () => {
      const readAt = (await banner.getByText(/^as of/).innerText()).slice('as of '.length);
      now = Date.parse(`2026-03-25T${readAt}:00Z`) + 2 * MINUTE_MS;
      await page.clock.setFixedTime(now);
      await page.clock.runFor(15_000);
      return notice.getByText(readAt).isVisible();
    }, true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    return now;
  }

  it('requests nothing again because the clock of the server has gone on', async () => {
    const page = await web.open(owner, '/app/icon.svg');
    const fromServer = ({ pathname }: URL) => !pathname.startsWith('/app/') && pathname !== '/events';

    for (const path of quietPaths) {
      const times: string[] = [];
      let requests = 0;
      await page.route(fromServer, async (route) => {
        requests++;
        const { searchParams } = new URL(route.request().url());
        times.push(...[...searchParams.values()].filter((value) => /^\d{4}-.*T.*Z$/.test(value)));
        // Ahead of the page with each response. Not for ever: a page that requests without end has to come to rest.
        web.at(new Date(Date.parse(NOW) + Math.min(requests, 50) * 37).toISOString());
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
    web.at(NOW);
  });

  it('is drawn as soon as its code is loaded, even if no timer fires', async () => {
    const page = await web.open(owner, '/app/icon.svg', { hasOwnClock: true });
    await page.clock.install({ time: NOW });
    await page.clock.pauseAt('2026-03-25T12:00:01Z');
    await page.goto(`${web.address}/app/teams`);
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('dialog').waitFor();
  });

  it('prints without navigation, in light colours, no wider than the sheet', async () => {
    const page = await web.open(owner, `/app${schedulePath}`, { colorScheme: 'dark' });
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
    const page = await web.open(owner, `/app${schedulePath}?view=month`, { colorScheme: 'dark', isPainted: true });
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
    const texts = textsOnSheets(await page.pdf({ format: 'A4' }));
    assert.ok(texts.length > 0 && texts.every((count) => count > 0), texts.join());
  });

  it('does not animate for readers who prefer reduced motion, also while loading', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await web.open(owner, '/app/icon.svg', { reducedMotion });
      const answers = await holdAnswers(page);
      await page.goto(`${web.address}/app/`, { waitUntil: 'commit' });
      await page.getByLabel('Loading').waitFor();
      const isMoving = await page.evaluate(() => document.getAnimations().length > 0);
      assert.equal(isMoving, reducedMotion === 'no-preference', reducedMotion);
      answers.release();
      await settled(page);
    }
  });

  it('before the sign-in fits and passes axe, light and wide, dark and on a phone', async () => {
    const newcomer = await web.watchbill.addPerson('Newcomer');
    for (const [path, heading] of [
      ['/app/sign-in?error=oidc_failed', 'Sign in'],
      ['/app/forgot-password', 'New password'],
      [await welcomePath(web.watchbill, newcomer), 'Hello Newcomer'],
      ['/app/welcome', /no longer valid/],
    ] as const) {
      const page = await web.open(undefined, path, { viewport: WIDE });
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await assertFitsEveryone(page, path);
      await web.close(page);
    }
  });

  it('with bidirectional controls that an older version stored shows none', async () => {
    const reader = await web.watchbill.addPerson('Turning');
    const id = parseId('user', reader.id);
    assert.ok(id !== undefined);
    const name = 'Ada\u202e\u2066\u2028Eve';
    await web.watchbill.services.db.transaction((tx) => tx.run(renameUser, { id, name }));
    const page = await web.open(reader, '/app/people');
    await page.getByText('Ada\ufffd\ufffd\ufffdEve').filter({ visible: true }).first().waitFor();
    await settled(page);
    assert.doesNotMatch(await page.locator('body').innerText(), /[\u2028\u202e\u2066]/);
  });

  it('that does not exist says so, and links to the first page', async () => {
    const page = await web.open(owner, '/app/nowhere');
    await page.getByText('There is no page at this address').waitFor();
    await page.getByRole('link', { name: 'Who is on call now' }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  });

  it('with a timeline has a line for now, unless now is not shown', async () => {
    const path = `/app${schedulePath}?view=day&from=`;
    const page = await web.open(owner, `${path}2026-03-25`);
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    const line = page.locator('[data-now-line]');
    const { time_zone } = succeeded(await owner.get(schedulePath)).schedule;
    const { hour, minute } = Temporal.Instant.from(NOW).toZonedDateTimeISO(time_zone);
    const percent = ((hour + minute / 60) / 24) * 100;
    await becomes(async () => (await line.getAttribute('style')) ?? '', `left: ${Number(percent.toFixed(4))}%;`);
    await page.goto(`${web.address}${path}2026-03-24`);
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    await settled(page);
    assert.equal(await line.count(), 0);
  });
});

/** People, a team and schedules whose names are markup, or too long; their paths. */
async function addOddNames({ owner, addPerson }: Watchbill) {
  async function addNamed(email: string, name: string): Promise<Person> {
    const person = await addPerson(email);
    succeeded(await owner.patch(`/users/${person.id}`, { name }));
    return person;
  }
  succeeded(await owner.patch('/organization/', { name: SCRIPT }));
  const markup = await addNamed('Markup', IMAGE);
  const fromRight = await addNamed('Right', NAMES['from right to left']);
  const fromLeft = await addNamed('Left', NAMES['from left to right']);
  const { team } = succeeded(await owner.post('/teams/', { name: IMAGE, description: SCRIPT }), 201);
  for (const { id } of [markup, fromRight, fromLeft])
    succeeded(await owner.put(`/teams/${team.id}/members/${id}`), 204);
  const addWeekly = (person: Person, name: string) =>
    createSchedule(owner, [], {
      name,
      description: SCRIPT,
      team_ids: [team.id],
      layers: [layer([person], { shift_length: { amount: 1, unit: 'weeks' } })],
    });
  const [image, script] = [await addWeekly(fromRight, IMAGE), await addWeekly(fromLeft, SCRIPT)];
  succeeded(await owner.put(`/schedules/${image.id}/chat_user_group/`, { name: 'Odd', handle: 'odd' }));
  succeeded(await owner.put(`/schedules/${image.id}/chat_channels/C0ONCALL`), 204);
  const [start, end] = ['2026-03-27T12:00:00Z', '2026-03-27T15:00:00Z'];
  await createOverride(owner, image, [markup], start, end);
  const { coverage_request } = succeeded(
    await markup.post('/user/coverage_requests', { start, end, reason: SCRIPT }),
    201,
  );
  const own = { start: '2026-03-28T12:00:00Z', end: '2026-03-28T15:00:00Z', reason: 'Travelling' };
  await createOverride(owner, image, [owner], own.start, own.end);
  const { coverage_request: mine } = succeeded(await owner.post('/user/coverage_requests', own), 201);
  return {
    image: `/schedules/${image.id}`,
    script: `/schedules/${script.id}`,
    team: `/teams/${team.id}`,
    person: `/people/${markup.id}`,
    request: `/coverage/${coverage_request.id}`,
    ownRequest: `/coverage/${mine.id}`,
  };
}

/** Runs in the page: what the markup in names and texts would make. */
function madeOfText() {
  return {
    images: document.querySelectorAll('img[src="x"]').length,
    scripts: [...document.scripts].filter(({ src }) => src === '').length,
    isHacked: 'hacked' in globalThis,
  };
}

/** Runs in the page: of each place where the name is cut, whether its first and its last letter can be seen. */
function endsShown(name: string): (readonly [isFirstShown: boolean, isLastShown: boolean])[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: (readonly [boolean, boolean])[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.textContent !== name) continue;
    let box = text.parentElement;
    while (box !== null && getComputedStyle(box).textOverflow !== 'ellipsis') box = box.parentElement;
    if (box === null || box.clientWidth === 0 || box.scrollWidth <= box.clientWidth) continue;
    const { left, right } = box.getBoundingClientRect();
    const isShown = (at: number) => {
      const letter = document.createRange();
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      const place = letter.getBoundingClientRect();
      return place.left >= left - 1 && place.right <= right + 1;
    };
    found.push([isShown(0), isShown(name.length - 1)]);
  }
  return found;
}

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
