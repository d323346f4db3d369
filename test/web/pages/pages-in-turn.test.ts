/** [BUD-4] The web application reads the pages of a list one after the other. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { succeeded } from '../../support/drivers/api.ts';
import { addManySchedules } from '../../support/drivers/many-schedules.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { settled } from '../../support/drivers/web/web.ts';

const NOW = '2026-01-05T12:00:00Z';

describe('[BUD-4] pages of a list', () => {
  const { web, watchbill, owner } = givenWeb({}, NOW);
  let ids: readonly string[];

  before(async () => {
    ids = await addManySchedules(watchbill.services.db, { count: 250, people: [owner], nowMs: Date.parse(NOW) });
  });

  it('are read one after the other, and shown together', async () => {
    const page = await web.open(owner, '/app/');
    await settled(page);
    const reads = followReads(page, '/schedules');
    await page.goto('/app/load');
    await settled(page);
    assert.deepEqual(reads.pages.slice(0, 3), ['1 of 100', '2 of 100', '3 of 100']);
    assert.equal(reads.mostAtOnce, 1);
    await web.close(page);
  });

  it('are smaller if the server refuses them as too large', async () => {
    const page = await web.open(owner, '/app/', { allow: /status of 422/ });
    await settled(page);
    const reads = followReads(page, '/schedules');
    const error = { code: 'answer_too_large', status: 422, message: 'Too large', docs_url: '' };
    await page.route(/\/schedules\?.*page=2&per_page=100/, (route) => route.fulfill({ status: 422, json: { error } }));
    await page.goto('/app/load');
    await settled(page);
    const smaller = Array.from({ length: 13 }, (_, i) => `${i + 1} of 20`);
    assert.deepEqual(reads.pages.slice(0, 15), ['1 of 100', '2 of 100', ...smaller]);
    assert.equal(reads.mostAtOnce, 1);
    await web.close(page);
  });

  it('that are on the page are read again one after the other', async () => {
    const page = await web.open(watchbill.owner, '/app/?query=sch');
    const more = page.getByRole('button', { name: 'Show more' });
    for (const count of [20, 40, 60]) {
      await page.getByRole('article', { name: ids[count - 1] as string }).waitFor();
      await more.click();
    }
    await page.getByRole('article', { name: ids[79] as string }).waitFor();
    await settled(page);
    const reads = followReads(page, '/timelines/', (query) => query.get('mine') === null);
    succeeded(await owner.patch(`/schedules/${ids[79]}`, { name: 'sch renamed' }));
    await page.getByRole('article', { name: 'sch renamed' }).waitFor();
    await settled(page);
    assert.deepEqual(reads.pages.slice(0, 4), ['1 of 20', '2 of 20', '3 of 20', '4 of 20']);
    assert.equal(reads.mostAtOnce, 1);
    await web.close(page);
  });
});

/** The pages of a list that are requested from now on, and how many of them at once. */
function followReads(page: Page, path: string, isOne: (query: URLSearchParams) => boolean = () => true) {
  const reads = { pages: [] as string[], mostAtOnce: 0 };
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== path || !isOne(searchParams)) return;
    open.add(request);
    reads.pages.push(`${searchParams.get('page')} of ${searchParams.get('per_page')}`);
    reads.mostAtOnce = Math.max(reads.mostAtOnce, open.size);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => open.delete(request));
  }
  return reads;
}
