/** Pages when something fails: no input is lost, and no window stays empty. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { inDepth } from '../../support/depth.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import type { WindowOptions } from '../../support/drivers/web/browser-windows.ts';
import { seriousViolations, settled } from '../../support/drivers/web/web.ts';
import { becomes, comesTo } from '../../support/drivers/web/web-pages.ts';

/** A click may come at any moment while a page is loaded. */
const LOADS = inDepth(2, 6);

describe('when something goes wrong', () => {
  const { web } = givenWeb();

  /** All console messages are allowed. */
  const open = (path: string, options: WindowOptions = {}) =>
    web.open(web.watchbill.owner, path, { allow: /./, ...options });

  /** As if the server were unreachable, for these addresses. */
  async function cutOff(page: Page, addresses: string | RegExp, method?: string): Promise<{ readonly count: number }> {
    const cut = { count: 0 };
    await page.route(addresses, (route: Route) => {
      if (method !== undefined && route.request().method() !== method) return route.continue();
      cut.count++;
      return route.abort();
    });
    return cut;
  }

  it('keeps the input while the server does not respond, and continues once it does', async () => {
    const page = await open('/app/teams', { isOwn: true });
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Storage');
    const cut = await cutOff(page, '**/*');
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByText('The server does not answer.').waitFor();
    for (let minute = 0; minute < 5; minute++) await page.clock.runFor(60_000);
    // Everything on the page was requested again.
    await becomes(() => cut.count > 10, true);
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Storage');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor();
  });

  it('says so at once when the browser is offline, and sends nothing later', async () => {
    const page = await open('/app/teams');
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Offline');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByText('The server does not answer.').waitFor();
    await page.context().setOffline(false);
    await settled(page);
    const { teams } = succeeded(await web.watchbill.owner.get('/teams/?query=Offline'));
    assert.deepEqual(teams, []);
  });

  it('says when a page cannot be loaded, keeps the navigation, and loads it again', async () => {
    const page = await open('/app/');
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await cutOff(page, '**/assets/**');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('alert').getByText('This page could not be shown').waitFor();
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('alert').getByText('This page could not be shown').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });

  it('loads by itself what failed during a short restart of the server', async () => {
    const page = await open('/app/');
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    const looked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
    await cutOff(page, /\/(assets|healthz)/);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('alert').getByText('This page could not be shown').waitFor();
    await looked;
    await page.unrouteAll();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });

  it('loads by itself what failed while the browser was offline, once it is back', async () => {
    for (const name of ['Read', 'Unread']) succeeded(await web.watchbill.owner.post('/teams/', { name }), 201);
    const page = await open('/app/teams');
    const link = page.getByRole('link', { name: /^Unread/ });
    await link.waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Load', exact: true }).click();
    await page.getByRole('alert').getByText('This page could not be shown').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Load' }).waitFor();

    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('link', { name: /^Read/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Read' }).waitFor();
    await page.getByRole('link', { name: 'Teams' }).click();
    await link.waitFor();
    await page.context().setOffline(true);
    await link.click();
    await page.getByRole('alert').getByText('The server does not answer.').first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
  });

  /** The first page, without the menu until `load` is called. */
  async function openWithoutMenu(): Promise<{ readonly page: Page; readonly load: () => void }> {
    const page = await open('/app/teams');
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/user-menu/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${web.address}/app/`);
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    return { page, load: held.resolve };
  }

  it('opens the menu for a click during which it was loaded', async () => {
    const { page, load } = await openWithoutMenu();
    const button = page.getByRole('button', { name: /sign-out/ });
    await button.hover();
    await page.mouse.down();
    load();
    await becomes(() => button.getAttribute('aria-expanded').then((it) => it !== null), true);
    await page.mouse.up();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  });

  it('opens the menu for a click as soon as there is a button', async () => {
    const page = await open('/app/');
    for (let load = 0; load < LOADS; load++) {
      await page.getByRole('button', { name: /sign-out/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await page.reload();
    }
  });

  it('shows who is on call before the menu is loaded, and opens the menu for a click that came before it', async () => {
    const { page, load } = await openWithoutMenu();
    await page.getByRole('button', { name: /sign-out/ }).click();
    load();
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await becomes(
      () => page.getByRole('button', { name: /sign-out/ }).evaluate((it) => it === document.activeElement),
      true,
    );
  });

  it('leads from the avatar to the settings when its menu cannot be loaded', async () => {
    const page = await open('/app/teams');
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    await cutOff(page, '**/assets/user-menu*');
    await page.goto(`${web.address}/app/`);
    await page.getByRole('link', { name: /sign-out/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('shows how old the page is, and warns when it cannot be refreshed', async () => {
    const { owner, addPerson } = web.watchbill;
    const grace = await addPerson('Grace');
    const { id } = await createSchedule(owner, [grace], { name: 'Seen before' });
    const page = await open(`/app/schedules/${id}`, { isOwn: true });
    const asOf = page.getByRole('banner').getByText('as of 09:00');
    await asOf.waitFor();
    await page.getByRole('region', { name: 'On call now' }).getByText('Grace').waitFor();
    await settled(page);
    const note = page.getByRole('alert').filter({ hasText: 'This page is not up to date' });
    assert.equal(await note.count(), 0);
    await page.clock.setFixedTime('2026-01-05T09:05:00Z');
    await page.context().setOffline(true);
    await page.clock.runFor(10_000);
    await note.getByText('It shows the state at 09:00').waitFor();
    await page.getByRole('region', { name: 'On call now' }).getByText('Grace').waitFor();
    assert.equal(await asOf.count(), 1);
    assert.deepEqual(await seriousViolations(page), []);

    await page.context().setOffline(false);
    await note.waitFor({ state: 'detached' });
    await page.getByRole('banner').getByText('as of 09:05').waitFor();
    succeeded(await owner.delete(`/schedules/${id}`), 204);
  });

  it('warns too when the server never responds, and nothing fails', async () => {
    const page = await open('/app/teams', { isOwn: true });
    await page.getByRole('banner').getByText('as of 09:00').waitFor();
    await settled(page);
    await page.route('**/*', () => new Promise(() => undefined));
    await page.clock.setFixedTime('2026-01-05T10:00:00Z');
    await page.clock.runFor(30_000);
    await page.getByRole('alert').getByText('It shows the state at 09:00').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // The page also retries by itself, and may be first: then the button disappears.
    const again = page.getByRole('button', { name: 'Try again now' });
    await again.click({ timeout: 5_000 }).catch(() => again.waitFor({ state: 'hidden' }));
    await page.getByRole('banner').getByText('as of 10:00').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('shows what somebody else deleted as gone, on open pages', async () => {
    const { owner, addPerson } = web.watchbill;
    const ada = await addPerson('Ada');
    const schedule = await createSchedule(owner, [ada], { name: 'Deleted elsewhere' });
    const { team } = succeeded(await owner.post('/teams/', { name: 'Deleted elsewhere' }), 201);
    const page = await open(`/app/schedules/${schedule.id}`, { isOwn: true });
    await page.getByRole('region', { name: 'On call now' }).waitFor();
    const edit = page.getByRole('link', { name: 'Edit', exact: true });
    await edit.waitFor();
    await settled(page);
    succeeded(await owner.delete(`/schedules/${schedule.id}`), 204);
    await page.clock.runFor(60_000);
    await page.getByText('There is no such schedule').waitFor();
    assert.equal(await page.getByRole('region', { name: 'On call now' }).count(), 0);
    assert.equal(await edit.count(), 0);

    await page.goto(`${web.address}/app/teams/${team.id}`);
    await page.getByRole('heading', { level: 1, name: 'Deleted elsewhere' }).waitFor();
    await settled(page);
    succeeded(await owner.delete(`/teams/${team.id}`), 204);
    await page.clock.runFor(60_000);
    await page.getByText('There is no such team').waitFor();

    await page.goto(`${web.address}/app/coverage/cov_00000000000000000000000000`);
    await page.getByText('There is no such coverage request').waitFor();
  });

  it('leads to the sign-in page and back when the user signed out in another window', async () => {
    const page = await open('/app/teams?query=a');
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Too late');
    const other = await page.context().newPage();
    await other.goto(`${web.address}/app/`);
    await other.getByRole('button', { name: /sign-out/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    // The end of the stream of events tells it.
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await comesTo(page, '/app/sign-in?to=%2Fteams%3Fquery%3Da');
  });

  it('says that the user is still signed in when signing out failed', async () => {
    const page = await web.open(web.watchbill.owner, '/app/', { allow: /./, colorScheme: 'dark' });
    await cutOff(page, '**/session/', 'DELETE');
    await page.getByRole('button', { name: /sign-out/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alert').getByText('You are still signed in').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
  });

  it('does not claim that there are no schedules when they could not be read', async () => {
    const page = await open('/app/');
    await page.getByText('No schedules yet').waitFor();
    await page.route('**/timelines/**', (route) => route.fulfill({ status: 400, json: {} }));
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await page.getByText('No schedules yet').count(), 0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No schedules yet').waitFor();
  });
});
