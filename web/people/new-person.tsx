/** The form that adds a person and creates their sign-in link. */
import { Button, Group, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useHasPasswords } from '../session/passwords.ts';
import type { Person } from '../session/session.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { type PersonDraft, PersonFields } from './person-fields.tsx';
import { makeSignInLink, SignInLink } from './sign-in-link.tsx';

const NOBODY: PersonDraft = { name: '', email: '', role: 'standard', seat: 'member', zone: null, chatId: '' };

interface Added {
  readonly person: Person;
  /** Absent if the person was added but the link could not be created. It can then be created from the person's menu. */
  readonly link: Schemas['SignInLink'] | undefined;
}

export function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(NOBODY);
  const hasPasswords = useHasPasswords();
  const add = useChange((wanted: PersonDraft) => addPerson(wanted, hasPasswords), {
    onDone: ({ person }) => {
      if (!hasPasswords) notifyDone(`${person.name} is added, and can sign in with single sign-on.`);
    },
    leave: () => {
      if (!hasPasswords) onClose();
    },
  });
  if (add.data !== undefined && hasPasswords) {
    return (
      <SignInLink
        person={add.data.person}
        made={add.data.link}
        isNew
        onClose={onClose}
        onAnother={() => {
          add.reset();
          setDraft(NOBODY);
        }}
      />
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    add.mutate(draft);
  };
  return (
    <FormDialog onClose={onClose} title="Add a person">
      <form onSubmit={submit}>
        <Stack>
          <PersonFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
          <ProblemNote error={add.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              {hasPasswords ? 'Add and make a link' : 'Add'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}

async function addPerson(
  { name, email, role, seat, zone, chatId }: PersonDraft,
  hasPasswords: boolean,
): Promise<Added> {
  const chat = chatId.trim();
  const body = {
    name: name.trim(),
    email: email.trim(),
    role,
    seat,
    ...(zone !== null && { time_zone: zone }),
    ...(chat !== '' && { chat_id: chat }),
  };
  const { user } = await unwrap(api.POST('/users/', { body }));
  const link = hasPasswords ? await makeSignInLink(user).catch(() => undefined) : undefined;
  return { person: user, link };
}
