/** People as a table, or as a list on narrow screens. */
import { Badge, Box, Code, Group, Paper, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Person } from '../session/session.tsx';
import classes from './person.module.css';
import { PersonAvatar } from './person.tsx';
import { type PersonAction, PersonMenu } from './person-menu.tsx';
import { ROLES, SEATS } from './roles.ts';

interface PersonRowsProps {
  readonly people: readonly Person[];
  readonly onAction: (action: PersonAction, person: Person) => void;
}

export function PersonRows({ people, onAction }: PersonRowsProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  if (isNarrow) {
    return (
      <Paper withBorder component="ul" className={classes.cards ?? ''} aria-label="People">
        {people.map((person) => (
          <PersonCard key={person.id} person={person} onAction={onAction} />
        ))}
      </Paper>
    );
  }
  return (
    <Paper withBorder>
      <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover aria-label="People">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Seat</Table.Th>
            <Table.Th>Time zone</Table.Th>
            <Table.Th>Chat id</Table.Th>
            <Table.Td w={56} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} onAction={onAction} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

interface PersonRowProps {
  readonly person: Person;
  readonly onAction: PersonRowsProps['onAction'];
}

function PersonRow({ person, onAction }: PersonRowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <NameAndEmail person={person} />
      </Table.Td>
      <Table.Td>
        <Role person={person} />
      </Table.Td>
      <Table.Td>{SEATS[person.seat].label}</Table.Td>
      <Table.Td>{person.time_zone ?? <Absent>As the organization</Absent>}</Table.Td>
      <Table.Td>{person.chat_id === undefined ? <Absent>None yet</Absent> : <Code>{person.chat_id}</Code>}</Table.Td>
      <Table.Td>
        <PersonMenu person={person} onAction={onAction} />
      </Table.Td>
    </Table.Tr>
  );
}

function PersonCard({ person, onAction }: PersonRowProps) {
  return (
    <li className={classes.card}>
      <NameAndEmail person={person}>
        <Text size="xs" c="dimmed">
          {[ROLES[person.role].label, SEATS[person.seat].label, person.time_zone, person.chat_id]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </NameAndEmail>
      <PersonMenu person={person} onAction={onAction} />
    </li>
  );
}

function NameAndEmail({ person, children }: { readonly person: Person; readonly children?: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <PersonAvatar person={person} size={36} />
      <Box miw={0}>
        <Text size="sm" fw={600}>
          <Link to={`/people/${person.id}`} className={classes.link ?? ''}>
            {person.name}
          </Link>
        </Text>
        <Text size="sm" c="dimmed">
          {person.email}
        </Text>
        {children}
      </Box>
    </Group>
  );
}

function Role({ person: { role } }: { readonly person: Person }) {
  if (role === 'standard') return <Text size="sm">{ROLES[role].label}</Text>;
  return <Badge variant="light">{ROLES[role].label}</Badge>;
}

function Absent({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}
