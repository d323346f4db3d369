/** Which emails of a provider are trusted: claims of Microsoft Entra ID and of Google, including known account takeovers. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { OidcConfig } from '../../../src/config/oidc.ts';
import { verifiedEmailOf } from '../../../src/http/sign-in/oidc-email.ts';
import { startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { isRefused, signInThrough } from '../../support/drivers/oidc.ts';
import { type OidcServer, startOidcServer } from '../../support/fakes/oidc-server.ts';
import { describeOnSqlite } from '../../support/servers/databases.ts';

const TENANT = '11111111-2222-3333-4444-555555555555';
const OTHER_TENANT = '99999999-2222-3333-4444-555555555555';
const ENTRA = {
  issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  entraTenant: TENANT,
  trustsEmail: false,
};
const GOOGLE = { issuer: 'https://accounts.google.com', entraTenant: undefined, trustsEmail: false };
const EMAIL = 'ada@example.com';

describe('an email of Microsoft Entra ID', () => {
  const claims = {
    iss: ENTRA.issuer,
    sub: 'x',
    tid: TENANT,
    oid: 'y',
    preferred_username: EMAIL,
    email: EMAIL,
    ver: '2.0',
  };
  const counts = (more: object, trustsEmail = false) =>
    verifiedEmailOf({ ...claims, ...more }, { ...ENTRA, trustsEmail }) === EMAIL;

  it('is not trusted by default', () => assert.ok(!counts({})));
  it('is trusted if the operator trusts the tenant', () => assert.ok(counts({}, true)));

  for (const xms_edov of [true, 1, '1', 'true']) {
    it(`is trusted with xms_edov ${JSON.stringify(xms_edov)}`, () => assert.ok(counts({ xms_edov })));
  }
  for (const xms_edov of [false, 0, '0', 'false', 'yes', 2, null, [true], {}]) {
    it(`is not trusted with xms_edov ${JSON.stringify(xms_edov)}, not even in a trusted tenant`, () => {
      assert.ok(!counts({ xms_edov }));
      assert.ok(!counts({ xms_edov }, true));
    });
  }

  it('is not trusted for a guest, whose email was set by another tenant', () => {
    for (const guest of [
      { idp: `https://sts.windows.net/${OTHER_TENANT}/` },
      { idp: 'live.com' },
      { idp: 'mail' },
      { acct: 1 },
      { acct: '1' },
    ]) {
      assert.ok(!counts(guest, true), JSON.stringify(guest));
    }
    assert.ok(counts({ idp: `https://sts.windows.net/${TENANT}/`, acct: 0 }, true));
  });

  it('is not trusted for another tenant, or if the provider says that it is not verified', () => {
    for (const more of [{ tid: OTHER_TENANT }, { tid: OTHER_TENANT, xms_edov: true }, { email_verified: false }]) {
      assert.ok(!counts(more, true), JSON.stringify(more));
    }
  });

  it('is never taken from the sign-in name', () => {
    assert.equal(
      verifiedEmailOf({ ...claims, email: undefined, xms_edov: true }, { ...ENTRA, trustsEmail: true }),
      undefined,
    );
  });
});

describe('an email of another provider', () => {
  it('is not trusted because of claims that only Entra makes', () => {
    const provider = { issuer: 'https://id.example.com', entraTenant: undefined, trustsEmail: false };
    assert.equal(verifiedEmailOf({ email: EMAIL, xms_edov: true }, provider), undefined);
    assert.equal(verifiedEmailOf({ email: EMAIL, email_verified: true }, provider), EMAIL);
  });

  it('of Google is trusted only if Google has the mailbox: in a Workspace, or at Gmail', () => {
    const counts = (claims: object) =>
      verifiedEmailOf({ email: EMAIL, email_verified: true, ...claims }, GOOGLE) !== undefined;
    assert.ok(counts({ hd: 'example.com' }));
    assert.ok(counts({ email: 'ada@gmail.com' }));
    assert.ok(!counts({}));
    assert.ok(!counts({ hd: '' }));
    assert.ok(!counts({ hd: 'example.com', email_verified: false }));
  });
});

describeOnSqlite('signing in through Microsoft Entra ID', (create) => {
  let provider: OidcServer;
  let watchbill: Watchbill;

  before(async () => {
    provider = await startOidcServer({ entraTenant: TENANT });
  });
  afterEach(() => watchbill.stop());
  after(() => provider.stop());

  async function start(changes: Partial<OidcConfig>): Promise<void> {
    watchbill = await startWatchbill(create, undefined, undefined, { oidc: { ...provider.config, ...changes } });
  }

  const signIn = (login: string) => signInThrough(provider, watchbill, login);
  const userOf = async (login: string) => {
    const { browser } = await signIn(login);
    return browser === undefined ? undefined : succeeded(await browser.get('/user/')).user.id;
  };

  it('is refused without trust and without xms_edov', async () => {
    await start({});
    await watchbill.addPerson('Ada');
    await isRefused(signIn(EMAIL), 'oidc_unknown_user');
  });

  it('works where the tenant is trusted', async () => {
    await start({ trustsEmail: true });
    const ada = await watchbill.addPerson('Ada');
    assert.equal(await userOf(EMAIL), ada.id);
  });

  it('works with xms_edov', async () => {
    await start({});
    const ben = await watchbill.addPerson('Ben');
    await provider.change({ login: 'ben@example.com', claims: { xms_edov: true } });
    assert.equal(await userOf('ben@example.com'), ben.id);
  });

  it('does not match a user by an email that another tenant has set, for a guest or with a token of that tenant', async () => {
    await start({ trustsEmail: true, createUsers: 'member' });
    await watchbill.addPerson('Ada');
    const victim = { email: EMAIL, preferred_username: 'mallory@evil.example' };
    await provider.change({
      login: 'guest',
      claims: { ...victim, idp: `https://sts.windows.net/${OTHER_TENANT}/` },
    });
    await isRefused(signIn('guest'), 'oidc_unknown_user');
    await provider.change({ login: 'stranger', claims: { ...victim, tid: OTHER_TENANT } });
    await isRefused(signIn('stranger'), 'oidc_unknown_user');
    await provider.change({ login: 'unverified', claims: { ...victim, xms_edov: false } });
    await isRefused(signIn('unverified'), 'oidc_unknown_user');
    assert.equal(succeeded(await watchbill.owner.get('/users/')).meta.total, 2);
  });

  it('creates only users with an email in an allowed domain', async () => {
    await start({ trustsEmail: true, createUsers: 'member', createDomains: ['example.com', 'xn--bcher-kva.example'] });
    const login = async (email: string) => {
      await provider.change({ login: email, claims: { email } });
      return signIn(email);
    };
    for (const email of [
      'eve@evil.example',
      'eve@sub.example.com',
      'eve@example.com.evil.example',
      'eve@badexample.com',
    ]) {
      await isRefused(login(email), 'oidc_unknown_user');
    }
    assert.ok((await login('new@EXAMPLE.com')).browser);
    assert.ok((await login('new@bücher.example')).browser);
    const added = succeeded(await watchbill.owner.post('/users/', { name: 'Other', email: 'other@evil.example' }), 201);
    assert.equal(await userOf('other@evil.example'), added.user.id, 'a user whom an admin has added');
  });
});
