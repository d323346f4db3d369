import { Input, Stack, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { ZoneInput } from '../../time/zone-input.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { inZone } from '../draft.ts';
import type { ChangeDraft } from '../use-draft.ts';
import { type FieldsProps, isSamePart } from './form-section.tsx';
import { TeamPicker } from './team-picker.tsx';

const FIELDS = ['name', 'description', 'timeZone', 'teams'] as const;

interface BasicsFieldsProps extends FieldsProps<(typeof FIELDS)[number]> {
  readonly isNew: boolean;
}

export const BasicsFields = memo(function BasicsFields({ draft, problems, isNew, onChange }: BasicsFieldsProps) {
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
      <TextArea
        label="Description"
        minRows={1}
        maxRows={6}
        value={draft.description}
        error={problems.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <ZoneField zone={draft.timeZone} isNew={isNew} onChange={onChange} />
      <TeamPicker teams={draft.teams} onChange={onChange} />
    </Stack>
  );
}, isSamePart(FIELDS));

interface ZoneFieldProps {
  readonly zone: string;
  readonly isNew: boolean;
  readonly onChange: ChangeDraft;
}

const ZoneField = memo(function ZoneField({ zone, isNew, onChange }: ZoneFieldProps) {
  if (!isNew) {
    return (
      <div>
        <Input.Label component="div">Time zone</Input.Label>
        <Text size="sm">{zone}</Text>
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
      value={zone}
      onChange={(other) => other !== null && onChange((draft) => inZone(draft, other))}
    />
  );
});
