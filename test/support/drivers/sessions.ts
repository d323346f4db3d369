/** Browsers: clients with the headers of our pages and a session cookie. */
import assert from 'node:assert/strict';
import { passwordOfUser, storePassword } from '../../../src/db/sign-in/passwords.ts';
import type { App } from '../../../src/http/typed-app.ts';
import type { Caller } from '../../../src/permissions.ts';
import { hashPassword } from '../../../src/secrets/argon2.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import { findHolder } from '../../../src/services/sign-in/api-keys.ts';
import { startSession } from '../../../src/services/sign-in/sessions.ts';
import type { Answer } from './answer.ts';
import { type Client, clientFrom, type Person, PUBLIC_URL, succeeded, type Watchbill } from './api.ts';

export const PASSWORD = 'correct horse battery staple';

/** The headers of every request from our pages. */
export const SAME_ORIGIN = { origin: PUBLIC_URL, 'x-watchbill-request': '1' };

export interface Browser extends Client {
  /** `watchbill_session=…` */
  readonly cookie: string;
}

/** A browser without a session. */
export function freshBrowser(app: App, address = '127.0.0.1', name = 'Test browser'): Client {
  return clientFrom(app, { headers: { ...SAME_ORIGIN, 'user-agent': name }, address });
}

export function browserWith(app: App, cookie: string, address = '127.0.0.1'): Browser {
  return { ...clientFrom(app, { headers: { ...SAME_ORIGIN, cookie }, address }), cookie };
}

/** The cookie that a response sets, without its attributes. */
export function cookieIn({ headers }: Answer): string {
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  assert.match(cookie, /^(__Host-)?watchbill_session=[\w-]{43}$/);
  return cookie;
}

/** A session of that person, created directly. */
export async function openSession({ app, services }: Watchbill, person: Person): Promise<Browser> {
  const owner = await ownerOf(services, person);
  const visitor = { address: '127.0.0.1' };
  const token = await services.db.transaction((tx) => startSession(services, tx, owner, visitor, 'password'));
  return browserWith(app, `watchbill_session=${token}`);
}

/** Creates a link for that user, and returns its token. */
export async function invite(admin: Browser, userId: string): Promise<string> {
  const { sign_in_link } = succeeded(await admin.post(`/users/${userId}/sign_in_link/`), 201);
  return sign_in_link.url.split('#')[1];
}

export async function signIn(app: App, email: string, password = PASSWORD): Promise<Browser> {
  const answer = await freshBrowser(app).post('/session/', { email, password });
  succeeded(answer, 201);
  return browserWith(app, cookieIn(answer));
}

/** Hashing is slow by design, so it is done once for all tests of a file. */
let usualHash: Promise<string> | undefined;

/** Sets PASSWORD, or the password of the given hash. */
export async function givePassword({ services }: Watchbill, person: Person, given?: string): Promise<void> {
  const owner = await ownerOf(services, person);
  usualHash ??= hashPassword(PASSWORD);
  const hash = given ?? (await usualHash);
  await services.db.transaction((tx) => tx.run(storePassword, { ...owner, hash }));
}

export async function storedHash({ services }: Watchbill, person: Person): Promise<string | undefined> {
  return (await services.db.first(passwordOfUser, await ownerOf(services, person)))?.hash;
}

async function ownerOf(services: Services, { key }: Person): Promise<Pick<Caller, 'organizationId' | 'userId'>> {
  const holder = await findHolder(services, key);
  assert.ok(holder !== undefined);
  const { organizationId, userId } = holder.caller;
  return { organizationId, userId };
}
