import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { Moment } from '../time/moment.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { useAddress } from '../ui/lists/address.ts';
import { PageTurner, usePageNumber } from '../ui/lists/pagination.tsx';
import { Block } from './block.tsx';
import classes from './rows.module.css';

type Delivery = Schemas['Delivery'];
type Status = Delivery['status'];

const TABS: readonly { status: Status; label: string; empty: string }[] = [
  { status: 'failed', label: 'Failed', empty: 'Nothing has failed' },
  { status: 'pending', label: 'Pending', empty: 'Nothing is waiting to be sent' },
  { status: 'sent', label: 'Sent', empty: 'Nothing was sent yet' },
];

export function DeliveriesSection() {
  const { params, change } = useAddress();
  const tab = TABS.find(({ status }) => status === params.get('status')) ?? TABS[0];
  if (tab === undefined) return null;
  return (
    <Block
      title="Deliveries"
      about="Messages to the chat, to webhooks and by mail. Failed ones are retried, for a day to the chat and for three days to a webhook, and then given up."
    >
      <Tabs
        value={tab.status}
        onChange={(status) =>
          change({ status: status === 'failed' ? undefined : (status ?? undefined), page: undefined })
        }
      >
        <Tabs.List aria-label="State of the deliveries">
          {TABS.map(({ status, label }) => (
            <Tabs.Tab key={status} value={status}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab.status} pt="md">
          <DeliveriesOf status={tab.status} empty={tab.empty} />
        </Tabs.Panel>
      </Tabs>
    </Block>
  );
}

function DeliveriesOf({ status, empty }: { readonly status: Status; readonly empty: string }) {
  const deliveries = useGet(
    '/deliveries/',
    { params: { query: { status, page: usePageNumber() } } },
    { isUnfinished: (answer) => answer.deliveries.some((delivery) => delivery.status === 'pending') },
  );
  const channels = useGet('/chat/channels/', { params: { query: { per_page: 100 } } });
  const nameOf = (id: string) => channels.data?.channels.find((channel) => channel.id === id)?.name;
  return (
    <QueryResult query={deliveries} height={200}>
      {({ deliveries, meta }) => (
        <Stack>
          {meta.total === 0 && <Empty title={empty} />}
          <Stack gap={0} component="ul" className={classes.rows ?? ''}>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} channelName={nameOf(delivery.destination_id)} />
            ))}
          </Stack>
          <PageTurner meta={meta} />
        </Stack>
      )}
    </QueryResult>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly channelName: string | undefined;
}

function DeliveryRow({ delivery, channelName }: DeliveryRowProps) {
  const { id, kind, text, error, status, attempts, created_at, done_at, destination_id } = delivery;
  return (
    <li className={classes.row}>
      <Stack gap={6}>
        <Group justify="space-between" gap="sm" align="flex-start">
          <Text size="sm" c="dimmed" component="div">
            To{' '}
            <Text span c="bright" fw={500}>
              {kind === 'webhook' ? 'a webhook' : channelName === undefined ? destination_id : `#${channelName}`}
            </Text>
            {' · '}
            <Moment at={done_at ?? created_at} />
            {attempts > 1 && ` · ${attempts} attempts`}
          </Text>
          {status === 'failed' && <Retry id={id} />}
        </Group>
        <Text size="sm" className={classes.message ?? ''}>
          {text}
        </Text>
        {error !== undefined && (
          <Alert color="red" variant="light" p="xs">
            {error}
          </Alert>
        )}
      </Stack>
    </li>
  );
}

function Retry({ id }: { readonly id: string }) {
  const retry = useChange(
    () => unwrap(api.POST('/deliveries/{delivery_id}/retry', { params: { path: { delivery_id: id } } })),
    { onDone: () => notifyDone('It is sent once more.') },
  );
  return (
    <Stack gap="xs">
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
        Send again
      </Button>
      <ProblemNote error={retry.error} />
    </Stack>
  );
}
