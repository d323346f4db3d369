/** The page /docs: calls are tried in it by somebody who is signed in. `api/http/examples.test.ts` sends what it prefills for other operations. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { failed, succeeded } from '../../support/drivers/api.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { comesToMatch } from '../../support/drivers/web/web-pages.ts';

const NOW = '2026-01-05T09:00:00Z';
const { web, owner } = givenWeb({}, NOW);

it('[DOC-4] creates, reads, changes and deletes with what is prefilled, by clicks', async () => {
  // Its library delays work by the clock, which stands still in other windows.
  const page = await web.open(owner, '/app/icon.svg', { allow: /./, hasOwnClock: true });
  await page.route('**/docs/json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: teamsAlone(await response.json()) });
  });
  await page.goto(`${web.address}/docs`);
  await page.locator('#operations-tag-Teams').click();

  const [created, text] = await execute(page, 'createTeam');
  const { team } = JSON.parse(text);
  const path = `/teams/${team.id}`;
  assert.deepEqual([created, succeeded(await owner.get(path)).team], ['201', team]);
  const [read, again] = await execute(page, 'getTeam', team.id);
  assert.deepEqual([read, JSON.parse(again)], ['200', { team }]);
  const [changed] = await execute(page, 'updateTeam', team.id);
  assert.equal(changed, '200');
  assert.notDeepEqual(succeeded(await owner.get(path)).team, team);
  const [deleted] = await execute(page, 'deleteTeam', team.id);
  assert.equal(deleted, '204');
  failed(await owner.get(path), 404, 'not_found');
});

/** Of the document, what is clicked: with all operations, each click takes the page twice as long. */
function teamsAlone<T extends { readonly paths: object }>(document: T): T {
  const paths = Object.entries(document.paths).filter(([path]) => /^\/teams\/(\{team_id\})?$/.test(path));
  return { ...document, paths: Object.fromEntries(paths), webhooks: {} };
}

/** Opens the operation, clicks "Execute", and returns the status and the body that the page shows. */
async function execute(page: Page, operationId: string, teamId?: string): Promise<[status: string, body: string]> {
  const operation = page.locator(`#operations-Teams-${operationId}`);
  const summary = operation.locator('.opblock-summary-control');
  await summary.click();
  // Until its references are resolved, the operation has no responses, and cannot be executed.
  await operation.locator('.responses-table .response').first().waitFor();
  if (teamId !== undefined) await operation.locator('[data-param-name="team_id"] input').fill(teamId);
  const prefilled = operation.locator('textarea');
  if (/^(create|update)/.test(operationId)) await comesToMatch(() => prefilled.inputValue(), /\S/);
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table tbody .response');
  const status = await answer.locator('.response-col_status').innerText();
  const [body = ''] = await answer.locator('.highlight-code pre').allInnerTexts();
  await summary.click();
  return [status, body];
}
