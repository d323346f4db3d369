/** The start of the rotation. For an edit, the rotation also comes into force then (rule REV-2: not before now). */
import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { Moment } from '../../time/moment.tsx';
import { MomentInput } from '../../time/moment-input.tsx';
import { useNow } from '../../time/now.ts';
import { mondayMorning } from '../draft.ts';
import { type FieldsProps, isSamePart } from './form-section.tsx';

const FIELDS = ['rotationStart', 'timeZone'] as const;

interface StartFieldProps extends FieldsProps<(typeof FIELDS)[number]> {
  /** The start of the saved layer; undefined for a new schedule. */
  readonly savedStart: number | undefined;
  /** If true, turns are counted from the start of the current turn. */
  readonly isTurnKept: boolean;
}

export const StartField = memo(function StartField(props: StartFieldProps) {
  const { draft, problems, savedStart, isTurnKept, onChange } = props;
  const now = useNow();
  const isPlanned = draft.rotationStart !== undefined && draft.rotationStart > now;
  return (
    <Stack gap="sm">
      {savedStart !== undefined && <FromWhen {...props} isPlanned={isPlanned} now={now} />}
      {!isTurnKept && (
        <MomentInput
          label={savedStart === undefined ? 'Rotation start' : isPlanned ? 'Planned start' : 'Turns are counted from'}
          description={`The first person's first turn starts then. On the clocks of ${draft.timeZone}.`}
          styles={{ input: { maxWidth: 300 } }}
          zone={draft.timeZone}
          value={draft.rotationStart}
          error={problems.rotationStart}
          onChange={(rotationStart) => onChange({ rotationStart })}
        />
      )}
    </Stack>
  );
}, isSamePart(FIELDS));

interface FromWhenProps extends StartFieldProps {
  readonly isPlanned: boolean;
  readonly now: number;
}

function FromWhen({ draft, savedStart = 0, isPlanned, now, onChange }: FromWhenProps) {
  const { timeZone, rotationStart = now } = draft;
  function choose(value: string) {
    const past = savedStart <= now ? savedStart : mondayMorning(now, timeZone);
    onChange({ rotationStart: value === 'now' ? past : mondayMorning(now, timeZone, 1) });
  }
  return (
    <Input.Wrapper
      label="From when"
      labelElement="div"
      description={isPlanned ? undefined : 'Changes take effect when you save. The past does not change.'}
    >
      <div>
        <SegmentedControl
          mt={6}
          aria-label="From when"
          value={isPlanned ? 'planned' : 'now'}
          data={[
            { value: 'now', label: 'Now' },
            { value: 'planned', label: 'A planned start' },
          ]}
          onChange={choose}
        />
      </div>
      {isPlanned && (
        <Text size="sm" c="dimmed" mt={6}>
          Until <Moment at={rotationStart} zone={timeZone} /> all stays as it is; then the rotation starts with the
          first person.
        </Text>
      )}
    </Input.Wrapper>
  );
}
