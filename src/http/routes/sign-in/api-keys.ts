import { NoContent } from '../../../schemas/fields.ts';
import {
  ApiKeyParams,
  ApiKeysAnswer,
  ApiKeysQuery,
  CreatedApiKeyAnswer,
  NewApiKey,
  OwnedApiKeysAnswer,
} from '../../../schemas/sign-in/api-keys.ts';
import type { Services } from '../../../services/shared/services.ts';
import {
  createOwnApiKey,
  listApiKeys,
  listOrganizationKeys,
  revokeOrganizationKey,
  revokeOwnApiKey,
} from '../../../services/sign-in/api-keys.ts';
import { ONLY_SESSIONS } from '../../openapi/security.ts';
import { callerOf, requireSession } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

const NO_KEY_FROM_A_KEY =
  'An API key cannot make another. Keys are made in the web application, or with the command line: keys create.';

export function apiKeyRoutes(app: App, services: Services): void {
  const tags = ['API keys'];

  app.get(
    '/user/api_keys/',
    {
      schema: {
        tags,
        operationId: 'listOwnApiKeys',
        summary: 'Your API keys that are not revoked',
        querystring: ApiKeysQuery,
        response: { 200: ApiKeysAnswer },
      },
    },
    async (request) => listApiKeys(services, callerOf(request), request.query),
  );

  app.post(
    '/user/api_keys/',
    {
      config: { idempotency: 'none' },
      onRequest: requireSession(NO_KEY_FROM_A_KEY),
      schema: {
        tags,
        security: ONLY_SESSIONS,
        operationId: 'createOwnApiKey',
        summary: 'Create an API key; needs a session, not an API key',
        body: NewApiKey,
        errors: ['unprocessable_entity'],
        response: { 201: CreatedApiKeyAnswer },
      },
    },
    async (request, reply) => {
      const apiKey = await createOwnApiKey(services, callerOf(request), request.body);
      return reply.code(201).send({ api_key: apiKey });
    },
  );

  app.delete(
    '/user/api_keys/:api_key_id',
    {
      schema: {
        tags,
        operationId: 'revokeOwnApiKey',
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

  app.get(
    '/api_keys/',
    {
      schema: {
        tags,
        operationId: 'listApiKeys',
        summary: 'All API keys of the organization that are not revoked, by user; for admins',
        querystring: ApiKeysQuery,
        errors: ['forbidden'],
        response: { 200: OwnedApiKeysAnswer },
      },
    },
    async (request) => listOrganizationKeys(services, callerOf(request), request.query),
  );

  app.delete(
    '/api_keys/:api_key_id',
    {
      schema: {
        tags,
        operationId: 'revokeApiKey',
        summary: 'Revoke any API key of the organization, at once; only owners revoke keys of owners',
        params: ApiKeyParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await revokeOrganizationKey(services, callerOf(request), request.params.api_key_id);
      return reply.code(204).send(null);
    },
  );
}
