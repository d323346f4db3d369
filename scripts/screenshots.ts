/**
 * Pictures of every page, light and dark, wide and on a phone, into screenshots/, and the two of the README into docs/images/:
 * `npm run screenshots`. With names of pages, only of those. They show the demo organization at one fixed time, so that two runs give the same pictures.
 */
import { mkdir } from 'node:fs/promises';
import { fillWithDemo } from '../src/services/demo.ts';
import { doAllDue } from '../src/services/jobs/due-work.ts';
import type { Person } from '../test/support/drivers/api.ts';
import { addKey, personWith } from '../test/support/drivers/api.ts';
import { startWeb, type Web } from '../test/support/drivers/web.ts';

/** The schedules are two days old when the pictures are taken: before a schedule was made, nobody was on call in it. */
const MADE = '2026-03-23T06:00:00Z';
const NOW = '2026-03-25T13:20:00Z';
const FOLDER = new URL('../screenshots/', import.meta.url);
const README_FOLDER = new URL('../docs/images/', import.meta.url);
const README_SIZE = { width: 1160, height: 700 };
const IN_README = { now: 'light', schedule: 'dark' } as const;

const SCHEMES = ['light', 'dark'] as const;
const SIZES = { wide: { width: 1360, height: 900 }, phone: { width: 360, height: 740 } };

interface Shown {
  readonly path: string;
  /** The owner when absent. */
  readonly as?: 'mina' | 'nobody';
}

for (const folder of [FOLDER, README_FOLDER]) await mkdir(folder, { recursive: true });
const web = await startWeb(MADE);
const { owner } = web.watchbill;
await fillWithDemo(web.watchbill.services, owner.key);
web.at(NOW);
await doAllDue(web.watchbill.services);
const mina = await personNamed(web, 'Mina');
const wanted = process.argv.slice(2);
for (const [name, shown] of Object.entries(await pages())) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await pictures(name, shown);
  if (name === 'now' || name === 'schedule') await pictureForReadme(name, shown);
}
await web.stop();

async function pages(): Promise<Record<string, Shown>> {
  const { schedules } = (await owner.get('/schedules')).body;
  const { coverage_requests } = (await owner.get('/coverage_requests/')).body;
  const { teams } = (await owner.get('/teams/')).body;
  const idOf = (name: string) => schedules.find((schedule: { name: string }) => schedule.name === name).id;
  return {
    // First: every other picture adds a sign-in to it.
    'audit-log': { path: '/app/audit-log' },
    'sign-in': { path: '/app/sign-in', as: 'nobody' },
    now: { path: '/app/', as: 'mina' },
    schedule: { path: `/app/schedules/${idOf('Platform primary')}` },
    'schedule-day': { path: `/app/schedules/${idOf('Payments around the clock')}?view=day` },
    'schedule-month': { path: `/app/schedules/${idOf('Payments Tokyo days')}?view=month` },
    'schedule-new': { path: '/app/schedules/new' },
    'schedule-edit': { path: `/app/schedules/${idOf('Support business hours')}/edit` },
    coverage: { path: '/app/coverage' },
    'coverage-mine': { path: '/app/coverage?tab=mine', as: 'mina' },
    'coverage-ask': { path: '/app/coverage?tab=ask', as: 'mina' },
    'coverage-request': { path: `/app/coverage/${coverage_requests[0].id}` },
    teams: { path: '/app/teams' },
    team: { path: `/app/teams/${teams[0].id}` },
    people: { path: '/app/people' },
    'settings-profile': { path: '/app/settings/profile' },
    'settings-reminders': { path: '/app/settings/reminders' },
    'settings-appearance': { path: '/app/settings/appearance' },
    'settings-api-keys': { path: '/app/settings/api-keys' },
    'settings-organization': { path: '/app/settings/organization' },
    'settings-chat': { path: '/app/settings/chat' },
    'settings-deliveries': { path: '/app/settings/deliveries' },
    'not-found': { path: '/app/nowhere' },
  };
}

async function pictures(name: string, shown: Shown): Promise<void> {
  for (const colorScheme of SCHEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const path = new URL(`${name}-${size}-${colorScheme}.png`, FOLDER).pathname;
      await picture(shown, { colorScheme, viewport }, { path, fullPage: true });
    }
  }
}

async function pictureForReadme(name: keyof typeof IN_README, shown: Shown): Promise<void> {
  const path = new URL(`${name}.png`, README_FOLDER).pathname;
  await picture(shown, { colorScheme: IN_README[name], viewport: README_SIZE }, { path });
}

async function picture(
  { path, as }: Shown,
  window: { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } },
  file: { path: string; fullPage?: boolean },
): Promise<void> {
  const who = as === 'nobody' ? undefined : as === 'mina' ? mina : owner;
  const page = await web.open(who, path, window);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot(file);
  await page.context().close();
}

async function personNamed({ watchbill }: Web, name: string): Promise<Person> {
  const { users } = (await watchbill.owner.get('/users/?per_page=100')).body;
  const { id } = users.find((user: { name: string }) => user.name === name);
  return personWith(watchbill.app, await addKey(watchbill.services, id));
}
