/** Somebody changes a thing just before somebody else deletes it: nothing is deleted, and the dialog shows what was changed. See also deletions.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Answer } from '../../support/drivers/answer.ts';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';

describe('[TRU-1] somebody else changes it before it is deleted', () => {
  const { web, watchbill, owner, ada } = givenWeb({ ada: 'Ada' });

  interface Deleted {
    /** Where it is in the API. */
    readonly path: string;
    /** Where it is deleted in the web application. */
    readonly page: string;
    readonly open: (page: Page) => Promise<void>;
    readonly action: string;
    readonly anyway?: string;
    readonly change: () => Promise<Answer>;
    /** The change, as the dialog shows it. */
    readonly shown: string;
  }

  const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).click();

  const THINGS: Readonly<Record<string, () => Promise<Deleted>>> = {
    'a schedule': async () => {
      const path = `/schedules/${(await createSchedule(owner, [ada])).id}`;
      return {
        path,
        page: `/app${path}?section=settings`,
        open: press(/^Delete…$/),
        action: 'Delete the schedule',
        change: () => owner.patch(path, { description: 'For all of Europe' }),
        shown: 'Description: For all of Europe',
      };
    },
    'a team': async () => {
      const path = `/teams/${succeeded(await owner.post('/teams/', { name: 'Payments' }), 201).team.id}`;
      return {
        path,
        page: `/app${path}`,
        open: press(/^Delete$/),
        action: 'Delete the team',
        change: () => owner.patch(path, { name: 'Payments and Ledger' }),
        shown: 'Name: Payments and Ledger',
      };
    },
    'a webhook': async () => {
      const body = { url: 'https://hooks.example.com/a', events: ['oncall.changed'] };
      const { webhook } = succeeded(await owner.post('/webhooks/', body), 201);
      const path = `/webhooks/${webhook.id}`;
      return {
        path,
        page: `/app/settings/webhooks?webhook=${webhook.id}`,
        open: press(/^Delete$/),
        action: 'Delete the webhook',
        change: () => owner.patch(path, { url: 'https://hooks.example.com/b' }),
        shown: 'Address: https://hooks.example.com/b',
      };
    },
    'a user group': async () => {
      const { id } = await createSchedule(owner, [ada]);
      const path = `/schedules/${id}/chat_user_group/`;
      succeeded(await owner.put(path, { name: 'Payments', handle: 'payments' }));
      return {
        path,
        page: `/app/schedules/${id}?section=chat`,
        open: press(/^Detach…$/),
        action: 'Detach the group',
        anyway: 'Detach it anyway',
        change: () => owner.put(path, { name: 'Payments', handle: 'ledger' }),
        shown: 'Handle: ledger',
      };
    },
    'a person': async () => {
      const { id } = await watchbill.addPerson('Grace');
      const path = `/users/${id}`;
      return {
        path,
        page: `/app/people/${id}`,
        open: async (page) => {
          await page.getByRole('button', { name: 'What to do with Grace' }).click();
          await page.getByRole('menuitem', { name: /^Deactivate/ }).click();
        },
        action: 'Deactivate Grace',
        anyway: 'Deactivate Grace anyway',
        change: () => owner.patch(path, { role: 'admin' }),
        shown: 'Role: admin',
      };
    },
  };

  for (const [what, given] of Object.entries(THINGS)) {
    it(`${what}: the dialog shows the change, and asks again`, async () => {
      const { path, page: address, open, action, anyway = 'Delete it anyway', change, shown } = await given();
      const page = await web.open(owner, '/app/icon.svg', { allow: /412|404|ERR_FAILED/ });
      await page.route('**/events', (route) => route.abort());
      await page.goto(web.address + address);
      await open(page);
      let isFirst = true;
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() === 'DELETE' && isFirst) {
          isFirst = false;
          succeeded(await change());
        }
        await route.continue();
      });
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: action, exact: true }).click();
      await dialog.getByRole('list', { name: 'Changed meanwhile' }).getByText(shown).waitFor();
      await dialog.getByRole('alert').getByText('Nothing has been done yet.').waitFor();
      succeeded(await owner.get(path));
      await dialog.getByRole('button', { name: anyway, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await becomes(async () => (await owner.get(path)).status, 404);
    });
  }

  it('two people attach a user group: the second is told, and does not rename the first one’s', async () => {
    const { id } = await createSchedule(owner, [ada]);
    const path = `/schedules/${id}/chat_user_group/`;
    failed(await owner.get(path), 404, 'not_found');
    const page = await web.open(owner, `/app/schedules/${id}?section=chat`, { allow: /412|404/ });
    await page.getByRole('textbox', { name: 'Handle' }).fill('second');
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'PUT')
        succeeded(await ada.put(path, { name: 'First', handle: 'attached-first' }));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Attach group' }).click();
    await page.getByText('Your group was not attached').waitFor();
    await page.getByRole('region', { name: 'User group' }).getByText('@attached-first').waitFor();
    assert.equal(succeeded(await owner.get(path)).user_group.handle, 'attached-first');
  });
});
