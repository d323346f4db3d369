/** The form fields of a team: name and description. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';

export interface TeamDraft {
  readonly name: string;
  readonly description: string;
}

interface TeamFieldsProps {
  readonly title: string;
  readonly action: string;
  readonly draft: TeamDraft;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Shown above the fields. */
  readonly note?: ReactNode;
  readonly onChange: (changes: Partial<TeamDraft>) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function TeamFields(props: TeamFieldsProps) {
  const { title, action, draft, isBusy, error, note, onChange, onSave, onClose } = props;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onSave();
  }
  return (
    <FormDialog onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {note}
          <TextInput
            label="Name"
            required
            maxLength={60}
            data-autofocus
            value={draft.name}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <TextArea
            label="Description"
            maxLength={200}
            minRows={2}
            value={draft.description}
            onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          />
          <ProblemNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}
