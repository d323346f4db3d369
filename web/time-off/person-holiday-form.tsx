/** The form for a person's public holidays, if they differ from those of the organization. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { type HolidayCalendar, HolidayCalendarInput } from './holiday-calendar-input.tsx';

interface PersonHolidayFormProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonHolidayForm({ person, onClose }: PersonHolidayFormProps) {
  const query = useGet('/users/{user_id}/holidays/', { params: { path: { user_id: person.id } } });
  return (
    <FormDialog title={`Public holidays of ${person.name}`} onClose={onClose}>
      <QueryResult query={query} height={120}>
        {({ holidays }) => <Form person={person} holidays={holidays} onClose={onClose} />}
      </QueryResult>
    </FormDialog>
  );
}

function Form({ person, holidays, onClose }: PersonHolidayFormProps & { readonly holidays: HolidayCalendar | null }) {
  const [picked, setPicked] = useState(holidays);
  const saving = useChange(
    () =>
      unwrap(
        api.PUT('/users/{user_id}/holidays/', {
          params: { path: { user_id: person.id } },
          body: { holidays: picked },
        }),
      ),
    { onDone: () => notifyDone('The public holidays are saved.'), leave: onClose },
  );
  return (
    <Stack>
      <HolidayCalendarInput value={picked} none="As for the organization" onChange={setPicked} />
      <Text size="sm" c="dimmed">
        A change applies from now on: reports about the past stay as they are.
      </Text>
      <ProblemNote error={saving.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={saving.isPending} onClick={() => saving.mutate(undefined)}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
