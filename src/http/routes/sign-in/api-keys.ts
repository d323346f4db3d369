import {
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
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

const NO_KEY_FROM_A_KEY =
  'An API key cannot make another. Keys are made in the web application, or with the command line: keys create.';

export function apiKeyRoutes(app: App, services: Services): void {
  const { get, post, del } = operationsOf(app, services, 'API keys');

  get('/user/api_keys/', {
    operationId: 'listOwnApiKeys',
    summary: 'Your API keys that are not revoked',
    query: ApiKeysQuery,
    answer: ApiKeysAnswer,
    run: ({ caller, query }) => listApiKeys(services, caller, query),
  });

  post('/user/api_keys/', {
    operationId: 'createOwnApiKey',
    summary: 'Create an API key; needs a session, not an API key',
    floor: 'viewer',
    idempotency: 'none',
    who: 'session',
    noKeys: NO_KEY_FROM_A_KEY,
    body: NewApiKey,
    errors: ['unprocessable_entity'],
    status: 201,
    answer: CreatedApiKeyAnswer,
    run: async ({ caller, body }) => ({ api_key: await createOwnApiKey(services, caller, body) }),
  });

  del('/user/api_keys/:api_key_id', {
    operationId: 'revokeOwnApiKey',
    summary: 'Revoke an API key of the user, at once',
    floor: 'viewer',
    run: ({ caller, params }) => revokeOwnApiKey(services, caller, params.api_key_id),
  });

  get('/api_keys/', {
    operationId: 'listApiKeys',
    summary: 'All API keys of the organization that are not revoked, by user; for admins',
    floor: 'change users',
    query: ApiKeysQuery,
    errors: ['forbidden'],
    answer: OwnedApiKeysAnswer,
    run: ({ caller, query }) => listOrganizationKeys(services, caller, query),
  });

  del('/api_keys/:api_key_id', {
    operationId: 'revokeApiKey',
    summary: 'Revoke any API key of the organization, at once; only owners revoke keys of owners',
    floor: 'change users',
    run: ({ caller, params }) => revokeOrganizationKey(services, caller, params.api_key_id),
  });
}
