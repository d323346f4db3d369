/** The methods of each path, for requests with another method. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { noRouteAt } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that this path takes. An unknown path takes none. */
    methodsAt(path: string): readonly string[];
    /** Refuses other methods of paths such as `/users/batch`, which the router would take for a user. Call it after all routes are there. */
    refuseOtherMethods(): void;
  }
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

/** For an app without routes. Only requests without a route search here. */
export function collectMethods(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefusal) return;
    const key = withoutSlash(url);
    const known = paths.get(key) ?? { url, ...patternOf(key), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    paths.set(key, known);
  });

  /** Those with the fewest parameters: for the router too, `/users/batch` is no user. */
  function matching(path: string): KnownPath[] {
    const found = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    const fewest = Math.min(...found.map(({ parameters }) => parameters));
    return found.filter(({ parameters }) => parameters === fewest);
  }

  app.decorate('methodsAt', (path: string) =>
    [...new Set(matching(decodeURI(path)).flatMap(({ methods }) => [...methods]))].toSorted(),
  );
  app.decorate('refuseOtherMethods', () => {
    for (const { url, methods } of paths.values()) {
      const others = [...paths.values()]
        .filter((other) => other.pattern.test(url))
        .flatMap((other) => [...other.methods]);
      const refused = [...new Set(others)].filter((method) => !methods.has(method)) as HTTPMethods[];
      if (refused.length === 0) continue;
      app.route({
        method: refused,
        url,
        exposeHeadRoute: false,
        config: { isRefusal: true },
        schema: { hide: true },
        onRequest: async (request) => {
          throw noRouteAt(request);
        },
        handler: async (request) => {
          throw noRouteAt(request);
        },
      });
    }
  });
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
