/** The list of pictures: every page of the web application, and the dialogs and states that look different. */
import type { Page } from 'playwright-core';
import type { Watchbill } from '../../test/support/drivers/api.ts';
import { welcomePath } from '../../test/support/drivers/web/web-pages.ts';

export const NOBODY = 'nobody';

export interface Shown {
  readonly path: string;
  /** The name of a user of the demo, or nobody; absent: the owner. */
  readonly as?: string;
  /** Sets up a state before the page is opened. It stays for the pages after it. */
  readonly given?: () => Promise<void>;
  /** What a user does on the page before the picture is taken. */
  readonly does?: (page: Page) => Promise<void>;
}

export async function pagesOf(watchbill: Watchbill): Promise<Record<string, Shown>> {
  const { owner } = watchbill;
  const [{ schedules }, { coverage_requests }, { teams }, { users }] = await Promise.all(
    ['/schedules', '/coverage_requests/', '/teams/', '/users/'].map(async (path) => (await owner.get(path)).body),
  );
  const idOf = (name: string) => schedules.find((schedule: { name: string }) => schedule.name === name).id;
  const personId = (name: string) => users.find((user: { name: string }) => user.name === name).id;
  const requestOf = (name: string) =>
    coverage_requests.find((request: { user: { name: string } }) => request.user.name === name).id;
  const platform = `/app/schedules/${idOf('Platform primary')}`;
  return {
    // First, because every other picture adds a sign-in to the audit log.
    'audit-log': { path: '/app/audit-log' },
    'sign-in': { path: '/app/sign-in', as: NOBODY },
    'sign-in-failed': { path: '/app/sign-in?error=oidc_unknown_user', as: NOBODY },
    'forgot-password': { path: '/app/forgot-password', as: NOBODY },
    'forgot-password-sent': { path: '/app/forgot-password', as: NOBODY, does: asksForLink },
    welcome: { path: await welcomePath(watchbill, { id: personId('Hedy') }), as: NOBODY },
    'welcome-invalid': { path: '/app/welcome', as: NOBODY },
    now: { path: '/app/', as: 'Mina' },
    'now-on-call': { path: '/app/', as: 'Linus' },
    'now-owner': { path: '/app/' },
    'now-empty-search': { path: '/app/?query=nothing' },
    schedule: { path: platform },
    'schedule-overrides': { path: platform, does: opensTab('Overrides') },
    'schedule-teams': { path: platform, does: opensTab('Teams') },
    'schedule-chat': { path: platform, does: opensTab('Chat') },
    'schedule-history': { path: platform, does: opensTab('History') },
    'schedule-override': { path: platform, does: presses('Override…') },
    'schedule-subscribe': { path: platform, does: presses('Subscribe') },
    'schedule-delete': { path: platform, does: presses('Delete…') },
    'schedule-day': { path: `/app/schedules/${idOf('Payments around the clock')}?view=day` },
    'schedule-month': { path: `/app/schedules/${idOf('Payments Tokyo days')}?view=month` },
    'schedule-people': { path: `/app/schedules/${idOf('Payments around the clock')}?view=week&rows=people` },
    'schedule-new': { path: '/app/schedules/new' },
    'schedule-edit': { path: `/app/schedules/${idOf('Support business hours')}/edit` },
    'schedule-unknown': { path: '/app/schedules/sch_unknown' },
    coverage: { path: '/app/coverage' },
    'coverage-mine': { path: '/app/coverage?tab=mine', as: 'Mina' },
    'coverage-ask': { path: '/app/coverage?tab=ask', as: 'Mina' },
    'coverage-request': { path: `/app/coverage/${requestOf('Mina')}`, as: 'Mina' },
    teams: { path: '/app/teams' },
    'team-new': { path: '/app/teams', does: presses('New team') },
    team: { path: `/app/teams/${teams[0].id}` },
    load: { path: '/app/load' },
    'load-open': { path: '/app/load', does: opensHours('Yuki') },
    people: { path: '/app/people' },
    'person-away': { path: `/app/people/${personId('Ada')}`, as: 'Ada' },
    person: { path: `/app/people/${personId('Linus')}` },
    'person-self': { path: `/app/people/${personId('Mina')}`, as: 'Mina' },
    'people-several': { path: '/app/people', does: pastesPeople },
    'person-new': { path: '/app/people', does: presses('Add a person') },
    'settings-profile': { path: '/app/settings/profile' },
    'settings-notifications': { path: '/app/settings/notifications' },
    'settings-time-off': { path: '/app/settings/time-off' },
    'settings-time-off-new': { path: '/app/settings/time-off', does: presses('Time off') },
    'settings-hours': { path: '/app/settings/hours' },
    'settings-calendars': { path: '/app/settings/calendars', as: 'Mina' },
    'settings-appearance': { path: '/app/settings/appearance' },
    'settings-api-keys': { path: '/app/settings/api-keys' },
    'settings-all-api-keys': { path: '/app/settings/all-api-keys' },
    'settings-api-key-new': { path: '/app/settings/api-keys', does: presses('New key') },
    'settings-organization': { path: '/app/settings/organization' },
    'settings-chat': { path: '/app/settings/chat' },
    'settings-webhooks': { path: '/app/settings/webhooks' },
    'settings-webhook-new': { path: '/app/settings/webhooks', does: presses('New webhook') },
    'settings-deliveries': { path: '/app/settings/deliveries' },
    search: { path: '/app/teams', does: presses('Search') },
    'search-found': { path: '/app/teams', does: searches('pla') },
    shortcuts: { path: '/app/teams', does: pressesKey('?') },
    'user-menu': { path: '/app/teams', does: opensUserMenu },
    'not-found': { path: '/app/nowhere' },
  };
}

function opensHours(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name: `Hours of ${name} by schedule` }).click();
  };
}

export function presses(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
  };
}

function pressesKey(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
  };
}

function searches(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await pressesKey('Control+k')(page);
    await page.getByRole('dialog').getByRole('combobox').fill(text);
    await page.getByRole('option', { name: /platform primary/i }).waitFor();
  };
}

async function asksForLink(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('hedy@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Check your mailbox').waitFor();
}

async function opensUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /sign-out/ }).click();
  await page.getByRole('menu').waitFor();
}

async function pastesPeople(page: Page): Promise<void> {
  await presses('Add several')(page);
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .first()
    .fill('Katherine <katherine@example.com>\nada@example.com\nno address');
}

function opensTab(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('tab', { name }).click();
}
