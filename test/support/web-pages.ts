/** What tests of pages do again and again: look whether a page fits, and come in with a password. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findHolder } from '../../src/services/api-keys.ts';
import { createSignInLink, redeemSignInLink } from '../../src/services/sign-in-links.ts';
import type { Person, Watchbill } from './api.ts';
import { seriousViolations, type Web } from './web.ts';

/** Opens it light and wide, and dark on a phone: axe finds nothing serious, and nothing is wider than the window. */
export async function assertFitsEveryone(
  web: Web,
  who: Person | undefined,
  path: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  for (const options of [
    { colorScheme: 'light', viewport: { width: 1600, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  ] as const) {
    const page = await web.open(who, path, options);
    await prepare(page);
    const where = `${path}, ${options.colorScheme}, ${options.viewport.width} px`;
    assert.deepEqual(await seriousViolations(page), [], where);
    assert.equal(await widthBeyondWindow(page), 0, `${where}: the page scrolls sideways`);
    await page.context().close();
  }
}

export async function widthBeyondWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
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

/** The address of the page, without the server. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** How the service answers to a key. */
export async function statusWithKey({ address }: Web, path: string, key: string): Promise<number> {
  return (await fetch(address + path, { headers: { 'x-api-key': key } })).status;
}
