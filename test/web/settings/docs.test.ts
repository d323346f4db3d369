/** The page /docs: calls are tried in it by somebody who is signed in, reading and writing. */
import { it } from 'node:test';
import { succeeded } from '../../support/drivers/api.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';

const { web, owner } = givenWeb();

it('a call that is tried out is made as the person who is signed in', async () => {
  // Its library delays work by the clock, which stands still in other windows.
  const page = await web.open(owner, '/app/icon.svg', { allow: /./, hasOwnClock: true });
  // Drawing all operations takes the browser five seconds of processor time.
  await page.route('**/docs/json', async (route) => {
    const response = await route.fetch();
    const { paths, ...document } = await response.json();
    await route.fulfill({ response, json: { ...document, paths: { '/teams/': paths['/teams/'] } } });
  });
  await page.goto(`${web.address}/docs`);
  const call = page.locator('#operations-Teams-post_teams_');
  await call.locator('.opblock-summary-control').click();
  await call.locator('textarea').first().fill('{"name":"Made in the docs"}');
  await call.getByRole('button', { name: 'Execute' }).click();
  await becomes(async () => {
    const { teams } = succeeded(await owner.get('/teams/?query=docs'));
    return teams.map(({ name }: { name: string }) => name);
  }, ['Made in the docs']);
});
