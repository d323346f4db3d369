/** The result of adding several people, and their sign-in links. */
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPasswords } from '../../session/passwords.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { ProblemNote } from '../../ui/feedback/problem.tsx';
import { CLOSED_BY_BUTTON } from '../../ui/forms/form-dialog.tsx';
import { makeSignInLink } from '../sign-in-link.tsx';
import { type Result, ResultList } from './result-list.tsx';

export function AddedPeople({
  results,
  onClose,
}: {
  readonly results: readonly Result[];
  readonly onClose: () => void;
}) {
  const hasPasswords = useHasPasswords();
  const added = results.flatMap(({ id, name = '', email }) => (id === undefined ? [] : { id, name, email }));
  const [links, setLinks] = useState<readonly string[]>([]);
  // Creates the links one after the other. After a failure it continues where it stopped: a second link would invalidate the first.
  const make = useMutation({
    mutationFn: async () => {
      const made = [...links];
      for (const person of added.slice(made.length)) {
        made.push(`${person.name} <${person.email}>: ${(await makeSignInLink(person)).url}`);
        setLinks([...made]);
      }
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={added.length === 1 ? 'One person is added' : `${added.length} people are added`}
      centered
      size="lg"
      {...(links.length > 0 && CLOSED_BY_BUTTON)}
    >
      <Stack>
        <ResultList results={results} created="Added" />
        {hasPasswords && added.length > 0 && (
          <>
            <Text size="sm">
              With a sign-in link, somebody sets a password and is signed in. It works once, for seven days. Send each
              link to its person alone.
            </Text>
            {make.isPending && <Progress value={(100 * links.length) / added.length} aria-label="Links made" />}
            {links.length > 0 && !make.isPending && <Copyable text={links.join('\n')} what="the links" />}
            <ProblemNote error={make.error} />
          </>
        )}
        <Group justify="flex-end">
          {hasPasswords && links.length < added.length && (
            <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
              Make sign-in links
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
