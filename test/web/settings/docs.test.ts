/** The page /docs: calls are tried in it by somebody who is signed in, reading and writing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { formatInstant } from '../../../src/time/iso.ts';
import { DAY_MS } from '../../../src/time/units.ts';
import { call, succeeded } from '../../support/drivers/api.ts';
import { addFeed } from '../../support/drivers/calendars.ts';
import { givenWeb } from '../../support/drivers/suites.ts';

const NOW = '2026-01-05T09:00:00Z';
const { web, watchbill, owner } = givenWeb({}, NOW);

/** Reads that cannot work with what is prefilled, and why. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  streamEvents: 'a stream has no end',
};

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: object;
}

type Methods = Readonly<Record<string, DocumentedOperation>>;

it('[DOC-4] what is prefilled creates, reads, changes and deletes, one after another', async () => {
  const paths = Object.values<Methods>((await document()).paths);
  const operations = paths.flatMap((methods) => Object.values(methods));
  const reads = paths.flatMap(({ get }) => get ?? []).map(({ operationId }) => operationId);
  assert.ok(reads.length > 50);
  const [, token = ''] = /([^/]+)\.ics$/.exec((await addFeed(owner)).url) ?? [];
  // Its library delays work by the clock, which stands still in other windows.
  const page = await web.open(owner, '/docs', { allow: /./, hasOwnClock: true });
  const refused: string[] = [];
  for (const operationId of [
    'createTeam',
    'createSchedule',
    'createOverride',
    'createOwnTimeOff',
    'createWebhook',
    'createOwnCoverageRequest',
    ...reads.filter((id) => !(id in NOT_TRIED)),
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
    const at = Date.now();
    const answer = await execute(page, operation, { token }).catch(String);
    console.log(operationId, answer.slice(0, 3), Date.now() - at);
    if (!/^2\d\d/.test(answer)) refused.push(`${operationId}: ${answer}`);
  }
  assert.deepEqual(refused, []);
});

it('[DOC-4] has instants to come, whenever the page is opened, and the email of who opens it', async () => {
  for (const now of [NOW, '2027-07-01T12:34:56Z']) {
    web.at(now);
    const { components, paths } = await document();
    const tomorrow = Math.ceil(Date.parse(now) / DAY_MS) * DAY_MS;
    const interval = [formatInstant(tomorrow), formatInstant(tomorrow + 7 * DAY_MS)];
    const [{ start, end }] = components.schemas.OverrideCreation.examples;
    assert.deepEqual([start, end], interval);
    const { properties } = components.schemas.CoverageRequest;
    assert.deepEqual([...properties.start.examples, ...properties.end.examples], interval);
    const [team] = paths['/teams/{team_id}'].get.parameters;
    assert.equal(team.description, 'From `GET /teams/`');
  }
  web.at(NOW);
  const ada = await watchbill.addPerson('Ada');
  const { components } = succeeded(await ada.get('/docs/json'));
  const [{ user_references }] = components.schemas.OverrideCreation.examples;
  assert.deepEqual(user_references, [{ type: 'email', value: ada.email }]);
});

async function document() {
  return succeeded(await call(watchbill.app, 'GET', '/docs/json'));
}

/** Clicks "Execute", with these texts in parameters that have these names. Returns the status and the body that the page shows. */
function execute(page: Page, operation: DocumentedOperation, given: Readonly<Record<string, string>>): Promise<string> {
  return page.evaluate(
    async ({ operationId, tags: [tag = ''], hasBody, given }) => {
      const anchor = tag.replaceAll(' ', '_');
      const section = await shown(() => document.getElementById(`operations-tag-${anchor}`));
      if (section.dataset.isOpen !== 'true') section.click();
      const block = await shown(() => document.getElementById(`operations-${anchor}-${operationId}`));
      const find = (part: string) => block.querySelector<HTMLElement>(part);
      find('.opblock-summary-control')?.click();
      // Until its references are resolved, the operation has no responses, and cannot be executed.
      await shown(() => find('.responses-table .response'));
      if (hasBody) await shown(() => block.querySelector('textarea')?.value);
      for (const [name, value] of Object.entries(given)) {
        const input = find(`tr[data-param-name="${name}"] input`);
        if (input === null) continue;
        // React overlooks a value that is set on the element itself.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      find('button.execute')?.click();
      await shown(() => find('.live-responses-table .response, .invalid'));
      const [status, body] = ['status', 'description'].map(
        (part) => find(`.live-responses-table .response .response-col_${part}`)?.textContent,
      );
      find('.opblock-summary-control')?.click();
      return `${status} ${body?.slice(0, 300)}`;

      async function shown<T>(find: () => T | null | undefined): Promise<T> {
        for (const end = Date.now() + 15_000; Date.now() < end; ) {
          const found = find();
          if (found) return found;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        throw new Error(`${operationId} does not show ${find}`);
      }
    },
    { ...operation, hasBody: operation.requestBody !== undefined, given },
  );
}
