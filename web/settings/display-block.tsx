/** Settings for how dates and times are written. They are saved with the user, so they are the same in every browser. */
import { NativeSelect, Stack, Text } from '@mantine/core';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import { displayIn } from '../time/display.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';

type Display = Schemas['Display'];

const DATE_FORMATS = { day_month: '5 Jan 2026', month_day: 'Jan 5, 2026', iso: '2026-01-05' } as const;
const TIME_FORMATS = { '24_hours': '17:00', '12_hours': '5:00 PM' } as const;
const WEEK_STARTS = { monday: 'Monday', saturday: 'Saturday', sunday: 'Sunday' } as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function DisplayBlock() {
  const settings = useGet('/user/settings/');
  return (
    <Block
      title="Dates and times"
      about="Saved with your account. Date fields have the format of the browser; the date is repeated below them in yours."
    >
      <QueryResult query={settings} height={220}>
        {(answer) => <DisplayChoices chosen={answer.settings.display ?? {}} />}
      </QueryResult>
    </Block>
  );
}

function DisplayChoices({ chosen }: { readonly chosen: Display }) {
  const now = useNow();
  const save = useChange(
    (display: { readonly [K in keyof Display]?: Display[K] | null }) =>
      unwrap(api.PATCH('/user/settings/', { body: { settings: { display } } })),
    { onShown: () => notifyDone('Dates and times are saved.'), queue: '/user/settings/ display' },
  );
  const browser = displayIn(navigator.language);
  const { date_format, time_format, week_start } = chosen;
  return (
    <Stack maw={420}>
      <Choice
        label="Date"
        choices={DATE_FORMATS}
        browser={DATE_FORMATS[browser.dateFormat]}
        value={date_format}
        onChange={(picked) => save.mutate({ date_format: picked })}
      />
      <Choice
        label="Time"
        choices={TIME_FORMATS}
        browser={TIME_FORMATS[browser.has12Hours ? '12_hours' : '24_hours']}
        value={time_format}
        onChange={(picked) => save.mutate({ time_format: picked })}
      />
      <Choice
        label="First day of the week"
        choices={WEEK_STARTS}
        browser={WEEKDAYS[browser.weekStart] ?? WEEK_STARTS.monday}
        value={week_start}
        onChange={(picked) => save.mutate({ week_start: picked })}
      />
      <Text size="sm" c="dimmed">
        Now is <Moment at={now} shape="date" />.
      </Text>
      <ProblemNote error={save.error} />
    </Stack>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<Value, string>>;
  /** The browser's default, in words. */
  readonly browser: string;
  readonly value: Value | undefined;
  /** Called with null for the browser's default. */
  readonly onChange: (value: Value | null) => void;
}

function Choice<Value extends string>({ label, choices, browser, value, onChange }: ChoiceProps<Value>) {
  const values = Object.keys(choices) as Value[];
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[
        { value: '', label: `As this browser: ${browser}` },
        ...values.map((one) => ({ value: one, label: choices[one] })),
      ]}
      onChange={({ currentTarget }) => onChange(values.find((one) => one === currentTarget.value) ?? null)}
    />
  );
}
