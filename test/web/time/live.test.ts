/** Changes made elsewhere show on open pages within a second; without a stream of events, pages poll. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { counters } from '../../../src/process/counters.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';
import { startBufferingProxy } from '../../support/fakes/buffering-proxy.ts';

const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' });

/** Runs in the page before its own scripts: no timer of more than a second ever fires, so nothing is polled. */
function dropLongTimers(): void {
  const { setTimeout, setInterval } = globalThis;
  const short =
    (set: (...given: never[]) => unknown) =>
    (work: unknown, ms?: number, ...rest: unknown[]) =>
      ms !== undefined && ms > 1_000 ? 0 : set(...([work, ms, ...rest] as never[]));
  Object.assign(globalThis, { setTimeout: short(setTimeout), setInterval: short(setInterval) });
}

/** As if the reader had changed to another tab, or come back. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperties(document, {
        visibilityState: { value: state, configurable: true },
        hidden: { value: state === 'hidden', configurable: true },
      });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );
}

/** Delays these requests until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The paths that the page requests from now on. */
function pathsAskedBy(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

async function openTeam(page: Page, id: string): Promise<void> {
  await page.goto(`${web.address}/app/teams/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

it('[LIVE-1] a change made elsewhere is on the page, without a poll or any other timer of more than a second', async () => {
  const schedule = await createSchedule(owner, [ada], { name: 'Watched' });
  const page = await web.open(ada, '/app/icon.svg', { isOwn: true });
  await page.addInitScript(dropLongTimers);
  await page.goto(`${web.address}/app/schedules/${schedule.id}`);
  const now = page.getByRole('region', { name: 'On call now' });
  await now.getByText('Ada').waitFor();
  await becomes(() => counters.eventStreams, 1);
  await settled(page);
  await createOverride(owner, schedule, [grace], '2026-01-05T08:00:00Z', '2026-01-05T15:00:00Z');
  await now.getByText('Grace').waitFor();
});

it('[LIVE-1] what was read before the stream begins is read again, and what was read after that is not', async () => {
  const { team } = succeeded(await owner.post('/teams/', { name: 'Early' }), 201);
  const page = await web.open(owner, '/app/icon.svg', { isOwn: true });
  await page.addInitScript(dropLongTimers);
  const letCodeIn = await hold(page, '**/assets/team-page*.js');
  const letStreamIn = await hold(page, '**/events');
  const asked = pathsAskedBy(page);
  const timesAsked = (path: string) => asked.filter((one) => one === path).length;
  await page.goto(`${web.address}/app/teams/${team.id}`, { waitUntil: 'commit' });
  await becomes(() => timesAsked('/session/'), 1);
  letStreamIn();
  await becomes(() => timesAsked('/session/'), 2);
  letCodeIn();
  await page.getByRole('heading', { level: 1, name: 'Early' }).waitFor();
  await settled(page);
  assert.equal(timesAsked(`/teams/${team.id}`), 1);
});

it('[LIVE-1] a change while the stream is being opened is on the page', async () => {
  const { team } = succeeded(await owner.post('/teams/', { name: 'Unheard' }), 201);
  const page = await web.open(owner, '/app/icon.svg', { isOwn: true });
  await page.addInitScript(dropLongTimers);
  const letStreamIn = await hold(page, '**/events');
  await openTeam(page, team.id);
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'Heard' }));
  letStreamIn();
  await page.getByRole('heading', { level: 1, name: 'Heard' }).waitFor();
});

it('[LIVE-1] a response that is on its way when the stream begins is requested again', async () => {
  const { team } = succeeded(await owner.post('/teams/', { name: 'Old' }), 201);
  const page = await web.open(owner, '/app/icon.svg', { isOwn: true });
  await page.addInitScript(dropLongTimers);
  const letStreamIn = await hold(page, '**/events');
  const [read, wanted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = pathsAskedBy(page);
  await page.route(
    ({ pathname }) => pathname === `/teams/${team.id}`,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await wanted.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.goto(`${web.address}/app/teams/${team.id}`, { waitUntil: 'commit' });
  await read.promise;
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'New' }));
  letStreamIn();
  await becomes(() => asked.filter((path) => path === '/session/').length, 2);
  wanted.resolve();
  await page.getByRole('heading', { level: 1, name: 'New' }).waitFor();
});

it('[LIVE-1] the tabs of a browser share one stream, and another tab takes over', async () => {
  const { team } = succeeded(await owner.post('/teams/', { name: 'First' }), 201);
  const first = await web.open(owner, `/app/teams/${team.id}`);
  await becomes(() => counters.eventStreams, 1);
  const second = await first.context().newPage();
  await openTeam(second, team.id);
  await Promise.all([settled(first), second.waitForLoadState('networkidle').catch(() => undefined)]);
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'Second' }));
  for (const page of [first, second]) await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
  assert.equal(counters.eventStreams, 1);

  await first.goto(`${web.address}/healthz`);
  await becomes(() => counters.eventStreams, 1);
  await settled(first);
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'Third' }));
  await second.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
});

it('polls every 15 seconds behind a proxy that buffers the stream, while the page is visible', async () => {
  const proxy = await startBufferingProxy(web.address, true);
  const { team } = succeeded(await owner.post('/teams/', { name: 'Before' }), 201);
  const page = await web.open(owner, '/app/sign-in', { isOwn: true, allow: /./ });
  await page.goto(`${proxy.address}/app/teams/${team.id}`);
  await page.getByRole('heading', { level: 1, name: 'Before' }).waitFor();
  await settled(page);
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'After' }));
  await page.clock.runFor(15_000);
  await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();

  await settled(page);
  await setVisible(page, false);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) asked.push(request.url());
  });
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'Seen later' }));
  await page.clock.runFor(60_000);
  await settled(page);
  assert.deepEqual(asked, []);
  await page.clock.setFixedTime('2026-01-05T09:01:00Z');
  await setVisible(page, true);
  await page.getByRole('heading', { level: 1, name: 'Seen later' }).waitFor();
  await page.close();
  await proxy.stop();
});
