/** The form fields for the length of a turn, the number of people who share it, and the start of the rotation. */
import { Button, Group, Input, NativeSelect, NumberInput, SegmentedControl, Stack } from '@mantine/core';
import { memo } from 'react';
import { SHIFT_UNITS, type ShiftUnit } from '../../../src/engine/schedule.ts';
import { canCountOpenDays } from '../draft.ts';
import { type FieldsProps, isSamePart } from './form-section.tsx';

const FIELDS = ['amount', 'unit', 'concurrentUsers', 'countsOpenDays', 'isRestricted', 'places'] as const;

type RhythmFieldsProps = FieldsProps<(typeof FIELDS)[number]>;

const QUICK = [
  { label: 'Daily', amount: 1, unit: 'days' },
  { label: 'Weekly', amount: 1, unit: 'weeks' },
  { label: '12 hours', amount: 12, unit: 'hours' },
] as const;

const NUMBERS = ['one', 'two', 'three', 'four'];

export const RhythmFields = memo(function RhythmFields({ draft, problems, onChange }: RhythmFieldsProps) {
  return (
    <Stack gap="md">
      <ShiftLengthField draft={draft} problems={problems} onChange={onChange} />
      {canCountOpenDays(draft) && <CountedDaysField draft={draft} problems={problems} onChange={onChange} />}
      <Input.Wrapper
        label="On call at the same time"
        labelElement="div"
        description={sharing(draft.concurrentUsers, draft.places.length)}
      >
        <div>
          <SegmentedControl
            mt={6}
            aria-label="On call at the same time"
            value={`${draft.concurrentUsers}`}
            data={['1', '2', '3', '4']}
            onChange={(value) => onChange({ concurrentUsers: Number(value) })}
          />
        </div>
      </Input.Wrapper>
    </Stack>
  );
}, isSamePart(FIELDS));

function ShiftLengthField({ draft, problems, onChange }: RhythmFieldsProps) {
  return (
    <Input.Wrapper
      label="Shift length"
      labelElement="div"
      {...(problems.amount !== undefined && { error: problems.amount })}
    >
      <Group gap={8} mt={4}>
        <NumberInput
          w={84}
          aria-label="Shift length"
          value={draft.amount ?? ''}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          error={problems.amount !== undefined}
          onChange={(value) => onChange({ amount: typeof value === 'number' ? value : undefined })}
        />
        <NativeSelect
          w={104}
          aria-label="Unit of the shift length"
          value={draft.unit}
          data={[...SHIFT_UNITS]}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value as ShiftUnit })}
        />
        <Group gap={6}>
          {QUICK.map(({ label, amount, unit }) => (
            <Button
              key={label}
              size="xs"
              variant={draft.amount === amount && draft.unit === unit ? 'filled' : 'default'}
              aria-pressed={draft.amount === amount && draft.unit === unit}
              onClick={() => onChange({ amount, unit })}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Group>
    </Input.Wrapper>
  );
}

/** Rule ROT-5. */
function CountedDaysField({ draft, problems, onChange }: RhythmFieldsProps) {
  return (
    <Input.Wrapper
      label="Count"
      labelElement="div"
      description={
        draft.countsOpenDays
          ? 'Days on which no window opens are passed over.'
          : 'Every day of the calendar counts, also when nobody is on call.'
      }
      {...(problems.countsOpenDays !== undefined && { error: problems.countsOpenDays })}
    >
      <div>
        <SegmentedControl
          mt={6}
          aria-label="Days that count"
          value={draft.countsOpenDays ? 'open' : 'all'}
          data={[
            { value: 'all', label: 'Every day' },
            { value: 'open', label: 'Open days only' },
          ]}
          onChange={(value) => onChange({ countsOpenDays: value === 'open' })}
        />
      </div>
    </Input.Wrapper>
  );
}

/** Rule ROT-3, in words. */
function sharing(concurrentUsers: number, places: number): string {
  const number = NUMBERS[concurrentUsers - 1] ?? 'one';
  if (concurrentUsers === 1) return 'One person has each turn; the next in the order takes over.';
  const fewer =
    places > 0 && places < concurrentUsers ? ` With ${places} in the order, all of them are always on call.` : '';
  return `The first ${number} in the order share a turn, then the next ${number}, and so on around.${fewer}`;
}
