/** The OpenAPI document, made from the schemas that validate requests. Adds what all operations share. */
import swagger, { type SwaggerOptions } from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { API_VERSIONS } from '../../src/http/request-guard.ts';
import { PAGE_HEADER } from '../../src/http/sign-in/csrf.ts';
import { schemaController } from '../../src/http/validation.ts';
import { VERSION } from '../../src/process/version.ts';
import { ErrorBody } from '../../src/schemas/fields.ts';
import { named } from './components.ts';
import { errorCodesOf } from './error-codes.ts';
import { HEADERS, headersFor } from './headers.ts';
import { complete, type Document, type Operation } from './responses.ts';
import { SECURITY, SECURITY_SCHEMES, securityOf } from './security.ts';
import { WEBHOOKS } from './webhooks.ts';

const ABOUT = `On-call scheduling: who has the watch, for every schedule, at every instant.

Every call needs an API key in the header \`x-api-key\` or as a bearer token, or the session of a browser that has signed in. Date-times are UTC; any
offset is taken and converted. Paths work with and without a slash at the end. Errors have one shape, and each code is explained at
[/docs/errors](/docs/errors).

Agents call \`/mcp\`, a Model Context Protocol server whose tools only read.`;

/** In the order of the page. A tag that no route has, or a route with another tag, fails a test. */
const TAGS = {
  'On call': 'Who is on call, now and at any other time, across schedules.',
  Schedules: 'Schedules: their layers, shifts, revisions planned for later, and who is on call in each.',
  Overrides: 'Other people on call in a schedule for a while, in place of its rotation.',
  'Coverage requests': 'Asking others to take over shifts, and taking over those of others.',
  'Time off': 'When people are away, so that nobody counts on them.',
  'Calendar feeds': 'Secret addresses from which calendars read shifts.',
  Teams: 'Teams and their members, who may change the schedules of the team.',
  Users: 'People: who they are, what they may do, and how they are notified.',
  Search: 'Users, teams and schedules by a part of their name.',
  Reports: 'Hours on call of each person, by day, night, weekend and holiday.',
  Chat: 'The connected chat: user groups that follow schedules, channels that are told of changes.',
  'Built-in chat': 'The workspace that takes the place of a chat for trying things out.',
  Webhooks: 'Addresses that get events as signed requests.',
  'Webhook events': 'What these addresses get. Generated clients have a class for each tag, so this one is apart.',
  Organization: 'The organization: its name, its calendar rules and what its admins have to know.',
  'API keys': 'Keys with which programs call this API.',
  'Signing in': 'Sessions of browsers, passwords and links that set them.',
  Service: 'The service itself: its health, its version and its documents.',
};

/** Needed with a session: see csrf.ts. A client with an API key does not send it. */
function pageHeader(required: boolean) {
  return {
    name: PAGE_HEADER,
    in: 'header' as const,
    required,
    description: `${required ? 'Needed' : 'Needed with a session, not with an API key'}: proves that a page of the service sent the request. Browsers add the header \`Origin\`, which must be the address of the service, or \`Sec-Fetch-Site: same-origin\`.`,
    schema: { type: 'string' as const, enum: ['1'] },
  };
}

/** Options of the plugin. */
const OPTIONS: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Watchbill',
      version: VERSION,
      summary: 'On-call scheduling',
      description: ABOUT,
      contact: { name: 'Watchbill' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
        PageHeader: pageHeader(false),
        RequiredPageHeader: pageHeader(true),
      },
    },
  },
  convertConstToEnum: false,
  transformObject: (made) => completed((made as unknown as { openapiObject: Document }).openapiObject),
};

/** Of these routes of the service. */
export async function documentOf(routes: readonly RouteOptions[]): Promise<object> {
  const app = Fastify({ schemaController, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(swagger, OPTIONS);
  for (const { method, url, schema, config } of routes) {
    if (method === 'HEAD' || schema === undefined || schema.hide) continue;
    const codes = errorCodesOf({ method, url, schema, config });
    const described = { ...schema, ...securityOf(config?.access ?? {}), 'x-error-codes': codes };
    app.route({ method, url, schema: described, handler: () => undefined });
  }
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

function completed(document: Document): Document {
  const { components } = document;
  const shared = { error: named(ErrorBody, components.schemas), responses: {}, examples: {} };
  for (const [method, operation] of operationsOf(document)) {
    declareReplays(operation);
    complete(operation, shared);
    describeAccess(operation);
    declarePageHeader(method, operation);
    nameSchemas(operation, components.schemas);
  }
  const webhooks = named(WEBHOOKS, components.schemas);
  return {
    ...document,
    components: { ...components, responses: shared.responses, examples: shared.examples },
    webhooks,
  };
}

function operationsOf({ paths }: Document): [method: string, operation: Operation][] {
  return Object.values(paths).flatMap((path) => Object.entries(path));
}

/** A request with an idempotency key may get a stored response. */
function declareReplays({ parameters = [], responses }: Operation): void {
  if (!parameters.some(({ name }) => name === 'idempotency-key')) return;
  for (const [status, answer] of Object.entries(responses)) {
    if (status.startsWith('2')) answer.headers = { ...answer.headers, ...headersFor(['idempotency-replayed']) };
  }
}

function describeAccess(operation: Operation): void {
  const { description = '', security = SECURITY } = operation;
  const access =
    security.length === 0
      ? 'Open to everyone: needs neither an API key nor a session.'
      : security.some((scheme) => 'apiKey' in scheme)
        ? 'With an API key or a session.'
        : 'With a session only: refuses API keys.';
  operation.description = `${description}\n\n${access}`.trim();
}

/** Changes need a header of our pages, unless they are made with an API key. */
function declarePageHeader(method: string, operation: Operation): void {
  if (method === 'get') return;
  const { security = SECURITY, parameters = [] } = operation;
  const name = security.some((scheme) => 'apiKey' in scheme) ? 'PageHeader' : 'RequiredPageHeader';
  operation.parameters = [...parameters, { $ref: `#/components/parameters/${name}` }];
}

function nameSchemas(operation: Operation, schemas: Record<string, unknown>): void {
  const { parameters = [], requestBody, responses } = operation;
  Object.assign(operation, {
    parameters: parameters.map((parameter) => named(parameter, schemas, parameter.in !== 'path')),
    ...(requestBody !== undefined && { requestBody: named(requestBody, schemas, true) }),
    responses: named(responses, schemas),
  });
}
