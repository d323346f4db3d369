/** Fills in the form of a schedule, and reads its preview. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { parseInstant } from '../../../../src/time/iso.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/time/units.ts';
import { writtenInterval } from '../../../../web/time/format.ts';
import { type Person, succeeded } from '../api.ts';
import { type line, namesOf } from '../schedules.ts';
import { settled } from './web.ts';
import { boxOf, pickFound } from './web-pages.ts';

export async function fillIn(page: Page, name: string, people: readonly string[]): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berl');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  for (const person of people) await addPerson(page, person);
}

/** At the end of the rotation. */
export async function addPerson(page: Page, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Add a person' });
  await search.waitFor();
  const places = page.getByRole('list', { name: 'Rotation' }).getByRole('listitem');
  const count = await places.count();
  await pickFound(page, search, name);
  await places.nth(count).filter({ hasText: name }).waitFor();
}

export async function typeOver(input: Locator, text: string): Promise<void> {
  await input.press('ControlOrMeta+a');
  await input.pressSequentially(text);
}

interface Spot {
  readonly day: number;
  readonly hour: number;
}

export async function spotOf(page: Page, { day, hour }: Spot): Promise<[number, number]> {
  const week = page.getByRole('img', { name: 'Week, to draw windows on' });
  await week.scrollIntoViewIfNeeded();
  const box = await boxOf(week);
  return [box.x + ((day + 0.5) * box.width) / 7, box.y + (hour * box.height) / 24];
}

/** Drags from one place in the week to another. */
export async function draw(page: Page, from: Spot, to: Spot): Promise<void> {
  await page.mouse.move(...(await spotOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await spotOf(page, to)), { steps: 3 });
  await page.mouse.up();
}

/** Releases after the page has announced the position. */
export async function drag(page: Page, from: Locator, to: Locator, said: string): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await boxOf(from), await boxOf(to)];
  await page.mouse.move(start.x + 8, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(end.x + 8, end.y + 4, { steps: 8 });
  await page.getByText(said).waitFor({ state: 'attached' });
  await page.mouse.up();
}

/** The windows of the list beside the week. */
export function windowsOf(page: Page): Promise<string[]> {
  const rows = page.getByRole('list', { name: 'Windows' }).getByRole('listitem');
  return rows.evaluateAll((items) =>
    items.map((item) => {
      const [from, to] = [...item.querySelectorAll('input')].map(({ value }) => value);
      return `${item.querySelector('select')?.value} ${from}–${to}`;
    }),
  );
}

export function orderOf(page: Page): Promise<string[]> {
  const drags = page.getByRole('list', { name: 'Rotation' }).getByRole('button', { name: 'Drag' });
  return drags.evaluateAll((buttons) =>
    buttons.map((button) => (button.getAttribute('aria-label') ?? '').replace(/^Drag |, place \d+$/g, '')),
  );
}

/** `Ada Mon 23 Mar, 08:00 – 16:00 (Mon 23 Mar, 09:00 – 17:00 in Berlin)` */
export async function previewLines(page: Page): Promise<string[]> {
  const shifts = page.getByRole('list', { name: 'Next shifts' }).getByRole('listitem');
  await shifts.first().waitFor();
  await settled(page);
  return shifts.evaluateAll((items) =>
    items.map((item) =>
      [...item.children]
        .slice(-2)
        .map((part) => part.textContent?.trim())
        .join(' '),
    ),
  );
}

/** The shifts of the API in the format of the preview, and as many. */
export async function apiLines(as: Person, id: string, from: string, to: string): Promise<string[]> {
  const { shifts } = succeeded(await as.get(`/schedules/${id}/shifts/?from=${from}&to=${to}&per_page=12`));
  return shifts.map(({ users, start, end }: Parameters<typeof line>[0]) => {
    const there = writtenInterval(start, end, 'Europe/Berlin');
    return `${namesOf(users).join(' and ')} ${writtenInterval(start, end, 'UTC')} (${there} in Berlin)`;
  });
}

export async function save(page: Page, action: string): Promise<string> {
  await page.getByRole('button', { name: action }).click();
  await page.waitForURL(/\/app\/schedules\/sch_[0-9a-z]+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

type Shares = Map<string, { ms: number; shifts: number }>;

/** Hours and shifts of each person in four weeks, summed from the API's shifts. */
export async function sharesOf(as: Person, id: string, from: string): Promise<Shares> {
  const to = new Date((parseInstant(from) ?? 0) + 28 * DAY_MS).toISOString();
  const path = `/schedules/${id}/shifts/?from=${from}&to=${to}&clip_to_interval=true&per_page=100`;
  const shares: Shares = new Map();
  for (const { users, start, end } of succeeded(await as.get(path)).shifts) {
    for (const name of namesOf(users)) {
      const { ms, shifts } = shares.get(name) ?? { ms: 0, shifts: 0 };
      shares.set(name, { ms: ms + (parseInstant(end) ?? 0) - (parseInstant(start) ?? 0), shifts: shifts + 1 });
    }
  }
  return shares;
}

/** In the format of the table, by name: `Ada 55 h → 57 h, 13 → 15`. */
export function fromTo(was: Shares, is: Shares): string[] {
  const one = (before: string, after: string) => (before === after ? after : `${before} → ${after}`);
  return [...new Set([...was.keys(), ...is.keys()])].sort().map((name) => {
    const [before, after] = [was, is].map((shares) => shares.get(name) ?? { ms: 0, shifts: 0 });
    assert.ok(before !== undefined && after !== undefined);
    const hours = ({ ms }: { ms: number }) => `${Math.round((10 * ms) / HOUR_MS) / 10} h`;
    return `${name} ${one(hours(before), hours(after))}, ${one(`${before.shifts}`, `${after.shifts}`)}`;
  });
}

export async function differencesOf(page: Page): Promise<string[]> {
  await settled(page);
  const rows = page.getByRole('table', { name: 'What changes for whom' }).getByRole('row');
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
  );
  return cells
    .filter(({ length }) => length === 3)
    .map(([who = '', hours, shifts]) => {
      const name = ['Ada', 'Grace', 'Linus'].find((one) => who.includes(one));
      return `${name} ${hours}, ${shifts}`;
    })
    .sort();
}
