/** The times of the week at which the rotation is on call. */
import { Button, Group, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { MINUTE_MS } from '../../../src/time/units.ts';
import { hours } from '../../time/format.ts';
import { WeekGrid } from './week-grid.tsx';
import { WindowList } from './window-list.tsx';
import { openMinutes, PRESETS, WEEK_MINUTES, type WeekWindow, windowFrom } from './windows.ts';

interface WindowsFieldProps {
  readonly isRestricted: boolean;
  readonly windows: readonly WeekWindow[];
  readonly zone: string;
  readonly error: string | undefined;
  readonly onChange: (change: { isRestricted?: boolean; windows?: readonly WeekWindow[] }) => void;
}

export const WindowsField = memo(function WindowsField(props: WindowsFieldProps) {
  const { isRestricted, windows, zone, error, onChange } = props;
  const onWindows = (changed: readonly WeekWindow[]) => onChange({ windows: changed });
  return (
    <Stack gap="sm">
      <Input.Wrapper
        label="When someone is on call"
        labelElement="div"
        description={
          isRestricted ? `Turns go on outside these times; nobody is on call then. Clocks of ${zone}.` : undefined
        }
        {...(error !== undefined && { error })}
      >
        <div>
          <SegmentedControl
            mt={6}
            aria-label="When someone is on call"
            value={isRestricted ? 'windows' : 'always'}
            data={[
              { value: 'always', label: 'Always' },
              { value: 'windows', label: 'Only at these times' },
            ]}
            onChange={(value) => onChange({ isRestricted: value === 'windows' })}
          />
        </div>
      </Input.Wrapper>
      {isRestricted && (
        <>
          <Presets onPick={onWindows} />
          <WeekGrid windows={windows} onChange={onWindows} />
          <Summary windows={windows} />
          <WindowList windows={windows} onChange={onWindows} />
        </>
      )}
    </Stack>
  );
});

function Presets({ onPick }: { readonly onPick: (windows: readonly WeekWindow[]) => void }) {
  return (
    <Group gap={6}>
      {PRESETS.map(({ label, windows }) => (
        <Button key={label} variant="default" size="xs" onClick={() => onPick(windows.map(windowFrom))}>
          {label}
        </Button>
      ))}
      <Button variant="subtle" size="xs" onClick={() => onPick([])}>
        Clear
      </Button>
    </Group>
  );
}

function Summary({ windows }: { readonly windows: readonly WeekWindow[] }) {
  const minutes = openMinutes(windows);
  const text =
    minutes === WEEK_MINUTES
      ? 'The whole week is covered: the same as “Always”.'
      : `${hours(minutes * MINUTE_MS)} a week are covered.`;
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      Drag to open a time. Drag across days to open it on each of them. {minutes > 0 && text}
    </Text>
  );
}
