/** A browser that signs in through the provider of oidc-server.ts. */
import assert from 'node:assert/strict';
import { linkIdentity } from '../../../src/db/sign-in/oidc-identities.ts';
import type { UserId } from '../../../src/ids.ts';
import type { Services } from '../../../src/services/shared/services.ts';
import type { OidcServer } from '../fakes/oidc-server.ts';
import { type Person, succeeded, type Watchbill } from './api.ts';
import { type Browser, browserWith } from './sessions.ts';

export interface OidcResult {
  /** The final address. */
  readonly location: string;
  /** Undefined if not signed in. */
  readonly browser: Browser | undefined;
}

export async function signInThrough(
  provider: OidcServer,
  { app }: Watchbill,
  login: string,
  address = '127.0.0.1',
): Promise<OidcResult> {
  const away = await app.inject({ url: '/session/oidc', remoteAddress: address });
  const { pathname, search } = await provider.logIn(String(away.headers.location), login);
  const [cookie = ''] = String(away.headers['set-cookie']).split(';', 1);
  const back = await app.inject({ url: `${pathname}${search}`, headers: { cookie }, remoteAddress: address });
  assert.equal(back.statusCode, 303);
  const session = [back.headers['set-cookie'] ?? []].flat().find((given) => given.startsWith('watchbill_session='));
  return {
    location: String(back.headers.location),
    browser: session === undefined ? undefined : browserWith(app, session.split(';', 1)[0] ?? '', address),
  };
}

export async function isRefused(result: OidcResult | Promise<OidcResult>, error: string): Promise<void> {
  const { location, browser } = await result;
  assert.equal(location, `/app/sign-in?error=${error}`);
  assert.equal(browser, undefined);
}

/** Links an identity as if they had signed in with it. Returns its id. */
export async function addIdentity(
  { db, clock }: Services,
  admin: Person,
  userId: string,
  subject = `subject of ${userId}`,
): Promise<string> {
  const { organization } = succeeded(await admin.get('/organization/'));
  const identity = { organization_id: organization.id, issuer: 'https://id.example.com', subject };
  const row = { ...identity, user_id: userId as UserId, created_at: clock.now() };
  await db.transaction((tx) => tx.run(linkIdentity, row));
  const { identities } = succeeded(await admin.get(`/users/${userId}/identities/`));
  return identities.find((one: { subject: string }) => one.subject === subject).id;
}
