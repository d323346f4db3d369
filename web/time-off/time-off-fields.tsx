/** The fields of a form about time off, usually whole days. */
import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Person, useMe } from '../session/session.tsx';
import { cityOf, instantText, msOf, written } from '../time/format.ts';
import { MomentInput } from '../time/moment-input.tsx';
import { FormBody, type FormBodyProps } from '../ui/forms/form-body.tsx';
import { TextArea } from '../ui/forms/text-area.tsx';
import { useZoneOf } from './time-off.ts';
import { dateOf, daysAround, isStartOfDay, startOfDate } from './whole-days.ts';

/** Times as instants, so that a form can compare them with what somebody else saved meanwhile. Empty: not a valid time. */
export interface TimeOffDraft extends Readonly<Record<string, string>> {
  readonly start: string;
  readonly end: string;
  readonly reason: string;
}

interface TimeOffFieldsProps extends FormBodyProps {
  readonly person: Person;
  readonly draft: TimeOffDraft;
  readonly onChange: (changes: Partial<TimeOffDraft>) => void;
}

export function TimeOffFields({ person, draft, onChange, ...form }: TimeOffFieldsProps) {
  const me = useMe();
  const zone = useZoneOf(person);
  const [start, end] = [instantIn(draft.start), instantIn(draft.end)];
  const hasWholeDays = [start, end].every((at) => at === undefined || isStartOfDay(at, zone));
  const [wantsDays, setWantsDays] = useState(hasWholeDays);
  // Somebody else may have saved times: a form without input shows them.
  const isForDays = wantsDays && hasWholeDays;
  const isComplete = start !== undefined && end !== undefined && start < end;
  return (
    <FormBody {...form} isComplete={isComplete}>
      <Switch
        label="Whole days"
        checked={isForDays}
        onChange={({ currentTarget: { checked } }) => {
          setWantsDays(checked);
          if (!checked) return;
          const days = daysAround(start, end, zone);
          onChange({ start: textOf(days.start), end: textOf(days.end) });
        }}
      />
      <Interval {...{ start, end, isForDays, zone, onChange }} />
      {start !== undefined && end !== undefined && end <= start && (
        <Text size="sm" c="red" role="alert">
          It has to end after it starts.
        </Text>
      )}
      <TextArea
        label="Reason"
        description={
          person.id === me.id
            ? 'You may leave it empty. Only you and admins see it.'
            : `You may leave it empty. Only ${person.name} and admins see it.`
        }
        maxLength={300}
        minRows={1}
        value={draft.reason}
        onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
      />
    </FormBody>
  );
}

function instantIn(text: string): number | undefined {
  return text === '' ? undefined : msOf(text);
}

function textOf(at: number | undefined): string {
  return at === undefined ? '' : instantText(at);
}

interface IntervalProps {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly isForDays: boolean;
  readonly zone: string;
  readonly onChange: (changes: Partial<TimeOffDraft>) => void;
}

function Interval({ start, end, isForDays, zone, onChange }: IntervalProps) {
  if (!isForDays) {
    return (
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MomentInput label="Start" zone={zone} value={start} onChange={(at) => onChange({ start: textOf(at) })} />
        <MomentInput label="End" zone={zone} value={end} onChange={(at) => onChange({ end: textOf(at) })} />
      </SimpleGrid>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="date"
        label="First day"
        description={dayIn(start, zone)}
        value={start === undefined ? '' : dateOf(start, zone)}
        onChange={({ currentTarget: { value } }) => onChange({ start: textOf(startOfDate(value, zone)) })}
      />
      <TextInput
        type="date"
        label="Last day"
        description={dayIn(end === undefined ? undefined : end - 1, zone)}
        value={end === undefined ? '' : dateOf(end - 1, zone)}
        onChange={({ currentTarget: { value } }) => onChange({ end: textOf(startOfDate(value, zone, 1)) })}
      />
    </SimpleGrid>
  );
}

/** In the reader's format, which the input does not have. */
function dayIn(at: number | undefined, zone: string): string {
  return at === undefined ? `In ${cityOf(zone)}` : `${written(at, zone, 'day')} in ${cityOf(zone)}`;
}
