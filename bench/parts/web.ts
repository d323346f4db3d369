/**
 * Benchmark of the web application in Chromium with a four times slower processor: the time until the first page shows who is on call, with empty
 * caches, and how smoothly a crowded schedule scrolls.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { fillWithDemo } from '../../src/services/setup/demo.ts';
import { systemClock } from '../../src/time/clock.ts';
import { formatInstant } from '../../src/time/iso.ts';
import { openSession } from '../../test/support/drivers/sessions.ts';
import { startWeb, type Web } from '../../test/support/drivers/web/web.ts';
import { openChromium } from '../../test/support/servers/chromium.ts';
import { crowdedSchedule } from '../crowded-schedule.ts';
import { startPlainChromium } from '../plain-chromium.ts';
import { type Part, type Row, rounded } from '../table.ts';

const SLOWED = 4;
const OPENINGS = 9;

/** A frame that took longer than two frames at 60 Hz. */
const LATE_FRAME_MS = 34;
const SCROLL_FRAMES = 240;

const FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

export const webPart: Part = {
  notes: [
    `Web: Chromium without a GPU on this machine, which also runs the service; the processor slowed ${SLOWED} × for the first page, in a new`,
    `window each time (${OPENINGS} of them). Scrolling: a page with 50 people and 500 overrides, ${SCROLL_FRAMES} frames down the page on a phone and as many along the timeline, not slowed.`,
  ],
  versions: async () => {
    const browser = await openChromium();
    await browser.close();
    return { chromium: browser.version() };
  },
  run: async () => {
    const web = await startWeb(formatInstant(systemClock.now()));
    try {
      return [await firstScript(), await firstPage(web), ...(await scrolling(web))];
    } finally {
      await web.stop();
    }
  },
};

async function firstScript(): Promise<Row> {
  const html = await readFile(join(FOLDER, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/app\/([^"]+\.js)"/g)].map(([, name]) => name as string);
  const sizes = await Promise.all(scripts.map(async (name) => (await readFile(join(FOLDER, `${name}.br`))).length));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    what: 'script of the first page, compressed',
    unit: 'kB',
    figure: rounded(bytes / 1000),
    goal: { atMost: 200 },
  };
}

async function firstPage(web: Web): Promise<Row> {
  const { owner, services } = web.watchbill;
  await fillWithDemo(services, owner.key);
  const [name = '', value = ''] = (await openSession(web.watchbill, owner)).cookie.split('=');
  const opening = {
    url: `${web.address}/app/`,
    cookie: { name, value },
    selector: 'article[aria-label="Support business hours"]',
    slowed: SLOWED,
  };
  const chromium = await startPlainChromium();
  const samples: number[] = [];
  for (let i = 0; i < OPENINGS; i++) samples.push(await chromium.timeToPaint(opening));
  await chromium.close();
  samples.sort((a, b) => a - b);
  const [median, worst] = [samples[Math.floor(OPENINGS / 2)] as number, samples.at(-1) as number];
  return {
    what: `first page ready, cold, processor ${SLOWED} × slower`,
    unit: 'ms',
    figure: rounded(median),
    p99: rounded(worst),
    goal: { atMost: 1500 },
  };
}

async function scrolling(web: Web): Promise<Row[]> {
  // The overrides are in January, and an override cannot be created for the past.
  web.at('2026-01-05T09:00:00Z');
  const { id } = await crowdedSchedule(web.watchbill.owner);
  // A phone: there, the timeline is wider than the window.
  const viewport = { width: 360, height: 740 };
  const page = await web.open(web.watchbill.owner, `/app/schedules/${id}?view=fortnight`, {
    viewport,
    isPainted: true,
  });
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  await page.waitForLoadState('networkidle');
  const down = await lateFrames(page, 'down');
  const along = await lateFrames(page, 'along');
  const row = (what: string, late: number): Row => ({
    what: `late frames of ${SCROLL_FRAMES}, ${what}`,
    unit: 'frames',
    figure: late,
    goal: { atMost: 0 },
  });
  return [row('scrolling a crowded schedule', down), row('along its timeline', along)];
}

/** Scrolls a little in every frame, there and back, and counts late frames. */
function lateFrames(page: Page, direction: 'down' | 'along'): Promise<number> {
  return page.evaluate(
    async ({ direction, frames, lateMs }) => {
      const timeline = document.querySelector<HTMLElement>('[data-scrolls="timeline"]');
      if (timeline === null) throw new Error('the page has no timeline');
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let late = 0;
      let last = await nextFrame();
      for (let i = 0; i < frames; i++) {
        const step = i < frames / 2 ? 24 : -24;
        if (direction === 'down') scrollBy(0, step);
        else timeline.scrollBy(step, 0);
        const now = await nextFrame();
        if (now - last > lateMs) late += 1;
        last = now;
      }
      return late;
    },
    { direction, frames: SCROLL_FRAMES, lateMs: LATE_FRAME_MS },
  );
}
