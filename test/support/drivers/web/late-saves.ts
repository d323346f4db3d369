/** What a page saves while its clock is behind that of the server. */
import type { Page, Route } from 'playwright-core';
import type { Web } from './web.ts';

/** How long after the save of somebody else it arrives. */
export const LATER_MS = [300, 1_500, 5_000];

/** What the page saves reaches the server at each of these times, and the page gets the last response. Returns their statuses. */
export async function saveLater(
  web: Web,
  page: Page,
  { savedAt, save }: { readonly savedAt: string; readonly save: () => Promise<void> },
): Promise<number[]> {
  const statuses: number[] = [];
  const delay = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    for (const ms of LATER_MS) {
      web.at(new Date(Date.parse(savedAt) + ms).toISOString());
      const response = await route.fetch();
      statuses.push(response.status());
      if (statuses.length === LATER_MS.length) await route.fulfill({ response });
    }
  };
  await page.route('**', delay);
  await save();
  await page.getByRole('alert').getByText('Your changes are not saved yet.').waitFor();
  await page.unroute('**', delay);
  return statuses;
}
