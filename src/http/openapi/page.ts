/** The page at `/docs`, in which calls are tried. */
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { Clock } from '../../time/clock.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';

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

/** Options of the plugin. */
export function pageOptions(clock: Clock): FastifySwaggerUiOptions {
  return {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Watchbill API' },
    transformSpecification: (document) => forTrying(document, clock.now()) as typeof document,
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      tryItOutEnabled: true,
      requestInterceptor: asOwnPage as never,
    },
  };
}

/** Runs in the browser: with a session, changes need this header (csrf.ts). The page is ours, so it may send it. */
function asOwnPage<T extends { headers: Record<string, string> }>(request: T): T {
  request.headers['x-watchbill-request'] = '1';
  return request;
}

type Json = Readonly<Record<string, unknown>>;

/** Fields of the end of an interval. */
const LATER = /^(end|to|until|expires_at)$/;

/**
 * Rule DOC-4: the document with examples that work at the moment. Instants in bodies are a week from tomorrow on; those in queries have none, so that
 * the default applies. The stored document keeps its fixed examples. A parameter of the path says which list has its ids.
 */
export function forTrying(document: Json, now: number): Json {
  const tomorrow = Math.ceil(now / DAY_MS) * DAY_MS;
  const [start, end] = [tomorrow, tomorrow + 7 * DAY_MS].map(formatInstant);

  function current(part: unknown, name = ''): unknown {
    if (Array.isArray(part)) return part.map((item) => current(item));
    if (!isObject(part)) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, current(value, key)]));
    if (copy.format !== 'date-time') return copy;
    const { examples: _, ...rest } = copy;
    return name === 'schema' ? rest : { ...rest, examples: [LATER.test(name) ? end : start] };
  }

  const { paths, ...others } = document as { readonly paths: Readonly<Record<string, Json>> };
  const lists = new Set(Object.keys(paths).filter((path) => paths[path]?.get !== undefined));
  return {
    ...(current(others) as Json),
    paths: mapped(paths, (path, url) =>
      mapped(path, (operation) => located(current(operation) as Operation, url, lists)),
    ),
  };
}

interface Operation {
  readonly parameters?: readonly (Json & {
    readonly name?: string;
    readonly in?: string;
    readonly description?: string;
  })[];
}

/** With the list in which the ids of the path are. */
function located(operation: Operation, url: string, lists: ReadonlySet<string>): Operation {
  const { parameters = [] } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => {
      if (parameter.in !== 'path' || parameter.description !== undefined) return parameter;
      const [above = ''] = url.split(`{${parameter.name}}`);
      const list = [above, above.slice(0, -1)].find((path) => lists.has(path));
      return list === undefined ? parameter : { ...parameter, description: `From \`GET ${list}\`` };
    }),
  };
}

function mapped<T, R>(parts: Readonly<Record<string, T>>, change: (part: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, change(part, key)]));
}

function isObject(part: unknown): part is Json {
  return typeof part === 'object' && part !== null;
}
