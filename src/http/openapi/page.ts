/** The page at `/docs`, in which calls are tried. */
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import { EXAMPLE_USER } from '../../schemas/schedules/schedules.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
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
export function pageOptions(): FastifySwaggerUiOptions {
  return {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Watchbill API' },
    uiConfig: {
      layout: 'BaseLayout',
      // Drawing all operations takes a browser seconds.
      docExpansion: 'none',
      tryItOutEnabled: true,
      requestInterceptor: asOwnPage as never,
      // Colours cost more time than anything else of the page.
      syntaxHighlight: false,
      plugins: [rememberingIds] as never,
    },
  };
}

/** Runs in the browser: with a session, changes need this header (csrf.ts). The page is ours, so it may send it. */
function asOwnPage<T extends { headers: Record<string, string> }>(request: T): T {
  request.headers['x-watchbill-request'] = '1';
  return request;
}

/** The part of Swagger UI that is used here. */
interface SwaggerUi {
  readonly specSelectors: { specJson(): { toJS(): { readonly paths: Readonly<Record<string, Json>> } } };
  readonly specActions: {
    changeParam(operation: [path: string, method: string], name: string, place: 'path', value: string): void;
  };
}

type SetResponse = (path: string, method: string, response: { readonly body?: unknown }) => void;

declare const SwaggerUIBundle: { readonly plugins: { readonly DownloadUrl: unknown } };

/**
 * Runs in the browser: ids in responses are filled in for the parameters of paths, so that what was created can be changed and deleted. The first item
 * of a list counts only while there is no id.
 */
function rememberingIds(ui: SwaggerUi) {
  const known = new Set<string>();

  function remember(key: string, part: unknown): void {
    const [item] = [part].flat() as { readonly id?: string }[];
    const name = `${key.replace(/ies$/, 'y').replace(/s$/, '')}_id`;
    if (item?.id === undefined || (Array.isArray(part) && known.has(name))) return;
    known.add(name);
    for (const [path, methods] of Object.entries(ui.specSelectors.specJson().toJS().paths)) {
      if (!path.includes(`{${name}}`)) continue;
      for (const method of Object.keys(methods)) ui.specActions.changeParam([path, method], name, 'path', item.id);
    }
  }

  const setResponse =
    (original: SetResponse) => (path: string, method: string, response: { readonly body?: unknown }) => {
      original(path, method, response);
      for (const [key, part] of Object.entries(response.body ?? {})) remember(key, part);
    };
  // A list of plugins replaces the usual one, which loads the document.
  return [SwaggerUIBundle.plugins.DownloadUrl, { statePlugins: { spec: { wrapActions: { setResponse } } } }];
}

type Json = Readonly<Record<string, unknown>>;

/** Fields of the end of an interval. */
const LATER = /^(end|to|until|expires_at)$/;

/**
 * Rule DOC-4: the document with examples that work at the moment. Instants in them are a week from tomorrow on, and the person is the caller, if known.
 * The stored document keeps its fixed examples. A parameter of the path says which list has its ids.
 */
export function forTrying(document: object, now: number, caller = EXAMPLE_USER.value): Json {
  const tomorrow = Math.ceil(now / DAY_MS) * DAY_MS;
  const [start, end] = [tomorrow, tomorrow + 7 * DAY_MS].map(formatInstant);

  function currentExample(part: unknown, name = ''): unknown {
    if (Array.isArray(part)) return part.map((item) => currentExample(item, name));
    if (isObject(part)) return mapped(part, currentExample);
    if (part === EXAMPLE_USER.value) return caller;
    const isInstant = typeof part === 'string' && parseInstant(part) !== undefined;
    return isInstant ? (LATER.test(name) ? end : start) : part;
  }

  function current(part: unknown, name = ''): unknown {
    if (Array.isArray(part)) return part.map((item) => current(item));
    if (!isObject(part)) return part;
    return mapped(part, (value, key) => {
      if (key === 'examples' && Array.isArray(value)) return value.map((example) => currentExample(example, name));
      return key === 'example' ? currentExample(value, name) : current(value, key);
    });
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
