/** The documentation, open to everyone: the OpenAPI document, a page to try calls in, and the page that errors link to. */
import Type from 'typebox';
import { FILE_JSON_SCHEMA, SCHEMA_PATH } from '../../../as-code/file/file.ts';
import { ERRORS } from '../../../errors.ts';
import type { Services } from '../../../services/shared/services.ts';
import { forTrying, PAGE_POLICY } from '../../openapi/page.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

const PAGE_POLICY_HEADER = Object.entries(PAGE_POLICY)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

/** Headers of the page itself. All others are those of every response. */
const PAGE_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location'];

const OpenApiDocument = Type.Object(
  {},
  { title: 'OpenApiDocument', description: 'This document', additionalProperties: true },
);

const JsonSchema = Type.Object({}, { title: 'JsonSchema', description: 'A JSON schema', additionalProperties: true });

export async function docsRoutes(app: App, services: Services): Promise<void> {
  const { get } = operationsOf(app, services, 'Service');
  const open = { config: { access: { who: 'anyone' } as const }, schema: { hide: true } };

  get('/openapi.json', {
    operationId: 'getOpenApiDocument',
    summary: 'This document',
    who: 'anyone',
    answer: OpenApiDocument,
    run: async () => (await app.documentation()).swagger(),
  });

  get(SCHEMA_PATH, {
    operationId: 'getFileSchema',
    summary: 'The JSON schema of the file that `watchbill export` writes and `watchbill apply` reads',
    who: 'anyone',
    answer: JsonSchema,
    run: async () => FILE_JSON_SCHEMA,
  });

  app.get('/docs/errors', open, async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY_HEADER).send(ERRORS_PAGE),
  );

  app.get('/docs/json', open, async ({ authenticated }) =>
    forTrying((await app.documentation()).swagger(), services.clock.now(), authenticated?.me.user.email),
  );

  for (const path of ['/docs', '/docs/*']) {
    app.get(path, open, async ({ url, headers }, reply) => {
      const documentation = await app.documentation();
      const page = await documentation.inject({ url, headers: { 'if-none-match': headers['if-none-match'] ?? '' } });
      if (page.statusCode >= 400) return reply.callNotFound();
      for (const name of PAGE_HEADERS) {
        if (page.headers[name] !== undefined) reply.header(name, page.headers[name]);
      }
      return reply.code(page.statusCode).send(page.rawPayload);
    });
  }
}

const ERRORS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors · Watchbill API</title>
<style>
  body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; color-scheme: light dark; }
  section { border-top: 1px solid #8884; } section:target { outline: 2px solid #47c; outline-offset: .5rem; }
  h2 { font: 600 1.1rem ui-monospace, monospace; } h2 a { color: inherit; text-decoration: none; }
  pre { overflow-x: auto; }
</style>
<h1>Errors</h1>
<p>Every error of the <a href="/docs">API</a> has the same body:</p>
<pre>${escaped(
  JSON.stringify(
    { error: { code: 'not_found', status: 404, message: ERRORS.not_found.message, docs_url: '…/errors#not_found' } },
    null,
    2,
  ),
)}</pre>
<p>Act on <code>code</code>: it never changes. <code>message</code> is for people: it says what was given and what is allowed,
and may get better words.</p>
${Object.entries(ERRORS)
  .map(
    ([code, { status, message, help }]) => `<section id="${code}">
<h2><a href="#${code}">${code}</a></h2>
<p><strong>${status}</strong> · ${escaped(message)}</p>
<p>${escaped(help).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>
</section>`,
  )
  .join('\n')}
</html>
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
