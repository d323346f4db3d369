/**
 * An OpenID Connect provider for tests, as a separate process. Everybody has an account there: `ada@example.com` is Ada, with that email, verified,
 * unless a test changes it. Her `sub` stays `ada@example.com`.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { OidcConfig } from '../../../src/config/oidc.ts';
import { forkChild } from '../servers/child-processes.ts';

const PROCESS = fileURLToPath(new URL('./oidc-provider-process.ts', import.meta.url));

export interface ChangedAccount {
  readonly login: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface OidcServer {
  readonly config: OidcConfig;
  /** The same as environment variables of a process. */
  readonly environment: Readonly<Record<string, string>>;
  change(account: ChangedAccount): Promise<void>;
  /** Logs in from the address that the service redirects to, and returns the address to which the browser is sent back. */
  logIn(address: string, login: string): Promise<URL>;
  cancel(address: string): Promise<URL>;
  stop(): Promise<void>;
}

interface OidcServerOptions {
  readonly port?: number;
  /** The tenant whose claims the provider sends, in the format of Microsoft Entra ID: all in the id token, and no `email_verified`. */
  readonly entraTenant?: string;
}

export async function startOidcServer({ port = 0, entraTenant }: OidcServerOptions = {}): Promise<OidcServer> {
  const [clientId, clientSecret] = ['watchbill', 'the secret of the client'];
  const child = forkChild(PROCESS, [String(port), clientId, clientSecret, entraTenant ?? ''], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [issuer] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])) as string[];
  assert.ok(issuer !== undefined, 'the provider did not start');

  return {
    config: {
      issuer,
      clientId,
      clientSecret,
      name: 'Example ID',
      createUsers: undefined,
      createDomains: undefined,
      entraTenant,
      trustsEmail: false,
    },
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example ID',
    },
    async change(account) {
      child.send(account);
      await once(child, 'message');
    },
    logIn: (address, login) => walk(issuer, address, { login, password: 'any' }),
    cancel: (address) => walk(issuer, address, { cancel: '1' }),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Like a browser without cookies: follows every redirect of the provider, and submits its form. */
async function walk(issuer: string, address: string, form: Record<string, string>): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  let body: URLSearchParams | undefined;
  while (next.origin === issuer) {
    const answer: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    const page = await answer.text();
    assert.ok(answer.status < 400, `${next.href}: ${answer.status} ${page}`);
    body = location === null ? new URLSearchParams(form) : undefined;
    if (location !== null) next = new URL(location, next);
  }
  return next;
}
