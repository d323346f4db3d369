/** Common steps of browser tests: waiting, checking that a page fits, and signing in with a password. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { findHolder } from '../../../../src/services/sign-in/api-keys.ts';
import { createSignInLink, redeemSignInLink } from '../../../../src/services/sign-in/sign-in-links.ts';
import type { Person, Watchbill } from '../api.ts';
import { TIMEOUT_MS } from './browser-windows.ts';
import { seriousViolations, type Web } from './web.ts';

/** Short compared with anything a page does, and long compared with the cost of a check. */
const LOOK_AGAIN_MS = 40;

/** Polls until the value is as expected, and fails with the last one. */
export async function becomes<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await comesTrue(async () => assert.deepEqual(await read(), expected));
}

/** Like `becomes`, for a pattern. */
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

/** Waits until the path of the page is this. */
export async function comesTo(page: Page, path: string | RegExp): Promise<void> {
  const isThere = typeof path === 'string' ? (at: string) => at === path : (at: string) => path.test(at);
  await page.waitForURL(({ pathname, search }) => isThere(pathname + search), { waitUntil: 'commit' });
}

/**
 * Types into a search box and picks the match by keyboard. Until the server has responded, everybody is listed, and the list moves as it gets
 * shorter: a click could hit another entry.
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
export const WIDE = { width: 1600, height: 900 };

/** As the page is now, in its own window and dark on a phone: axe finds nothing serious, and nothing is wider than the window. */
export async function assertFitsEveryone(page: Page, where: string): Promise<void> {
  const [scheme, viewport] = [await colorSchemeOf(page), page.viewportSize()];
  assert.ok(scheme === 'light' && viewport !== null);
  await assertFits(page, `${where}, light, wide`);
  await page.setViewportSize(PHONE);
  await showIn(page, 'dark');
  await assertFits(page, `${where}, dark, on a phone`);
  await page.setViewportSize(viewport);
  await showIn(page, scheme);
}

async function assertFits(page: Page, where: string): Promise<void> {
  assert.deepEqual(await seriousViolations(page), [], where);
  assert.equal(await widthBeyondWindow(page), 0, `${where}: the page scrolls sideways`);
}

/**
 * axe finds nothing serious on the page, nor in the colours of the other scheme, which are all that depends on it. Leaves the page in that scheme.
 */
export async function assertPleasesAxe(page: Page, where: string): Promise<void> {
  const scheme = await colorSchemeOf(page);
  assert.deepEqual(await seriousViolations(page), [], `${where}, ${scheme}`);
  const other = scheme === 'light' ? 'dark' : 'light';
  await showIn(page, other);
  assert.deepEqual(await seriousViolations(page, ['color-contrast']), [], `${where}, ${other}`);
}

/** Like a change of the system's scheme. */
async function showIn(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await becomes(() => colorSchemeOf(page), colorScheme);
  // Some colours have transitions.
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

/** Its position, once it no longer moves. */
export async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const element = await place.elementHandle();
  await element?.waitForElementState('stable');
  const box = await element?.boundingBox();
  assert.ok(box);
  return box;
}

/** The page of a link to set a password. */
export async function welcomePath({ services, owner }: Watchbill, { id }: Pick<Person, 'id'>): Promise<string> {
  const admin = await findHolder(services, owner.key);
  assert.ok(admin !== undefined);
  return `/app/welcome#${(await createSignInLink(services, admin.caller, id)).token}`;
}

/** As if they had used a link before. */
export async function givePassword(watchbill: Watchbill, person: Person, password: string): Promise<void> {
  const [, token = ''] = (await welcomePath(watchbill, person)).split('#');
  await redeemSignInLink(watchbill.services, { token, password }, { address: '::1' });
}

/** On the sign-in page. */
export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The status of a request with that key. */
export async function statusWithKey({ address }: Web, path: string, key: string): Promise<number> {
  return (await fetch(address + path, { headers: { 'x-api-key': key } })).status;
}
