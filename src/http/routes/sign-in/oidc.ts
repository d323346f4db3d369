/**
 * Signing in through an OpenID Connect provider. The browser navigates to these routes, so every response is a redirect to a page of the web
 * application, also after a failure.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OidcConfig } from '../../../config/oidc.ts';
import type { Log } from '../../../process/log.ts';
import { auditFailedSignIn } from '../../../services/sign-in/failed-sign-ins.ts';
import { type OidcRefusal, signInWithOidc } from '../../../services/sign-in/oidc-sign-in.ts';
import { visitorOf } from '../../limits/client-address.ts';
import { createOidcProvider, failureOf, type OidcFailure, reasonOf } from '../../sign-in/oidc.ts';
import { createOidcCookie } from '../../sign-in/oidc-cookie.ts';
import type { App } from '../../typed-app.ts';
import type { SignInOptions } from './sessions.ts';

const HOME = '/app/';
const MAX_PATH_LENGTH = 1000;

type Refusal = OidcFailure | OidcRefusal['refusal'];

export function oidcRoutes(
  app: App,
  config: OidcConfig,
  { services, publicUrl, cookie }: SignInOptions,
  log: Log,
): void {
  const provider = createOidcProvider(config);
  const attempts = createOidcCookie(services.secret, services.clock, publicUrl);
  const redirectUri = () => `${publicUrl()}/session/oidc/callback`;
  const open = { config: { access: { who: 'anyone' } as const }, schema: { hide: true } };

  app.get('/session/oidc', open, async (request, reply) => {
    try {
      const { url, checks } = await provider.begin(redirectUri());
      attempts.give(reply, { checks, to: pathOf(request.query) });
      return reply.redirect(url.href, 303);
    } catch (error) {
      return refuse(reply, failureOf(error), reasonOf(error));
    }
  });

  app.get('/session/oidc/callback', open, async (request, reply) => {
    attempts.clear(reply);
    const attempt = attempts.find(request);
    if (attempt === undefined) return fail(reply, 'oidc_failed', 'nobody here began this sign-in, or too long ago');
    try {
      const identity = await provider.finish(redirectUri(), queryOf(request), attempt.checks);
      const signedIn = await signInWithOidc(services, identity, config, visitorOf(request));
      if ('refusal' in signedIn) {
        const { refusal, userId } = signedIn;
        const who = `${identity.subject} of ${identity.issuer}`;
        const reason =
          userId === undefined ? `nobody here is ${who}` : `another identity than ${who} is linked to ${userId}`;
        return refuse(reply, refusal, reason);
      }
      cookie.give(reply, signedIn.token);
      return reply.redirect(attempt.to, 303);
    } catch (error) {
      return fail(reply, failureOf(error), reasonOf(error));
    }
  });

  /** For failures before the user is identified. */
  async function fail(reply: FastifyReply, reason: OidcFailure, why: string): Promise<FastifyReply> {
    const { address } = visitorOf(reply.request);
    // In any case, the browser is redirected to a page.
    await auditFailedSignIn(services, { by: 'oidc', reason, address, same: [address] }).catch((error) =>
      log.warn('could not write a failed sign-in to the audit log', { error }),
    );
    return refuse(reply, reason, why);
  }

  function refuse(reply: FastifyReply, refusal: Refusal, reason: string): FastifyReply {
    const { id, ip: address } = reply.request;
    log.warn('sign-in through OpenID Connect failed', { refusal, reason, address, request_id: id });
    return reply.redirect(`${HOME}sign-in?error=${refusal}`, 303);
  }
}

/** The final redirect: always one of our pages, whatever was requested. */
function pathOf(query: unknown): string {
  const { to } = query as { readonly to?: unknown };
  if (typeof to !== 'string' || to.length > MAX_PATH_LENGTH || !to.startsWith(HOME)) return HOME;
  const { pathname, search, hash } = URL.parse(to, 'http://localhost') ?? { pathname: '' };
  return pathname.startsWith(HOME) ? `${pathname}${search}${hash}` : HOME;
}

function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
