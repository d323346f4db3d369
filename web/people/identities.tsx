/** The single sign-on accounts with which a person signs in, and those that were refused. */
import { Alert, Badge, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useChange, useGet } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { Moment } from '../time/moment.tsx';
import { notifyDone } from '../ui/feedback/notify.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import classes from './person.module.css';

type Identity = Schemas['Identity'];
type Refused = Schemas['RefusedIdentity'];

const READ = 100;

export function Identities({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const [unlinking, setUnlinking] = useState<Identity>();
  const params = { path: { user_id: person.id }, query: { per_page: READ } };
  const identities = useGet('/users/{user_id}/identities/', { params });
  return (
    <Modal opened onClose={onClose} title={`Single sign-on of ${person.name}`} centered size="lg">
      {unlinking === undefined ? (
        <QueryResult query={identities} height={96}>
          {({ identities, refused }) => (
            <Stack>
              {refused.length > 0 && <RefusedNote person={person} refused={refused} />}
              {identities.length === 0 ? (
                <Text size="sm">
                  {person.name} has not signed in with single sign-on. The first account with the email {person.email}{' '}
                  is linked.
                </Text>
              ) : (
                <Stack gap="sm" component="ul" className={classes.identities ?? ''} aria-label="Linked accounts">
                  {identities.map((identity) => (
                    <IdentityRow key={identity.id} identity={identity} onUnlink={() => setUnlinking(identity)} />
                  ))}
                </Stack>
              )}
            </Stack>
          )}
        </QueryResult>
      ) : (
        <Unlink person={person} identity={unlinking} onClose={() => setUnlinking(undefined)} />
      )}
    </Modal>
  );
}

function IdentityRow({ identity, onUnlink }: { readonly identity: Identity; readonly onUnlink: () => void }) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div className={classes.identity}>
        <Text size="sm" fw={500}>
          {identity.subject} {!identity.is_accepted && <Badge color="red.8">Not accepted</Badge>}
        </Text>
        <Text size="sm" c="dimmed">
          {identity.issuer} · linked <Moment at={identity.created_at} shape="date" />
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onUnlink} aria-label={`Unlink ${identity.subject}`}>
        Unlink
      </Button>
    </Group>
  );
}

function RefusedNote({ person, refused }: { readonly person: Person; readonly refused: readonly Refused[] }) {
  return (
    <Alert color="red" variant="light" title="Other accounts were refused">
      <Text size="sm">
        They tried to sign in with the email of {person.name}. If one of them is theirs, unlink the account below; it is
        linked when they sign in the next time. If not, somebody else may have their address.
      </Text>
      <List size="sm" mt="xs">
        {refused.map(({ issuer, subject, at, address }) => (
          <List.Item key={`${issuer} ${subject}`} className={classes.identity ?? ''}>
            {subject} of {issuer}, <Moment at={at} shape="date" />
            {address !== undefined && `, from ${address}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Unlink({ person, identity, onClose }: { person: Person; identity: Identity; onClose: () => void }) {
  const params = { path: { user_id: person.id, identity_id: identity.id } };
  const unlink = useChange(() => unwrap(api.DELETE('/users/{user_id}/identities/{identity_id}', { params })), {
    onDone: () => notifyDone(`${identity.subject} is unlinked from ${person.name}.`),
    leave: onClose,
  });
  return (
    <Stack>
      <Text size="sm">
        Unlink {identity.subject} of {identity.issuer}? {person.name} is signed out everywhere. The next account that
        signs in with the email {person.email} is linked.
      </Text>
      <ProblemNote error={unlink.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button color="red.8" loading={unlink.isPending} onClick={() => unlink.mutate(undefined)}>
          Unlink
        </Button>
      </Group>
    </Stack>
  );
}
