/** Adds all members of a team who are not in the rotation yet, in the order in which they joined the team. */
import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useGet } from '../../api/queries.ts';
import { ProblemNote } from '../../ui/feedback/problem.tsx';
import { SearchSelect } from '../../ui/forms/search-select.tsx';
import type { Place } from '../draft-fields.ts';
import { MAX_PLACES } from '../problems.ts';

/** More than a rotation accepts. */
const MEMBERS_READ = 100;

interface WholeTeamProps {
  readonly places: readonly Place[];
  readonly onAdd: (people: readonly Schemas['User'][]) => void;
}

export function WholeTeam({ places, onAdd }: WholeTeamProps) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 150);
  const { data, isPlaceholderData, isLoading } = useGet(
    '/teams/',
    { params: { query: { per_page: 20, ...(query !== '' && { query }) } } },
    { keepPrevious: true },
  );
  const [note, setNote] = useState('');
  const add = useMutation({
    mutationFn: async (team: Schemas['Team']) => {
      const params = { path: { team_id: team.id }, query: { per_page: MEMBERS_READ } };
      return (await unwrap(api.GET('/teams/{team_id}/members/', { params }))).users;
    },
    onSuccess: (members, team) => {
      const absent = members.filter(({ id }) => !places.some(({ person }) => person.id === id));
      const added = absent.slice(0, MAX_PLACES - places.length);
      if (added.length > 0) onAdd(added);
      setTyped('');
      setNote(noteOn(team.name, members.length, absent.length, added.length));
    },
  });
  const teams = data?.teams ?? [];
  return (
    <Stack gap={4}>
      <SearchSelect
        label="Add a whole team"
        placeholder="Part of the name"
        // Not while it is being read: the field would lose the focus.
        disabled={places.length >= MAX_PLACES}
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        // The server has already searched.
        filter={({ options }) => options}
        isLooking={query !== typed.trim() || isPlaceholderData || isLoading}
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => {
          const team = teams.find((one) => one.id === id);
          if (team !== undefined && !add.isPending) add.mutate(team);
        }}
        nothingFoundMessage="No team matches"
      />
      <Text size="sm" c="dimmed" role="status">
        {note}
      </Text>
      <ProblemNote error={add.error} />
    </Stack>
  );
}

function noteOn(team: string, members: number, absent: number, added: number): string {
  if (members === 0) return `Nobody is in the team ${team}.`;
  if (absent === 0) return `Everyone in ${team} is in the rotation already.`;
  const people = added === 1 ? 'One person' : `${added} people`;
  const rest = added < absent ? ` At most ${MAX_PLACES} places.` : '';
  return `${people} of ${team} added.${rest}`;
}
