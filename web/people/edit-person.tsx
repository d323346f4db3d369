import { api, ifMatch, unwrap } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { FormBody } from '../ui/forms/form-body.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { type PersonDraft, PersonFields } from './person-fields.tsx';

export const LABELS = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  seat: 'Seat',
  zone: 'Time zone',
  chatId: 'Chat id',
};

type PersonValues = Readonly<Record<keyof PersonDraft, string | null>>;

interface EditPersonProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function EditPerson({ person, onClose }: EditPersonProps) {
  const query = useGet('/users/{user_id}', { params: { path: { user_id: person.id } } });
  return (
    <FormDialog onClose={onClose} title={`Edit ${person.name}`}>
      <QueryResult query={query} deletedText="This person was deactivated" height={480}>
        {({ user, etag }) => <EditPersonForm person={user} etag={etag} onClose={onClose} />}
      </QueryResult>
    </FormDialog>
  );
}

function EditPersonForm({ person, etag, onClose }: EditPersonProps & { readonly etag: string | undefined }) {
  const edit = useEdit({
    what: person.name,
    latest: { values: valuesOf(person), etag },
    labels: LABELS,
    send: (changes, tag) => updatePerson(person, changes as Partial<PersonDraft>, tag),
    onDone: () => notifyDone(`${person.name} is saved.`),
    leave: onClose,
  });
  const { note, isBusy, error, isChanged, save } = edit;
  return (
    <FormBody {...{ note, isBusy, error, onClose }} isComplete={isChanged} onSave={save}>
      <PersonFields draft={edit.draft as unknown as PersonDraft} onChange={edit.change} />
    </FormBody>
  );
}

export function valuesOf({ name, email, role, seat, time_zone, chat_id }: Person): PersonValues {
  return { name, email, role, seat, zone: time_zone ?? null, chatId: chat_id ?? '' };
}

/** Sends only what was changed here, so that changes by others stay. */
function updatePerson(
  { id }: Person,
  { name, email, role, seat, zone, chatId }: Partial<PersonDraft>,
  etag: string | undefined,
) {
  const body = {
    ...(name !== undefined && { name: name.trim() }),
    ...(email !== undefined && { email: email.trim() }),
    ...(role !== undefined && { role }),
    ...(seat !== undefined && { seat }),
    ...(zone !== undefined && { time_zone: zone }),
    ...(chatId !== undefined && { chat_id: chatId.trim() === '' ? null : chatId.trim() }),
  };
  return unwrap(api.PATCH('/users/{user_id}', { params: { path: { user_id: id }, ...ifMatch(etag) }, body }));
}
