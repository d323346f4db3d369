/**
 * The OpenAPI document, generated from the schemas that validate requests. Adds what all operations share. A schema with a `title` becomes a
 * component of that name.
 *
 * It is generated on demand by a separate app, since it is large and rarely requested.
 */
import type { SwaggerOptions } from '@fastify/swagger';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { VERSION } from '../process/version.ts';
import { ErrorBody } from '../schemas/fields.ts';
import { API_VERSIONS } from './request-guard.ts';
import { SESSION_COOKIE } from './sign-in/session-cookie.ts';
import { schemaController } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The document and the pages around it, below `/docs`. */
    documentation(): Promise<FastifyInstance>;
  }
}

const ABOUT = `On-call scheduling: who has the watch, for every schedule, at every instant.

Every call needs an API key in the header \`x-api-key\` or as a bearer token, or the session of a browser that has signed in; what a session changes
needs the header \`x-watchbill-request: 1\` and an \`Origin\` that is ours. Date-times are UTC; any offset is taken and converted. Paths work with
and without a slash at the end. Errors have one shape, and each code is explained at [/docs/errors](/docs/errors).

Agents call \`/mcp\`, a Model Context Protocol server whose tools only read.`;

/** The plugin's text for a response without a description. */
const UNDESCRIBED = 'Default Response';

const HEADERS = {
  'x-ratelimit-limit': header('integer', 'Requests that may be made within a minute'),
  'x-ratelimit-remaining': header('integer', 'Requests that remain in the current minute'),
  'x-ratelimit-reset': header('integer', 'Seconds until the count starts again'),
  'retry-after': header('integer', 'Seconds to wait before the next request; only when one has to wait'),
  'x-api-version': header('string', 'The version that was used'),
  link: header('string', 'The first, previous, next and last page of a list, relative to its address (RFC 8288)'),
  etag: header('string', 'The entity tag; send it as `if-match` to change only what you have read'),
};

const ON_EVERY_ANSWER = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-api-version'];

/**
 * For the pages only. Swagger UI writes styles into its elements and has icons in data: URLs. Nothing comes from another host, and requests are not
 * upgraded to https, which a local network may not have.
 */
export const PAGE_POLICY = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
};

/** For operations that refuse API keys. */
export const ONLY_SESSIONS = [{ cookieAuth: [] }];

/** Options of the plugin. */
const OPTIONS: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Watchbill', version: VERSION, description: ABOUT },
    security: [{ apiKey: [] }, { bearerAuth: [] }, { cookieAuth: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'The same API key.' },
        cookieAuth: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: `The session of a browser; over https the cookie is named \`__Host-${SESSION_COOKIE}\`.`,
        },
      },
      headers: HEADERS,
      parameters: {
        ApiVersion: {
          name: 'x-api-version',
          in: 'header',
          required: false,
          description: 'The version of the API to use; if absent, the latest.',
          schema: { type: 'string', enum: [...API_VERSIONS] },
        },
      },
    },
  },
  convertConstToEnum: false,
  transformObject: (made) => completed((made as unknown as { openapiObject: Document }).openapiObject),
};

/** For an app without routes: it describes the routes that are added later. */
export function installOpenApi(app: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  let documentation: Promise<FastifyInstance> | undefined;
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && schema !== undefined && !schema.hide) routes.push({ method, url, schema });
  });
  app.decorate('documentation', () => {
    documentation ??= document(routes);
    return documentation;
  });
}

type DescribedRoute = Required<Pick<RouteOptions, 'method' | 'url' | 'schema'>>;

async function document(routes: readonly DescribedRoute[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = Fastify({ schemaController, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(swagger, OPTIONS);
  for (const route of routes) app.route({ ...route, handler: () => undefined });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Watchbill API' },
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      tryItOutEnabled: true,
      requestInterceptor: asOwnPage as never,
    },
  });
  await app.ready();
  return app;
}

/** Runs in the browser: with a session, changes need this header (csrf.ts). The page is ours, so it may send it. */
function asOwnPage<T extends { headers: Record<string, string> }>(request: T): T {
  request.headers['x-watchbill-request'] = '1';
  return request;
}

interface Document {
  readonly components: { schemas: Record<string, unknown>; responses?: Record<string, Answer> };
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  readonly summary?: string;
  parameters?: { required?: boolean; schema?: { default?: unknown }; $ref?: string }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { default?: unknown } }> };
  readonly responses: Record<string, Answer>;
}

interface Answer {
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema?: { properties?: object } }>;
  $ref?: string;
}

function completed(document: Document): Document {
  const { components } = document;
  const paths = named(document.paths, components.schemas) as Document['paths'];
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) complete(operation);
  const error: Answer = {
    description: 'The request failed: the error says why.',
    headers: headersFor([...ON_EVERY_ANSWER, 'retry-after']),
    content: named({ 'application/json': { schema: ErrorBody } }, components.schemas) as Answer['content'] & {},
  };
  return { ...document, components: { ...components, responses: { Error: error } }, paths };
}

function complete(operation: Operation): void {
  for (const answer of Object.values(operation.responses)) {
    if (answer.description === UNDESCRIBED) answer.description = operation.summary ?? 'Done';
    const own = [...Object.keys(answer.headers ?? {}), ...(isList(answer) ? ['link'] : [])];
    answer.headers = headersFor([...ON_EVERY_ANSWER, ...own]);
  }
  operation.responses.default = { $ref: '#/components/responses/Error' };
  // A parameter with a default is always present for the handler, so its schema says "required"; callers may omit it.
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema?.default !== undefined) parameter.required = false;
  }
  const { requestBody } = operation;
  if (requestBody?.content?.['application/json']?.schema?.default !== undefined) requestBody.required = false;
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/ApiVersion' }];
}

function isList({ content }: Answer): boolean {
  return 'meta' in (content?.['application/json']?.schema?.properties ?? {});
}

/** The part with each titled schema in it replaced by a reference; the schemas themselves go to `components`. */
function named(part: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((item) => named(item, components));
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, named(value, components)]));
  if (typeof copy.title !== 'string') return copy;
  const { title, ...schema } = copy;
  const known = components[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the title ${title}`);
  }
  components[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}

function header(type: 'integer' | 'string', description: string) {
  return { description, schema: { type } };
}

function headersFor(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
