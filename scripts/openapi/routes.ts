/** The routes of the service. Fastify announces each app that is created, so the service needs no hook for this. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

const CREATED = 'fastify.initialization';

/** All routes of the apps that `build` creates. */
export async function routesOf(build: () => Promise<unknown>): Promise<readonly RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const collect = (message: unknown) => {
    (message as { readonly fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      routes.push(route);
    });
  };
  subscribe(CREATED, collect);
  try {
    await build();
  } finally {
    unsubscribe(CREATED, collect);
  }
  return routes;
}
