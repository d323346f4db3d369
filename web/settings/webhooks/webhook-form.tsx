/** Creates or changes a webhook. The secret of a new webhook is shown once. */
import { Button, Checkbox, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAll, useChange } from '../../api/queries.ts';
import { notifyDone } from '../../ui/feedback/notify.ts';
import { ProblemNote } from '../../ui/feedback/problem.tsx';
import { CLOSED_BY_BUTTON, FormDialog } from '../../ui/forms/form-dialog.tsx';
import { SearchMultiSelect } from '../../ui/forms/search-multi-select.tsx';
import { EVENT_GROUPS, type WebhookEvent } from './event-words.ts';
import { ShownSecret } from './shown-secret.tsx';

type Webhook = Schemas['Webhook'];

interface Wanted {
  readonly url: string;
  readonly description: string;
  readonly events: WebhookEvent[];
  readonly schedule_ids?: string[];
  readonly team_ids?: string[];
}

export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const create = useChange((body: Wanted) => unwrap(api.POST('/webhooks/', { body })));
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
        action="Create the webhook"
        isBusy={create.isPending}
        error={create.error}
        onSave={create.mutate}
        onClose={onClose}
      />
    </FormDialog>
  );
}

export function EditWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const change = useChange(
    ({ schedule_ids = null as never, team_ids = null as never, ...wanted }: Wanted) =>
      unwrap(
        api.PATCH('/webhooks/{webhook_id}', {
          params: { path: { webhook_id: webhook.id } },
          body: { ...wanted, schedule_ids, team_ids },
        }),
      ),
    {
      onShown: () => {
        notifyDone('The webhook is changed.');
        onClose();
      },
    },
  );
  return (
    <FormDialog onClose={onClose} title="Change the webhook" size="lg">
      <WebhookForm
        webhook={webhook}
        action="Save"
        isBusy={change.isPending}
        error={change.error}
        onSave={change.mutate}
        onClose={onClose}
      />
    </FormDialog>
  );
}

const SCOPES = [
  { value: 'all', label: 'All schedules' },
  { value: 'schedules', label: 'Some schedules' },
  { value: 'teams', label: 'The schedules of some teams' },
];

interface FormProps {
  readonly webhook?: Webhook;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSave: (wanted: Wanted) => void;
  readonly onClose: () => void;
}

function WebhookForm({ webhook, action, isBusy, error, onSave, onClose }: FormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? ['oncall.changed']);
  const [scope, setScope] = useState(scopeOf(webhook));
  const [scheduleIds, setScheduleIds] = useState<string[]>(webhook?.schedule_ids ?? []);
  const [teamIds, setTeamIds] = useState<string[]>(webhook?.team_ids ?? []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave({
      url: url.trim(),
      description: description.trim(),
      events: events as WebhookEvent[],
      ...(scope === 'schedules' && { schedule_ids: scheduleIds }),
      ...(scope === 'teams' && { team_ids: teamIds }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
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
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextInput
          label="Description"
          placeholder="What it is for"
          maxLength={300}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Checkbox.Group label="Events" value={[...events]} onChange={setEvents}>
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
          onChange={(picked) => setScope(picked ?? 'all')}
        />
        {scope === 'schedules' && <SchedulePicker ids={scheduleIds} onChange={setScheduleIds} />}
        {scope === 'teams' && <TeamPicker ids={teamIds} onChange={setTeamIds} />}
        <ProblemNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={events.length === 0}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function scopeOf(webhook: Webhook | undefined): string {
  if (webhook?.schedule_ids !== undefined) return 'schedules';
  return webhook?.team_ids === undefined ? 'all' : 'teams';
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
