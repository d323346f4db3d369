/** Makes Fastify check requests against their TypeBox schemas, and write responses as JSON. */
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { memoizeByRow } from '../process/row-cache.ts';
import { type RequestPart, validatorOf } from '../validation/validation.ts';

const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart as RequestPart);

/**
 * For the options of an app: without these it would load its own, and Ajv with them. Responses are not cut to their schemas:
 * services return what the schemas say, and the tests check every response against them.
 */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    // Its type only knows Ajv.
    buildValidator: (() => validatorCompiler) as never,
    buildSerializer: () => () => serialized,
  },
};

function serialized(answer: unknown): string {
  return typeof answer === 'object' && answer !== null ? textOf(answer) : JSON.stringify(answer);
}

const textOf = memoizeByRow((answer: object) => JSON.stringify(answer));
