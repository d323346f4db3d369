/** What tests of pages do again and again: wait for what comes, look whether a page fits, and come in with a password. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { findHolder } from '../../../src/services/sign-in/api-keys.ts';
import { createSignInLink, redeemSignInLink } from '../../../src/services/sign-in/sign-in-links.ts';
import type { Person, Watchbill } from './api.ts';
import { TIMEOUT_MS } from './browser-windows.ts';
import { seriousViolations, type Web } from './web.ts';

/** Short beside what a page takes for anything, long beside what it costs to look. */
const LOOK_AGAIN_MS = 40;

/** A page shows what was done when it comes to it: looks again until it is so, and fails with what was seen last. */
export async function becomes<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await comesTrue(async () => assert.deepEqual(await read(), expected));
}

/** As `becomes`, for a text of which a part is told. */
export async function comesToMatch(read: () => Promise<string>, expected: RegExp): Promise<void> {
  await comesTrue(async () => assert.match(await read(), expected));
}

async function comesTrue(check: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** The address of the page, without the server, comes to be this. */
export async function comesTo(page: Page, path: string | RegExp): Promise<void> {
  const isThere = typeof path === 'string' ? (at: string) => at === path : (at: string) => path.test(at);
  await page.waitForURL(({ pathname, search }) => isThere(pathname + search), { waitUntil: 'commit' });
}

/**
 * Types into a search and picks the one that it finds, by keyboard. Until the server has looked, everybody is listed; and the
 * list moves as it gets shorter: a click on it may go elsewhere.
 */
export async function pickFound(page: Page, search: Locator, name: string): Promise<void> {
  await search.fill(name);
  const found = page.getByRole('listbox').getByRole('option');
  await comesTrue(async () => {
    const texts = await found.allInnerTexts();
    assert.ok(texts.length === 1 && texts[0]?.includes(name), `${name} is not all of ${texts}`);
  });
  await search.press('ArrowDown');
  await search.press('Enter');
}

type ColorScheme = 'light' | 'dark';

export const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1600, height: 900 };

/** Opens it dark on a phone, then makes it light and wide: axe finds nothing serious, and nothing is wider than the window. */
export async function assertFitsEveryone(
  web: Web,
  who: Person | undefined,
  path: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await web.open(who, path, { colorScheme: 'dark', viewport: PHONE });
  await prepare(page);
  await assertFits(page, `${path}, dark, on a phone`);
  await page.setViewportSize(WIDE);
  await showIn(page, 'light');
  await assertFits(page, `${path}, light, wide`);
  await web.close(page);
}

async function assertFits(page: Page, where: string): Promise<void> {
  assert.deepEqual(await seriousViolations(page), [], where);
  assert.equal(await widthBeyondWindow(page), 0, `${where}: the page scrolls sideways`);
}

/**
 * axe finds nothing serious on the page, and nothing in the colours of the other scheme, which is all that depends on it.
 * Leaves the page in that scheme.
 */
export async function assertPleasesAxe(page: Page, where: string): Promise<void> {
  const scheme = await colorSchemeOf(page);
  assert.deepEqual(await seriousViolations(page), [], `${where}, ${scheme}`);
  const other = scheme === 'light' ? 'dark' : 'light';
  await showIn(page, other);
  assert.deepEqual(await seriousViolations(page, ['color-contrast']), [], `${where}, ${other}`);
}

/** As when the system changes its colours. */
async function showIn(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await becomes(() => colorSchemeOf(page), colorScheme);
  // Some colours take their time to change.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

async function colorSchemeOf(page: Page): Promise<ColorScheme> {
  const scheme = await page.locator('html').getAttribute('data-mantine-color-scheme');
  assert.ok(scheme === 'light' || scheme === 'dark');
  return scheme;
}

export async function widthBeyondWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Where it lies, once it stays there. */
export async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const element = await place.elementHandle();
  await element?.waitForElementState('stable');
  const box = await element?.boundingBox();
  assert.ok(box);
  return box;
}

/** The page with which they set a password, once. */
export async function welcomePath({ services, owner }: Watchbill, { id }: Person): Promise<string> {
  const admin = await findHolder(services, owner.key);
  assert.ok(admin !== undefined);
  return `/app/welcome#${(await createSignInLink(services, admin.caller, id)).token}`;
}

/** As if they had come with a link before. */
export async function givePassword(watchbill: Watchbill, person: Person, password: string): Promise<void> {
  const [, token = ''] = (await welcomePath(watchbill, person)).split('#');
  await redeemSignInLink(watchbill.services, { token, password }, { address: '::1' });
}

/** On the page for it. */
export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** How the service answers to a key. */
export async function statusWithKey({ address }: Web, path: string, key: string): Promise<number> {
  return (await fetch(address + path, { headers: { 'x-api-key': key } })).status;
}
