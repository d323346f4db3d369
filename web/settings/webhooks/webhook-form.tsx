/** Creates or changes a webhook. The secret of a new webhook is shown once. */
import { Checkbox, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts';
import { useAll, useChange } from '../../api/queries.ts';
import { notifyDone } from '../../ui/feedback/notify.ts';
import { FormBody, type FormBodyProps } from '../../ui/forms/form-body.tsx';
import { CLOSED_BY_BUTTON, FormDialog } from '../../ui/forms/form-dialog.tsx';
import { SearchMultiSelect } from '../../ui/forms/search-multi-select.tsx';
import { useEdit } from '../../ui/forms/use-edit.tsx';
import { EVENT_GROUPS } from './event-words.ts';
import { ShownSecret } from './shown-secret.tsx';
import {
  draftOf,
  eventsText,
  fieldsOf,
  LABELS,
  listIn,
  NEW_WEBHOOK,
  SCOPES,
  SHOWN,
  updateOf,
  type WebhookDraft,
} from './webhook-draft.ts';

type Webhook = Schemas['Webhook'];

export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(NEW_WEBHOOK);
  const create = useChange(() => unwrap(api.POST('/webhooks/', { body: fieldsOf(draft) })));
  const secret = create.data?.secret;
  if (secret !== undefined) {
    return (
      <Modal opened onClose={onClose} title="Secret of the webhook" centered size="lg" {...CLOSED_BY_BUTTON}>
        <ShownSecret secret={secret} onClose={onClose} />
      </Modal>
    );
  }
  return (
    <FormDialog onClose={onClose} title="New webhook" size="lg">
      <WebhookForm
        draft={draft}
        action="Create the webhook"
        isBusy={create.isPending}
        error={create.error}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        onSave={() => create.mutate(undefined)}
        onClose={onClose}
      />
    </FormDialog>
  );
}

interface EditWebhookProps {
  readonly webhook: Webhook;
  readonly etag: string | undefined;
  readonly onClose: () => void;
}

export function EditWebhook({ webhook, etag, onClose }: EditWebhookProps) {
  const values = draftOf(webhook);
  const edit = useEdit({
    what: 'this webhook',
    latest: { values, etag },
    labels: LABELS,
    shown: SHOWN,
    send: (changes, tag) => {
      const body = updateOf(changes, { ...values, ...changes });
      const params = { path: { webhook_id: webhook.id }, ...ifMatch(tag) };
      return unwrap(api.PATCH('/webhooks/{webhook_id}', { params, body }));
    },
    onShown: () => {
      notifyDone('The webhook is changed.');
      onClose();
    },
  });
  return (
    <FormDialog onClose={onClose} title="Change the webhook" size="lg">
      <WebhookForm
        draft={edit.draft}
        isBusy={edit.isBusy}
        error={edit.error}
        note={edit.note}
        onChange={edit.change}
        onSave={edit.save}
        onClose={onClose}
      />
    </FormDialog>
  );
}

interface FormProps extends FormBodyProps {
  readonly draft: WebhookDraft;
  readonly onChange: (changes: Partial<WebhookDraft>) => void;
}

function WebhookForm({ draft, onChange, ...form }: FormProps) {
  const { url, description, scope } = draft;
  return (
    <FormBody {...form} isComplete={draft.events !== ''}>
      <TextInput
        label="Address"
        description="Events are posted there. It has to begin with https:// and to be reachable from the internet."
        placeholder="https://hooks.example.com/watchbill"
        type="url"
        required
        withAsterisk={false}
        maxLength={2000}
        data-autofocus
        value={url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <TextInput
        label="Description"
        placeholder="What it is for"
        maxLength={300}
        value={description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <Checkbox.Group
        label="Events"
        value={listIn(draft.events)}
        onChange={(chosen) => onChange({ events: eventsText(chosen) })}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt={6} spacing="md">
          {EVENT_GROUPS.map((group) => (
            <Stack key={group.label} gap={8}>
              <Text size="sm" c="dimmed">
                {group.label}
              </Text>
              {group.events.map(({ event, label }) => (
                <Checkbox key={event} value={event} label={label} />
              ))}
            </Stack>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Select
        label="Of which schedules"
        data={SCOPES}
        allowDeselect={false}
        value={scope}
        onChange={(picked) => onChange({ scope: picked ?? 'all' })}
      />
      {scope === 'schedules' && (
        <SchedulePicker ids={listIn(draft.scheduleIds)} onChange={(ids) => onChange({ scheduleIds: ids.join() })} />
      )}
      {scope === 'teams' && (
        <TeamPicker ids={listIn(draft.teamIds)} onChange={(ids) => onChange({ teamIds: ids.join() })} />
      )}
    </FormBody>
  );
}

interface PickerProps {
  readonly ids: string[];
  readonly onChange: (ids: string[]) => void;
}

function SchedulePicker({ ids, onChange }: PickerProps) {
  const schedules = useAll('/schedules', {}, 'schedules');
  const data = (schedules.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <SearchMultiSelect label="Schedules" data={data} value={ids} onChange={onChange} maxValues={100} />;
}

function TeamPicker({ ids, onChange }: PickerProps) {
  const teams = useAll('/teams/', {}, 'teams');
  const data = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <SearchMultiSelect label="Teams" data={data} value={ids} onChange={onChange} maxValues={100} />;
}
