/** The page /docs: calls are tried in it by somebody who is signed in, reading and writing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { formatInstant } from '../../../src/time/iso.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { inDepth } from '../../support/depth.ts';
import { type Person, succeeded } from '../../support/drivers/api.ts';
import { givenWeb } from '../../support/drivers/suites.ts';
import { TIMEOUT_MS } from '../../support/drivers/web/browser-windows.ts';

const NOW = '2026-01-05T09:00:00Z';
const { web, watchbill, owner } = givenWeb({}, NOW);

/** Reads that cannot work with what is prefilled, and why. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  streamEvents: 'a stream has no end',
  getCalendar: 'its token is a secret that is shown once',
  previewDeactivation: 'nobody may deactivate themselves',
  getChatUserGroup: 'no chat is connected',
};

/** One of so many reads is tried: each takes a browser seconds. `npm run soak -- depth` tries all. */
const READS = 6;

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: object;
}

type Methods = Readonly<Record<string, DocumentedOperation>>;

it('[DOC-4] what is prefilled creates, reads, changes and deletes, one after another', async () => {
  const paths = Object.values<Methods>((await documentFor()).paths);
  const operations = paths.flatMap((methods) => Object.values(methods));
  const reads = paths.flatMap(({ get }) => get ?? []).map(({ operationId }) => operationId);
  assert.ok(reads.length > 50);
  const tried = reads.filter((id, i) => !(id in NOT_TRIED) && i % inDepth(READS, 1) === 0);
  // Its library delays work by the clock, which stands still in other windows.
  const page = await web.open(owner, '/app/icon.svg', { allow: /./, hasOwnClock: true });
  await page.route('**/docs/json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: withoutResponses(await response.json()) });
  });
  await page.goto(`${web.address}/docs`);
  const refused: string[] = [];
  for (const operationId of [
    'createTeam',
    'createSchedule',
    'createOverride',
    'createOwnTimeOff',
    'createWebhook',
    'createOwnCoverageRequest',
    ...tried,
    'updateTeam',
    'updateSchedule',
    'updateOverride',
    'updateOwnTimeOff',
    'updateWebhook',
    'cancelOwnCoverageRequest',
    'deleteWebhook',
    'deleteOwnTimeOff',
    'deleteOverride',
    'deleteSchedule',
    'deleteTeam',
  ]) {
    const operation = operations.find((each) => each.operationId === operationId);
    assert.ok(operation, operationId);
    const answer = await execute(page, operation);
    if (!/^2\d\d/.test(answer)) refused.push(`${operationId}: ${answer}`);
  }
  assert.deepEqual(refused, []);
});

it('[DOC-4] has instants to come, whenever the page is opened, and the email of who opens it', async () => {
  for (const now of [NOW, '2027-07-01T12:34:56Z']) {
    web.at(now);
    const { components, paths } = await documentFor();
    const tomorrow = Math.ceil(Date.parse(now) / DAY_MS) * DAY_MS;
    const interval = [formatInstant(tomorrow), formatInstant(tomorrow + 7 * DAY_MS)];
    const { start, end } = newOverrideIn({ paths });
    assert.deepEqual([start, end], interval);
    const { properties } = components.schemas.CoverageRequest;
    assert.deepEqual([...properties.start.examples, ...properties.end.examples], interval);
    const [team] = paths['/teams/{team_id}'].get.parameters;
    assert.equal(team.description, 'From `GET /teams/`');
  }
  web.at(NOW);
  const ada = await watchbill.addPerson('Ada');
  const { user } = succeeded(await ada.get('/user/'));
  const { user_references } = newOverrideIn(await documentFor(ada));
  assert.deepEqual(user_references, [{ type: 'email', value: user.email }]);
});

/** Drawing the examples of all responses takes most of the time of the page. */
function withoutResponses<T extends { readonly paths: Readonly<Record<string, Methods>> }>(document: T): T {
  const responses = { 200: { description: 'Done' } };
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([name, operation]) => [name, { ...operation, responses }])),
  ]);
  return { ...document, paths: Object.fromEntries(paths), webhooks: {} };
}

// biome-ignore lint/suspicious/noExplicitAny: a part of the document
function newOverrideIn({ paths }: any) {
  return paths['/schedules/{schedule_id}/overrides/'].post.requestBody.content['application/json'].example;
}

/** As the page gets it. */
async function documentFor({ key }: Person = owner) {
  return (await watchbill.app.inject({ url: '/docs/json', headers: { 'x-api-key': key } })).json();
}

/** Clicks "Execute" and returns the status and the body that the page shows. */
function execute(page: Page, operation: DocumentedOperation): Promise<string> {
  return page.evaluate(
    async ({ operationId, tags: [tag = ''], hasBody, timeoutMs }) => {
      const anchor = tag.replaceAll(' ', '_');
      const section = await shown(() => document.getElementById(`operations-tag-${anchor}`));
      section.click();
      const block = await shown(() => document.getElementById(`operations-${anchor}-${operationId}`));
      const find = (part: string) => block.querySelector<HTMLElement>(part);
      find('.opblock-summary-control')?.click();
      // Until its references are resolved, the operation has no responses, and cannot be executed.
      await shown(() => find('.responses-table .response'));
      if (hasBody) await shown(() => block.querySelector('textarea')?.value);
      find('button.execute')?.click();
      await shown(() => find('.live-responses-table .response, .invalid'));
      const [status, body] = ['status', 'description'].map(
        (part) => find(`.live-responses-table .response .response-col_${part}`)?.textContent,
      );
      find('.opblock-summary-control')?.click();
      section.click();
      return `${status} ${body?.slice(0, 300)}`;

      async function shown<T>(find: () => T | null | undefined): Promise<T> {
        for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
          const found = find();
          if (found) return found;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        throw new Error(`${operationId} does not show ${find}`);
      }
    },
    { ...operation, hasBody: operation.requestBody !== undefined, timeoutMs: TIMEOUT_MS },
  );
}
