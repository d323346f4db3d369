/** Every route of the app, as it was added. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Collects the routes of the app that `start` makes first. A route of several methods is one for each. */
export async function routesOf(start: () => Promise<unknown>): Promise<readonly AddedRoute[]> {
  const routes: AddedRoute[] = [];
  const collect = (message: unknown) => {
    unsubscribe('fastify.initialization', collect);
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, ...route }) => {
      for (const one of [method].flat()) routes.push({ ...route, method: one });
    });
  };
  subscribe('fastify.initialization', collect);
  await start();
  return routes;
}

export type AddedRoute = Omit<RouteOptions, 'method'> & { readonly method: string };
