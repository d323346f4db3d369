/** People of the connected chat, to pick from. People who are users already cannot be picked. */
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useGet } from '../../api/queries.ts';
import { QueryResult } from '../../ui/feedback/problem.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { Line } from './pasted-lines.ts';
import classes from './several.module.css';

const SHOWN = 100;

interface ChatPeopleProps {
  readonly picked: readonly Line[];
  readonly onPick: (picked: readonly Line[]) => void;
}

export function ChatPeople({ picked, onPick }: ChatPeopleProps) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 150);
  const people = useGet(
    '/chat/people/',
    { params: { query: { per_page: SHOWN, ...(query !== '' && { query }) } } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="xs">
      <TextInput
        label="Find in the chat"
        placeholder="Name or email"
        leftSection={<Icon name="search" size={16} />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <QueryResult query={people} height={240}>
        {({ people: found, meta }) => (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
            <section className={classes.results} aria-label="People of the chat" tabIndex={0}>
              <Stack gap="xs" p="sm">
                {found.map((person) => (
                  <PersonCheckbox key={person.chat_id} person={person} picked={picked} onPick={onPick} />
                ))}
                {found.length === 0 && <Text size="sm">No name or email in the chat matches.</Text>}
              </Stack>
            </section>
            <Text size="sm" c="dimmed" role="status">
              {picked.length} picked
              {meta.total > found.length && `; the first ${found.length} of ${meta.total} are shown`}
            </Text>
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

interface PersonCheckboxProps extends ChatPeopleProps {
  readonly person: Schemas['ChatPerson'];
}

function PersonCheckbox({ person, picked, onPick }: PersonCheckboxProps) {
  const { chat_id, name, email, time_zone, is_user } = person;
  const others = picked.filter((line) => line.chat_id !== chat_id);
  return (
    <Checkbox
      label={name}
      description={is_user ? `${email ?? ''} · is a user already` : (email ?? 'The chat provides no email')}
      disabled={is_user || email === undefined}
      checked={others.length < picked.length}
      onChange={({ currentTarget: { checked } }) =>
        onPick(
          checked && email !== undefined
            ? [...others, { email, name: name.slice(0, 100), chat_id, ...(time_zone !== undefined && { time_zone }) }]
            : others,
        )
      }
    />
  );
}
