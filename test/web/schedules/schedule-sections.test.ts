/** The sections below the timeline of a schedule: shifts, overrides, teams, chat and history; and the deletion of a schedule. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { runAllDue } from '../../../src/services/jobs/due-work.ts';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { createOverride, createSchedule, layer } from '../../support/drivers/schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';
import { becomes, comesTo, comesToMatch } from '../../support/drivers/web/web-pages.ts';

/** Each section, and a text in it once it is complete. */
const SECTIONS = {
  shifts: 'Show more',
  overrides: 'Linus',
  teams: 'No team has this schedule',
  chat: 'Left out of the group',
  history: 'Revision 0',
} as const;

const { web, owner, ada, grace, linus, viewer } = givenWeb(
  { ada: 'Ada', grace: 'Grace', linus: 'Linus', viewer: { name: 'Vera', seat: 'viewer' } },
  '2026-01-05T09:00:00Z',
);

interface Made {
  readonly id: string;
  readonly path: string;
}

/** In UTC, daily turns of Ada and Grace; it is noon on the first day. */
async function daily(changes: object = {}): Promise<Made> {
  web.at('2026-01-05T09:00:00Z');
  const { id } = await createSchedule(owner, [ada, grace], { name: 'Payments', ...changes });
  web.at('2026-01-05T12:00:00Z');
  return { id, path: `/app/schedules/${id}` };
}

function onCallRow(page: Page) {
  return page.getByRole('region', { name: 'Timeline' }).getByRole('group', { name: 'On call', exact: true });
}

describe('the head', () => {
  it('shows who is on call, until when, and who is next', async () => {
    const { path } = await daily({ description: 'All that moves money' });
    const page = await web.open(viewer, path);
    const now = page.getByRole('region', { name: 'On call now' });
    await now.getByText('Ada').waitFor();
    await comesToMatch(() => now.innerText(), /until Tue 6 Jan, 09:00, in 21 h/);
    const next = page.getByRole('region', { name: 'Next' });
    await comesToMatch(() => next.innerText(), /Grace[\s\S]*from Tue 6 Jan, 09:00/);
    await page.getByText('All that moves money').waitFor();
    await becomes(() => page.title(), 'Payments · Watchbill');
  });

  it('names the next person right at the handoff, not at the next poll', async () => {
    const { path } = await daily();
    web.at('2026-01-06T08:59:58Z');
    const page = await web.open(viewer, path, { isOwn: true });
    const now = page.getByRole('region', { name: 'On call now' });
    await now.getByText('Ada').waitFor();
    await settled(page);
    web.at('2026-01-06T09:00:00Z');
    await page.clock.setFixedTime('2026-01-06T09:00:00Z');
    await page.clock.runFor(2_100);
    await now.getByText('Grace').waitFor();
    await comesToMatch(() => now.innerText(), /until Wed 7 Jan, 09:00, in 1 day/);
  });

  it('deletes the schedule after listing what is deleted with it', async () => {
    const { id, path } = await daily();
    const page = await web.open(owner, path, { allow: /404/ });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Payments?' });
    await dialog.getByText('the rotation, its history and all overrides').waitFor();
    await dialog.getByRole('button', { name: 'Delete the schedule' }).click();
    await page.waitForURL(`${web.address}/app/`);
    failed(await owner.get(`/schedules/${id}`), 404, 'not_found');

    // Going back shows no data from before the deletion while the server is asked.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/schedules/${id}`, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goBack();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'On call now' }).count(), 0);
    release();
    await page.getByText('There is no such schedule').waitFor();
  });
});

describe('coming shifts', () => {
  it('are those of the API, with the gaps between them', async () => {
    const windows = ['monday', 'tuesday'].map((day) => ({ day, from: '08:00', to: '18:00' }));
    const { path } = await daily({ layers: [layer([ada, grace], { restriction_intervals: windows })] });
    const page = await web.open(ada, path);
    const lines = page.getByRole('list', { name: 'Coming shifts' }).getByRole('listitem');
    const texts = async () => (await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    await becomes(
      async () => (await texts()).slice(0, 4),
      [
        'AD Ada Mon 5 Jan, 09:00 – 18:00 You Now 9 h',
        'Off hours Mon 5 Jan, 18:00 – Tue 6 Jan, 08:00 14 h',
        'AD Ada Tue 6 Jan, 08:00 – 09:00 You 1 h',
        'GR Grace Tue 6 Jan, 09:00 – 18:00 9 h',
      ],
    );
  });
});

describe('overrides', () => {
  it('are listed, the next first; one is deleted after a confirmation, and who is on call follows', async () => {
    const { id, path } = await daily();
    await createOverride(owner, { id }, [grace], '2026-01-08T10:00:00Z', '2026-01-08T12:00:00Z');
    await createOverride(owner, { id }, [linus], '2026-01-07T10:00:00Z', '2026-01-07T16:00:00Z');
    const page = await web.open(owner, `${path}?section=overrides`);
    const lines = page.getByRole('list', { name: 'Overrides' }).getByRole('listitem');
    await comesToMatch(async () => (await lines.allInnerTexts()).join('\n'), /Linus[\s\S]*Grace/);
    await onCallRow(page)
      .getByRole('button', { name: /^Linus/ })
      .waitFor();

    await page.getByRole('button', { name: 'Delete the override for Linus, Wed 7 Jan, 10:00 – 16:00' }).click();
    await page.getByRole('dialog').getByText('The people who would be on call without it are on call again.').waitFor();
    await page.getByRole('button', { name: 'Delete the override', exact: true }).click();
    await onCallRow(page)
      .getByRole('button', { name: /^Linus/ })
      .waitFor({ state: 'hidden' });
    await becomes(() => lines.count(), 1);
    assert.equal(succeeded(await owner.get(`/schedules/${id}/overrides/`)).meta.total, 1);
  });

  it('that are over can be listed, but not deleted', async () => {
    const { id, path } = await daily();
    await createOverride(owner, { id }, [linus], '2026-01-05T12:00:00Z', '2026-01-05T13:00:00Z');
    web.at('2026-01-06T12:00:00Z');
    const page = await web.open(owner, `${path}?section=overrides`);
    await page.getByText('No overrides ahead').waitFor();
    await page.getByRole('switch', { name: 'Past ones' }).click();
    await page.getByRole('list', { name: 'Past overrides' }).getByText('Linus').waitFor();
    await comesTo(page, /[?&]past=true(&|$)/);
    await settled(page);
    assert.equal(await page.getByRole('button', { name: /Delete the override/ }).count(), 0);
  });
});

describe('chat', () => {
  it('gets a user group, which shows its sync state and who was left out', async () => {
    succeeded(await owner.patch(`/users/${grace.id}`, { chat_id: 'U0GRACE' }));
    const { id, path } = await daily({ layers: [layer([ada, grace], { concurrent_oncall_users: 2 })] });
    const page = await web.open(owner, `${path}?section=chat`, { allow: /400|404/ });
    const group = page.getByRole('region', { name: 'User group' });
    await becomes(() => group.getByLabel('Handle').inputValue(), 'payments-oncall');
    await group.getByRole('button', { name: 'Attach group' }).click();
    await group.getByText('@payments-oncall').waitFor();
    await group.getByText('In sync').waitFor();
    await group.getByText(/^Ada: .*ada@example.com/).waitFor();

    await group.getByRole('button', { name: 'Rename' }).click();
    await group.getByLabel('Handle').fill('Not A Handle');
    await group.getByRole('button', { name: 'Save' }).click();
    await group
      .getByRole('alert')
      .getByText(/handle/)
      .waitFor();
    assert.equal(await group.getByLabel('Handle').inputValue(), 'Not A Handle');
    await group.getByLabel('Handle').fill('money');
    await group.getByRole('button', { name: 'Save' }).click();
    await group.getByText('@money').waitFor();
    const { user_group } = succeeded(await owner.get(`/schedules/${id}/chat_user_group/`));
    assert.deepEqual([user_group.handle, user_group.sync.state], ['money', 'in_sync']);

    await group.getByRole('button', { name: 'Detach…' }).click();
    await page.getByRole('button', { name: 'Detach the group' }).click();
    await group.getByRole('button', { name: 'Attach group' }).waitFor();
    failed(await owner.get(`/schedules/${id}/chat_user_group/`), 404, 'not_found');
  });

  it('keeps what somebody types about a group that somebody else attaches or detaches meanwhile', async () => {
    const { id, path } = await daily();
    const page = await web.open(owner, `${path}?section=chat`, { allow: /404/ });
    const group = page.getByRole('region', { name: 'User group' });
    /** As when its tab is opened again. */
    const readAgain = async () => {
      const answer = page.waitForResponse(`**/schedules/${id}/chat_user_group/`);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await answer;
      await settled(page);
    };
    await group.getByLabel('Group name').fill('A long name');
    await readAgain();
    assert.equal(await group.getByLabel('Group name').inputValue(), 'A long name');
    const theirs = { name: 'Theirs', handle: 'theirs' };
    succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, theirs));
    await readAgain();
    await group.getByRole('alert').getByText('Somebody else has attached a group').waitFor();
    assert.equal(await group.getByLabel('Group name').inputValue(), 'A long name');

    await page.reload();
    await group.getByRole('button', { name: 'Rename' }).click();
    await group.getByLabel('Group name').fill('A long name');
    succeeded(await owner.delete(`/schedules/${id}/chat_user_group/`), 204);
    // The page reads again with any event.
    succeeded(await owner.post('/teams/', { name: 'New' }), 201);
    await group.getByRole('alert').getByText('This group was detached').waitFor();
    assert.equal(await group.getByLabel('Group name').inputValue(), 'A long name');
    await group.getByRole('button', { name: 'Cancel' }).click();
    await group.getByRole('button', { name: 'Attach group' }).waitFor();
  });

  it('says the same as the settings about who is in a group, who was left out, and why', async () => {
    succeeded(await owner.patch(`/users/${grace.id}`, { chat_id: 'U0GRACE' }));
    const later = { rotation_start: '2026-01-12T09:00:00Z' };
    const cases = [
      {
        name: 'Empty',
        layers: [layer([ada], later)],
        text: 'Nobody is on call: only Watchbill itself is in the group.',
      },
      {
        name: 'Unknown',
        layers: [layer([linus])],
        text: 'Only Watchbill itself is in the group. On call, but left out: Linus.',
        leftOut: 'Linus',
      },
      {
        name: 'Partial',
        layers: [layer([grace, linus], { concurrent_oncall_users: 2 })],
        text: /^(In the group: )?Grace$/,
        leftOut: 'Linus',
      },
    ];
    for (const { name, layers, text, leftOut } of cases) {
      const { id, path } = await daily({ name, layers });
      const handle = name.toLowerCase();
      succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name, handle }));
      const page = await web.open(owner, `${path}?section=chat`);
      const settings = await web.open(owner, '/app/settings/chat');
      const places = [
        page.getByRole('region', { name: 'User group' }),
        settings.getByRole('listitem').filter({ hasText: `@${handle}` }),
      ];
      const reasons: string[][] = [];
      for (const place of places) {
        await place.getByText(text).waitFor();
        reasons.push(await place.getByRole('note').getByRole('listitem').allInnerTexts());
        if (leftOut === undefined) assert.equal(await place.getByText(/left out/i).count(), 0);
      }
      const [here = [], there] = reasons;
      assert.deepEqual(here, there);
      assert.deepEqual(
        here.map((reason) => /^(\w+): .*linus@example\.com/.exec(reason)?.[1]),
        leftOut === undefined ? [] : [leftOut],
      );
    }
  });

  it('with a pending or failing group says so and why', async () => {
    const { id, path } = await daily();
    succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Slow', handle: 'slow' }));
    await createOverride(owner, { id }, [linus], '2026-01-05T12:00:00Z', '2026-01-05T16:00:00Z');
    const page = await web.open(viewer, `${path}?section=chat`);
    const group = page.getByRole('region', { name: 'User group' });
    await group.getByText('Pending').waitFor();
    await runAllDue({ ...web.watchbill.services, chatOf: () => undefined });
    await page.reload();
    await group.getByText('Failing').waitFor();
    await group.getByText('No chat is connected.').waitFor();
    assert.equal(await page.getByText('User groups are not up to date').count(), 0, 'for admins');

    const admins = await web.open(owner, '/app/teams');
    const notice = admins.getByRole('status').filter({ hasText: 'User groups are not up to date' });
    await notice.getByText(/@slow.*No chat is connected/).waitFor();
    await notice.getByRole('link', { name: 'Deliveries' }).click();
    await admins.waitForURL('**/settings/deliveries');
  });

  it('links public channels, and no others', async () => {
    const { id, path } = await daily();
    const page = await web.open(owner, `${path}?section=chat`, { allow: /404/ });
    const channels = page.getByRole('region', { name: 'Channels' });
    await channels.getByRole('combobox', { name: 'Link a public channel' }).click();
    await page.getByRole('option', { name: '#oncall' }).waitFor();
    await becomes(() => page.getByRole('option').allInnerTexts(), ['#general', '#oncall']);
    await page.getByRole('option', { name: '#oncall' }).click();
    await channels.getByRole('button', { name: 'Link', exact: true }).click();
    await channels.getByText('#oncall').waitFor();
    assert.equal(succeeded(await owner.get(`/schedules/${id}/chat_channels/`)).channels[0].id, 'C0ONCALL');
    await channels.getByRole('button', { name: 'Unlink #oncall' }).click();
    await channels.getByText('None yet.').waitFor();
    assert.equal(succeeded(await owner.get(`/schedules/${id}/chat_channels/`)).meta.total, 0);
  });
});

describe('history', () => {
  it('shows what each revision changed, from when on, and by whom', async () => {
    const { id, path } = await daily();
    const weekly = layer([linus, grace], {
      rotation_start: '2026-01-12T09:00:00Z',
      shift_length: { amount: 1, unit: 'weeks' },
      concurrent_oncall_users: 2,
      restriction_intervals: [{ day: 'monday', from: '09:00', to: '17:00' }],
    });
    succeeded(await grace.patch(`/schedules/${id}`, { layers: [weekly] }));
    const page = await web.open(viewer, `${path}?section=history`);
    const [newest, first] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
    await newest.getByRole('heading', { name: 'Revision 1' }).waitFor();
    await newest.getByText('Planned').waitFor();
    await newest.getByText('Valid from 12 Jan 2026, 09:00').waitFor();
    await newest.getByText('Made by Grace on 5 Jan 2026, 12:00').waitFor();
    await becomes(
      () => newest.getByRole('listitem').allInnerTexts(),
      [
        'Added: Linus',
        'Removed: Ada',
        'Shift length: 1 day → 1 week',
        'On call together: one at a time → 2 at a time',
        'Windows: all day, every day → Mon 09:00–17:00',
        'Rotation start: 5 Jan 2026, 09:00 in UTC → 12 Jan 2026, 09:00 in UTC',
      ],
    );
    await first.getByText('In force').waitFor();
    await first.getByText('People: Ada, Grace').waitFor();
  });
});

describe('a section', () => {
  it('has its own address, and back leaves it', async () => {
    const { team } = succeeded(await owner.post('/teams/', { name: 'Money' }), 201);
    const { path } = await daily({ team_ids: [team.id] });
    const page = await web.open(viewer, path);
    await page.getByRole('tab', { name: 'Teams' }).click();
    const link = page.getByRole('tabpanel').getByRole('link', { name: 'Money' });
    assert.equal(await link.getAttribute('href'), `/app/teams/${team.id}`);
    await comesTo(page, /[?&]section=teams(&|$)/);
    await page.goBack();
    await page.getByRole('list', { name: 'Coming shifts' }).waitFor();
  });

  it('offers no changes to a reader without permission, and the API refuses them', async () => {
    const { id, path } = await daily();
    await createOverride(owner, { id }, [linus], '2026-01-07T10:00:00Z', '2026-01-07T16:00:00Z');
    succeeded(await owner.put(`/schedules/${id}/chat_user_group/`, { name: 'Group', handle: 'group' }));
    succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
    for (const [section, words] of Object.entries(SECTIONS)) {
      const page = await web.open(viewer, `${path}?section=${section}`);
      const panel = page.getByRole('tabpanel');
      await panel.getByText(words).waitFor();
      await settled(page);
      const buttons = await panel.getByRole('button').allInnerTexts();
      assert.deepEqual(buttons, section === 'shifts' ? ['Show more'] : [], section);
      await web.close(page);
    }
    failed(await viewer.delete(`/schedules/${id}`), 403, 'forbidden');
    failed(await viewer.delete(`/schedules/${id}/chat_channels/C0ONCALL`), 403, 'forbidden');
  });
});
