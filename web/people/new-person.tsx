/** Adds someone, and at once makes the link with which they come in. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { answered, api, type Schemas } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { ProblemNote } from '../page/problem.tsx';
import type { Person } from '../session/session.tsx';
import { type PersonDraft, PersonFields } from './person-fields.tsx';
import { makeSignInLink, SignInLink } from './sign-in-link.tsx';

const NOBODY: PersonDraft = { name: '', email: '', role: 'standard', seat: 'member', zone: null, chatId: '' };

interface Added {
  readonly person: Person;
  /** Absent when only the person could be made; the link can then be made by hand. */
  readonly link: Schemas['SignInLink'] | undefined;
}

export function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(NOBODY);
  const add = useChange(addPerson);
  if (add.data !== undefined) {
    return <SignInLink person={add.data.person} made={add.data.link} isNew onClose={onClose} />;
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    add.mutate(draft);
  };
  return (
    <Modal opened onClose={onClose} title="Add a person" centered>
      <form onSubmit={submit}>
        <Stack>
          <PersonFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
          <ProblemNote error={add.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add and make a link
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

async function addPerson({ name, email, role, seat, zone, chatId }: PersonDraft): Promise<Added> {
  const chat = chatId.trim();
  const body = {
    name: name.trim(),
    email: email.trim(),
    role,
    seat,
    ...(zone !== null && { time_zone: zone }),
    ...(chat !== '' && { chat_id: chat }),
  };
  const { user } = await answered(api.POST('/users/', { body }));
  const link = await makeSignInLink(user).catch(() => undefined);
  return { person: user, link };
}
