import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { fromNow, msOf } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Confirm } from '../ui/feedback/confirm.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { Block } from './block.tsx';
import { NewApiKey } from './new-api-key.tsx';
import classes from './rows.module.css';

type ApiKey = Schemas['ApiKey'];

export function ApiKeysSection() {
  const keys = useGet('/user/api_keys/', { params: { query: { page: usePageNumber() } } }, { keepPrevious: true });
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  return (
    <Block
      title="API keys"
      about="A key lets a script do what you may do. It is shown once, when it is created."
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setMaking(true)}>
          New key
        </Button>
      }
    >
      <QueryResult query={keys} height={120}>
        {({ api_keys, meta }) => (
          <>
            {meta.total === 0 && <Empty title="You have no keys">Make one to call the API from a script.</Empty>}
            <Stack gap={0} component="ul" className={classes.rows ?? ''}>
              {api_keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
              ))}
            </Stack>
            <PageTurner meta={meta} />
          </>
        )}
      </QueryResult>
      <Text size="sm">
        Agents read who is on call over the Model Context Protocol, with a key in the header <Code>x-api-key</Code>:
      </Text>
      <Copyable text={`${location.origin}/mcp`} what="the MCP address" />
      {isMaking && <NewApiKey onClose={() => setMaking(false)} />}
      {revoked !== undefined && (
        <RevokeApiKey apiKey={revoked} revoke={() => revokeOwnKey(revoked)} onClose={() => setRevoked(undefined)} />
      )}
    </Block>
  );
}

interface ApiKeyRowProps {
  readonly apiKey: ApiKey;
  /** Shown in lists with keys of several people. */
  readonly owner?: { readonly name: string; readonly email: string };
  readonly onRevoke: () => void;
}

export function ApiKeyRow({ apiKey, owner, onRevoke }: ApiKeyRowProps) {
  const now = useNow();
  const { name, hint, read_only, created_at, expires_at, last_used_at } = apiKey;
  return (
    <li className={classes.row}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={500} size="sm">
              {name}
            </Text>
            <Code>…{hint}</Code>
            {read_only && (
              <Badge variant="default" size="sm">
                Read-only
              </Badge>
            )}
          </Group>
          {owner !== undefined && (
            <Text size="sm">
              {owner.name} · {owner.email}
            </Text>
          )}
          <Text size="sm" c="dimmed" component="div">
            Created <Moment at={created_at} shape="date" />
            {' · '}
            {expires_at === undefined ? 'never expires' : <Expiry at={expires_at} now={now} />}
            {' · '}
            {last_used_at === undefined ? 'never used' : `last used ${fromNow(last_used_at, now)}`}
          </Text>
        </Stack>
        <Button variant="default" size="xs" flex="none" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </Group>
    </li>
  );
}

function Expiry({ at, now }: { readonly at: string; readonly now: number }) {
  return (
    <>
      {msOf(at) <= now ? 'expired' : 'expires'} <Moment at={at} shape="date" />
    </>
  );
}

function revokeOwnKey({ id }: ApiKey) {
  return unwrap(api.DELETE('/user/api_keys/{api_key_id}', { params: { path: { api_key_id: id } } }));
}

interface RevokeApiKeyProps {
  readonly apiKey: ApiKey;
  readonly revoke: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function RevokeApiKey({ apiKey, revoke: revokeKey, onClose }: RevokeApiKeyProps) {
  const revoke = useChange(revokeKey, {
    onShown: () => {
      notifyDone(`The key ${apiKey.name} is revoked.`);
      onClose();
    },
  });
  return (
    <Confirm
      isOpen
      title={`Revoke the key ${apiKey.name}?`}
      action="Revoke the key"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">Requests with the key that ends in {apiKey.hint} will be refused.</Text>
    </Confirm>
  );
}
