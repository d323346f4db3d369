/** `x-api-version: YYYY-MM-DD`, optional on every request. Every answer carries the version that was used: see headers.ts. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

export const API_VERSIONS = ['2026-11-01'] as const;
export const LATEST_API_VERSION = API_VERSIONS[API_VERSIONS.length - 1] as string;

export function installApiVersion(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const wanted = request.headers['x-api-version'] ?? LATEST_API_VERSION;
    if (!API_VERSIONS.some((version) => version === wanted)) {
      throw new AppError(
        'bad_request',
        `x-api-version must be one of ${API_VERSIONS.join(', ')}; it is ${JSON.stringify(wanted).slice(0, 60)}.`,
      );
    }
    done();
  });
}
