/**
 * `npm run screenshots` takes pictures of every page, light and dark, in desktop and phone size, into screenshots/. Names of pages, --size and
 * --scheme select some of them. With --docs it makes the pictures of the documentation instead, into docs/images/. The pictures show the demo
 * organization at a fixed time, so that two runs give the same pictures, apart from what is random: keys, ports and the colours of people.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { runAllDue } from '../src/services/jobs/due-work.ts';
import { fillWithDemo } from '../src/services/setup/demo.ts';
import { addKey, type Person, personWith } from '../test/support/drivers/api.ts';
import { settled, startWeb, type Web } from '../test/support/drivers/web/web.ts';
import { startWebhookEndpoint } from '../test/support/fakes/webhook-endpoint.ts';
import { cleanUp } from '../test/support/servers/clean-up.ts';
import { overrideDrag } from './screenshots/override-drag.ts';
import { NOBODY, pagesOf, type Shown } from './screenshots/pages.ts';
import { statesOf } from './screenshots/states.ts';

/** The schedules are two days old in the pictures: before its creation, a schedule has nobody on call. */
const MADE = '2026-03-23T06:00:00Z';
const NOW = '2026-03-25T13:20:00Z';

const FOLDER = new URL('../screenshots/', import.meta.url);
const DOCS_FOLDER = new URL('../docs/images/', import.meta.url);

const SCHEMES = ['light', 'dark'] as const;
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** The pictures by file name. */
const IN_DOCS = {
  now: { page: 'now-on-call', scheme: 'light', viewport: { width: 1160, height: 960 } },
  schedule: { page: 'schedule', scheme: 'dark', viewport: { width: 1160, height: 700 } },
  'sign-in': { page: 'sign-in', scheme: 'light', viewport: { width: 1000, height: 520 } },
} as const;

const { values: wants, positionals: names } = parseArgs({
  options: { docs: { type: 'boolean' }, size: { type: 'string' }, scheme: { type: 'string' } },
  allowPositionals: true,
});

for (const folder of [FOLDER, DOCS_FOLDER]) await mkdir(folder, { recursive: true });
// Mails are not sent: a mailer only makes the page of a forgotten password reachable.
const web = await startWeb(MADE, undefined, { mailer: { send: async () => undefined } });
const endpoint = await startWebhookEndpoint();
const { owner } = web.watchbill;
await fillWithDemo(web.watchbill.services, owner.key);
web.at(NOW);
await runAllDue(web.watchbill.services);
const pages: Record<string, Shown> = { ...(await pagesOf(web.watchbill)), ...(await statesOf(web, endpoint)) };
if (wants.docs) await picturesForDocs();
else await picturesOfPages();
await cleanUp(web.stop, endpoint.stop);

async function picturesOfPages(): Promise<void> {
  for (const [name, shown] of Object.entries(pages)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await shown.given?.();
    for (const [size, viewport] of Object.entries(SIZES)) {
      if (wants.size !== undefined && wants.size !== size) continue;
      const page = await opened(shown, viewport);
      await growToContent(page);
      for (const scheme of SCHEMES) {
        if (wants.scheme !== undefined && wants.scheme !== scheme) continue;
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: fileIn(FOLDER, `${name}-${size}-${scheme}`) });
      }
      await web.close(page);
    }
  }
}

async function picturesForDocs(): Promise<void> {
  for (const [name, { page: pageName, scheme, viewport }] of Object.entries(IN_DOCS)) {
    const page = await opened(pages[pageName] as Shown, viewport, scheme);
    await page.screenshot({ path: fileIn(DOCS_FOLDER, name) });
    await web.close(page);
  }
  // Last, because it changes the schedule.
  const page = await opened(pages.schedule as Shown, { width: 1160, height: 640 });
  await page.emulateMedia({ colorScheme: 'light' });
  await writeFile(fileIn(DOCS_FOLDER, 'override'), await overrideDrag(page, 'Mina'));
  await web.close(page);
}

async function opened(
  { path, as, does }: Shown,
  viewport: { width: number; height: number },
  colorScheme: (typeof SCHEMES)[number] = 'light',
): Promise<Page> {
  const who = as === undefined ? owner : as === NOBODY ? undefined : await personNamed(web, as);
  // The browser reports missing pages, a refused change and the missing network as errors.
  const page = await web.open(who, path, {
    viewport,
    colorScheme,
    isOwn: does !== undefined,
    isPainted: true,
    allow: /status of 4(04|12)|ERR_INTERNET_DISCONNECTED/,
  });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  await does?.(page);
  await settled(page);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** Makes the window as high as the page, unless a dialog is open, so that sticky elements are in the right place. */
async function growToContent(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) return;
  const { width, height } = page.viewportSize() as { width: number; height: number };
  const needed = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, needed) });
}

function fileIn(folder: URL, name: string): string {
  return new URL(`${name}.png`, folder).pathname;
}

async function personNamed({ watchbill }: Web, name: string): Promise<Person> {
  const { users } = (await watchbill.owner.get('/users/?per_page=100')).body;
  const { id } = users.find((user: { name: string }) => user.name === name);
  return personWith(watchbill.app, await addKey(watchbill.services, id));
}
