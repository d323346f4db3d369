/** Signing in through a real OpenID Connect provider, on its own port and in its own process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { OidcConfig } from '../../../src/config/oidc.ts';
import { createLog } from '../../../src/process/log.ts';
import { clientFrom, PUBLIC_URL, startWatchbill, succeeded, type Watchbill } from '../../support/drivers/api.ts';
import { type OidcServer, startOidcServer } from '../../support/fakes/oidc-server.ts';
import { describeOnBothDatabases, describeOnSqlite } from '../../support/servers/databases.ts';

/** The redirect to the provider, and the cookie that the browser keeps. */
interface Step {
  readonly location: string;
  readonly cookies: readonly string[];
}

function failing(error: string): string {
  return `/app/sign-in?error=${error}`;
}

function cookieOf({ cookies }: Step, name: string): string {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? assert.fail(`no ${name} in ${cookies}`);
  return found.split(';', 1)[0] ?? '';
}

describeOnBothDatabases('single sign-on', (create, itOnSqlite) => {
  let provider: OidcServer;
  let watchbill: Watchbill;
  let logged: string[];

  before(async () => {
    provider = await startOidcServer();
  });
  beforeEach(() => start());
  afterEach(() => watchbill.stop());
  after(() => provider.stop());

  async function start(changes: Partial<OidcConfig> = {}, publicUrl = PUBLIC_URL): Promise<void> {
    logged = [];
    watchbill = await startWatchbill(create, undefined, undefined, {
      oidc: { ...provider.config, ...changes },
      publicUrl: () => publicUrl,
      log: createLog('debug', { now: () => 0 }, (line) => logged.push(line)),
    });
  }

  async function restart(changes: Partial<OidcConfig>, publicUrl?: string): Promise<void> {
    await watchbill.stop();
    await start(changes, publicUrl);
  }

  async function go(path: string, cookie = ''): Promise<Step> {
    const { statusCode, headers } = await watchbill.app.inject({ url: path, headers: { cookie } });
    assert.equal(statusCode, 303, path);
    assert.equal(headers['cache-control'], 'no-store');
    return { location: String(headers.location), cookies: [headers['set-cookie'] ?? []].flat() };
  }

  const begin = (to = '') => go(`/session/oidc${to && `?to=${encodeURIComponent(to)}`}`);

  /** Returns from the provider with the cookie that was set before. */
  const comeBack = ({ pathname, search }: URL, step: Step) =>
    go(`${pathname}${search}`, cookieOf(step, 'watchbill_oidc'));

  async function signIn(login: string, to?: string): Promise<Step> {
    const away = await begin(to);
    return comeBack(await provider.logIn(away.location, login), away);
  }

  /** Who is signed in after the redirects. */
  async function signedIn(
    step: Step,
  ): Promise<{ id: string; name: string; email: string; role: string; seat: string }> {
    const client = clientFrom(watchbill.app, { headers: { cookie: cookieOf(step, 'watchbill_session') } });
    return succeeded(await client.get('/user/')).user;
  }

  async function refused(step: Step, error: string): Promise<void> {
    assert.equal(step.location, failing(error));
    assert.ok(!step.cookies.some((cookie) => cookie.startsWith('watchbill_session=')));
    assert.ok(
      logged.some((line) => line.includes(error)),
      `${error} is not in the log`,
    );
    assert.equal(succeeded(await watchbill.owner.get('/audit_log/?action=session.created')).meta.total, 0);
  }

  itOnSqlite('is offered under its name', async () => {
    const { session } = succeeded(await clientFrom(watchbill.app, { headers: {} }).get('/session/'));
    assert.deepEqual(session.sign_in, { password: true, oidc: { name: 'Example ID' } });
  });

  itOnSqlite('redirects to the provider with PKCE, state and nonce, and sets an encrypted cookie', async () => {
    const { location, cookies } = await begin();
    const { origin, searchParams } = new URL(location);
    assert.equal(origin, provider.config.issuer);
    const expected = {
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/session/oidc/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(searchParams.get(name), value);
    const secrets = ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name) ?? assert.fail(name));
    assert.match(cookies.join(), /^watchbill_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const secret of secrets) assert.ok(!cookies.join().includes(secret));
  });

  itOnSqlite('over https has a cookie for this host only', async () => {
    await restart({}, 'https://oncall.example.com');
    const { cookies } = await begin();
    assert.match(
      cookies.join(),
      /^__Host-watchbill_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  describe('a user who returns from the provider', () => {
    itOnSqlite('is identified by a verified email, ignoring case', async () => {
      const ada = await watchbill.addPerson('Ada');
      await provider.change({ login: 'lovelace@example.com', claims: { email: 'ADA@example.com' } });
      const step = await signIn('lovelace@example.com');
      assert.equal(step.location, '/app/');
      assert.equal((await signedIn(step)).id, ada.id);
      assert.match(step.cookies.join(), /watchbill_oidc=; Max-Age=0/);
      const { audit_log } = succeeded(await watchbill.owner.get(`/audit_log/?actor_id=${ada.id}`));
      assert.deepEqual(
        audit_log.map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
        [
          ['session.created', { by: 'oidc' }],
          ['user.oidc_linked', { issuer: provider.config.issuer, subject: 'lovelace@example.com' }],
        ],
      );
    });

    itOnSqlite('is then identified by the provider’s subject, even if the email changes here or there', async () => {
      const grace = await watchbill.addPerson('Grace');
      await signIn('grace@example.com');
      await provider.change({
        login: 'grace@example.com',
        claims: { email: 'hopper@example.com', email_verified: false },
      });
      succeeded(await watchbill.owner.patch(`/users/${grace.id}`, { email: 'rear.admiral@example.com' }));
      await watchbill.addPerson('Hopper');
      assert.equal((await signedIn(await signIn('grace@example.com'))).id, grace.id);
    });

    itOnSqlite('is redirected to the requested page', async () => {
      await watchbill.addPerson('Linus');
      const { location } = await signIn('linus@example.com', '/app/schedules/sch_1?view=month#now');
      assert.equal(location, '/app/schedules/sch_1?view=month#now');
    });

    for (const to of [
      'https://evil.example.com/app/',
      '//evil.example.com/app/',
      '/app/../docs',
      '/app/%2e%2e/docs',
      '/app/..\\docs',
      '/apple',
      `/app/${'x'.repeat(1000)}`,
    ]) {
      itOnSqlite(`is not redirected to ${to.slice(0, 40)}`, async () => {
        await watchbill.addPerson('Linus');
        assert.equal((await signIn('linus@example.com', to)).location, '/app/');
      });
    }
  });

  describe('refuses', () => {
    itOnSqlite('an email that is not verified, or without that claim', async () => {
      await watchbill.addPerson('Edsger');
      await provider.change({ login: 'edsger@example.com', claims: { email_verified: false } });
      await refused(await signIn('edsger@example.com'), 'oidc_unknown_user');
    });

    itOnSqlite('an unknown user', async () => {
      await refused(await signIn('barbara@example.com'), 'oidc_unknown_user');
      assert.equal(succeeded(await watchbill.owner.get('/users/')).meta.total, 1);
    });

    itOnSqlite('a wrong or missing state', async () => {
      await watchbill.addPerson('Ada');
      for (const change of [
        (query: URLSearchParams) => query.set('state', 'another'),
        (query: URLSearchParams) => query.delete('state'),
      ]) {
        const away = await begin();
        const back = await provider.logIn(away.location, 'ada@example.com');
        change(back.searchParams);
        await refused(await comeBack(back, away), 'oidc_failed');
      }
    });

    itOnSqlite('a sign-in from another browser, without a cookie, or with a changed one', async () => {
      await watchbill.addPerson('Ada');
      const away = await begin();
      const { pathname, search } = await provider.logIn(away.location, 'ada@example.com');
      const mine = cookieOf(away, 'watchbill_oidc');
      const changed = `${mine.slice(0, -4)}${mine.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
      for (const cookie of [
        '',
        'watchbill_oidc=',
        'watchbill_oidc=AAAA',
        changed,
        cookieOf(await begin(), 'watchbill_oidc'),
      ]) {
        await refused(await go(`${pathname}${search}`, cookie), 'oidc_failed');
      }
    });

    itOnSqlite('a user who takes more than ten minutes', async () => {
      const ada = await watchbill.addPerson('Ada');
      const away = await begin();
      const back = await provider.logIn(away.location, 'ada@example.com');
      watchbill.at('2026-01-05T09:10:00Z');
      await refused(await comeBack(back, away), 'oidc_failed');
      watchbill.at('2026-01-05T09:09:59.999Z');
      assert.equal((await signedIn(await comeBack(back, away))).id, ada.id);
    });

    itOnSqlite('to be completed twice, even with the same cookie', async () => {
      await watchbill.addPerson('Ada');
      const away = await begin();
      const back = await provider.logIn(away.location, 'ada@example.com');
      assert.equal((await comeBack(back, away)).location, '/app/');
      assert.equal((await comeBack(back, away)).location, failing('oidc_failed'));
      assert.equal(succeeded(await watchbill.owner.get('/audit_log/?action=session.created')).meta.total, 1);
    });

    itOnSqlite('a callback without parameters, or with invalid ones', async () => {
      for (const query of ['', '?', '?code=x', '?code=x&state=y', '?error=server_error', '?code[]=x', '?%00=%FF']) {
        await refused(
          await go(`/session/oidc/callback${query}`, cookieOf(await begin(), 'watchbill_oidc')),
          'oidc_failed',
        );
      }
    });

    itOnSqlite('a user who cancels, with a message', async () => {
      const away = await begin();
      await refused(await comeBack(await provider.cancel(away.location), away), 'oidc_canceled');
    });

    itOnSqlite('a wrong client secret', async () => {
      await restart({ clientSecret: 'not it' });
      await watchbill.addPerson('Ada');
      await refused(await signIn('ada@example.com'), 'oidc_failed');
    });

    itOnSqlite('a deactivated user, until an admin adds them again', async () => {
      await restart({ createUsers: 'member' });
      const ada = await watchbill.addPerson('Ada');
      assert.equal((await signedIn(await signIn('ada@example.com'))).id, ada.id);
      succeeded(await watchbill.owner.delete(`/users/${ada.id}`), 204);
      assert.equal((await signIn('ada@example.com')).location, failing('oidc_unknown_user'));
      const again = await watchbill.addPerson('Ada');
      assert.equal((await signedIn(await signIn('ada@example.com'))).id, again.id);
    });

    itOnSqlite('a user who was deactivated before their first sign-in', async () => {
      await restart({ createUsers: 'member' });
      const ada = await watchbill.addPerson('Ada');
      succeeded(await watchbill.owner.delete(`/users/${ada.id}`), 204);
      await refused(await signIn('ada@example.com'), 'oidc_unknown_user');
    });

    itOnSqlite('a deactivated user whose email has non-ASCII letters in another case', async () => {
      await restart({ createUsers: 'member' });
      const { user } = succeeded(await watchbill.owner.post('/users/', { name: 'Äda', email: 'ÄDA@example.com' }), 201);
      succeeded(await watchbill.owner.delete(`/users/${user.id}`), 204);
      await refused(await signIn('äda@example.com'), 'oidc_unknown_user');
      await signedIn(await signIn('barbara@example.com'));
    });

    itOnSqlite('a deactivated user, in any spelling of the email', async () => {
      await restart({ createUsers: 'member' });
      const { user } = succeeded(
        await watchbill.owner.post('/users/', { name: 'Änna', email: 'ÄNNA@bücher.example' }),
        201,
      );
      succeeded(await watchbill.owner.delete(`/users/${user.id}`), 204);
      for (const [login, email] of [
        ['one', 'änna@bücher.example'],
        ['two', 'a\u0308nna@xn--bcher-kva.example'],
      ] as const) {
        await provider.change({ login, claims: { email } });
        await refused(await signIn(login), 'oidc_unknown_user');
      }
    });

    it('an email with other letters, even if its key is that of a user', async () => {
      await restart({ createUsers: 'member' });
      await watchbill.addPerson('Kate');
      await provider.change({ login: 'kelvin', claims: { email: '\u212aate@example.com' } });
      await refused(await signIn('kelvin'), 'oidc_unknown_user');
      assert.equal(succeeded(await watchbill.owner.get('/users/')).meta.total, 2);
    });

    itOnSqlite('and logs why, without a code, a token or a secret', async () => {
      const away = await begin();
      const back = await provider.logIn(away.location, 'ada@example.com');
      await comeBack(back, away);
      await comeBack(back, away);
      const log = logged.join('');
      assert.match(log, /nobody here is ada@example.com of http:\/\/127/);
      assert.match(log, /invalid_grant/);
      const code = back.searchParams.get('code') ?? assert.fail();
      for (const secret of [code, 'the secret of the client', 'eyJ', 'access_token']) assert.ok(!log.includes(secret));
    });
  });

  describe('with automatic creation of users', () => {
    for (const seat of ['viewer', 'member'] as const) {
      itOnSqlite(`creates a ${seat}, once`, async () => {
        await restart({ createUsers: seat });
        const user = await signedIn(await signIn('barbara@example.com'));
        const { name, email, role } = user;
        assert.deepEqual(
          { name, email, role, seat: user.seat },
          { name: 'Barbara', email: 'barbara@example.com', role: 'standard', seat },
        );
        assert.equal((await signedIn(await signIn('barbara@example.com'))).id, user.id);
        const { audit_log } = succeeded(await watchbill.owner.get(`/audit_log/?target_id=${user.id}`));
        assert.deepEqual(
          audit_log.map(({ action }: { action: string }) => action),
          ['user.oidc_linked', 'user.created'],
        );
      });
    }

    it('creates one user if several sign-ins come at once', async () => {
      await restart({ createUsers: 'member' });
      const steps = await Promise.all(Array.from({ length: 5 }, () => signIn('barbara@example.com')));
      const ids = await Promise.all(steps.map(async (step) => (await signedIn(step)).id));
      assert.equal(new Set(ids).size, 1);
    });

    itOnSqlite('does not create a user whose email is not verified', async () => {
      await restart({ createUsers: 'member' });
      await provider.change({ login: 'mallory@example.com', claims: { email_verified: false } });
      await refused(await signIn('mallory@example.com'), 'oidc_unknown_user');
    });

    itOnSqlite('uses the email if there is no name, and truncates a long name', async () => {
      await restart({ createUsers: 'member' });
      await provider.change({ login: 'nameless@example.com', claims: { name: ' ' } });
      await provider.change({ login: 'long@example.com', claims: { name: '🛟'.repeat(150) } });
      assert.equal((await signedIn(await signIn('nameless@example.com'))).name, 'nameless@example.com');
      assert.equal((await signedIn(await signIn('long@example.com'))).name, '🛟'.repeat(100));
    });
  });

  describe('with a provider that misbehaves', () => {
    for (const [what, encoding, pack] of [
      ['is packed', 'br', brotliCompressSync],
      ['is endless', 'identity', (text: string) => Buffer.from(text + ' '.repeat(2 * 1024 * 1024))],
    ] as const) {
      it(`refuses its response if it ${what}`, async (test) => {
        const described = await (await fetch(`${provider.config.issuer}/.well-known/openid-configuration`)).text();
        let asked: string | undefined;
        const other = createServer(({ headers }, response) => {
          asked = headers['accept-encoding'];
          response.setHeader('content-type', 'application/json').setHeader('content-encoding', encoding);
          response.end(pack(described.replaceAll(provider.config.issuer, issuer)));
        }).listen(0, '127.0.0.1');
        test.after(() => other.close().closeAllConnections());
        await once(other, 'listening');
        const issuer = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
        await restart({ issuer });
        await refused(await begin(), 'oidc_unavailable');
        assert.equal(asked, 'identity');
      });
    }
  });

  describe('while the provider is down', () => {
    itOnSqlite(
      'says so, at the start and on the way back; the service runs, and works again when the provider does',
      async () => {
        const gone = await startOidcServer();
        const { issuer } = gone.config;
        await gone.stop();
        await restart({ issuer });
        await refused(await begin(), 'oidc_unavailable');
        const ada = await watchbill.addPerson('Ada');

        const back = await startOidcServer({ port: Number(new URL(issuer).port) });
        const away = await begin();
        const callback = await back.logIn(away.location, 'ada@example.com');
        await back.stop();
        await refused(await comeBack(callback, away), 'oidc_unavailable');

        const again = await startOidcServer({ port: Number(new URL(issuer).port) });
        const once = await begin();
        const step = await comeBack(await again.logIn(once.location, 'ada@example.com'), once);
        assert.equal((await signedIn(step)).id, ada.id);
        await again.stop();
      },
    );
  });
});

describeOnSqlite('without a provider', (create) => {
  it('is not offered', async () => {
    const watchbill = await startWatchbill(create);
    const { session } = succeeded(await clientFrom(watchbill.app, { headers: {} }).get('/session/'));
    assert.deepEqual(session.sign_in, { password: true });
    assert.equal((await watchbill.app.inject({ url: '/session/oidc' })).statusCode, 404);
    await watchbill.stop();
  });
});
