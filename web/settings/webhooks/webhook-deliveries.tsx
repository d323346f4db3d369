/** The deliveries of a webhook: request, response, time and duration, and a button to send again. */
import { Alert, Badge, Button, Code, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useChange, useGet } from '../../api/queries.ts';
import { Moment } from '../../time/moment.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { notifyDone } from '../../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../../ui/feedback/problem.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PageTurner, usePageNumber } from '../../ui/lists/pagination.tsx';
import { Block } from '../block.tsx';
import classes from '../rows.module.css';

type Webhook = Schemas['Webhook'];
type Delivery = Schemas['WebhookDelivery'];

const STATES: Readonly<Record<Delivery['status'], { label: string; color: string }>> = {
  sent: { label: 'Sent', color: 'teal' },
  pending: { label: 'Waiting', color: 'orange' },
  failed: { label: 'Failed', color: 'red' },
};

export function WebhookDeliveries({ webhook }: { readonly webhook: Webhook }) {
  const path = { webhook_id: webhook.id };
  const deliveries = useGet(
    '/webhooks/{webhook_id}/deliveries/',
    { params: { path, query: { page: usePageNumber() } } },
    { isUnfinished: (answer) => answer.deliveries.some(({ status }) => status === 'pending') },
  );
  return (
    <Block
      title="Deliveries"
      about="Newest first. A failed event is retried for three days."
      actions={
        <Button size="xs" variant="default" loading={deliveries.isFetching} onClick={() => deliveries.refetch()}>
          Refresh
        </Button>
      }
    >
      <QueryResult query={deliveries} height={120}>
        {({ deliveries, meta }) => (
          <>
            {meta.total === 0 && <Empty title="Nothing was sent yet">Send a test to see whether it arrives.</Empty>}
            <Stack gap={0} component="ul" className={classes.rows ?? ''}>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
              ))}
            </Stack>
            <PageTurner meta={meta} />
          </>
        )}
      </QueryResult>
    </Block>
  );
}

interface RowProps {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

function DeliveryRow({ webhook, delivery }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { event, status, attempts, answer, created_at, sequence } = delivery;
  const { label, color } = STATES[status];
  return (
    <li className={classes.row}>
      <UnstyledButton w="100%" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
            <Stack gap={2} miw={0}>
              <Text size="sm" fw={500} truncate>
                {event}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                <Moment at={created_at} />
                {sequence !== undefined && ` · number ${sequence}`}
                {answer?.status !== undefined && ` · ${answer.status}`}
                {answer !== undefined && ` · ${answer.milliseconds} ms`}
                {attempts > 1 && ` · ${attempts} attempts`}
              </Text>
            </Stack>
          </Group>
          <Badge color={color} variant="light" flex="none">
            {label}
          </Badge>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <DeliveryDetails webhook={webhook} delivery={delivery} />}</Collapse>
    </li>
  );
}

function DeliveryDetails({ webhook, delivery }: RowProps) {
  const { id, request_body, answer, error, retry_at, status } = delivery;
  return (
    <Stack gap="sm" pt="sm">
      {error !== undefined && (
        <Alert color={status === 'sent' ? 'gray' : 'red'} variant="light" p="xs">
          {error}
          {retry_at !== undefined && (
            <>
              {' '}
              It is sent again <Moment at={retry_at} />.
            </>
          )}
        </Alert>
      )}
      <Part label={`Request, webhook-id ${id}`} text={pretty(request_body)} />
      {answer?.status !== undefined && <Part label={`Answer ${answer.status}`} text={answer.body || '(empty)'} />}
      {answer !== undefined && (
        <Text size="sm" c="dimmed" component="div">
          Last attempt <Moment at={answer.at} />, {answer.milliseconds} ms
        </Text>
      )}
      {status !== 'pending' && <Redeliver webhook={webhook} delivery={delivery} />}
    </Stack>
  );
}

function Part({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Code block tabIndex={0}>
        {text}
      </Code>
    </Stack>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function Redeliver({ webhook, delivery }: RowProps) {
  const path = { webhook_id: webhook.id, delivery_id: delivery.id };
  const again = useChange(
    () => unwrap(api.POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', { params: { path } })),
    { onDone: () => notifyDone('It is sent once more.') },
  );
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate(undefined)}>
        Send again
      </Button>
      <ProblemNote error={again.error} />
    </Stack>
  );
}
