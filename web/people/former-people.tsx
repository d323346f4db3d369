/** Deactivated people whose data was not erased yet. Owners erase it on request. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useAll, useChange } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { Confirm } from '../ui/feedback/confirm.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';

type FormerPerson = Schemas['DeactivatedUser'];

/** Rendered only for owners, and only if there are such people. Appearing late moves nothing, since it is below the list. */
export function FormerPeople() {
  const mayErase = useMay('change owners');
  const people = useAll('/deactivated_users/', {}, 'users', { enabled: mayErase });
  const [chosen, setChosen] = useState<FormerPerson>();
  if (!mayErase || people.data === undefined || people.data.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="former-people">
      <Title order={2} size="h4" id="former-people">
        Deactivated
      </Title>
      <Text size="sm" c="dimmed">
        Past shifts keep their names until you erase their personal data.
      </Text>
      <QueryResult query={people}>
        {(users) => (
          <Stack gap={4}>
            {users.map((person) => (
              <Group key={person.id} justify="space-between" wrap="nowrap">
                <Text size="sm" truncate dir="auto">
                  {person.name}, {person.email}
                </Text>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Erase the data of ${person.name}`}
                  onClick={() => setChosen(person)}
                >
                  Erase data
                </Button>
              </Group>
            ))}
          </Stack>
        )}
      </QueryResult>
      {chosen !== undefined && <ErasePerson person={chosen} onClose={() => setChosen(undefined)} />}
    </Stack>
  );
}

function ErasePerson({ person, onClose }: { readonly person: FormerPerson; readonly onClose: () => void }) {
  const params = { path: { user_id: person.id } };
  const erase = useChange(() => unwrap(api.POST('/users/{user_id}/erase', { params })), {
    onShown: () => {
      notifyDone('The personal data is erased.');
      onClose();
    },
  });
  return (
    <Confirm
      isOpen
      title={`Erase the data of ${person.name}?`}
      action="Erase for ever"
      keep="Cancel"
      isBusy={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        Their name, email, chat account, keys and settings are deleted, and their name is taken out of the audit log and
        out of messages that Watchbill keeps. Past shifts stay, under “Former member”. This cannot be undone.
      </Text>
    </Confirm>
  );
}
