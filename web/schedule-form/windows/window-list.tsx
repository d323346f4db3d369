/** The windows as a list, for editing by keyboard and to the minute. */
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { DAYS, type Day } from '../../../src/engine/schedule.ts';
import { Icon } from '../../ui/icons.tsx';
import { useRemoval } from '../preview/removal.ts';
import { daysInOrder, shortName } from './week-grid.tsx';
import classes from './window-list.module.css';
import { isEnd, isStart, MAX_WINDOWS, tidyTime, type WeekWindow, windowFrom } from './windows.ts';

interface WindowListProps {
  readonly windows: readonly WeekWindow[];
  readonly onChange: (windows: readonly WeekWindow[]) => void;
}

export function WindowList({ windows, onChange }: WindowListProps) {
  const { list, onRemoved } = useRemoval<HTMLUListElement>(windows.length);
  return (
    <Stack gap={6}>
      {windows.length === 0 && (
        <Text size="sm" c="dimmed">
          No window yet: draw one on the week, or add one here.
        </Text>
      )}
      <ul ref={list} className={classes.list} aria-label="Windows" tabIndex={-1}>
        {windows.map((window, i) => (
          <WindowRow
            key={window.key}
            window={window}
            number={i + 1}
            onChange={(changed) => onChange(windows.map((other) => (other === window ? changed : other)))}
            onRemove={() => {
              onRemoved(i);
              onChange(windows.filter((other) => other !== window));
            }}
          />
        ))}
      </ul>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          disabled={windows.length >= MAX_WINDOWS}
          onClick={() => onChange([...windows, windowFrom(nextOf(windows))])}
        >
          Add a window
        </Button>
      </Group>
    </Stack>
  );
}

interface WindowRowProps {
  readonly window: WeekWindow;
  readonly number: number;
  readonly onChange: (window: WeekWindow) => void;
  readonly onRemove: () => void;
}

function WindowRow({ window, number, onChange, onRemove }: WindowRowProps) {
  const { day, from, to } = window;
  return (
    <Group component="li" gap={6} wrap="nowrap">
      <NativeSelect
        size="xs"
        w={68}
        aria-label={`Day of window ${number}`}
        value={day}
        data={daysInOrder().map((value) => ({ value, label: shortName(value) }))}
        onChange={({ currentTarget }) => onChange({ ...window, day: currentTarget.value as Day })}
      />
      <TimeInput
        label={`Start of window ${number}`}
        value={from}
        isTime={isStart}
        onChange={(time) => onChange({ ...window, from: time })}
      />
      <Text span size="sm" c="dimmed" aria-hidden="true">
        –
      </Text>
      <TimeInput
        label={`End of window ${number}`}
        value={to}
        isTime={isEnd}
        onChange={(time) => onChange({ ...window, to: time })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove window ${number}`} data-removes onClick={onRemove}>
        <Icon name="remove" size={16} />
      </ActionIcon>
    </Group>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string;
  readonly isTime: (text: string) => boolean;
  readonly onChange: (text: string) => void;
}

/** Not `<input type="time">`: some browsers show 12 hours in it, and it has no 24:00. */
function TimeInput({ label, value, isTime, onChange }: TimeInputProps) {
  return (
    <TextInput
      size="xs"
      className={classes.time ?? ''}
      aria-label={label}
      placeholder="09:00"
      inputMode="numeric"
      maxLength={5}
      error={!isTime(value)}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => {
        const tidy = tidyTime(value);
        if (tidy !== value) onChange(tidy);
      }}
    />
  );
}

/** The same time on the day after the last window: what most people want next. */
function nextOf(windows: readonly WeekWindow[]): Pick<WeekWindow, 'day' | 'from' | 'to'> {
  const last = windows.at(-1);
  if (last === undefined) return { day: 'monday', from: '09:00', to: '17:00' };
  return { day: DAYS[(DAYS.indexOf(last.day) + 1) % 7] ?? 'monday', from: last.from, to: last.to };
}
