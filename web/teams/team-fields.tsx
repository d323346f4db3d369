/** The form fields of a team: name and description. */
import { TextInput } from '@mantine/core';
import { FormBody, type FormBodyProps } from '../ui/forms/form-body.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';

export interface TeamDraft {
  readonly name: string;
  readonly description: string;
}

interface TeamFieldsProps extends FormBodyProps {
  readonly title: string;
  readonly draft: TeamDraft;
  readonly onChange: (changes: Partial<TeamDraft>) => void;
  readonly onClose: () => void;
}

export function TeamFields({ title, draft, onChange, ...form }: TeamFieldsProps) {
  return (
    <FormDialog onClose={form.onClose} title={title}>
      <FormBody {...form}>
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
      </FormBody>
    </FormDialog>
  );
}
