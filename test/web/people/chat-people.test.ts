/** With a connected Slack: people are picked from it, and a token that it refuses is reported above every page. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { updateSetup } from '../../../src/db/people/organizations.ts';
import { succeeded } from '../../support/drivers/api.ts';
import { createSchedule } from '../../support/drivers/schedules.ts';
import { slackChat } from '../../support/drivers/slack.ts';
import { seriousViolations, settled, startWeb, type Web } from '../../support/drivers/web/web.ts';
import { becomes } from '../../support/drivers/web/web-pages.ts';
import { workAt } from '../../support/drivers/worker.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fakes/fake-slack.ts';
import { addChannel, addUser } from '../../support/fakes/fake-slack-workspace.ts';

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
  await becomes(() => boxOf('ada').isDisabled(), true);
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

it('ticks off the chat in the list of the first steps', async () => {
  const { owner, services } = web.watchbill;
  const { organization } = succeeded(await owner.get('/organization/'));
  await services.db.transaction((tx) => tx.run(updateSetup, { id: organization.id, setup: 'checklist' }));
  const page = await web.open(owner, '/app/');
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Connect the chatDone$/ })
    .waitFor();
  await page.getByRole('button', { name: 'Hide this list' }).click();
  await becomes(() => page.getByText('Getting started').count(), 0);
});

it('reports a refused token, and a message that was given up, until they are put right', async () => {
  const { owner } = web.watchbill;
  const channel = addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall', is_member: true });
  const [carl, bob] = [await web.watchbill.addPerson('Carl'), await web.watchbill.addPerson('Bob')];
  const { id } = await createSchedule(owner, [carl, bob]);
  succeeded(await owner.put(`/schedules/${id}/chat_channels/C0ONCALL`), 204);
  await workAt(web.watchbill, '2026-01-05T12:00:00Z');

  slack.refuseToken(slack.botToken, 'token_revoked');
  await workAt(web.watchbill, '2026-01-06T09:00:00Z');
  await workAt(web.watchbill, '2026-01-06T09:02:00Z');
  const page = await web.open(owner, '/app/teams', { allow: /status of 422/ });
  const waiting = page.getByRole('status').filter({ hasText: 'Messages are waiting' });
  await waiting.getByText(/The token was revoked in Slack\. Check SLACK_BOT_TOKEN\./).waitFor();
  assert.deepEqual(await seriousViolations(page), []);
  await waiting.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();

  slack.acceptTokens();
  channel.is_archived = true;
  await workAt(web.watchbill, '2026-01-06T10:00:00Z');
  await page.reload();
  await page.getByText('Messages did not arrive').waitFor();
  await page
    .getByText(/The channel is archived in Slack\./)
    .first()
    .waitFor();
  assert.equal(await waiting.count(), 0);

  channel.is_archived = false;
  await workAt(web.watchbill, '2026-01-07T09:00:00Z');
  await page.reload();
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  await settled(page);
  assert.equal(await page.getByText('Messages did not arrive').count(), 0);
});
