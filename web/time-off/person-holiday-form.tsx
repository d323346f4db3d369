/** The form for a person's public holidays, if they differ from those of the organization. */
import { Text } from '@mantine/core';
import { api, ifMatch, unwrap } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { FormBody } from '../ui/forms/form-body.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { type HolidayCalendar, HolidayCalendarInput } from './holiday-calendar-input.tsx';
import { useHolidayNames } from './holiday-names.ts';
import { holidaysIn, holidaysText } from './holiday-text.ts';

interface PersonHolidayFormProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonHolidayForm({ person, onClose }: PersonHolidayFormProps) {
  const query = useGet('/users/{user_id}/holidays/', { params: { path: { user_id: person.id } } });
  return (
    <FormDialog title={`Public holidays of ${person.name}`} onClose={onClose}>
      <QueryResult query={query} deletedText="This person was deactivated" height={120}>
        {({ holidays, etag }) => <Form person={person} holidays={holidays} etag={etag} onClose={onClose} />}
      </QueryResult>
    </FormDialog>
  );
}

interface FormProps extends PersonHolidayFormProps {
  readonly holidays: HolidayCalendar | null;
  readonly etag: string | undefined;
}

function Form({ person, holidays, etag, onClose }: FormProps) {
  const edit = useEdit<{ readonly holidays: string | null }>({
    what: 'these holidays',
    latest: { values: { holidays: holidaysText(holidays) }, etag },
    labels: { holidays: 'Public holidays' },
    shown: { holidays: useHolidayNames(holidays) },
    send: ({ holidays: picked = holidaysText(holidays) }, tag) => {
      const params = { path: { user_id: person.id }, ...ifMatch(tag) };
      return unwrap(api.PUT('/users/{user_id}/holidays/', { params, body: { holidays: holidaysIn(picked) } }));
    },
    onDone: () => notifyDone('The public holidays are saved.'),
    leave: onClose,
  });
  return (
    <FormBody note={edit.note} isBusy={edit.isBusy} error={edit.error} onSave={edit.save} onClose={onClose}>
      <HolidayCalendarInput
        value={holidaysIn(edit.draft.holidays)}
        none="As for the organization"
        onChange={(picked) => edit.change({ holidays: holidaysText(picked) })}
      />
      <Text size="sm" c="dimmed">
        A change applies from now on: reports about the past stay as they are. Before the first holidays that you choose
        here, those of the organization apply.
      </Text>
    </FormBody>
  );
}
