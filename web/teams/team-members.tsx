import { ActionIcon, Box, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useAll, useChange } from '../api/queries.ts';
import { PersonAvatar } from '../people/person.tsx';
import { PersonSearch } from '../people/person-search.tsx';
import type { Person } from '../session/session.tsx';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './teams.module.css';

interface TeamMembersProps {
  readonly team: Schemas['Team'];
  readonly mayChange: boolean;
}

export function useTeamMembers({ id }: Schemas['Team']) {
  return useAll('/teams/{team_id}/members/', { params: { path: { team_id: id } } }, 'users');
}

export function TeamMembers({ team, mayChange }: TeamMembersProps) {
  const members = useTeamMembers(team);
  return (
    <Paper withBorder p="md" component="section" aria-label="Members">
      <Stack gap="sm">
        <Title order={2}>
          Members{members.data !== undefined && members.data.length > 0 && ` (${members.data.length})`}
        </Title>
        <QueryResult query={members} height={160}>
          {(people) => <Members team={team} people={people} mayChange={mayChange} />}
        </QueryResult>
      </Stack>
    </Paper>
  );
}

interface MembersProps extends TeamMembersProps {
  readonly people: readonly Person[];
}

function Members({ team, people, mayChange }: MembersProps) {
  const pathOf = ({ id }: Person) => ({ params: { path: { team_id: team.id, user_id: id } } });
  const adding = useChange((person: Person) => unwrap(api.PUT('/teams/{team_id}/members/{user_id}', pathOf(person))));
  const removing = useChange((person: Person) =>
    unwrap(api.DELETE('/teams/{team_id}/members/{user_id}', pathOf(person))),
  );
  return (
    <>
      <ProblemNote error={adding.error ?? removing.error} />
      {people.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody is in this team yet.
        </Text>
      )}
      <ul className={classes.list} aria-label="Members">
        {people.map((person) => (
          <li key={person.id}>
            <Member person={person} />
            {mayChange && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${person.name}`}
                loading={removing.isPending && removing.variables.id === person.id}
                onClick={() => removing.mutate(person)}
              >
                <Icon name="remove" size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <AddMember people={people} onAdd={adding.mutate} />}
    </>
  );
}

function Member({ person }: { readonly person: Person }) {
  return (
    <Box display="flex" style={{ gap: 10, alignItems: 'center' }} miw={0}>
      <PersonAvatar person={person} size={32} />
      <Box miw={0}>
        <Text size="sm" fw={600} truncate dir="auto">
          <Link to={`/people/${person.id}`} className={classes.person ?? ''}>
            {person.name}
          </Link>
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {person.email}
        </Text>
      </Box>
    </Box>
  );
}

interface AddMemberProps {
  readonly people: readonly Person[];
  readonly onAdd: (person: Person) => void;
}

function AddMember({ people, onAdd }: AddMemberProps) {
  const [added, setAdded] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) input.current?.focus();
  }, [added]);
  return (
    <PersonSearch
      // A new field after each added person, so that it is empty again.
      key={added}
      ref={input}
      openOnFocus={false}
      label="Add a member"
      isChosen={({ id }) => people.some((member) => member.id === id)}
      onPick={(person) => {
        if (person === undefined) return;
        setAdded(added + 1);
        onAdd(person);
      }}
    />
  );
}
