/**
 * Drives the web application: the real service on SQLite with a real port, a real Chromium, and one clock for both. Any error in the browser's
 * console, including violations of the content security policy, fails the test.
 */
import assert from 'node:assert/strict';
import { getTestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../../servers/chromium.ts';
import { cleanUp } from '../../servers/clean-up.ts';
import { createSqlite } from '../../servers/databases.ts';
import { type Person, startWatchbill, type Watchbill } from '../api.ts';
import { openSession } from '../sessions.ts';
import { violationsOn } from './axe.ts';
import { type BrowserWindow, BrowserWindows, TIMEOUT_MS, type WindowOptions } from './browser-windows.ts';

const WEB_FOLDER = process.env.TEST_WEB_FOLDER ?? fileURLToPath(new URL('../../../../dist/web', import.meta.url));

export interface Web {
  readonly watchbill: Watchbill;
  /** `http://127.0.0.1:41234` */
  readonly address: string;
  /** A window of a signed-in user, or of nobody, at a page: `/app/…`. It is closed after the test. */
  open(who: Person | undefined, path: string, options?: WindowOptions): Promise<Page>;
  /** Closes a window before the end of the test, so that the next `open` may reuse it. */
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

/** A browser API; TypeScript has no type for it yet. */
interface Scheduler {
  postTask(task: () => void, options: { readonly priority: 'background' }): Promise<void>;
}

/** With its own session, as after signing in with a password. */
async function signIn(context: BrowserContext, watchbill: Watchbill, url: string, who: Person): Promise<void> {
  const [name = '', value = ''] = (await openSession(watchbill, who)).cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
}

/** An open page refetches every minute, and would log errors about what later tests do. */
function afterTest(work: () => Promise<void>): void {
  const test = getTestContext();
  if (test !== undefined && 'after' in test) test.after(work);
}

/**
 * Waits until the page has its code and all responses, and has drawn them. Needed before asserting that something is absent: until a page knows the permissions of
 * its reader, it offers nothing.
 */
export async function settled(page: Page): Promise<void> {
  const atRest = page.evaluate(async () => {
    const counted = globalThis as typeof globalThis & { askedCount: number; scheduler: Scheduler };
    for (let quietRounds = 0; quietRounds < 3; ) {
      // A frame, then all pending work. After a click Chromium delays idle callbacks by a second.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await counted.scheduler.postTask(() => undefined, { priority: 'background' });
      // In place of a page whose code is still on its way.
      const isWithoutPage = document.querySelector('.page[aria-busy="true"]') !== null;
      quietRounds = counted.askedCount === 0 && !isWithoutPage ? quietRounds + 1 : 0;
    }
    return true;
  });
  const isAtRest = await Promise.race([atRest, pause(TIMEOUT_MS, false, { ref: false })]);
  assert.ok(isAtRest, 'the page does not come to rest');
}

/** Serious and critical violations that axe finds on the page, of all its rules or of some. */
export async function seriousViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await settled(page);
  return violationsOn(page, rules);
}
