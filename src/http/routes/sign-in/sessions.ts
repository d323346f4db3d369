/** Signing in and out. Routes that give or clear the cookie of a session are plain ones: no operation sees its reply. */
import type { FastifyReply } from 'fastify';
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
import { endAllSessions, endSession, listSessions } from '../../../services/sign-in/sessions.ts';
import {
  addressOf,
  createSignInLink,
  inspectSignInLink,
  redeemSignInLink,
} from '../../../services/sign-in/sign-in-links.ts';
import { formatInstant } from '../../../time/iso.ts';
import type { Access } from '../../access.ts';
import { authenticatedOf, callerOf } from '../../callers.ts';
import { visitorOf } from '../../limits/client-address.ts';
import { operationsOf } from '../../operations.ts';
import type { PublicOrigin } from '../../sign-in/csrf.ts';
import type { SessionCookie } from '../../sign-in/session-cookie.ts';
import type { App } from '../../typed-app.ts';

export interface SignInOptions extends PublicOrigin {
  readonly services: Services;
  readonly cookie: SessionCookie;
  /** Undefined: no single sign-on. */
  readonly oidc?: { readonly name: string } | undefined;
}

const CHAPTER = 'Signing in';

/** Nobody has signed in yet, so the page alone proves that no other website sends the request. */
const FROM_OUR_PAGES: Access = { who: 'anyone', pages: 'own' };

/** Routes without authentication. */
export function signInRoutes(app: App, { services, cookie, oidc }: SignInOptions): void {
  const { get, post } = operationsOf(app, services, CHAPTER);
  const shared = { tags: [CHAPTER] };
  const config = { access: FROM_OUR_PAGES };

  function welcome(reply: FastifyReply, { user, token }: SignedIn): { user: SignedIn['user'] } {
    cookie.give(reply, token);
    reply.code(201);
    return { user };
  }

  get('/session/', {
    operationId: 'getSession',
    summary: 'The current session, and the available ways to sign in',
    who: 'anyone',
    answer: CurrentSessionAnswer,
    async run({ authenticated }) {
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
  });

  app.post(
    '/session/',
    {
      config,
      schema: {
        ...shared,
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
      config,
      schema: {
        ...shared,
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

  post('/sign_in_links/look', {
    operationId: 'inspectSignInLink',
    summary: 'The user of a sign-in link',
    who: 'anyone',
    pages: 'own',
    idempotency: 'none',
    body: SignInLinkToken,
    errors: ['not_found'],
    answer: SignInLinkLookAnswer,
    run: async ({ body, visitor }) => ({ sign_in_link: await inspectSignInLink(services, body.token, visitor) }),
  });

  post('/sign_in_links/request', {
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail with a link that sets a new password',
    description: 'The response is the same whether a user with the email exists or not.',
    who: 'anyone',
    pages: 'own',
    idempotency: 'none',
    body: PasswordRequest,
    errors: ['unprocessable_entity'],
    run: ({ body, visitor }) => requestPasswordReset(services, body.email, visitor.address),
  });

  app.post(
    '/sign_in_links/use',
    {
      config,
      schema: {
        ...shared,
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
  const { get, post, put } = operationsOf(app, services, CHAPTER);

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
      config: { access: { floor: 'viewer' } },
      schema: {
        tags: [CHAPTER],
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

  put('/user/password', {
    operationId: 'changeOwnPassword',
    summary: 'Set or change your own password; all your other sessions end',
    who: 'session',
    floor: 'viewer',
    body: PasswordChange,
    errors: ['not_found', 'unprocessable_entity'],
    run: ({ authenticated, body, visitor }) => changePassword(services, authenticated, body, visitor),
  });

  post('/users/:user_id/sign_in_link/', {
    operationId: 'createSignInLink',
    summary: 'Create a link to set a password; earlier links of the user stop working',
    floor: 'change users',
    idempotency: 'none',
    who: 'session',
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
  const { post } = operationsOf(app, services, CHAPTER);

  post('/users/:user_id/invitation/', {
    operationId: 'sendInvitation',
    summary: 'Send a user a mail with a link that sets a password; for admins',
    description: 'The link is created when the mail is sent; earlier links then stop working.',
    floor: 'change users',
    errors: ['unprocessable_entity'],
    run: ({ caller, params }) => sendInvitation(services, caller, params.user_id),
  });
}
