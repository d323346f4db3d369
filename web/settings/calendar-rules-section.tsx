/** Settings for the report of hours on call: what counts as a night, a weekend and a public holiday. */
import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { clockText } from '../time/format.ts';
import { HolidayCalendarInput } from '../time-off/holiday-calendar-input.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { LeaveGuard } from '../ui/forms/leave-guard.tsx';
import { Block } from './block.tsx';

type Rules = Schemas['CalendarRules'];

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export function CalendarRulesSection() {
  const query = useGet('/organization/calendar_rules/');
  return (
    <Block
      title="Hours and holidays"
      about="How the page Load and reports sort hours on call. People keep their own time zone, and can have the public holidays of another country."
    >
      <QueryResult query={query} height={300}>
        {({ calendar_rules }) => <RulesForm rules={calendar_rules} />}
      </QueryResult>
    </Block>
  );
}

function RulesForm({ rules }: { readonly rules: Rules }) {
  const [changes, setChanges] = useState<Partial<Rules>>({});
  const draft = { ...rules, ...changes };
  const changed = differing(changes, rules);
  const isChanged = Object.keys(changed).length > 0;
  const saving = useChange((body: Partial<Rules>) => unwrap(api.PATCH('/organization/calendar_rules/', { body })), {
    onShown: (sent) => {
      // Input that was typed while it was being saved stays in the form.
      setChanges((now) => differing(now, sent));
      notifyDone('The hours and holidays are saved.');
    },
  });
  const change = (more: Partial<Rules>) => setChanges((before) => ({ ...before, ...more }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(changed);
      }}
    >
      <LeaveGuard isOn={isChanged} />
      <Stack maw={560} gap="lg">
        <Stack gap="xs">
          <HolidayCalendarInput
            value={draft.holidays}
            none="No public holidays"
            onChange={(holidays) => change({ holidays })}
          />
        </Stack>
        <Group gap="md" align="flex-end">
          <TimeInput
            label="Night from"
            value={draft.night.from}
            onChange={(from) => change({ night: { ...draft.night, from } })}
          />
          <TimeInput
            label="Night until"
            value={draft.night.to}
            onChange={(to) => change({ night: { ...draft.night, to } })}
          />
        </Group>
        <Stack gap={6}>
          <Text size="sm" fw={500} id="weekend-days">
            Days of the weekend
          </Text>
          <Chip.Group
            multiple
            value={draft.weekend_days}
            onChange={(days) => change({ weekend_days: DAYS.filter((day) => days.includes(day)) })}
          >
            <Group gap={6} role="group" aria-labelledby="weekend-days">
              {DAYS.map((day) => (
                <Chip key={day} value={day} size="sm">
                  {day[0]?.toUpperCase()}
                  {day.slice(1, 3)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Stack>
        <Text size="sm" c="dimmed">
          A change applies from now on: reports about the past stay as they are. The first holidays that you choose also
          apply to the time before.
        </Text>
        <ProblemNote error={saving.error} />
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <TextInput
      type="time"
      label={label}
      description={timeText(value)}
      required
      withAsterisk={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** `22:00` in the reader's format, which the input does not have. */
function timeText(value: string): string {
  const [hour, minute] = value.split(':').map(Number);
  return hour === undefined || minute === undefined ? '' : clockText(60 * hour + minute);
}

function differing(changes: Partial<Rules>, others: Partial<Rules>): Partial<Rules> {
  const fields = Object.entries(changes).filter(([field, value]) => !isSame(value, others[field as keyof Rules]));
  return Object.fromEntries(fields) as Partial<Rules>;
}

/** Compares lists of days without regard to order. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return text(one) === text(other);
}
