/** One webhook: its events, actions and deliveries. */
import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts';
import { useChange, useGet } from '../../api/queries.ts';
import { Moment } from '../../time/moment.tsx';
import { Confirm } from '../../ui/feedback/confirm.tsx';
import { notifyDone } from '../../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../../ui/feedback/problem.tsx';
import { ConfirmDeletion } from '../../ui/forms/confirm-deletion.tsx';
import { CLOSED_BY_BUTTON } from '../../ui/forms/form-dialog.tsx';
import { useHasUnsavedInput } from '../../ui/forms/unsaved-input.ts';
import { useAddress } from '../../ui/lists/address.ts';
import { Block } from '../block.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { changesOf } from './webhook-draft.ts';
import { EditWebhook } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

type Webhook = Schemas['Webhook'];
type Dialog = 'edit' | 'rotate' | 'delete';

export function WebhookDetails({ id }: { readonly id: string }) {
  const isTyping = useHasUnsavedInput();
  const webhook = useGet(
    '/webhooks/{webhook_id}',
    { params: { path: { webhook_id: id } } },
    // Webhooks have no live events: the form would learn too late that somebody else changed or deleted it.
    { isUnfinished: () => isTyping },
  );
  return (
    <Stack>
      <Anchor component={Link} to="/settings/webhooks" size="sm">
        All webhooks
      </Anchor>
      <QueryResult query={webhook} deletedText="This webhook was deleted" height={200}>
        {({ webhook, etag }) => (
          <>
            <WebhookBlock webhook={webhook} etag={etag} />
            <WebhookDeliveries webhook={webhook} />
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

function WebhookBlock({ webhook, etag }: { readonly webhook: Webhook; readonly etag: string | undefined }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const { url, description, events, enabled, disabled_reason, failing_since, former_secret_until } = webhook;
  return (
    <Block title={description ?? 'Webhook'} about={url} actions={<WebhookState webhook={webhook} />}>
      {disabled_reason !== undefined && (
        <Alert color="orange" variant="light" p="xs">
          Watchbill disabled it. {disabled_reason}
        </Alert>
      )}
      {enabled && failing_since !== undefined && (
        <Text size="sm" component="div">
          No event has arrived since <Moment at={failing_since} />
        </Text>
      )}
      <Text size="sm">
        {events.join(', ')}
        {scopeOf(webhook)}
      </Text>
      {former_secret_until !== undefined && (
        <Text size="sm" c="dimmed" component="div">
          Signed with the former secret too until <Moment at={former_secret_until} />
        </Text>
      )}
      <Group gap="xs">
        <TestButton webhook={webhook} />
        <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
          Change
        </Button>
        <EnableButton webhook={webhook} />
        <Button size="xs" variant="default" onClick={() => setDialog('rotate')}>
          Rotate the secret
        </Button>
        <Button size="xs" variant="default" onClick={() => setDialog('delete')}>
          Delete
        </Button>
      </Group>
      {dialog === 'edit' && <EditWebhook webhook={webhook} etag={etag} onClose={close} />}
      {dialog === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {dialog === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </Block>
  );
}

function scopeOf({ schedule_ids, team_ids }: Webhook): string {
  if (schedule_ids !== undefined) return ` · of ${counted(schedule_ids.length, 'schedule')}`;
  return team_ids === undefined ? ' · of all schedules' : ` · of the schedules of ${counted(team_ids.length, 'team')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const pathOf = ({ id }: Webhook) => ({ params: { path: { webhook_id: id } } });

function TestButton({ webhook }: { readonly webhook: Webhook }) {
  const test = useChange(() => unwrap(api.POST('/webhooks/{webhook_id}/test', pathOf(webhook))), {
    onDone: () => notifyDone('A test is on its way. The result appears among the deliveries.'),
  });
  return (
    <Stack gap="xs">
      <Button size="xs" loading={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test
      </Button>
      <ProblemNote error={test.error} />
    </Stack>
  );
}

function EnableButton({ webhook }: { readonly webhook: Webhook }) {
  const { enabled } = webhook;
  const change = useChange(
    () => unwrap(api.PATCH('/webhooks/{webhook_id}', { ...pathOf(webhook), body: { enabled: !enabled } })),
    { onDone: () => notifyDone(enabled ? 'The webhook is disabled.' : 'The webhook is enabled.') },
  );
  return (
    <Stack gap="xs">
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate(undefined)}>
        {enabled ? 'Disable' : 'Enable'}
      </Button>
      <ProblemNote error={change.error} />
    </Stack>
  );
}

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function RotateSecret({ webhook, onClose }: DialogProps) {
  const rotate = useChange(() => unwrap(api.POST('/webhooks/{webhook_id}/rotate_secret', pathOf(webhook))));
  const secret = rotate.data?.secret;
  if (secret !== undefined) {
    return (
      <Modal opened onClose={onClose} title="New secret of the webhook" centered size="lg" {...CLOSED_BY_BUTTON}>
        <ShownSecret secret={secret} isRotated onClose={onClose} />
      </Modal>
    );
  }
  return (
    <Confirm
      isOpen
      title="Rotate the secret?"
      action="Rotate the secret"
      isDangerous={false}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">The former secret signs for another day: give the new one to the endpoint within that time.</Text>
    </Confirm>
  );
}

function DeleteWebhook({ webhook, onClose }: DialogProps) {
  const { change } = useAddress();
  const [opened] = useState(webhook);
  const path = { webhook_id: webhook.id };
  const stored = useGet('/webhooks/{webhook_id}', { params: { path } });
  const deletion = useChange(
    (etag: string | undefined) => unwrap(api.DELETE('/webhooks/{webhook_id}', { params: { path, ...ifMatch(etag) } })),
    {
      deletedId: webhook.id,
      onDone: () => notifyDone('The webhook is deleted.'),
      leave: () => change({ webhook: undefined, page: undefined }, { replace: true }),
    },
  );
  return (
    <ConfirmDeletion
      what="this webhook"
      title="Delete the webhook?"
      action="Delete the webhook"
      changes={changesOf(opened, webhook)}
      {...{ stored, deletion, onClose }}
    >
      <Text size="sm">Nothing is sent to {webhook.url} any more, including waiting events.</Text>
    </ConfirmDeletion>
  );
}
