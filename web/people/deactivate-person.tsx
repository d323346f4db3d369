import { Anchor, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, ifMatch, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { ConfirmDeletion } from '../ui/forms/confirm-deletion.tsx';
import { changesMeanwhile } from '../ui/forms/field-change.ts';
import { LABELS, valuesOf } from './edit-person.tsx';

type Deactivation = Schemas['Deactivation'];

/** As many as fit the dialog. */
const MAX_SCHEDULES_NAMED = 20;

/** The dialog shows what the deactivation changes before it is done. */
export function DeactivatePerson({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const params = { path: { user_id: person.id } };
  const [opened] = useState(person);
  const deletion = useChange(
    (etag: string | undefined) => unwrap(api.DELETE('/users/{user_id}', { params: { ...params, ...ifMatch(etag) } })),
    {
      onShown: () => {
        notifyDone(`${person.name} is deactivated.`);
        onClose();
      },
    },
  );
  // Not read again once the user is deactivated: the server would refuse it.
  const enabled = deletion.isIdle || deletion.isError;
  const stored = useGet('/users/{user_id}', { params }, { enabled });
  const preview = useGet('/users/{user_id}/deactivation', { params }, { enabled });
  const changes = changesMeanwhile(valuesOf(opened), valuesOf(stored.data?.user ?? opened), { labels: LABELS });
  return (
    <ConfirmDeletion
      what="this person"
      title={`Deactivate ${person.name}?`}
      action={`Deactivate ${person.name}`}
      actionAnyway={`Deactivate ${person.name} anyway`}
      keep="Cancel"
      {...{ stored, changes, deletion, onClose }}
    >
      <Text size="sm">
        {person.name} is signed out everywhere, and their API keys are revoked. Past shifts keep their name.
      </Text>
      <QueryResult query={preview} height={96}>
        {({ deactivation }) => <WhatChanges deactivation={deactivation} />}
      </QueryResult>
    </ConfirmDeletion>
  );
}

function WhatChanges({ deactivation }: { readonly deactivation: Deactivation }) {
  const { schedules, overrides, coverage_requests, teams } = deactivation;
  if (schedules.length + overrides + coverage_requests + teams.length === 0) {
    return <Text size="sm">They are in no schedule and no team: nothing else changes.</Text>;
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        From now on:
      </Text>
      <List size="sm" spacing={4}>
        {schedules.slice(0, MAX_SCHEDULES_NAMED).map(({ id, name }) => (
          <List.Item key={id}>
            removed from the schedule{' '}
            <Anchor component={Link} to={`/schedules/${id}`} inherit underline="always">
              {name}
            </Anchor>
          </List.Item>
        ))}
        {schedules.length > MAX_SCHEDULES_NAMED && (
          <List.Item>removed from {counted(schedules.length - MAX_SCHEDULES_NAMED, 'more schedule')}</List.Item>
        )}
        {overrides > 0 && <List.Item>removed from {counted(overrides, 'override')}</List.Item>}
        {coverage_requests > 0 && <List.Item>{counted(coverage_requests, 'coverage request')} canceled</List.Item>}
        {teams.map(({ id, name }) => (
          <List.Item key={id}>removed from the team {name}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function counted(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}
