/** The Fastify app, with routes typed by their TypeBox schemas. Part of a schema is for the API document alone (scripts/openapi/). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type {} from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ErrorCode } from '../errors.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The codes of errors that the route can answer with, except those that it shares with all routes of its kind. */
    errors?: readonly ErrorCode[];
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
