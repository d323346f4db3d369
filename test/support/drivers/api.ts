/**
 * Drives the real app on a real database, with a simulated clock. A `Watchbill` is a service with an owner; people are added by name, and each calls
 * it with their own key.
 */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChatConfig } from '../../../src/config/chat.ts';
import type { DatabaseConfig } from '../../../src/config/database.ts';
import { openDatabase } from '../../../src/db/driver/open.ts';
import { anyOrganization } from '../../../src/db/people/organizations.ts';
import { migrate } from '../../../src/db/schema/migrate.ts';
import { type AppOptions, buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/typed-app.ts';
import { createIdSource, parseId } from '../../../src/ids.ts';
import type { Role, Seat } from '../../../src/permissions.ts';
import { createLog } from '../../../src/process/log.ts';
import { newApiKey } from '../../../src/secrets/api-key-format.ts';
import type { Secret } from '../../../src/secrets/installation-secret.ts';
import { connectChat } from '../../../src/services/chat/chat-connection.ts';
import { bootstrap } from '../../../src/services/setup/bootstrap.ts';
import { noLastUses } from '../../../src/services/shared/last-uses.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { storeApiKey } from '../../../src/services/sign-in/api-keys.ts';
import type { CreatedLink } from '../../../src/services/sign-in/sign-in-links.ts';
import { parseInstant } from '../../../src/time/iso.ts';
import { createAddressRules } from '../../../src/webhooks/public-addresses.ts';
import { cleanUp } from '../servers/clean-up.ts';
import type { CreateDatabase } from '../servers/databases.ts';
import type { Answer } from './answer.ts';
import { assertDocumented } from './openapi.ts';
import './shift-guard.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const TEST_SECRET: Secret = [createSecretKey(Buffer.alloc(32, 'secret'))];

/** The public address of the service under test. */
export const PUBLIC_URL = 'http://watchbill.test';

/** Built by `npm run build`, which `npm test` does first. */
export const DOCS_FOLDER = fileURLToPath(new URL('../../../dist/docs', import.meta.url));

const LOCAL_CHAT: ChatConfig = { provider: 'local', plan: 'paid' };

export const silentLog = createLog('silent', { now: () => 0 });

/** The origin of requests: their headers and address. */
export interface Origin {
  readonly headers: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** Calls the service as one caller. */
export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** A user with a key. */
export interface Person extends Client {
  readonly id: string;
  readonly key: string;
}

export interface Watchbill {
  readonly app: App;
  readonly services: Services;
  readonly owner: Person;
  /** The link for the owner's password. */
  readonly setUpLink: CreatedLink;
  /** Sets the time. */
  at(instant: string): void;
  addPerson(name: string, options?: { role?: Role; seat?: Seat; time_zone?: string }): Promise<Person>;
  stop(): Promise<void>;
}

/** The app on a migrated and otherwise untouched database. */
export interface OpenApp {
  readonly app: App;
  readonly services: Services;
  /** Sets the time. */
  at(instant: string): void;
  close(): Promise<void>;
}

export async function startWatchbill(
  create: CreateDatabase,
  now = '2026-01-05T09:00:00Z',
  chat: ChatConfig = LOCAL_CHAT,
  { mailer, ...options }: Partial<AppOptions> & Pick<Services, 'mailer'> = {},
): Promise<Watchbill> {
  const place = await create('migrated');
  const { app, services, at, close } = await openApp(place.config, now, { chat, options, mailer });
  const ownerKey = newApiKey();
  const first = await bootstrap(services, { email: 'owner@example.com', name: 'Owner', apiKey: ownerKey });
  assert.ok(first !== undefined);
  const owner = await personWith(app, ownerKey);

  return {
    app,
    services,
    owner,
    setUpLink: first.link,
    at,
    async addPerson(name, { role = 'standard', seat = 'member', ...more } = {}) {
      const email = `${name.toLowerCase()}@example.com`;
      const { user } = succeeded(await owner.post('/users/', { name, email, role, seat, ...more }), 201);
      return personWith(app, await addKey(services, user.id));
    },
    stop: () => cleanUp(close, place.remove),
  };
}

interface AppSettings {
  readonly secret?: Secret;
  readonly chat?: ChatConfig;
  readonly options?: Partial<AppOptions>;
  /** Undefined: no mail. */
  readonly mailer?: Services['mailer'];
}

export async function openApp(
  database: DatabaseConfig,
  now: string,
  { secret = TEST_SECRET, chat = LOCAL_CHAT, options = {}, mailer }: AppSettings = {},
): Promise<OpenApp> {
  let nowMs = instant(now);
  const clock = { now: () => nowMs };
  const base = {
    db: await openDatabase(database),
    clock,
    newId: createIdSource(clock),
    secret,
    lastUses: noLastUses(),
    // A separate object, because suites change it with `allowEndpoints`.
    endpoints: { ...createAddressRules([]) },
    ...(options.log !== undefined && { log: options.log }),
    ...(mailer !== undefined && { mailer, publicUrl: PUBLIC_URL }),
  };
  const services = { ...base, chatOf: connectChat(chat, base) };
  await migrate(services.db, clock);
  const app = await buildApp({
    services,
    docsUrl: 'http://docs.test',
    publicUrl: () => PUBLIC_URL,
    docsFolder: DOCS_FOLDER,
    rateLimit: 0,
    log: silentLog,
    slackSigningSecret: chat.provider === 'slack' ? chat.signingSecret : undefined,
    ...options,
  });
  return {
    app,
    services,
    at: (text) => {
      nowMs = instant(text);
    },
    close: () =>
      cleanUp(
        () => app.close(),
        () => services.db.close(),
      ),
  };
}

/** Allows webhooks to call these networks too. */
export function allowEndpoints({ services }: Pick<Watchbill, 'services'>, networks: readonly string[]): void {
  Object.assign(services.endpoints as object, createAddressRules(networks), { timeoutMs: 15_000 });
}

/** The body of a response, which must have that status. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function succeeded(answer: Answer, status = 200): any {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

/** Asserts that the response is the error envelope with that code; returns its message. */
export function failed(answer: Answer, status: number, code: string): string {
  const { error } = answer.body ?? {};
  assert.deepEqual({ status: answer.status, code: error?.code }, { status, code }, JSON.stringify(answer.body));
  assert.deepEqual(Object.keys(error), ['code', 'status', 'message', 'docs_url']);
  assert.equal(error.status, status);
  assert.equal(error.docs_url, `http://docs.test/errors#${code}`);
  return error.message;
}

/** Calls the app, and asserts that the OpenAPI document allows the response. */
export function call(app: App, method: Method, path: string, key?: string, body?: unknown): Promise<Answer> {
  return callFrom(app, { headers: key === undefined ? {} : { 'x-api-key': key } }, method, path, body);
}

export async function callFrom(
  app: App,
  { headers, address = '127.0.0.1' }: Origin,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answer> {
  // As over the network: two requests never share a turn of the event loop. See shift-guard.ts.
  await nextTurn();
  const response = await app.inject({
    method,
    url: path,
    headers,
    remoteAddress: address,
    ...(body !== undefined && { body: body as object }),
  });
  const isText = /^text\/(csv|plain)/.test(String(response.headers['content-type']));
  const answer = {
    status: response.statusCode,
    body: isText ? response.body : response.body === '' ? undefined : JSON.parse(response.body),
    headers: response.headers,
  };
  assertDocumented(method, path, answer);
  return answer;
}

/** A key for a user, as the web application would create it. */
export async function addKey(services: Services, userId: string, expires?: string): Promise<string> {
  const organization = await services.db.first(anyOrganization, {});
  const id = parseId('user', userId);
  assert.ok(organization !== undefined && id !== undefined);
  const key = newApiKey();
  await services.db.transaction((tx) =>
    storeApiKey(services, tx, {
      key,
      organizationId: organization.id,
      userId: id,
      name: 'Test key',
      expiresAt: expires === undefined ? null : instant(expires),
    }),
  );
  return key;
}

export async function personWith(app: App, key: string): Promise<Person> {
  const client = clientFrom(app, { headers: { 'x-api-key': key } });
  return { ...client, key, id: succeeded(await client.get('/user/')).user.id };
}

export function clientFrom(app: App, origin: Origin): Client {
  return {
    get: (path) => callFrom(app, origin, 'GET', path),
    post: (path, body) => callFrom(app, origin, 'POST', path, body),
    put: (path, body) => callFrom(app, origin, 'PUT', path, body),
    patch: (path, body) => callFrom(app, origin, 'PATCH', path, body),
    delete: (path) => callFrom(app, origin, 'DELETE', path),
  };
}

function instant(text: string): number {
  const ms = parseInstant(text);
  assert.ok(ms !== undefined, `not an instant: ${text}`);
  return ms;
}
