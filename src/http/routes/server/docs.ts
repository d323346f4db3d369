/** The documentation, open to everyone: the API document, and the pages below /docs that `scripts/build-docs.ts` built. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { FILE_JSON_SCHEMA, SCHEMA_PATH } from '../../../as-code/file/file.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';
import { builtFilesIn } from './built-files.ts';

const CHAPTER = 'Service';

const API_DOCUMENT = 'openapi.json';

/** Paths that are not the name of their file. */
const PAGES = { '/docs': 'index.html', '/docs/errors': 'errors.html', '/docs/json': API_DOCUMENT };

/** Swagger UI has icons in data: URLs. Requests are not upgraded to https, which a local network may not have. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const OpenApiDocument = Type.Object(
  {},
  { title: 'OpenApiDocument', description: 'This document', additionalProperties: true },
);

const JsonSchema = Type.Object({}, { title: 'JsonSchema', description: 'A JSON schema', additionalProperties: true });

export function docsRoutes(app: App, services: Services, folder: string | undefined): void {
  const { get } = operationsOf(app, services, CHAPTER);
  const files = builtFilesIn(folder);
  const open = { config: { access: { who: 'anyone' } as const }, schema: { hide: true } };

  app.get(
    '/openapi.json',
    {
      ...open,
      schema: {
        tags: [CHAPTER],
        operationId: 'getOpenApiDocument',
        summary: 'This document',
        response: { 200: OpenApiDocument },
      },
    },
    (request, reply) => files.send(request, reply, API_DOCUMENT),
  );

  get(SCHEMA_PATH, {
    operationId: 'getFileSchema',
    summary: 'The JSON schema of the file that `watchbill export` writes and `watchbill apply` reads',
    who: 'anyone',
    answer: JsonSchema,
    run: async () => FILE_JSON_SCHEMA,
  });

  async function sendFile(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    if (name.endsWith('.html') && files.has(name)) reply.header('content-security-policy', PAGE_POLICY);
    return files.send(request, reply, name);
  }

  for (const [path, name] of Object.entries(PAGES)) {
    app.get(path, open, (request, reply) => sendFile(request, reply, name));
  }
  app.get('/docs/*', open, (request, reply) => sendFile(request, reply, (request.params as { '*': string })['*']));
}
