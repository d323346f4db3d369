/** Name and description of a team, new or not. */
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ProblemNote } from '../ui/problem.tsx';

export interface TeamDraft {
  readonly name: string;
  readonly description: string;
}

interface TeamFieldsProps {
  readonly title: string;
  readonly action: string;
  readonly initial: TeamDraft;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSave: (draft: TeamDraft) => void;
  readonly onClose: () => void;
}

export function TeamFields({ title, action, initial, isBusy, error, onSave, onClose }: TeamFieldsProps) {
  const [draft, setDraft] = useState(initial);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onSave({ name: draft.name.trim(), description: draft.description.trim() });
  }
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={60}
            data-autofocus
            value={draft.name}
            onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
          />
          <Textarea
            label="Description"
            maxLength={200}
            autosize
            minRows={2}
            value={draft.description}
            onChange={({ currentTarget }) => setDraft({ ...draft, description: currentTarget.value })}
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
    </Modal>
  );
}
