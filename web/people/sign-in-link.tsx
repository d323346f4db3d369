/** Creates a one-time sign-in link: for invited users, and for users who forgot their password. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { Moment } from '../time/moment.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { CLOSED_BY_BUTTON } from '../ui/forms/form-dialog.tsx';

type Link = Schemas['SignInLink'];

interface SignInLinkProps {
  readonly person: Person;
  readonly made?: Link | undefined;
  /** Whether they were added just now. */
  readonly isNew?: boolean;
  readonly onClose: () => void;
  /** Adds another person; absent if nobody is being added. */
  readonly onAnother?: () => void;
}

export async function makeSignInLink({ id }: Pick<Person, 'id'>): Promise<Link> {
  const params = { path: { user_id: id } };
  return (await unwrap(api.POST('/users/{user_id}/sign_in_link/', { params }))).sign_in_link;
}

async function sendInvitation({ id }: Pick<Person, 'id'>): Promise<void> {
  await unwrap(api.POST('/users/{user_id}/invitation/', { params: { path: { user_id: id } } }));
}

export function SignInLink({ person, made, isNew = false, onClose, onAnother }: SignInLinkProps) {
  const make = useChange(() => makeSignInLink(person));
  const invite = useChange(() => sendInvitation(person), {
    onDone: () => notifyDone(`A mail to ${person.email} is on its way.`),
    leave: onClose,
  });
  const canMail = useGet('/session/').data?.session.sign_in.reset === true;
  const link = make.data ?? made;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isNew ? `${person.name} is added` : `Sign-in link for ${person.name}`}
      centered
      size="lg"
      {...(link !== undefined && CLOSED_BY_BUTTON)}
    >
      {link === undefined ? (
        <Stack>
          <Text size="sm">
            With the link, {person.name} sets a password and is signed in. It works once, for seven days; earlier links
            stop working.
          </Text>
          <ProblemNote error={make.error ?? invite.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={canMail ? 'default' : 'filled'}
              loading={make.isPending}
              onClick={() => make.mutate(undefined)}
            >
              Make the link
            </Button>
            {canMail && (
              <Button loading={invite.isPending} onClick={() => invite.mutate(undefined)}>
                Send it by mail
              </Button>
            )}
          </Group>
        </Stack>
      ) : (
        <CreatedLink {...{ person, link, onClose, onAnother }} />
      )}
    </Modal>
  );
}

interface CreatedLinkProps {
  readonly person: Person;
  readonly link: Link;
  readonly onClose: () => void;
  readonly onAnother: (() => void) | undefined;
}

function CreatedLink({ person, link, onClose, onAnother }: CreatedLinkProps) {
  return (
    <Stack>
      <Text size="sm">
        Send this link to {person.name}, and to nobody else. It works once, until <Moment at={link.expires_at} />.
      </Text>
      <Copyable text={link.url} what="the link" />
      <Group justify="flex-end">
        {onAnother !== undefined && (
          <Button variant="default" onClick={onAnother}>
            Add another
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
