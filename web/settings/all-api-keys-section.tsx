/** All API keys of the organization, for admins: the owner of each, its last use, and a button to revoke it. */
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { ApiKeyRow, RevokeApiKey } from './api-keys-section.tsx';
import { Block } from './block.tsx';
import classes from './rows.module.css';

type OwnedApiKey = Schemas['OwnedApiKey'];

export function AllApiKeysSection() {
  const keys = useGet('/api_keys/', { params: { query: { page: usePageNumber() } } }, { keepPrevious: true });
  const [revoked, setRevoked] = useState<OwnedApiKey>();
  return (
    <Block title="Keys of everyone" about="All API keys of the organization. A key can do what its owner may do.">
      <QueryResult query={keys} height={120}>
        {({ api_keys, meta }) => (
          <>
            <Stack gap={0} component="ul" className={classes.rows ?? ''}>
              {api_keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} owner={key.user} onRevoke={() => setRevoked(key)} />
              ))}
            </Stack>
            <PageTurner meta={meta} />
          </>
        )}
      </QueryResult>
      {revoked !== undefined && (
        <RevokeApiKey
          apiKey={revoked}
          revoke={() => revokeOrganizationKey(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Block>
  );
}

function revokeOrganizationKey({ id }: OwnedApiKey) {
  return unwrap(api.DELETE('/api_keys/{api_key_id}', { params: { path: { api_key_id: id } } }));
}
