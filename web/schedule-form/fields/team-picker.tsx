/** The teams of a schedule, found by a part of the name. Users who are not admins may add only their own teams. */
import { CloseButton, Group, Pill, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { memo, useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useGet } from '../../api/queries.ts';
import { useMe } from '../../session/session.tsx';
import { SearchSelect } from '../../ui/forms/search-select.tsx';
import { MAX_TEAMS } from '../problems.ts';
import type { ChangeDraft } from '../use-draft.ts';

type Team = Schemas['Team'];

interface TeamPickerProps {
  readonly teams: readonly Team[];
  readonly onChange: ChangeDraft;
}

export const TeamPicker = memo(function TeamPicker({ teams, onChange }: TeamPickerProps) {
  return (
    <Stack gap={6}>
      <TeamSearch
        picked={teams}
        isFull={teams.length >= MAX_TEAMS}
        onPick={(team) => onChange({ teams: [...teams, team] })}
      />
      {teams.length > 0 && (
        <Group gap={6} component="ul" aria-label="Teams of the schedule" m={0} p={0}>
          {teams.map((team) => (
            <Pill key={team.id} component="li" size="md" withRemoveButton={false}>
              <Group gap={2} wrap="nowrap">
                <Text span size="sm" truncate dir="auto" maw={240}>
                  {team.name}
                </Text>
                <CloseButton
                  size="xs"
                  aria-label={`Remove the team ${team.name}`}
                  onClick={() => onChange({ teams: teams.filter(({ id }) => id !== team.id) })}
                />
              </Group>
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  );
});

interface TeamSearchProps {
  readonly picked: readonly Team[];
  readonly isFull: boolean;
  readonly onPick: (team: Team) => void;
}

function TeamSearch({ picked, isFull, onPick }: TeamSearchProps) {
  const isAdmin = useMe().role !== 'standard';
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 150);
  const { data, isPlaceholderData, isLoading } = useGet(
    '/teams/',
    { params: { query: { per_page: 20, ...(query !== '' && { query }), ...(!isAdmin && { mine: true }) } } },
    { keepPrevious: true },
  );
  const isLooking = query !== typed.trim() || isPlaceholderData || isLoading;
  const teams = (data?.teams ?? []).filter(({ id }) => !picked.some((team) => team.id === id));
  return (
    <SearchSelect
      label="Teams"
      description={isFull ? `At most ${MAX_TEAMS} teams.` : 'Members of these teams may change the schedule. Optional.'}
      placeholder={isAdmin ? 'Find a team' : 'Find one of your teams'}
      isLooking={isLooking}
      disabled={isFull}
      data={teams.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const team = teams.find((one) => one.id === id);
        if (team !== undefined) onPick(team);
        setTyped('');
      }}
      nothingFoundMessage={isLooking ? 'Looking…' : isAdmin ? 'No team matches' : 'None of your teams matches'}
    />
  );
}
