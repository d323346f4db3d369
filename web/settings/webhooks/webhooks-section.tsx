/** The webhooks of the organization, for admins: a list with their state, and the details of each. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client.ts';
import { useGet } from '../../api/queries.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { QueryResult } from '../../ui/feedback/problem.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAddress } from '../../ui/lists/address.ts';
import { Block } from '../block.tsx';
import classes from '../rows.module.css';
import { WebhookDetails } from './webhook-details.tsx';
import { NewWebhook } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

type Webhook = Schemas['Webhook'];

export function WebhooksSection() {
  const { params } = useAddress();
  const id = params.get('webhook');
  return id === null ? <WebhookList /> : <WebhookDetails id={id} />;
}

function WebhookList() {
  const webhooks = useGet('/webhooks/', { params: { query: { per_page: 100 } } });
  const [isNew, setNew] = useState(false);
  return (
    <Block
      title="Webhooks"
      about="Watchbill posts events to your own addresses: a pager, a dashboard, a script."
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
          New webhook
        </Button>
      }
    >
      <QueryResult query={webhooks} height={120}>
        {({ webhooks }) => (
          <>
            {webhooks.length === 0 && (
              <Empty title="There are no webhooks">Create one to tell another tool who is on call.</Empty>
            )}
            <Stack gap={0} component="ul" className={classes.rows ?? ''}>
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </Stack>
          </>
        )}
      </QueryResult>
      {isNew && <NewWebhook onClose={() => setNew(false)} />}
    </Block>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, description, events } = webhook;
  return (
    <li className={classes.row}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={2} miw={0}>
          <Anchor component={Link} to={`/settings/webhooks?webhook=${id}`} fw={500} size="sm" truncate>
            {description ?? url}
          </Anchor>
          {description !== undefined && (
            <Text size="sm" truncate dir="auto">
              {url}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {events.length === 1 ? events[0] : `${events.length} events`}
          </Text>
        </Stack>
        <WebhookState webhook={webhook} />
      </Group>
    </li>
  );
}
