import { Box, Paper, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { initialsOf } from '../people/person.tsx';
import classes from './teams.module.css';

export function TeamCard({ team: { id, name, description } }: { readonly team: Schemas['Team'] }) {
  return (
    <Paper component={Link} to={`/teams/${id}`} withBorder p="md" className={classes.card ?? ''}>
      <span className={classes.mark} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <Box miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {description ?? 'No description'}
        </Text>
      </Box>
    </Paper>
  );
}
