/**
 * Sign-in through an OpenID Connect provider: the authorization code flow, with PKCE, state and nonce. The metadata of the
 * provider and the library are loaded at the first sign-in, so a start needs neither.
 */
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import type { OidcConfig } from '../../config/oidc.ts';
import type { Identity } from '../../services/sign-in/oidc-sign-in.ts';
import { verifiedEmailOf } from './oidc-email.ts';
import { plainFetch } from './plain-fetch.ts';

const SCOPE = 'openid email profile';
const TIMEOUT_S = 10;

/** The values that the response of the provider is checked against, for one sign-in. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OidcProvider {
  /** The address to redirect the browser to. */
  begin(redirectUri: string): Promise<{ url: URL; checks: Checks }>;
  /** The identity for the query at the redirect URI. Throws if anything is wrong. */
  finish(redirectUri: string, query: string, checks: Checks): Promise<Identity>;
}

export type OidcFailure = 'oidc_unavailable' | 'oidc_canceled' | 'oidc_failed';

type Library = typeof import('openid-client');

interface Found {
  readonly library: Library;
  readonly configuration: Configuration;
}

/** The provider is unreachable, or its metadata is invalid. */
class Unavailable extends Error {}

export function createOidcProvider(config: OidcConfig): OidcProvider {
  let found: Promise<Found> | undefined;

  /** The metadata is kept after a success; until then, each sign-in reads it again. */
  function find(): Promise<Found> {
    found ??= discover(config).catch((cause) => {
      found = undefined;
      throw new Unavailable(`the provider ${config.issuer} cannot be used`, { cause });
    });
    return found;
  }

  return {
    async begin(redirectUri) {
      const { library, configuration } = await find();
      const checks = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url, checks };
    },

    async finish(redirectUri, query, { state, nonce, verifier }) {
      const { library, configuration } = await find();
      const tokens = await library.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no id token');
      // For Entra, the library accepts the issuer of any tenant.
      if (config.entraTenant !== undefined && claims.iss !== config.issuer) {
        throw new Error(`the id token is of ${claims.iss}, not of ${config.issuer}`);
      }
      return identityOf(claims, await moreClaims({ library, configuration }, claims, tokens.access_token), config);
    },
  };
}

/** The error shown to the person who tried to sign in. */
export function failureOf(error: unknown): OidcFailure {
  const { code, error: told } = error as { readonly code?: unknown; readonly error?: unknown };
  if (told === 'access_denied') return 'oidc_canceled';
  const isUnreachable =
    error instanceof Unavailable ||
    (error instanceof TypeError && code === undefined) ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return isUnreachable ? 'oidc_unavailable' : 'oidc_failed';
}

/** For the log. The error itself may contain responses of the provider, with tokens. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: told } = error as { readonly code?: unknown; readonly error?: unknown };
  const details = [code, told].filter((detail) => typeof detail === 'string').map((detail) => ` (${detail})`);
  const cause = error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : '';
  return `${error.message}${details.join('')}${cause}`;
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Found> {
  const library = await import('openid-client');
  const server = new URL(issuer);
  const isLocal = server.protocol === 'http:';
  const configuration = await library.discovery(
    server,
    clientId,
    undefined,
    clientSecret === undefined ? library.None() : withSecret(library, clientSecret),
    {
      timeout: TIMEOUT_S,
      [library.customFetch]: plainFetch,
      execute: [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])],
    },
  );
  return { library, configuration };
}

/** In the body, unless the provider accepts it in the header only. */
function withSecret({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...request) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_post'];
    return (taken.includes('client_secret_post') ? inBody : inHeader)(server, ...request);
  };
}

/** Many providers send the email only if it is requested. */
async function moreClaims(
  { library, configuration }: Found,
  { sub, email }: IDToken,
  accessToken: string,
): Promise<Partial<Record<string, unknown>>> {
  if (email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return library.fetchUserInfo(configuration, accessToken, sub);
}

/** The id token wins, because it is signed. */
function identityOf(claims: IDToken, more: Partial<Record<string, unknown>>, config: OidcConfig): Identity {
  const all: Partial<Record<string, unknown>> = { ...more, ...claims };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: verifiedEmailOf(all, config),
    name: typeof all.name === 'string' ? all.name : undefined,
  };
}
