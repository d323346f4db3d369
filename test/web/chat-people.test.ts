/** People are picked from the connected chat, and the ones who are users already cannot be. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { succeeded } from '../support/drivers/api.ts';
import { slackChat } from '../support/drivers/slack.ts';
import { seriousViolations, startWeb, type Web } from '../support/drivers/web.ts';
import { becomes } from '../support/drivers/web-pages.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addUser } from '../support/fakes/fake-slack-workspace.ts';

let web: Web;
let slack: FakeSlack;

before(async () => {
  slack = await startFakeSlack();
  addUser(slack.workspace, { id: 'U0ADA', name: 'ada' });
  addUser(slack.workspace, { id: 'U0GRACE', name: 'grace' });
  addUser(slack.workspace, { id: 'U0LINUS', name: 'linus' });
  web = await startWeb(undefined, slackChat(slack));
  await web.watchbill.addPerson('Ada', {});
});
after(async () => {
  await web.stop();
  await slack.stop();
});

it('adds people from the chat, with their id there', async () => {
  const { owner } = web.watchbill;
  const page = await web.open(owner, '/app/people');
  await page.getByRole('button', { name: 'Add several' }).click();
  await page.getByRole('radiogroup', { name: 'Where from' }).getByText('From the chat').click();
  const found = page.getByRole('region', { name: 'People of the chat' });
  const boxOf = (name: string) => found.getByRole('checkbox', { name });
  await boxOf('grace').check();
  assert.equal(await boxOf('ada').isDisabled(), true);
  await page.getByLabel('Find in the chat').fill('lin');
  await becomes(() => found.getByRole('checkbox').count(), 1);
  await boxOf('linus').check();
  await page.getByText('2 picked').waitFor();
  assert.deepEqual(await seriousViolations(page), []);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Add 2 people' }).click();
  await becomes(async () => {
    const { users } = succeeded(await owner.get('/users/?per_page=100'));
    return users
      .map(({ chat_id }: { chat_id?: string }) => chat_id)
      .filter(Boolean)
      .sort();
  }, ['U0GRACE', 'U0LINUS']);
});
