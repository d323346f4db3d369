/** Changes made elsewhere show on open pages within a second; without a stream of events, pages poll. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { counters } from '../../src/counters.ts';
import { succeeded } from '../support/drivers/api.ts';
import { createOverride, createSchedule } from '../support/drivers/schedules.ts';
import { givenWeb } from '../support/drivers/suites.ts';
import { settled } from '../support/drivers/web.ts';
import { becomes } from '../support/drivers/web-pages.ts';
import { startBufferingProxy } from '../support/fakes/buffering-proxy.ts';

const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' });

/** Sooner than any page polls, also on a busy machine. */
const SOON_MS = 14_000;

async function openTeam(page: Page, id: string): Promise<void> {
  await page.goto(`${web.address}/app/teams/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

it('[LIVE-1] a change made elsewhere is on the page, without a poll', async () => {
  const schedule = await createSchedule(owner, [ada], { name: 'Watched' });
  const page = await web.open(ada, `/app/schedules/${schedule.id}`);
  const now = page.getByRole('region', { name: 'On call now' });
  await now.getByText('Ada').waitFor();
  await becomes(() => counters.eventStreams, 1);
  await settled(page);
  const begun = performance.now();
  await createOverride(owner, schedule, [grace], '2026-01-05T08:00:00Z', '2026-01-05T15:00:00Z');
  await now.getByText('Grace').waitFor();
  assert.ok(performance.now() - begun < SOON_MS);
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

it('polls every 15 seconds behind a proxy that buffers the stream', async () => {
  const proxy = await startBufferingProxy(web.address, true);
  const { team } = succeeded(await owner.post('/teams/', { name: 'Before' }), 201);
  const page = await web.open(owner, '/app/sign-in', { isOwn: true, allow: /./ });
  await page.goto(`${proxy.address}/app/teams/${team.id}`);
  await page.getByRole('heading', { level: 1, name: 'Before' }).waitFor();
  await settled(page);
  succeeded(await owner.patch(`/teams/${team.id}`, { name: 'After' }));
  await page.clock.runFor(15_000);
  await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
  await page.close();
  await proxy.stop();
});
