/** The manifest for the Slack app: it has the scopes that the code needs, and no others. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WebClient } from '@slack/web-api';
import { parse } from 'yaml';
import { ChatError, type ChatProvider } from '../../src/chat/provider.ts';
import { createSlackChat } from '../../src/chat/slack.ts';
import { SLACK_METHODS, scopesOf } from '../../src/chat/slack-methods.ts';
import { startWatchbill, succeeded } from '../support/drivers/api.ts';
import { addPersonInSlack, slackChat } from '../support/drivers/slack.ts';
import { type FakeSlack, startFakeSlack } from '../support/fakes/fake-slack.ts';
import { addChannel, addUser, neededScopes } from '../support/fakes/fake-slack-workspace.ts';
import { describeOnSqlite } from '../support/servers/databases.ts';

interface Manifest {
  readonly features: {
    readonly app_home: { readonly messages_tab_enabled: boolean; readonly messages_tab_read_only_enabled: boolean };
    readonly slash_commands: readonly { readonly command: string; readonly url: string }[];
  };
  readonly oauth_config: { readonly scopes: { readonly bot: readonly string[]; readonly user: readonly string[] } };
  readonly settings: { readonly interactivity: { readonly is_enabled: boolean; readonly request_url: string } };
}

const ADDRESS = 'https://oncall.example.com';
const NOW = '2026-01-05T10:00:00Z';
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

/** Slack itself requires this scope for an app with a slash command. */
const OF_COMMANDS = 'commands';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function fileOf(path: string): Promise<string> {
  return readFile(ROOT + path, 'utf8');
}

async function readManifest(): Promise<Manifest> {
  return parse(await fileOf('docs/slack-manifest.yaml')) as Manifest;
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** The methods of Slack's SDK: `chat.postMessage`, `usergroups.users.update`. */
function methodsOfSdk(part: object = new WebClient(), path: readonly string[] = []): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    if (typeof value === 'function') return path.length === 0 ? [] : [[...path, name].join('.')];
    return value !== null && typeof value === 'object' && path.length < 4 ? methodsOfSdk(value, [...path, name]) : [];
  });
}

/** The methods of the SDK that the code names, on whatever object. */
function methodsIn(code: string, known: ReadonlySet<string>): string[] {
  const chains = [...code.matchAll(/\w+(?:\s*[?!]*\.\s*\w+)+/g)].map(([chain]) => chain.split(/\s*[?!]*\.\s*/));
  return chains.flatMap((names) => {
    const endings = names.map((_, i) => names.slice(i).join('.'));
    return endings.find((ending) => known.has(ending)) ?? [];
  });
}

describe('the table of methods', () => {
  it('has exactly the methods that the code calls, in whatever file', async () => {
    const known = new Set(methodsOfSdk());
    assert.deepEqual(methodsIn('await (client.chat\n  .delete(x)); web.users!.profile?.get', known), [
      'chat.delete',
      'users.profile.get',
    ]);
    const files = globSync('src/**/*.ts', { cwd: ROOT });
    assert.ok(files.length > 300, `${files.length} files`);
    const called: string[] = [];
    for (const file of files) {
      const code = await fileOf(file);
      called.push(...methodsIn(code, known));
      assert.doesNotMatch(code, /\bapiCall\b|slack\.com\/api|WebClient\(\)/, `${file} goes round the SDK's methods`);
      const hasOwnClient = /import\('@slack|new WebClient|^import \{[^}]*\} from '@slack/m.test(code);
      assert.equal(hasOwnClient, file === 'src/chat/slack-client.ts', `${file}: only one file creates a client`);
    }
    assert.deepEqual(sortedSet(called), SLACK_METHODS.toSorted());
  });
});

describe('the manifest', () => {
  let slack: FakeSlack;
  let manifest: Manifest;

  before(async () => {
    manifest = await readManifest();
    slack = await startFakeSlack();
    addChannel(slack.workspace, { id: 'C0ONCALL', name: 'oncall' });
    addUser(slack.workspace, { id: 'U0ADA', name: 'ada' });
    addUser(slack.workspace, { id: 'U0GUEST', name: 'guest', is_restricted: true });
    install(manifest);
  });
  after(() => slack.stop());

  /** Gives the app the scopes of the manifest. */
  function install({ features, oauth_config: { scopes } }: Manifest): void {
    slack.scopes.clear();
    for (const scope of scopes.bot) slack.scopes.add(scope);
    slack.userScopes.clear();
    for (const scope of scopes.user) slack.userScopes.add(scope);
    slack.workspace.messagesTabEnabled = features.app_home.messages_tab_enabled;
  }

  /** Calls every method of a chat, with a user group under that handle. */
  async function doEverything(chat: ChatProvider, handle: string): Promise<void> {
    await chat.botUserId();
    await chat.plan();
    await chat.listChannels();
    await chat.listPeople();
    await chat.findChannel('C0ONCALL');
    assert.equal(await chat.findUserIdByEmail('ada@example.com'), 'U0ADA');
    const { id } = await chat.createUserGroup({ name: handle, handle });
    await chat.renameUserGroup(id, { name: `${handle} on call`, handle });
    await chat.disableUserGroup(id);
    await chat.enableUserGroup(id);
    await chat.setUserGroupMembers(id, ['U0ADA']);
    assert.deepEqual((await chat.findUserGroup(id))?.memberIds, ['U0ADA']);
    const error = await chat.setUserGroupMembers(id, ['U0ADA', 'U0GUEST']).catch((reason) => reason);
    assert.ok(error instanceof ChatError && error.failure === 'unknown members', String(error));
    for (const destination of ['C0ONCALL', 'U0ADA']) {
      const message = await chat.post(destination, { lines: [['Hello']] });
      await chat.updateMessage(destination, message, { lines: [['Hello again']] });
    }
  }

  it('has the scopes for everything, with the bot token alone and with that of an admin', async () => {
    const { apiUrl, botToken, userToken } = slack;
    slack.calls.length = 0;
    await doEverything(createSlackChat({ apiUrl, botToken }), 'by-the-bot');
    assert.deepEqual(sortedSet(slack.calls), SLACK_METHODS.toSorted());
    await doEverything(createSlackChat({ apiUrl, botToken, userToken }), 'by-an-admin');
  });

  it('has no unneeded scope', () => {
    const { bot, user } = manifest.oauth_config.scopes;
    const needed = SLACK_METHODS.flatMap(scopesOf);
    assert.deepEqual(bot, sortedSet([...needed, OF_COMMANDS]));
    assert.deepEqual(sortedSet(needed), neededScopes(), 'what Slack documents');
    assert.deepEqual(user, sortedSet(SLACK_METHODS.filter((name) => name.startsWith('usergroups.')).flatMap(scopesOf)));
  });

  it('enables messages to the bot: otherwise Slack refuses its direct messages', async () => {
    const { app_home } = manifest.features;
    assert.equal(app_home.messages_tab_read_only_enabled, false);
    install({
      ...manifest,
      features: { ...manifest.features, app_home: { ...app_home, messages_tab_enabled: false } },
    });
    const refused = await createSlackChat(slack)
      .post('U0ADA', { lines: [['Hello']] })
      .catch((error) => error);
    assert.match(String(refused), /Slack lets the app post nothing there/);
    install(manifest);
  });

  it('is the one in docs/slack.md, with a reason for each scope', async () => {
    const page = await fileOf('docs/slack.md');
    assert.match(page, /\]\(slack-manifest\.yaml\)/);
    for (const scope of manifest.oauth_config.scopes.bot) {
      assert.match(page, new RegExp(`^\\|.*\`${scope}\`.*\\|.+\\|$`, 'm'));
    }
  });
});

describeOnSqlite('the addresses of the manifest', (create) => {
  it('are the routes of Watchbill for Slack', async (t) => {
    const { features, settings } = await readManifest();
    const slack = await startFakeSlack();
    const watchbill = await startWatchbill(create, NOW, slackChat(slack, SECRET));
    t.after(async () => {
      await watchbill.stop();
      await slack.stop();
    });
    await addPersonInSlack(watchbill, slack, 'Ada');

    async function send(url: string, form: Readonly<Record<string, string>>) {
      assert.ok(url.startsWith(`${ADDRESS}/`), url);
      const payload = new URLSearchParams(form).toString();
      const timestamp = String(Temporal.Instant.from(NOW).epochMilliseconds / 1000);
      const signature = createHmac('sha256', SECRET).update(`v0:${timestamp}:${payload}`).digest('hex');
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      };
      const answer = await watchbill.app.inject({ method: 'POST', url: url.slice(ADDRESS.length), headers, payload });
      return succeeded({ status: answer.statusCode, body: JSON.parse(answer.body), headers: answer.headers });
    }

    assert.equal(features.slash_commands.length, 1);
    for (const { command, url } of features.slash_commands) {
      const { text } = await send(url, { user_id: 'U0ADA', command, text: 'help' });
      assert.ok(text.includes(command), text);
    }
    assert.equal(settings.interactivity.is_enabled, true);
    const pressed = { type: 'block_actions', user: { id: 'U0ADA' }, actions: [] };
    assert.deepEqual(await send(settings.interactivity.request_url, { payload: JSON.stringify(pressed) }), {});
  });
});
