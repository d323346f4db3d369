import { Input, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { ZoneInput } from '../../time/zone-input.tsx';
import { inZone } from '../draft.ts';
import type { FieldsProps } from './form-section.tsx';
import { TeamPicker } from './team-picker.tsx';

interface BasicsFieldsProps extends FieldsProps {
  readonly isNew: boolean;
}

export function BasicsFields({ draft, problems, isNew, onChange }: BasicsFieldsProps) {
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        withAsterisk
        placeholder="Payments"
        value={draft.name}
        error={problems.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={6}
        value={draft.description}
        error={problems.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <ZoneField draft={draft} isNew={isNew} onChange={onChange} />
      <TeamPicker teams={draft.teams} onChange={(teams) => onChange({ teams })} />
    </Stack>
  );
}

function ZoneField({ draft, isNew, onChange }: Pick<BasicsFieldsProps, 'draft' | 'isNew' | 'onChange'>) {
  if (!isNew) {
    return (
      <div>
        <Input.Label component="div">Time zone</Input.Label>
        <Text size="sm">{draft.timeZone}</Text>
        <Text size="xs" c="dimmed">
          The zone of a schedule cannot be changed.
        </Text>
      </div>
    );
  }
  return (
    <ZoneInput
      label="Time zone"
      description="Handoffs keep their time on the clocks there, all year. It cannot be changed later."
      value={draft.timeZone}
      onChange={(timeZone) => timeZone !== null && onChange(inZone(draft, timeZone))}
    />
  );
}
