/** Two people with the same form in two windows, of which the second has not heard of the first one's save. See also two-windows.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Person, succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { LATER_MS, saveLater } from '../../support/drivers/web/late-saves.ts';
import { becomes, pickFound } from '../../support/drivers/web/web-pages.ts';

const OPENED = '2026-01-05T09:00:00Z';

describe('[TRU-1] two windows with another form', () => {
  const { web, owner, boris } = givenWeb({ boris: { name: 'Boris', role: 'admin' } }, OPENED);

  interface Form {
    readonly path: string;
    readonly open?: (page: Page) => Promise<void>;
    /** Who opens the first window, if it is not the owner. */
    readonly firstBy?: Person;
    readonly first: (page: Page) => Promise<void>;
    readonly second: (page: Page) => Promise<void>;
    readonly read: () => Promise<unknown>;
    /** What is stored after the first save, and after the second was merged with it. */
    readonly stored: readonly [unknown, unknown];
  }

  const edit = async (page: Page) => page.getByRole('button', { name: /^(Edit|Change)$/ }).click();
  const describeAs = (text: string) => (page: Page) => page.getByLabel('Description').fill(text);
  const named = (label: string, text: string) => (page: Page) =>
    page.getByRole('textbox', { name: label, exact: true }).fill(text);

  const FORMS: Readonly<Record<string, () => Promise<Form>>> = {
    team: async () => {
      const { team } = succeeded(await owner.post('/teams/', { name: 'Shared' }), 201);
      return {
        path: `/app/teams/${team.id}`,
        open: edit,
        first: describeAs('Theirs'),
        second: named('Name', 'Mine'),
        read: async () => {
          const { name, description } = succeeded(await owner.get(`/teams/${team.id}`)).team;
          return [name, description];
        },
        stored: [
          ['Shared', 'Theirs'],
          ['Mine', 'Theirs'],
        ],
      };
    },
    organization: async () => ({
      path: '/app/settings/organization',
      first: named('Name', 'Theirs'),
      second: named('Name', 'Mine'),
      read: async () => succeeded(await owner.get('/organization/')).organization.name,
      stored: ['Theirs', 'Mine'],
    }),
    webhook: async () => {
      const body = { url: 'https://hooks.example.com/a', events: ['oncall.changed'] };
      const { webhook } = succeeded(await owner.post('/webhooks/', body), 201);
      return {
        path: `/app/settings/webhooks?webhook=${webhook.id}`,
        open: edit,
        first: describeAs('Theirs'),
        second: named('Address', 'https://hooks.example.com/mine'),
        read: async () => {
          const { url, description } = succeeded(await owner.get(`/webhooks/${webhook.id}`)).webhook;
          return [url, description];
        },
        stored: [
          ['https://hooks.example.com/a', 'Theirs'],
          ['https://hooks.example.com/mine', 'Theirs'],
        ],
      };
    },
    'time off': async () => {
      const body = { start: '2026-02-02T00:00:00Z', end: '2026-02-06T00:00:00Z' };
      const { time_off } = succeeded(await owner.post(`/users/${boris.id}/time_off/`, body), 201);
      return {
        path: `/app/people/${boris.id}`,
        open: async (page) => page.getByRole('button', { name: /^Change the time off/ }).click(),
        first: async (page) => page.getByRole('textbox', { name: 'Reason' }).fill('Theirs'),
        second: async (page) => page.getByLabel('Last day').fill('2026-02-09'),
        read: async () => {
          const { end, reason } = succeeded(await owner.get(`/users/${boris.id}/time_off/${time_off.id}`)).time_off;
          return [end, reason];
        },
        stored: [
          ['2026-02-06T00:00:00Z', 'Theirs'],
          ['2026-02-10T00:00:00Z', 'Theirs'],
        ],
      };
    },
    'user group': async () => {
      const { id } = await createSchedule(owner, [boris]);
      const path = `/schedules/${id}/chat_user_group/`;
      succeeded(await owner.put(path, { name: 'Shared', handle: 'shared' }));
      return {
        path: `/app/schedules/${id}?section=chat`,
        open: async (page) => page.getByRole('button', { name: 'Rename' }).click(),
        first: named('Group name', 'Theirs'),
        second: named('Handle', 'mine'),
        read: async () => {
          const { name, handle } = succeeded(await owner.get(path)).user_group;
          return [name, handle];
        },
        stored: [
          ['Theirs', 'shared'],
          ['Theirs', 'mine'],
        ],
      };
    },
    'hours and holidays': async () => ({
      path: '/app/settings/hours',
      first: async (page) => page.getByLabel('Night from').fill('21:00'),
      second: async (page) => page.getByLabel('Night until').fill('07:00'),
      read: async () => succeeded(await owner.get('/organization/calendar_rules/')).calendar_rules.night,
      stored: [
        { from: '21:00', to: '06:00' },
        { from: '21:00', to: '07:00' },
      ],
    }),
    person: async () => {
      const { id } = await web.watchbill.addPerson('Shared');
      return {
        path: `/app/people/${id}`,
        open: async (page) => {
          await page.getByRole('button', { name: 'What to do with Shared' }).click();
          await page.getByRole('menuitem', { name: 'Edit' }).click();
        },
        first: async (page) => page.getByLabel('Chat id').fill('U0THEIRS'),
        second: named('Name', 'Mine'),
        read: async () => {
          const { name, chat_id } = succeeded(await owner.get(`/users/${id}`)).user;
          return [name, chat_id];
        },
        stored: [
          ['Shared', 'U0THEIRS'],
          ['Mine', 'U0THEIRS'],
        ],
      };
    },
    'holidays of a person': async () => {
      const { id } = await web.watchbill.addPerson('Hedy');
      const pick = (country: string) => async (page: Page) =>
        pickFound(page, page.getByRole('combobox', { name: 'Country' }), country);
      return {
        path: `/app/people/${id}`,
        open: async (page) => page.getByRole('button', { name: 'Choose the calendar…' }).click(),
        first: pick('Germany'),
        second: pick('Japan'),
        read: async () => succeeded(await owner.get(`/users/${id}/holidays/`)).holidays,
        stored: [{ country: 'DE' }, { country: 'JP' }],
      };
    },
    profile: async () => ({
      path: '/app/settings',
      firstBy: boris,
      first: async (page) => {
        await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo');
        await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      },
      second: named('Name', 'Mine'),
      read: async () => {
        const { name, time_zone } = succeeded(await boris.get('/user/')).user;
        return [name, time_zone];
      },
      stored: [
        ['Boris', 'Asia/Tokyo'],
        ['Mine', 'Asia/Tokyo'],
      ],
    }),
  };

  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).last().click();

  for (const [what, given] of Object.entries(FORMS)) {
    it(`${what}: the second is told ${LATER_MS.join(', ')} ms later, overwrites nothing, and can merge both changes`, async () => {
      web.at(OPENED);
      const { path, open, firstBy = owner, first, second, read, stored } = await given();
      const [one, other] = [
        await web.open(firstBy, path),
        await web.open(boris, '/app/icon.svg', { allow: /412|ERR_FAILED/ }),
      ];
      await other.route('**/events', (route) => route.abort());
      await other.goto(web.address + path);
      for (const page of [one, other]) await open?.(page);
      await second(other);
      await first(one);
      await save(one);
      await becomes(read, stored[0]);
      assert.deepEqual(await saveLater(web, other, { savedAt: OPENED, save: () => save(other) }), [412, 412, 412]);
      assert.deepEqual(await read(), stored[0]);
      await other.getByRole('button', { name: 'Merge the changes' }).click();
      await save(other);
      await becomes(read, stored[1]);
    });
  }

  it('somebody types on while the form is saved: a later change by somebody else is not overwritten', async () => {
    const page = await web.open(boris, '/app/settings/organization', { allow: /412/ });
    const path = '/organization/';
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed');
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('Typed on');
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The organization is saved.').waitFor();
    assert.equal(await name.inputValue(), 'Typed on');
    succeeded(await owner.patch(path, { name: 'Theirs' }));
    await page.getByText('Somebody has changed the organization since you opened it').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Your changes are not saved yet.').waitFor();
    assert.equal(succeeded(await owner.get(path)).organization.name, 'Theirs');
  });
});
