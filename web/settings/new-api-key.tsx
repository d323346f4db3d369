/** Creates an API key and shows it, once. */
import { Alert, Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { DAY_MS } from '../../src/time/units.ts';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useReaderZone } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { pageTime } from '../time/now.ts';
import { Copyable } from '../ui/copyable.tsx';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { CLOSED_BY_BUTTON, FormDialog } from '../ui/forms/form-dialog.tsx';

const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
  { value: 'date', label: 'On a date' },
];

export function NewApiKey({ onClose }: { readonly onClose: () => void }) {
  const make = useChange((body: Wanted) => unwrap(api.POST('/user/api_keys/', { body })));
  const made = make.data?.api_key;
  if (made !== undefined) {
    return (
      <Modal opened onClose={onClose} title={`Your key ${made.name}`} centered size="lg" {...CLOSED_BY_BUTTON}>
        <MadeKey apiKey={made.key} onClose={onClose} />
      </Modal>
    );
  }
  return (
    <FormDialog onClose={onClose} title="New API key" size="lg">
      <NewApiKeyForm isBusy={make.isPending} error={make.error} onMake={make.mutate} onClose={onClose} />
    </FormDialog>
  );
}

interface Wanted {
  readonly name: string;
  readonly expires_at?: string;
  readonly read_only: boolean;
}

interface FormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onMake: (wanted: Wanted) => void;
  readonly onClose: () => void;
}

function NewApiKeyForm({ isBusy, error, onMake, onClose }: FormProps) {
  const zone = useReaderZone();
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState('90');
  const [date, setDate] = useState<number>();
  const [isReadOnly, setReadOnly] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const at = expiryMs(expiry, date, pageTime());
    onMake({ name: name.trim(), read_only: isReadOnly, ...(at !== undefined && { expires_at: instantText(at) }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="What it is for, so that you recognise it later"
          placeholder="Deploy script"
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label="Expires"
          data={EXPIRIES}
          allowDeselect={false}
          value={expiry}
          onChange={(picked) => setExpiry(picked ?? 'never')}
        />
        {expiry === 'date' && <MomentInput label="Expires on" required zone={zone} value={date} onChange={setDate} />}
        <Checkbox
          label="Read-only"
          description="It can read everything that you can, and change nothing"
          checked={isReadOnly}
          onChange={({ currentTarget }) => setReadOnly(currentTarget.checked)}
        />
        <ProblemNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function expiryMs(expiry: string, date: number | undefined, now: number): number | undefined {
  if (expiry === 'never') return undefined;
  return expiry === 'date' ? date : now + Number(expiry) * DAY_MS;
}

function MadeKey({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" variant="light" title="Copy it now">
        It is not stored: once this is closed, it cannot be shown again.
      </Alert>
      <Copyable text={apiKey} what="the key" />
      <Text size="sm">Try it:</Text>
      <Copyable text={`curl -H 'x-api-key: ${apiKey}' ${location.origin}/user/`} what="the command" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
