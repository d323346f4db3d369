import Type, { type Static } from 'typebox';
import { Body, FutureEnd, Instant, Name, PageQuery, PaginationMeta, StoredEmail } from '../fields.ts';

export const ApiKey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    hint: Type.String({ description: 'The last four characters of the key; the key itself is not stored' }),
    read_only: Type.Boolean({ description: 'Whether the key may only read: GET and HEAD' }),
    created_at: Instant,
    expires_at: Type.Optional(Instant),
    last_used_at: Type.Optional(Type.String({ format: 'date-time', description: 'To the minute' })),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeysAnswer = Type.Object(
  { api_keys: Type.Array(ApiKey), meta: PaginationMeta },
  { title: 'ApiKeysAnswer' },
);
export const ApiKeysQuery = Body({ ...PageQuery });

export const NewApiKey = Body(
  {
    name: Name(100),
    expires_at: Type.Optional(FutureEnd),
    read_only: Type.Optional(Type.Boolean({ description: 'Default: false' })),
  },
  { title: 'ApiKeyCreation' },
);
export type NewApiKey = Static<typeof NewApiKey>;

/** A key in the list for admins. */
export const OwnedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    user: Type.Object({ id: Type.String(), name: Type.String(), email: StoredEmail }, { title: 'ApiKeyOwner' }),
  },
  { title: 'OwnedApiKey' },
);
export type OwnedApiKey = Static<typeof OwnedApiKey>;
export const OwnedApiKeysAnswer = Type.Object(
  { api_keys: Type.Array(OwnedApiKey), meta: PaginationMeta },
  { title: 'OwnedApiKeysAnswer' },
);

export const CreatedApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'The key itself, shown only once' }) },
  { title: 'CreatedApiKey' },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;
export const CreatedApiKeyAnswer = Type.Object({ api_key: CreatedApiKey }, { title: 'CreatedApiKeyAnswer' });
