/**
 * A real OpenID Connect provider, run as a process by oidc-server.ts. It shows a plain login form that accepts any email as `login`, with any
 * password, and asks for no consent.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import type { ChangedAccount } from './oidc-server.ts';

const [port = '0', clientId = '', clientSecret = '', entraTenant = ''] = process.argv.slice(2);
const isEntra = entraTenant !== '';

const changed = new Map<string, ChangedAccount>();
process.on('message', (account: ChangedAccount) => {
  changed.set(account.login, account);
  process.send?.('changed');
});
process.on('disconnect', () => process.exit());

const server = createServer();
server.listen(Number(port), '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: ['http://localhost/session/oidc/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['a key of the tests'] },
  conformIdTokenClaims: !isEntra,
  claims: {
    openid: isEntra ? ['sub', 'tid', 'oid', 'ver', 'idp', 'acct', 'xms_edov'] : ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'preferred_username'],
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, login) => ({ accountId: login, claims: () => claimsOf(login) }),
  async loadExistingGrant({ oidc }) {
    const grant = new provider.Grant({
      ...(oidc.client && { clientId: oidc.client.clientId }),
      ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
// The service under test may listen on any port: it starts after the provider.
provider.Client.prototype.redirectUriAllowed = (uri) => URL.parse(uri)?.pathname === '/session/oidc/callback';

const answer = provider.callback();
server.on('request', (request, response) => void route(request, response));
process.send?.(issuer);

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, folder, uid = ''] = (request.url ?? '').split('/');
  // Browsers request it unasked, and log an error if it is missing.
  if (folder === 'favicon.ico') return void response.writeHead(204).end();
  if (folder !== 'interaction') return answer(request, response);
  if (request.method === 'GET') return sendForm(response, uid);
  const form = new URLSearchParams(await text(request));
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'canceled by the person' }
    : { login: { accountId: form.get('login') ?? '' } };
  return provider.interactionFinished(request, response, result);
}

function sendForm(response: ServerResponse, uid: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Log in</title>
    <form method="post" action="/interaction/${uid}">
      <label>Login <input name="login" autofocus></label>
      <label>Password <input name="password" type="password"></label>
      <button type="submit">Log in</button>
      <button type="submit" name="cancel" value="1">Cancel</button>
    </form></html>`);
}

function claimsOf(login: string) {
  const [name = ''] = login.split('@', 1);
  const usual = { email: login, name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` };
  const more = isEntra
    ? { preferred_username: login, oid: login, tid: entraTenant, ver: '2.0' }
    : { email_verified: true };
  return { ...usual, ...more, ...changed.get(login)?.claims, sub: login };
}
