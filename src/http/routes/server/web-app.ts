/**
 * Serves the web application that `scripts/build-web.ts` built. Every path below /app/ that is not a file gets the same document, which decides in
 * the browser what to show.
 */
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import type { App } from '../../typed-app.ts';
import { ASK_EACH_TIME, builtFilesIn } from './built-files.ts';

const DOCUMENT = 'index.html';

/** File names here change with their content. */
const HASHED = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/** Replaced by the nonce of each response. */
const NONCE = '__NONCE__';

export function webAppRoutes(app: App, folder: string): void {
  const files = builtFilesIn(folder);

  async function sendPage(_: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!files.has(DOCUMENT)) throw new AppError('not_found', 'The web application is not built: run "npm run build".');
    const nonce = randomBytes(16).toString('base64');
    reply.type('text/html; charset=utf-8');
    reply.header('cache-control', ASK_EACH_TIME);
    reply.header('content-security-policy', policyWith(nonce));
    return (await files.bytesOf(DOCUMENT)).toString().replaceAll(NONCE, nonce);
  }

  const open = { config: { access: { who: 'anyone' } as const }, schema: { hide: true } };
  app.get('/', open, async (_, reply) => reply.redirect('/app/'));
  app.get('/app', open, sendPage);
  app.get('/app/*', open, async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    if (extname(name) === '') return sendPage(request, reply);
    // It needs a nonce.
    if (name === DOCUMENT) return reply.callNotFound();
    return files.send(request, reply, name, name.startsWith(HASHED) ? FOREVER : ASK_EACH_TIME);
  });
}

/** Nothing from elsewhere, no inline script; style sheets that scripts create only with the nonce. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
