/** Somebody deletes what somebody else has changed since the page read it: the page says so first, and shows what was changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Person } from '../../support/drivers/api.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { assertPleasesAxe, becomes } from '../../support/drivers/web/web-pages.ts';

const OPENED = '2026-03-16T09:00:00Z';

function confirm(page: Page, name: string): Promise<void> {
  return page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

describe('[TRU-1] deleting what somebody else has changed meanwhile', () => {
  const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' }, OPENED);

  const told = (page: Page) => page.getByRole('alert').getByText(/^Somebody has changed this .* since you opened it$/);

  /** `isTold`: whether the page gets the event about the change. */
  async function open(person: Person, path: string, isTold: boolean): Promise<Page> {
    const page = await web.open(person, '/app/icon.svg', { allow: /412|ERR_FAILED/ });
    if (!isTold) await page.route('**/events', (route) => route.abort());
    await page.goto(web.address + path);
    return page;
  }

  /** Lets the page read this once, and again only after it has asked to delete it: a page without events reads every 15 seconds. */
  async function readOnce(page: Page, path: string): Promise<void> {
    const sent = Promise.withResolvers<void>();
    let reads = 0;
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'DELETE') sent.resolve();
      else if (reads++ > 0) await sent.promise;
      await route.continue();
    });
  }

  describe('of an override', () => {
    async function given() {
      const schedule = await createSchedule(owner, [ada, grace]);
      const override = await createOverride(owner, schedule, [grace], '2026-03-18T09:00:00Z', '2026-03-18T17:00:00Z');
      const path = `/schedules/${schedule.id}/overrides/${override.id}`;
      return { path, page: `/app/schedules/${schedule.id}?section=overrides`, schedule };
    }

    async function reasonAt(path: string): Promise<string> {
      return succeeded(await owner.get(path)).override.reason;
    }

    async function askToDelete(page: Page): Promise<void> {
      await page.getByRole('button', { name: /^Delete the override for Grace/ }).click();
      await page.getByRole('dialog').getByText('Grace, ').waitFor();
      await page.getByRole('button', { name: 'Delete the override', exact: true }).waitFor();
    }

    it('the page does not know yet: nothing is deleted, then it can be deleted anyway', async () => {
      const { path, page: address, schedule } = await given();
      const page = await open(ada, address, false);
      await readOnce(page, path);
      const read = page.waitForResponse((answer) => answer.url().endsWith(path));
      await askToDelete(page);
      await read;
      succeeded(await owner.patch(path, { reason: 'Moved house' }));
      await confirm(page, 'Delete the override');
      await told(page).waitFor();
      await page.getByRole('list', { name: 'Changed meanwhile' }).getByText('Reason: Moved house').waitFor();
      assert.equal(await reasonAt(path), 'Moved house');
      await assertPleasesAxe(page, 'the deletion of a changed override');
      await confirm(page, 'Delete it anyway');
      await page.getByText('No overrides ahead').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('The override is back').waitFor();
      const { overrides } = succeeded(await owner.get(`/schedules/${schedule.id}/overrides/`));
      assert.deepEqual(
        overrides.map(({ reason }: { reason: string }) => reason),
        ['Moved house'],
      );
    });

    it('the page knows: the dialog shows what was changed before it deletes anything', async () => {
      const { path, page: address } = await given();
      const page = await open(ada, address, true);
      await askToDelete(page);
      succeeded(await owner.patch(path, { reason: 'Moved house' }));
      await told(page).waitFor();
      await page.getByRole('button', { name: 'Keep it' }).click();
      assert.equal(await reasonAt(path), 'Moved house');
    });

    it('undoing a new override that was changed after it was compared deletes nothing', async () => {
      const schedule = await createSchedule(owner, [ada, grace]);
      const page = await open(ada, `/app/schedules/${schedule.id}?section=overrides`, true);
      await page.getByRole('button', { name: 'Override…' }).click();
      const panel = page.getByRole('dialog', { name: 'Override' });
      await panel.getByRole('combobox').first().click();
      await page.getByRole('option', { name: 'Grace' }).click();
      await panel.getByRole('button', { name: 'Create override' }).click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      const { overrides } = succeeded(await owner.get(`/schedules/${schedule.id}/overrides/`));
      const path = `/schedules/${schedule.id}/overrides/${overrides[0].id}`;
      // Between the comparison and the deletion.
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() === 'DELETE') succeeded(await owner.patch(path, { reason: 'Moved house' }));
        await route.continue();
      });
      await undo.click();
      await page.getByText('Somebody changed it in the meantime. Nothing was undone.').waitFor();
      await becomes(() => reasonAt(path), 'Moved house');
    });
  });

  it('of time off: nothing is deleted, then it can be deleted anyway', async () => {
    const body = { start: '2026-03-18T00:00:00Z', end: '2026-03-20T00:00:00Z' };
    const { time_off } = succeeded(await ada.post('/user/time_off/', body), 201);
    const path = `/users/${ada.id}/time_off/${time_off.id}`;
    const page = await open(ada, '/app/settings/time-off', false);
    await readOnce(page, path);
    const read = page.waitForResponse((answer) => answer.url().endsWith(path));
    await page.getByRole('button', { name: /^Delete the time off/ }).click();
    await read;
    succeeded(await owner.patch(path, { end: '2026-03-24T00:00:00Z' }));
    await confirm(page, 'Delete the time off');
    await told(page).waitFor();
    await page.getByRole('list', { name: 'Changed meanwhile' }).getByText('Wed 18 Mar – Mon 23 Mar').waitFor();
    assert.equal(succeeded(await owner.get(path)).time_off.end, '2026-03-24T00:00:00Z');
    await confirm(page, 'Delete it anyway');
    await page.getByText('No time off is entered').waitFor();
  });
});

describe('what a page deletes, it does not read again', () => {
  const { web, owner, ada } = givenWeb({ ada: 'Ada' }, OPENED);

  interface Deleted {
    /** Where it is in the API. */
    readonly path: string;
    /** Where it is deleted in the web application. */
    readonly page: string;
    readonly button: RegExp;
    readonly action: string;
    readonly done: string;
  }

  const schedule = () => createSchedule(owner, [ada]);
  const things: Record<string, () => Promise<Deleted>> = {
    'an override': async () => {
      const { id } = await schedule();
      const override = await createOverride(owner, { id }, [ada], '2026-03-18T09:00:00Z', '2026-03-18T17:00:00Z');
      return {
        path: `/schedules/${id}/overrides/${override.id}`,
        page: `/app/schedules/${id}?section=overrides`,
        button: /^Delete the override for Ada/,
        action: 'Delete the override',
        done: 'The override is deleted',
      };
    },
    'time off': async () => {
      const body = { start: '2026-03-18T00:00:00Z', end: '2026-03-20T00:00:00Z' };
      const { time_off } = succeeded(await owner.post('/user/time_off/', body), 201);
      return {
        path: `/users/${owner.id}/time_off/${time_off.id}`,
        page: '/app/settings/time-off',
        button: /^Delete the time off/,
        action: 'Delete the time off',
        done: 'The time off is deleted.',
      };
    },
    'a schedule': async () => {
      const { id, name } = await schedule();
      return {
        path: `/schedules/${id}`,
        page: `/app/schedules/${id}?section=settings`,
        button: /^Delete…$/,
        action: 'Delete the schedule',
        done: `${name} is deleted.`,
      };
    },
    'a team': async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Payments' }), 201);
      return {
        path: `/teams/${team.id}`,
        page: `/app/teams/${team.id}`,
        button: /^Delete$/,
        action: 'Delete the team',
        done: 'The team Payments is deleted.',
      };
    },
    'a webhook': async () => {
      const { webhook } = succeeded(
        await owner.post('/webhooks/', { url: 'https://hooks.example.com/a', events: ['override.created'] }),
        201,
      );
      return {
        path: `/webhooks/${webhook.id}`,
        page: `/app/settings/webhooks?webhook=${webhook.id}`,
        button: /^Delete$/,
        action: 'Delete the webhook',
        done: 'The webhook is deleted.',
      };
    },
  };

  for (const [what, given] of Object.entries(things)) {
    it(`${what}, although an event and the time to read everything come before the response`, async () => {
      const { path, page: address, button, action, done } = await given();
      const id = path.split('/').at(-1) ?? '';
      const page = await web.open(owner, address);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).waitFor();
      await settled(page);
      const read: string[] = [];
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue();
        const response = await route.fetch();
        page.on('request', (request) => {
          if (request.method() === 'GET') read.push(request.url());
        });
        // Not every deletion has an event; any other makes the page read again as well.
        succeeded(await owner.post('/teams/', { name: `Team of ${id}` }), 201);
        await becomes(() => read.length > 0, true);
        const readBefore = read.length;
        // A page that loses its connection reads everything again.
        await page.evaluate(() => dispatchEvent(new Event('offline')));
        await becomes(() => read.length > readBefore, true);
        await route.fulfill({ response });
      });
      await confirm(page, action);
      await page.getByText(done).waitFor();
      await settled(page);
      assert.deepEqual(
        read.filter((url) => url.includes(id)),
        [],
      );
    });
  }

  it('a reader who comes back to its page before the response is told that it does not exist', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Brief' }), 201);
    const page = await web.open(owner, '/app/teams', { allow: /404/ });
    const held = Promise.withResolvers<void>();
    await page.route(`**/teams/${team.id}`, async (route) => {
      if (route.request().method() === 'DELETE') await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Brief' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm(page, 'Delete the team');
    await becomes(() => page.getByRole('button', { name: 'Keep it' }).isDisabled(), true);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog', { name: 'Delete the team Brief?' }).isVisible(), true);
    await page.goBack();
    await page.getByRole('link', { name: 'Brief' }).click();
    await page.getByRole('heading', { level: 1, name: 'Brief' }).waitFor();
    held.resolve();
    await page.getByText('There is no such team').waitFor();
  });
});
