/** `x-api-version: YYYY-MM-DD`, optional on every request. The answer carries the version that was used. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

export const API_VERSIONS = ['2026-11-01'] as const;
const LATEST = API_VERSIONS[API_VERSIONS.length - 1] as string;

export function installApiVersion(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const wanted = request.headers['x-api-version'] ?? LATEST;
    reply.header('x-api-version', LATEST);
    if (!API_VERSIONS.some((version) => version === wanted)) {
      throw new AppError(
        'bad_request',
        `x-api-version must be one of ${API_VERSIONS.join(', ')}; it is ${JSON.stringify(wanted).slice(0, 60)}.`,
      );
    }
    done();
  });
}
