/**
 * The OpenAPI document, generated from the schemas that validate requests. Adds what all operations share.
 *
 * It is generated on demand by a separate app, since it is large and rarely requested.
 */
import type { SwaggerOptions } from '@fastify/swagger';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { VERSION } from '../../process/version.ts';
import type { Clock } from '../../time/clock.ts';
import { API_VERSIONS } from '../request-guard.ts';
import { schemaController } from '../validation.ts';
import { named } from './components.ts';
import { HEADERS } from './headers.ts';
import { pageOptions } from './page.ts';
import { complete, type Document, errorResponse } from './responses.ts';
import { SECURITY, SECURITY_SCHEMES } from './security.ts';
import { WEBHOOKS } from './webhooks.ts';

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

/** Options of the plugin. */
const OPTIONS: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Watchbill', version: VERSION, description: ABOUT },
    security: SECURITY,
    components: {
      securitySchemes: SECURITY_SCHEMES,
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
export function installOpenApi(app: FastifyInstance, clock: Clock): void {
  const routes: DescribedRoute[] = [];
  let documentation: Promise<FastifyInstance> | undefined;
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && schema !== undefined && !schema.hide) routes.push({ method, url, schema });
  });
  app.decorate('documentation', () => {
    documentation ??= document(routes, clock);
    return documentation;
  });
}

type DescribedRoute = Required<Pick<RouteOptions, 'method' | 'url' | 'schema'>>;

async function document(routes: readonly DescribedRoute[], clock: Clock): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = Fastify({ schemaController, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(swagger, OPTIONS);
  for (const route of routes) app.route({ ...route, handler: () => undefined });
  await app.register(swaggerUi, pageOptions(clock));
  await app.ready();
  return app;
}

function completed(document: Document): Document {
  const { components } = document;
  const paths = named(document.paths, components.schemas) as Document['paths'];
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) complete(operation);
  const responses = { Error: errorResponse(components.schemas) };
  const webhooks = named(WEBHOOKS, components.schemas);
  return { ...document, components: { ...components, responses }, paths, webhooks };
}
