/** Signing in and out. The routes to sign in need no authentication, but accept requests from our own pages only. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoContent, SetsCookie } from '../../../schemas/fields.ts';
import { UserAnswer } from '../../../schemas/people/users.ts';
import {
  Credentials,
  CurrentSessionAnswer,
  PasswordChange,
  PasswordRequest,
  SessionsAnswer,
  SessionsQuery,
  SignInLinkAnswer,
  SignInLinkLookAnswer,
  SignInLinkToken,
  SignInLinkUse,
} from '../../../schemas/sign-in/sessions.ts';
import { requestPasswordReset, sendInvitation } from '../../../services/mail/sign-in-mail.ts';
import { canSendMail } from '../../../services/notifications/mail-setup.ts';
import { getOrganization } from '../../../services/people/organizations.ts';
import type { Services } from '../../../services/shared/services.ts';
import { changePassword, type SignedIn, signInWithPassword } from '../../../services/sign-in/passwords.ts';
import { endAllSessions, endSession, listSessions, type Visitor } from '../../../services/sign-in/sessions.ts';
import {
  addressOf,
  createSignInLink,
  inspectSignInLink,
  redeemSignInLink,
} from '../../../services/sign-in/sign-in-links.ts';
import { formatInstant } from '../../../time/iso.ts';
import { clientAddressOf } from '../../limits/client-address.ts';
import { ONLY_SESSIONS } from '../../openapi/security.ts';
import { operationsOf } from '../../operations.ts';
import { authenticatedOf, callerOf, requireSession } from '../../request-guard.ts';
import { type PublicOrigin, requireSameOrigin } from '../../sign-in/csrf.ts';
import type { SessionCookie } from '../../sign-in/session-cookie.ts';
import type { App } from '../../typed-app.ts';

export interface SignInOptions extends PublicOrigin {
  readonly services: Services;
  readonly cookie: SessionCookie;
  /** Undefined: no single sign-on. */
  readonly oidc?: { readonly name: string } | undefined;
}

const tags = ['Signing in'];

/** Routes without authentication. */
export function signInRoutes(app: App, { services, cookie, oidc, ...own }: SignInOptions): void {
  const open = { tags, security: [] };
  const onRequest = async (request: FastifyRequest) => requireSameOrigin(request, own);

  function welcome(reply: FastifyReply, { user, token }: SignedIn): { user: SignedIn['user'] } {
    cookie.give(reply, token);
    reply.code(201);
    return { user };
  }

  app.get(
    '/session/',
    {
      schema: {
        ...open,
        operationId: 'getSession',
        summary: 'The current session, and the available ways to sign in',
        response: { 200: CurrentSessionAnswer },
      },
    },
    async ({ authenticated }) => {
      const hasPasswords = !services.hasNoPasswords;
      const reset = hasPasswords && canSendMail(services);
      const signIn = {
        password: hasPasswords,
        ...(reset && { reset }),
        ...(oidc !== undefined && { oidc: { name: oidc.name } }),
      };
      if (authenticated?.sessionId === undefined) return { session: { sign_in: signIn } };
      const { caller, me, display } = authenticated;
      const organization = await getOrganization(services, caller);
      return { session: { ...me, organization, ...(display !== undefined && { display }), sign_in: signIn } };
    },
  );

  app.post(
    '/session/',
    {
      onRequest,
      schema: {
        ...open,
        operationId: 'signInWithPassword',
        summary: 'Sign in with a password',
        body: Credentials,
        errors: ['unauthorized'],
        response: { 201: SetsCookie(UserAnswer) },
      },
    },
    async (request, reply) => welcome(reply, await signInWithPassword(services, request.body, visitorOf(request))),
  );

  app.delete(
    '/session/',
    {
      onRequest,
      schema: {
        ...open,
        operationId: 'endSession',
        summary: 'Sign out in this browser',
        response: { 204: SetsCookie(NoContent) },
      },
    },
    async ({ authenticated }, reply) => {
      if (authenticated !== null) await endSession(services, authenticated);
      cookie.clear(reply);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sign_in_links/look',
    {
      onRequest,
      schema: {
        ...open,
        operationId: 'inspectSignInLink',
        summary: 'The user of a sign-in link',
        body: SignInLinkToken,
        errors: ['not_found'],
        response: { 200: SignInLinkLookAnswer },
      },
    },
    async (request) => ({
      sign_in_link: await inspectSignInLink(services, request.body.token, visitorOf(request)),
    }),
  );

  app.post(
    '/sign_in_links/request',
    {
      onRequest,
      schema: {
        ...open,
        operationId: 'requestPasswordReset',
        summary: 'Ask for a mail with a link that sets a new password',
        description: 'The response is the same whether a user with the email exists or not.',
        body: PasswordRequest,
        errors: ['unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await requestPasswordReset(services, request.body.email, clientAddressOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sign_in_links/use',
    {
      onRequest,
      schema: {
        ...open,
        operationId: 'redeemSignInLink',
        summary:
          'Set a password with a sign-in link, and sign in; all other sessions of the user end. Where passwords are off, it signs in alone',
        body: SignInLinkUse,
        errors: ['not_found', 'unprocessable_entity'],
        response: { 201: SetsCookie(UserAnswer) },
      },
    },
    async (request, reply) => welcome(reply, await redeemSignInLink(services, request.body, visitorOf(request))),
  );
}

/** Routes for signed-in users. */
export function sessionRoutes(app: App, { services, publicUrl, cookie }: SignInOptions): void {
  const { get, post } = operationsOf(app, services, tags[0] as string);

  get('/user/sessions/', {
    operationId: 'listOwnSessions',
    summary: 'Your sessions',
    query: SessionsQuery,
    answer: SessionsAnswer,
    run: ({ authenticated, query }) => listSessions(services, authenticated, query),
  });

  app.delete(
    '/user/sessions/',
    {
      schema: {
        tags,
        operationId: 'endOwnSessions',
        summary: 'Sign out everywhere, including this browser',
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await endAllSessions(services, callerOf(request));
      if (authenticatedOf(request).sessionId !== undefined) cookie.clear(reply);
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/user/password',
    {
      onRequest: requireSession(),
      schema: {
        tags,
        security: ONLY_SESSIONS,
        operationId: 'changeOwnPassword',
        summary: 'Set or change your own password; all your other sessions end',
        body: PasswordChange,
        errors: ['not_found', 'unprocessable_entity'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await changePassword(services, authenticatedOf(request), request.body, visitorOf(request));
      return reply.code(204).send(null);
    },
  );

  post('/users/:user_id/sign_in_link/', {
    operationId: 'createSignInLink',
    summary: 'Create a link to set a password; earlier links of the user stop working',
    idempotency: 'none',
    session: true,
    status: 201,
    answer: SignInLinkAnswer,
    run: async ({ caller, params }) => {
      const link = await createSignInLink(services, caller, params.user_id);
      const signInLink = { url: addressOf(link, publicUrl()), expires_at: formatInstant(link.expiresAt) };
      return { sign_in_link: signInLink };
    },
  });
}

/** For admins: sends an invitation link by mail. */
export function invitationRoutes(app: App, services: Services): void {
  const { post } = operationsOf(app, services, tags[0] as string);

  post('/users/:user_id/invitation/', {
    operationId: 'sendInvitation',
    summary: 'Send a user a mail with a link that sets a password; for admins',
    description: 'The link is created when the mail is sent; earlier links then stop working.',
    errors: ['unprocessable_entity'],
    run: ({ caller, params }) => sendInvitation(services, caller, params.user_id),
  });
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: clientAddressOf(request), browser: request.headers['user-agent'] };
}
