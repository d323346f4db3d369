/** Replacing WATCHBILL_SECRET without signing anybody out, by the steps in `docs/operations.md`. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, it } from 'node:test';
import type { Database } from '../../src/db/driver/database.ts';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import type { Secret } from '../../src/secrets/installation-secret.ts';
import { runAllDue } from '../../src/services/jobs/due-work.ts';
import { sweep } from '../../src/services/jobs/retention.ts';
import { bootstrap } from '../../src/services/setup/bootstrap.ts';
import { renewWebhookSecrets } from '../../src/services/webhooks/webhook-secrets.ts';
import { allowEndpoints, type OpenApp, openApp, personWith, succeeded } from '../support/drivers/api.ts';
import { addFeed, fetchCalendar } from '../support/drivers/calendars.ts';
import { browserWith, cookieIn, freshBrowser, PASSWORD } from '../support/drivers/sessions.ts';
import { isSignedBy, startWebhookEndpoint, type WebhookEndpoint } from '../support/fakes/webhook-endpoint.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { describeOnBothDatabases, describeOnSqlite, type TestDatabase } from '../support/servers/databases.ts';
import {
  follow,
  killed,
  listening,
  type ServerProcess,
  startCommand,
  stopped,
} from '../support/servers/server-process.ts';

const OLD = 'the old secret has thirty-two letters';
const NEW = 'the new secret has thirty-two letters';

const keyOf = (secret: string) => createSecretKey(secret, 'utf8');

describeOnSqlite('a rotated secret, with real processes', (create) => {
  let place: TestDatabase;
  let running: ServerProcess[];

  beforeEach(async () => {
    place = await create();
    running = [];
  });
  afterEach(() => cleanUp(...running.map((node) => () => killed(node)), place.remove));

  async function startNode(secret: string): Promise<ServerProcess> {
    const node = await listening(startCommand(place.config, ['serve', '--no-worker'], { WATCHBILL_SECRET: secret }));
    running.push(node);
    return node;
  }

  async function stop(node: ServerProcess): Promise<void> {
    running.splice(running.indexOf(node), 1);
    await stopped(node);
  }

  /** The token of a link for the owner, created by a command with these secrets. */
  async function linkMadeWith(secret: string): Promise<string> {
    const words = ['users', 'link', '--email', 'owner@example.com'];
    const command = follow(startCommand(place.config, words, { WATCHBILL_SECRET: secret }));
    const address = await command.said('/app/welcome#');
    await command.exited;
    return address.split('#')[1] ?? '';
  }

  function post({ address }: ServerProcess, path: string, body: object): Promise<Response> {
    const headers = { origin: address, 'x-watchbill-request': '1', 'content-type': 'application/json' };
    return fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Uses a link, and returns the cookie of the new session. */
  async function signIn(node: ServerProcess, token: string): Promise<string> {
    const answer = await post(node, '/sign_in_links/use', { token, password: PASSWORD });
    assert.equal(answer.status, 201, await answer.text());
    return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  }

  async function signInWithPassword(node: ServerProcess): Promise<string> {
    const answer = await post(node, '/session/', { email: 'owner@example.com', password: PASSWORD });
    assert.equal(answer.status, 201, await answer.text());
    return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  }

  async function knows({ address }: ServerProcess, cookie: string): Promise<boolean> {
    const { status } = await fetch(`${address}/user/`, { headers: { cookie } });
    assert.ok(status === 200 || status === 401, String(status));
    return status === 200;
  }

  it('keeps sessions and links valid, on nodes that have the list in different orders', async () => {
    const before = await startNode(OLD);
    const sessionOfOld = await signIn(before, await linkMadeWith(OLD));

    const [oldFirst, newFirst] = [await startNode(`${OLD},${NEW}`), await startNode(`${NEW}, ${OLD}`)];
    await stop(before);
    for (const node of [oldFirst, newFirst]) assert.ok(await knows(node, sessionOfOld));
    const sessions = [await signInWithPassword(oldFirst), await signInWithPassword(newFirst)];
    for (const node of [oldFirst, newFirst]) for (const session of sessions) assert.ok(await knows(node, session));

    const linkOfOld = await linkMadeWith(`${OLD},${NEW}`);
    const look = await post(newFirst, '/sign_in_links/look', { token: linkOfOld });
    assert.equal(look.status, 200);
    await signIn(newFirst, linkOfOld);
    await signIn(oldFirst, await linkMadeWith(`${NEW},${OLD}`));
    const again = await post(oldFirst, '/sign_in_links/use', { token: linkOfOld, password: PASSWORD });
    assert.equal(again.status, 404, 'a link works once');
  });

  it('once the old secret is dropped, only what the new one signed is valid', async () => {
    const before = await startNode(OLD);
    const sessionOfOld = await signIn(before, await linkMadeWith(OLD));
    await stop(before);
    const between = await startNode(`${NEW},${OLD}`);
    const sessionOfNew = await signInWithPassword(between);
    await stop(between);
    const afterwards = await startNode(NEW);
    assert.ok(await knows(afterwards, sessionOfNew));
    assert.ok(!(await knows(afterwards, sessionOfOld)));
  });
});

describeOnBothDatabases('a rotated secret', (create, itOnSqlite) => {
  let place: TestDatabase;
  let open: OpenApp | undefined;
  let endpoint: WebhookEndpoint | undefined;

  beforeEach(async () => {
    place = await create('migrated');
    open = undefined;
    endpoint = undefined;
  });
  afterEach(() =>
    cleanUp(
      () => open?.close(),
      () => endpoint?.stop(),
      place.remove,
    ),
  );

  async function restart(now: string, ...secrets: Secret): Promise<OpenApp> {
    await open?.close();
    open = await openApp(place.config, now, { secret: secrets });
    return open;
  }

  async function statusOf({ app }: OpenApp, cookie: string): Promise<number> {
    return (await browserWith(app, cookie).get('/user/')).status;
  }

  itOnSqlite('signs a session again when it is used after an hour, so that the old secret can be removed', async () => {
    const { app, services } = await restart('2026-01-05T09:00:00Z', keyOf(OLD));
    const first = await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey: newApiKey() });
    const link = { token: first?.link.token, password: PASSWORD };
    const answer = await freshBrowser(app).post('/sign_in_links/use', link);
    succeeded(answer, 201);
    const cookie = cookieIn(answer);

    const soon = await restart('2026-01-05T09:30:00Z', keyOf(NEW), keyOf(OLD));
    assert.equal(await statusOf(soon, cookie), 200);
    assert.equal(await statusOf(await restart('2026-01-05T09:31:00Z', keyOf(NEW)), cookie), 401);

    const later = await restart('2026-01-05T10:30:00Z', keyOf(NEW), keyOf(OLD));
    assert.equal(await statusOf(later, cookie), 200);
    assert.equal(await statusOf(await restart('2026-01-05T10:31:00Z', keyOf(NEW)), cookie), 200);

    const reversed = await restart('2026-01-05T12:30:00Z', keyOf(OLD), keyOf(NEW));
    assert.equal(await statusOf(reversed, cookie), 200, 'a node with the other order signs it back');
    assert.equal(await statusOf(await restart('2026-01-05T12:31:00Z', keyOf(OLD)), cookie), 200);
  });

  it('signs it again once for many concurrent requests, all of which succeed', async () => {
    const { app, services } = await restart('2026-01-05T09:00:00Z', keyOf(OLD));
    const first = await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey: newApiKey() });
    const answer = await freshBrowser(app).post('/sign_in_links/use', { token: first?.link.token, password: PASSWORD });
    succeeded(answer, 201);
    const cookie = cookieIn(answer);
    const later = await restart('2026-01-06T09:00:00Z', keyOf(NEW), keyOf(OLD));
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(later, cookie)));
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal(await statusOf(await restart('2026-01-06T09:01:00Z', keyOf(NEW)), cookie), 200);
  });

  itOnSqlite(
    'keeps calendar feeds working, and the worker encrypts their tokens again, so that the old secret can be removed',
    async () => {
      const { app, services } = await restart('2026-01-05T09:00:00Z', keyOf(OLD));
      const apiKey = newApiKey();
      await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey });
      const { url } = await addFeed(await personWith(app, apiKey));

      const both = await restart('2026-01-05T09:30:00Z', keyOf(NEW), keyOf(OLD));
      const shown = async ({ app }: OpenApp) =>
        succeeded(await (await personWith(app, apiKey)).get('/user/calendar_feeds/')).calendar_feeds[0].url;
      assert.equal(await shown(both), url);
      await sweep(both.services, { auditLogDays: undefined, deliveryDays: undefined, endedSessionDays: undefined });
      const last = await restart('2026-01-05T10:00:00Z', keyOf(NEW));
      assert.equal(await shown(last), url);
      assert.equal((await fetchCalendar(last.app, url)).status, 200);

      const lost = await restart('2026-01-05T11:00:00Z', keyOf(OLD));
      assert.equal(await shown(lost), undefined);
      assert.equal((await fetchCalendar(lost.app, url)).status, 200, 'the address needs no secret');
    },
  );

  itOnSqlite('keeps webhooks signed with all of their secrets, which the worker encrypts again', async () => {
    endpoint = await startWebhookEndpoint();
    const before = await restart('2026-01-05T09:00:00Z', keyOf(OLD));
    const apiKey = newApiKey();
    await bootstrap(before.services, { email: 'owner@example.com', name: 'Owner', apiKey });
    allowEndpoints(before, ['127.0.0.0/8']);
    const owner = await personWith(before.app, apiKey);
    const wanted = { url: endpoint.url, events: ['schedule.changed'] };
    const { webhook, secret: first } = succeeded(await owner.post('/webhooks/', wanted), 201);
    const { secret: second } = succeeded(await owner.post(`/webhooks/${webhook.id}/rotate_secret`));
    const { secret: current } = succeeded(await owner.post(`/webhooks/${webhook.id}/rotate_secret`));

    const both = await restart('2026-01-05T09:30:00Z', keyOf(NEW), keyOf(OLD));
    await sweep(both.services, { auditLogDays: undefined, deliveryDays: undefined, endedSessionDays: undefined });
    const last = await restart('2026-01-05T10:00:00Z', keyOf(NEW));
    allowEndpoints(last, ['127.0.0.0/8']);
    succeeded(await (await personWith(last.app, apiKey)).post(`/webhooks/${webhook.id}/test`), 202);
    await runAllDue(last.services);
    const [received] = endpoint.received;
    assert.ok(received !== undefined, 'nothing was sent');
    for (const secret of [first, second, current]) assert.ok(isSignedBy(secret, received));
  });

  itOnSqlite('keeps a secret of a webhook that is rotated while the old one is encrypted again', async () => {
    endpoint = await startWebhookEndpoint();
    const before = await restart('2026-01-05T09:00:00Z', keyOf(OLD));
    const apiKey = newApiKey();
    await bootstrap(before.services, { email: 'owner@example.com', name: 'Owner', apiKey });
    allowEndpoints(before, ['127.0.0.0/8']);
    const wanted = { url: endpoint.url, events: ['schedule.changed'] };
    const { webhook } = succeeded(await (await personWith(before.app, apiKey)).post('/webhooks/', wanted), 201);

    const both = await restart('2026-01-05T09:30:00Z', keyOf(NEW), keyOf(OLD));
    allowEndpoints(both, ['127.0.0.0/8']);
    const owner = await personWith(both.app, apiKey);
    const rotated: string[] = [];
    const { db } = both.services;
    const rotatingFirst: Database = {
      ...db,
      async queueTransaction(work) {
        rotated.push(succeeded(await owner.post(`/webhooks/${webhook.id}/rotate_secret`)).secret);
        return db.queueTransaction(work);
      },
    };
    await renewWebhookSecrets({ ...both.services, db: rotatingFirst }, () => false);
    succeeded(await owner.post(`/webhooks/${webhook.id}/test`), 202);
    await runAllDue(both.services);
    const [received] = endpoint.received;
    assert.ok(received !== undefined && rotated.length === 1);
    assert.ok(isSignedBy(rotated[0] ?? '', received));
  });
});
