/** The methods of each path, for requests with another method. */
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import { AppError } from '../errors.ts';
import { redactText } from '../secrets/redaction.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only answers that the path does not take its method. */
    isRefusal?: true;
  }
}

interface KnownPath {
  readonly url: string;
  readonly pattern: RegExp;
  /** The number of its parameters. */
  readonly parameters: number;
  readonly methods: Set<string>;
}

export interface KnownMethods {
  add(route: RouteOptions): void;
  /** The methods that this path takes. An unknown path takes none. Only requests without a route search here. */
  at(url: string): readonly string[];
  /** 404 or 405. Also for a file that is missing in the folder of a route. */
  refusalOf(request: FastifyRequest): AppError;
  /** Refuses other methods of paths such as `/users/batch`, which the router would take for a user. Call it after all routes are there. */
  refuseOthers(app: FastifyInstance): void;
}

export function createKnownMethods(): KnownMethods {
  const paths = new Map<string, KnownPath>();

  /** Those with the fewest parameters: for the router too, `/users/batch` is no user. */
  function matching(path: string): KnownPath[] {
    const found = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    const fewest = Math.min(...found.map(({ parameters }) => parameters));
    return found.filter(({ parameters }) => parameters === fewest);
  }

  function at(url: string): readonly string[] {
    const path = decodeURI(url.split(/[?#]/, 1)[0] ?? '');
    return [...new Set(matching(path).flatMap(({ methods }) => [...methods]))].toSorted();
  }

  return {
    at,
    add({ url, method, config }) {
      if (config?.isRefusal) return;
      const key = withoutSlash(url);
      const known = paths.get(key) ?? { url, ...patternOf(key), methods: new Set() };
      for (const one of [method].flat()) known.methods.add(one);
      paths.set(key, known);
    },
    refusalOf({ method, originalUrl, raw: { url = '' } }) {
      const methods = at(url);
      const path = redactText(pathOf(originalUrl));
      const isFolder = methods.includes(method);
      if (methods.length === 0 || isFolder) return new AppError('not_found', `There is nothing at ${method} ${path}.`);
      return new AppError('method_not_allowed', `${path} does not take ${method}, only ${methods.join(', ')}.`);
    },
    refuseOthers(app) {
      for (const { url, methods } of paths.values()) {
        const others = [...paths.values()]
          .filter((other) => other.pattern.test(url))
          .flatMap((other) => [...other.methods]);
        const method = [...new Set(others)].filter((one) => !methods.has(one)) as HTTPMethods[];
        if (method.length === 0) continue;
        const config = { isRefusal: true as const };
        // The guard has refused the request before.
        app.route({ method, url, exposeHeadRoute: false, config, schema: { hide: true }, handler: () => undefined });
      }
    },
  };
}

/** Without the query, which may contain secrets. */
export function pathOf(url: string): string {
  const [path = ''] = url.split('?');
  return path.length <= 100 ? path : `${path.slice(0, 100)}…`;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}

/** `/teams/:team_id` matches `/teams/tea_1`, with and without a slash at the end. */
function patternOf(url: string): Pick<KnownPath, 'pattern' | 'parameters'> {
  const pieces = url.split(/(:\w+|\*)/);
  const source = pieces.map((piece) => {
    if (piece.startsWith(':')) return '[^/]+';
    return piece === '*' ? '.*' : RegExp.escape(piece);
  });
  return { pattern: new RegExp(`^${source.join('')}/?$`), parameters: (pieces.length - 1) / 2 };
}
