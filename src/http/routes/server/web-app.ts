/**
 * Serves the web application that `scripts/build-web.ts` built. Every path below /app/ that is not a file gets the same document, which decides in
 * the browser what to show.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import type { App } from '../../typed-app.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** The compressed variants of the build, the best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** File names here change with their content. */
const HASHED = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';

/** Replaced by the nonce of each response. */
const NONCE = '__NONCE__';

export function webAppRoutes(app: App, folder: string): void {
  const files = new Set(filesIn(folder));
  let document: Promise<string> | undefined;

  async function sendPage(_: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!files.has('index.html'))
      throw new AppError('not_found', 'The web application is not built: run "npm run build".');
    document ??= readFile(join(folder, 'index.html'), 'utf8');
    const nonce = randomBytes(16).toString('base64');
    reply.type('text/html; charset=utf-8');
    reply.header('cache-control', ASK_EACH_TIME);
    reply.header('content-security-policy', policyWith(nonce));
    return (await document).replaceAll(NONCE, nonce);
  }

  const open = { config: { access: { who: 'anyone' } as const }, schema: { hide: true } };
  app.get('/', open, async (_, reply) => reply.redirect('/app/'));
  app.get('/app', open, sendPage);
  app.get('/app/*', open, async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    const type = TYPES[extname(name)];
    if (!files.has(name) || type === undefined)
      return extname(name) === '' ? sendPage(request, reply) : reply.callNotFound();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = ENCODINGS.find(
      ({ name: encoding, ending }) => accepted.includes(encoding) && files.has(name + ending),
    );
    if (encoding !== undefined) reply.header('content-encoding', encoding.name);
    reply.type(type);
    reply.header('vary', 'accept-encoding');
    reply.header('cache-control', name.startsWith(HASHED) ? FOREVER : ASK_EACH_TIME);
    return readFile(join(folder, name + (encoding?.ending ?? '')));
  });
}

/** Paths in the folder, with `/` on every system. Without a folder there is no web application, but the API works. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
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
