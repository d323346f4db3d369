/**
 * Drives the web application: the real service on SQLite behind a real port, a real Chromium, and one clock for both. Whatever
 * the browser complains about fails the test, an answer that the content policy forbids among it.
 */
import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../servers/chromium.ts';
import { cleanUp } from '../servers/clean-up.ts';
import { createSqlite } from '../servers/databases.ts';
import { type Person, startWatchbill, type Watchbill } from './api.ts';
import { violationsOn } from './axe.ts';
import { type BrowserWindow, BrowserWindows, TIMEOUT_MS, type WindowOptions } from './browser-windows.ts';
import { openSession } from './sessions.ts';

const WEB_FOLDER = process.env.TEST_WEB_FOLDER ?? fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface Web {
  readonly watchbill: Watchbill;
  /** `http://127.0.0.1:41234` */
  readonly address: string;
  /** A window of someone who is signed in, or of nobody, at a page: `/app/…`. It is over when the test is. */
  open(who: Person | undefined, path: string, options?: WindowOptions): Promise<Page>;
  /** Before the test is over: the next `open` may then use the window. */
  close(page: Page): Promise<void>;
  /** Sets the time, for the service and for windows opened from then on. */
  at(instant: string): void;
  stop(): Promise<void>;
}

export async function startWeb(
  now = '2026-01-05T09:00:00Z',
  chat?: Parameters<typeof startWatchbill>[2],
  options: NonNullable<Parameters<typeof startWatchbill>[3]> = {},
): Promise<Web> {
  let address = '';
  const watchbill = await startWatchbill(createSqlite, now, chat, {
    webFolder: WEB_FOLDER,
    publicUrl: () => address,
    ...options,
  });
  address = await watchbill.app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await openChromium();
  const windows = new BrowserWindows(browser, address);
  const open = new Map<Page, BrowserWindow>();
  let nowText = now;
  return {
    watchbill,
    address,
    at(instant) {
      nowText = instant;
      watchbill.at(instant);
    },
    async open(who, path, options = {}) {
      const window = await windows.take(nowText, options);
      const { page, context } = window;
      open.set(page, window);
      afterTest(window.giveBack);
      if (who !== undefined) await signIn(context, watchbill, address, who);
      await page.goto(address + path);
      return page;
    },
    async close(page) {
      await open.get(page)?.giveBack();
    },
    stop: () =>
      cleanUp(
        () => browser.close(),
        () => watchbill.stop(),
        () => assert.deepEqual(windows.complaints, [], 'the browser complained'),
      ),
  };
}

/** Of browsers; TypeScript has no type for it yet. */
interface Scheduler {
  postTask(task: () => void, options: { readonly priority: 'background' }): Promise<void>;
}

/** With a session of its own, as if they had come with their password. */
async function signIn(context: BrowserContext, watchbill: Watchbill, url: string, who: Person): Promise<void> {
  const [name = '', value = ''] = (await openSession(watchbill, who)).cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
}

/** A page that stays open asks again each minute, and would complain of what later tests do. */
function afterTest(work: () => Promise<void>): void {
  const test = getTestContext();
  if (test !== undefined && 'after' in test) test.after(work);
}

/**
 * Waits until the page has all that it asked for, and has drawn it. Before it is said that something is not there: until a
 * page knows what its reader may do, it offers nothing to anybody.
 */
export async function settled(page: Page): Promise<void> {
  const atRest = page.evaluate(async () => {
    const counted = globalThis as typeof globalThis & { askedCount: number; scheduler: Scheduler };
    for (let quietRounds = 0; quietRounds < 3; ) {
      // A frame, then all work that waits. After a click Chromium makes idle callbacks wait for a second.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await counted.scheduler.postTask(() => undefined, { priority: 'background' });
      quietRounds = counted.askedCount === 0 ? quietRounds + 1 : 0;
    }
    return true;
  });
  const isAtRest = await Promise.race([atRest, pause(TIMEOUT_MS, false, { ref: false })]);
  assert.ok(isAtRest, 'the page does not come to rest');
}

/** What axe finds on the page that is serious or critical: nothing, it is hoped. Of all its rules, or of some. */
export async function seriousViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await settled(page);
  return violationsOn(page, rules);
}
