import { AppError } from '../../errors.ts';
import { ApiKeyParams, ApiKeysAnswer, ApiKeysQuery, NoNewApiKey } from '../../schemas/api-keys.ts';
import { NoContent } from '../../schemas/fields.ts';
import { listApiKeys, revokeOwnApiKey } from '../../services/api-keys.ts';
import type { Services } from '../../services/services.ts';
import { callerOf } from '../admission.ts';
import type { App } from '../app.ts';

export function apiKeyRoutes(app: App, services: Services): void {
  const tags = ['API keys'];

  app.get(
    '/user/api_keys/',
    {
      schema: {
        tags,
        summary: 'The API keys of the user, without revoked ones',
        querystring: ApiKeysQuery,
        response: { 200: ApiKeysAnswer },
      },
    },
    async (request) => listApiKeys(services, callerOf(request), request.query),
  );

  app.post(
    '/user/api_keys/',
    { schema: { tags, summary: 'Not possible with an API key', response: { 403: NoNewApiKey } } },
    async () => {
      throw new AppError(
        'forbidden',
        'An API key cannot make another. Keys are made in the web application, or with the command line: keys create.',
      );
    },
  );

  app.delete(
    '/user/api_keys/:api_key_id',
    {
      schema: {
        tags,
        summary: 'Revoke an API key of the user, at once',
        params: ApiKeyParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await revokeOwnApiKey(services, callerOf(request), request.params.api_key_id);
      return reply.code(204).send(null);
    },
  );
}
