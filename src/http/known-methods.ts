/** The methods of each path, for requests with another method. */
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that this path takes. An unknown path takes none. */
    methodsAt(path: string): readonly string[];
  }
}

/** For an app without routes. Only requests without a route search here. */
export function collectMethods(app: FastifyInstance): void {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  app.decorate('methodsAt', (path: string) => {
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].toSorted();
  });
}

/** `/teams/:team_id/` matches `/teams/tea_1`. */
function patternOf(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.*' : RegExp.escape(part);
    });
  return new RegExp(`^${parts.join('/')}/?$`);
}
