/** Every search box of the application: the first match is highlighted, Enter takes it, and does not submit the form. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { updateSetup } from '../../../src/db/people/organizations.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule, namesOf } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';

interface Box {
  readonly name: string;
  readonly type: string;
  /** What the box shows after the match is taken; a box that adds to a list is empty again. */
  readonly shows: string;
  /** What the page shows then. */
  readonly adds?: RegExp;
}

interface Place {
  readonly path: string;
  readonly opens?: (page: Page) => Promise<void>;
  /** It is on the page, not in a dialog. */
  readonly isOnPage?: boolean;
  readonly boxes: readonly Box[];
}

const ZONE: Box = { name: 'Time zone', type: 'tokyo', shows: 'Asia/Tokyo' };

describe('a search box', () => {
  let places: readonly Place[];
  let schedule: { readonly id: string };

  const { web, owner, ada, grace } = givenWeb({ ada: 'Ada', grace: 'Grace' });
  before(async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Payments' }), 201);
    succeeded(await owner.put(`/teams/${team.id}/members/${grace.id}`), 204);
    schedule = await createSchedule(owner, [grace, owner]);
    const { db } = web.watchbill.services;
    const { organization } = succeeded(await owner.get('/organization/'));
    await db.transaction((tx) => tx.run(updateSetup, { id: organization.id, setup: 'name' }));
    const rotation: readonly Box[] = [
      { name: 'Teams', type: 'pay', shows: '', adds: /^Payments$/ },
      { name: 'Add a person', type: 'ada', shows: '', adds: /^Ada$/ },
      { name: 'Add a whole team', type: 'pay', shows: '', adds: /^Grace$/ },
    ];
    places = [
      {
        path: '/',
        // Complete, so that Enter could submit it.
        opens: (page) => page.getByLabel('What is your organization called?').fill('Harbour'),
        isOnPage: true,
        boxes: [
          { ...ZONE, name: 'In which time zone are most people?' },
          { name: 'Team', type: 'pay', shows: 'Payments' },
        ],
      },
      { path: '/schedules/new', boxes: [ZONE, ...rotation] },
      {
        path: `/schedules/${schedule.id}/edit`,
        // So that there is something to save.
        opens: (page) => page.getByRole('button', { name: 'Remove Grace, place 1' }).click(),
        isOnPage: true,
        boxes: rotation,
      },
      {
        path: `/schedules/${schedule.id}?section=chat`,
        boxes: [{ name: 'Link a public channel', type: 'gen', shows: '#general' }],
      },
      {
        path: `/schedules/${schedule.id}`,
        opens: (page) => page.getByRole('button', { name: 'Override' }).first().click(),
        boxes: [{ name: 'Who is on call', type: 'ada', shows: 'Ada' }],
      },
      {
        path: '/coverage?tab=ask',
        opens: (page) => page.getByRole('button', { name: 'Ask for someone else' }).click(),
        isOnPage: true,
        boxes: [{ name: 'Whose shifts', type: 'ada', shows: 'Ada' }],
      },
      {
        path: '/people',
        opens: (page) => page.getByRole('button', { name: 'Add a person' }).click(),
        boxes: [ZONE],
      },
      {
        path: '/audit-log',
        boxes: [
          { name: 'Who', type: 'ada', shows: 'Ada' },
          { name: 'What', type: 'team d', shows: 'Team deleted' },
        ],
      },
      {
        path: '/people',
        opens: async (page) => {
          await page.getByRole('button', { name: 'What to do with Grace' }).click();
          await page.getByRole('menuitem', { name: 'Edit' }).click();
        },
        boxes: [ZONE],
      },
      {
        path: '/load',
        boxes: [
          { name: 'Team', type: 'pay', shows: 'Payments' },
          { name: 'Schedule', type: 'pri', shows: 'Primary' },
        ],
      },
      { path: '/settings', boxes: [ZONE] },
      {
        path: '/settings/hours',
        boxes: [{ name: 'Country', type: 'germ', shows: 'Germany' }],
      },
      {
        path: '/settings/webhooks',
        opens: async (page) => {
          await page.getByRole('button', { name: 'New webhook' }).click();
          await page.getByLabel('Address').fill('https://hooks.example.com/');
          await page.getByRole('combobox', { name: 'Of which schedules' }).click();
          await page.getByRole('option', { name: 'Some schedules' }).click();
        },
        boxes: [{ name: 'Schedules', type: 'pri', shows: '', adds: /^Primary$/ }],
      },
      { path: '/settings/organization', boxes: [ZONE] },
      { path: '/settings/chat', boxes: [{ name: 'Post a test message to', type: 'gen', shows: '#general' }] },
    ];
  });

  it('takes the first match on Enter and does not submit the form, in every form', async () => {
    const page = await web.open(owner, '/app/people');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    });
    for (const { path, opens, isOnPage = opens === undefined, boxes } of places) {
      // Navigates within the application, which is faster than loading it again.
      await page.evaluate((to) => history.pushState(null, '', to), `/app${path}`);
      await opens?.(page);
      const within = isOnPage ? page.locator('main') : page.getByRole('dialog');
      await within.getByRole('combobox').first().waitFor();
      await becomes(
        () => namesOfBoxes(within),
        boxes.map(({ name }) => name),
      );
      for (const box of boxes) await takeFirst(within, box);
      assert.deepEqual(sent, [], `${path} sends nothing`);
    }
    const { layers } = succeeded(await owner.get(`/schedules/${schedule.id}`)).schedule;
    assert.deepEqual(namesOf(layers[0].users), ['Grace', 'Owner']);
  });

  it('that saves its choice takes the first match, however quickly Enter follows', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Search' }), 201);
    const page = await web.open(owner, `/app/teams/${team.id}`);
    const box = page.getByRole('combobox', { name: 'Add a member' });
    for (const [text, name] of [
      ['grac', 'Grace'],
      ['ada', 'Ada'],
    ] as const) {
      await box.pressSequentially(text);
      await box.press('Enter');
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    const { users } = succeeded(await owner.get(`/teams/${team.id}/members/`));
    assert.deepEqual(namesOf(users).sort(), ['Ada', 'Grace', 'Owner']);
  });

  it('for people says why somebody who exists cannot be picked', async () => {
    await web.watchbill.addPerson('Vera', { seat: 'viewer' });
    const { team } = succeeded(await owner.post('/teams/', { name: 'Seats' }), 201);
    const page = await web.open(owner, `/app/teams/${team.id}`);
    const member = page.getByRole('combobox', { name: 'Add a member' });
    await member.fill('vera');
    await page.getByText('Vera: viewer seat, cannot be on call').waitFor();
    await member.fill('owner@');
    await page.getByText('Owner: chosen already').waitFor();
    await page.evaluate((to) => history.pushState(null, '', to), `/app/schedules/${schedule.id}`);
    await page.getByRole('button', { name: 'Override' }).first().click();
    await page.getByRole('combobox', { name: 'Who is on call' }).fill('vera');
    await page.getByText('Vera: viewer seat, cannot be on call').waitFor();
  });

  it('that was left takes the first match as quickly when it is searched again', async () => {
    const page = await web.open(owner, `/app/schedules/${schedule.id}`);
    await page.getByRole('button', { name: 'Override' }).first().click();
    const box = page.getByRole('combobox', { name: 'Who is on call' });
    await box.pressSequentially('ad');
    await becomes(() => box.evaluate(isFirstHighlighted), true);
    await box.blur();
    await box.click();
    await box.pressSequentially('ada');
    await box.press('Enter');
    await becomes(() => box.inputValue(), 'Ada');
  });

  it('without a match takes nothing on Enter, nor without any text', async () => {
    const page = await web.open(ada, '/app/settings');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('nowhere');
    await page.getByText('No time zone matches').waitFor();
    await zone.press('Enter');
    await zone.fill('lisb');
    await zone.press('Enter');
    await becomes(() => zone.inputValue(), 'Europe/Lisbon');
    await zone.press('Enter');
    await zone.press('Enter');
    await becomes(() => zone.inputValue(), 'Europe/Lisbon');
    await page.getByRole('button', { name: 'Save' }).waitFor();
  });
});

/** Types a part until the first match is highlighted. Then types more and presses Enter at once, without waiting for the list. */
async function takeFirst(within: Locator, { name, type, shows, adds }: Box): Promise<void> {
  const box = within.getByRole('combobox', { name, exact: true });
  await box.fill('');
  await box.pressSequentially(type.slice(0, -1));
  await becomes(() => box.evaluate(isFirstHighlighted), true);
  await box.fill('');
  await box.pressSequentially(type);
  await box.press('Enter');
  await becomes(() => box.inputValue(), shows);
  if (adds !== undefined) await within.getByText(adds).first().waitFor();
  await box.blur();
}

/** Runs in the page: whether the first option is the highlighted one, for the eye and for screen readers. */
function isFirstHighlighted(box: Element): boolean {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  const first = list?.querySelector('[role="option"]');
  if (first == null || box.getAttribute('aria-activedescendant') !== first.id) return false;
  return first.hasAttribute('data-combobox-selected');
}

async function namesOfBoxes(within: Locator): Promise<string[]> {
  const boxes = await within.locator('input[role="combobox"]:not([readonly])').all();
  return Promise.all(
    boxes.map((box) =>
      box.evaluate(
        (input) => input.getAttribute('aria-label') ?? (input as HTMLInputElement).labels?.[0]?.textContent ?? '',
      ),
    ),
  );
}
