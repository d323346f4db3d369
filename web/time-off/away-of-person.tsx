/** On the page of a person: their time off and public holidays. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../api/queries.ts';
import { Section } from '../people/section.tsx';
import { useMay } from '../session/permissions.ts';
import type { Person } from '../session/session.tsx';
import { instantText } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { midnightOf } from '../timeline/scale.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { ImportTimeOff } from './import-time-off.tsx';
import { PersonHolidayForm } from './person-holiday-form.tsx';
import classes from './time-off.module.css';
import { timeOffText, useTimeOff, useZoneOf } from './time-off.ts';
import { NewTimeOff } from './time-off-form.tsx';
import { TimeOffList, useMayChange } from './time-off-list.tsx';

const DAYS_AHEAD = 180;
const HOLIDAYS_SHOWN = 5;

export function AwayOfPerson({ person }: { readonly person: Person }) {
  return (
    <>
      {person.seat === 'member' && <TimeOffOfPerson person={person} />}
      <Holidays person={person} />
    </>
  );
}

function TimeOffOfPerson({ person }: { readonly person: Person }) {
  const timeOff = useTimeOff(person.id);
  const mayChange = useMayChange(person);
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Time off">
      <Stack gap="sm">
        <QueryResult query={timeOff} height={40}>
          {(list) => (
            <>
              {list.length === 0 && (
                <Text size="sm" c="dimmed">
                  No time off is entered.
                </Text>
              )}
              {/* Also if it is empty: the form of an entry that somebody else deletes stays open. */}
              <TimeOffList person={person} timeOff={list} />
            </>
          )}
        </QueryResult>
        {mayChange && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              Enter time off…
            </Button>
            <ImportTimeOff person={person} size="xs" />
          </Group>
        )}
      </Stack>
      {isAdding && <NewTimeOff person={person} onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** Renders nothing if neither the person nor the organization has a calendar and the reader may not set one. */
function Holidays({ person }: { readonly person: Person }) {
  const zone = useZoneOf(person);
  const now = useNow();
  const mayChange = useMay('change users');
  const [isEditing, setEditing] = useState(false);
  const from = midnightOf(now, zone);
  const query = {
    user_ids: person.id,
    from: instantText(from),
    to: instantText(midnightOf(from, zone, DAYS_AHEAD)),
  };
  const { data } = useGet('/away/', { params: { query } });
  const holidays = data?.away[0]?.holidays ?? [];
  if (holidays.length === 0 && !mayChange) return null;
  return (
    <Section title="Public holidays">
      <Stack gap="sm">
        {holidays.length === 0 && (
          <Text size="sm" c="dimmed">
            None in the coming half year, or no calendar is chosen.
          </Text>
        )}
        <ul className={classes.holidays}>
          {holidays.slice(0, HOLIDAYS_SHOWN).map(({ start, end, name }) => (
            <li key={`${start} ${name}`}>
              <span>{name}</span>
              <Text span size="sm" c="dimmed">
                {timeOffText(start, end, zone)}
              </Text>
            </li>
          ))}
        </ul>
        {mayChange && (
          <Group>
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              Choose the calendar…
            </Button>
          </Group>
        )}
      </Stack>
      {isEditing && <PersonHolidayForm person={person} onClose={() => setEditing(false)} />}
    </Section>
  );
}
