/**
 * Ends mails of one kind, for everyone who has the link. Mail programs send a `POST` (RFC 8058). People who follow the link get a page with a button:
 * programs that open the links of a mail must not unsubscribe anybody.
 */
import Type from 'typebox';
import type { NotificationKind } from '../../../schemas/notifications.ts';
import { subscriptionOf, unsubscribe } from '../../../services/notifications/unsubscribing.ts';
import type { Services } from '../../../services/shared/services.ts';
import type { Access } from '../../access.ts';
import type { App } from '../../typed-app.ts';

/** `List-Unsubscribe=One-Click`, as a form of either kind. Its content is ignored. */
const BODY_BYTES = 4 * 1024;

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

const Params = Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) });

const MAILS: Readonly<Record<NotificationKind, string>> = {
  reminder: 'reminders before your shifts',
  cover_asked: 'requests for cover',
  cover_taken: 'answers to your requests for cover',
  shift_moved: 'changes to your shifts',
  service_problem: 'problems of the service',
};

export function unsubscribeRoutes(app: App, services: Services): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));

  const path = '/unsubscribe/:token';
  // The link alone decides: a session in the browser is ignored.
  const access: Access = { who: 'anyone', countedFor: async () => undefined, bodyBytes: BODY_BYTES };
  const schema = { hide: true, params: Params };

  app.get(path, { config: { access }, schema }, async ({ params }, reply) => {
    const kind = subscriptionOf(services, params.token);
    const form = '<form method="post"><button type="submit">Unsubscribe</button></form>';
    return reply.headers(PAGE_HEADERS).send(pageWith('Unsubscribe', `End mails about ${MAILS[kind]}?`, form));
  });

  app.post(path, { config: { access }, schema }, async ({ params, ip }, reply) => {
    const kind = await unsubscribe(services, params.token, ip);
    const note = '<p><a href="/app/settings/notifications">Settings</a> has all your notifications.</p>';
    return reply.headers(PAGE_HEADERS).send(pageWith('Done', `You get no more mails about ${MAILS[kind]}.`, note));
  });
}

const PAGE_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };

function pageWith(title: string, words: string, below: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · Watchbill</title>
<style>
  :root { color-scheme: light dark; --page: #f6f6f9; --card: #fff; --line: #e3e3ea; --words: #17171d; --small: #63636f; }
  @media (prefers-color-scheme: dark) {
    :root { --page: #0c0c10; --card: #17171d; --line: #2c2c35; --words: #ececf1; --small: #a5a5b3; }
  }
  body { margin: 0; padding: 15vh 16px 0; background: var(--page); color: var(--words); font: 15px/1.5 system-ui, sans-serif; }
  main { max-width: 420px; margin: auto; padding: 28px 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
  .name { margin: 0 0 20px; color: var(--small); font-size: 13px; font-weight: 600; }
  h1 { margin: 0 0 20px; font-size: 19px; line-height: 1.3; }
  p, form { margin: 0; }
  a { color: inherit; }
  button { padding: 11px 18px; border: 0; border-radius: 8px; background: var(--words); color: var(--card); font: inherit; font-weight: 600; cursor: pointer; }
</style>
<main>
<p class="name">Watchbill</p>
<h1>${words}</h1>
${below}
</main>
</html>
`;
}
