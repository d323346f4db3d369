import { Button, Group, Modal, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { notifyDone } from '../ui/notify.ts';
import { ProblemNote } from '../ui/problem.tsx';
import { type PersonDraft, PersonFields } from './person-fields.tsx';

export function EditPerson({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const [changes, setChanges] = useState<Partial<PersonDraft>>({});
  const save = useChange(() => updatePerson(person, changes), {
    onDone: () => {
      notifyDone(`${person.name} is saved.`);
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={`Edit ${person.name}`} centered>
      <form onSubmit={submit}>
        <Stack>
          <PersonFields
            draft={{ ...draftOf(person), ...changes }}
            onChange={(more) => setChanges({ ...changes, ...more })}
          />
          <ProblemNote error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={Object.keys(changes).length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function draftOf({ name, email, role, seat, time_zone, chat_id }: Person): PersonDraft {
  return { name, email, role, seat, zone: time_zone ?? null, chatId: chat_id ?? '' };
}

/** Only what was changed is sent: what somebody else has changed meanwhile stays. */
function updatePerson({ id }: Person, { name, email, role, seat, zone, chatId }: Partial<PersonDraft>) {
  const body = {
    ...(name !== undefined && { name: name.trim() }),
    ...(email !== undefined && { email: email.trim() }),
    ...(role !== undefined && { role }),
    ...(seat !== undefined && { seat }),
    ...(zone !== undefined && { time_zone: zone }),
    ...(chatId !== undefined && { chat_id: chatId.trim() === '' ? null : chatId.trim() }),
  };
  return unwrap(api.PATCH('/users/{user_id}', { params: { path: { user_id: id } }, body }));
}
