/** Settings for the report of hours on call: what counts as a night, a weekend and a public holiday. */
import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { api, ifMatch, type Schemas, unwrap } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { clockText } from '../time/format.ts';
import { HolidayCalendarInput } from '../time-off/holiday-calendar-input.tsx';
import { useHolidayNames } from '../time-off/holiday-names.ts';
import { holidaysIn, holidaysText } from '../time-off/holiday-text.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { LeaveGuard } from '../ui/forms/leave-guard.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
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
        {({ calendar_rules, etag }) => <RulesForm rules={calendar_rules} etag={etag} />}
      </QueryResult>
    </Block>
  );
}

const LABELS = {
  holidays: 'Public holidays',
  from: 'Night from',
  to: 'Night until',
  days: 'Days of the weekend',
};

type Draft = Readonly<Record<Exclude<keyof typeof LABELS, 'holidays'>, string>> & { readonly holidays: string | null };

function RulesForm({ rules, etag }: { readonly rules: Rules; readonly etag: string | undefined }) {
  const values: Draft = {
    holidays: holidaysText(rules.holidays),
    ...rules.night,
    days: daysText(rules.weekend_days),
  };
  const { draft, isChanged, isBusy, error, note, change, save } = useEdit<Draft>({
    what: 'the rules',
    latest: { values, etag },
    labels: LABELS,
    shown: { holidays: useHolidayNames(rules.holidays), from: timeText, to: timeText, days: namesOfDays },
    send: (changes, tag) => {
      const { holidays, from, to, days } = { ...values, ...changes };
      const body = {
        ...(changes.holidays !== undefined && { holidays: holidaysIn(holidays) }),
        ...((changes.from !== undefined || changes.to !== undefined) && { night: { from, to } }),
        ...(changes.days !== undefined && { weekend_days: daysIn(days) }),
      };
      return unwrap(api.PATCH('/organization/calendar_rules/', { params: ifMatch(tag), body }));
    },
    onShown: () => notifyDone('The hours and holidays are saved.'),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <LeaveGuard isOn={isChanged} />
      <Stack maw={560} gap="lg">
        {note}
        <Stack gap="xs">
          <HolidayCalendarInput
            value={holidaysIn(draft.holidays)}
            none="No public holidays"
            onChange={(holidays) => change({ holidays: holidaysText(holidays) })}
          />
        </Stack>
        <Group gap="md" align="flex-end">
          <TimeInput label="Night from" value={draft.from} onChange={(from) => change({ from })} />
          <TimeInput label="Night until" value={draft.to} onChange={(to) => change({ to })} />
        </Group>
        <Stack gap={6}>
          <Text size="sm" fw={500} id="weekend-days">
            Days of the weekend
          </Text>
          <Chip.Group multiple value={daysIn(draft.days)} onChange={(days) => change({ days: daysText(days) })}>
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
          A change applies from now on: reports about the past stay as they are. The first public holidays of the
          organization also apply to the time before.
        </Text>
        <ProblemNote error={error} />
        <Group>
          <Button type="submit" loading={isBusy} disabled={!isChanged}>
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

/** In the order of the week, so that the order of the clicks does not count. */
function daysText(days: readonly string[]): string {
  return DAYS.filter((day) => days.includes(day)).join(', ');
}

/** `Saturday, Sunday` */
function namesOfDays(days: string): string {
  return days.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function daysIn(text: string): Rules['weekend_days'] {
  const days = text.split(', ');
  return DAYS.filter((day) => days.includes(day));
}
