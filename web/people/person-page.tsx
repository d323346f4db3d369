/** The page of a person: who they are, when and where they are on call, and for how many hours. */
import { Alert, Anchor, Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { useReadAt } from '../api/read-at.ts';
import { type Person, useMe, useSession } from '../session/session.tsx';
import { cityOf, offsetOf, written } from '../time/format.ts';
import { useNow } from '../time/now.ts';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { lossText, ObstacleContext, useHasUnsavedInput, useKept } from '../ui/forms/unsaved-input.ts';
import { isNoSuchThing, NoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page, PageSkeleton } from '../ui/frame/page.tsx';
import { OnCallOfPerson } from './on-call-of-person.tsx';
import { PersonAvatar } from './person.tsx';
import { PersonActionDialog } from './person-actions.tsx';
import { type PersonAction, PersonMenu } from './person-menu.tsx';
import { ROLES, SEATS } from './roles.ts';

export function PersonPage({ id }: { readonly id: string }) {
  const query = useGet('/users/{user_id}', { params: { path: { user_id: id } } });
  const { data, error, isKept } = useKept(query);
  const isLeaving = data?.user.deactivating ?? false;
  const hasInput = useHasUnsavedInput();
  if (data !== undefined) {
    return (
      <ObstacleContext value={isKept || isLeaving ? lossText(error, 'This person was deactivated') : undefined}>
        <Shown person={data.user} isLeaving={isLeaving && !hasInput} />
      </ObstacleContext>
    );
  }
  if (error === null) return <PageSkeleton />;
  if (isNoSuchThing(error)) return <NoSuchThing noun="person" others={{ to: '/people', label: 'All people' }} />;
  return (
    <Page title="Person">
      <ProblemNote error={error} onRetry={() => void query.refetch()} />
    </Page>
  );
}

interface ShownProps {
  readonly person: Person;
  readonly isLeaving: boolean;
}

function Shown({ person, isLeaving }: ShownProps) {
  const [action, setAction] = useState<PersonAction>();
  const onCall = useGet(
    '/users/{user_id}/on_call',
    { params: { path: { user_id: person.id } } },
    { enabled: !person.deactivating },
  );
  useReadAt(handoffsOf(onCall.data?.on_call), onCall);
  return (
    <Page
      title={person.name}
      mark={<PersonAvatar person={person} size={56} />}
      about={<About person={person} />}
      actions={!isLeaving && <PersonMenu person={person} onAction={setAction} />}
    >
      {isLeaving ? (
        <Alert color="gray" variant="light" title="Deactivated" role="status">
          {person.name} is no longer on call anywhere, and is being removed from schedules.
        </Alert>
      ) : (
        <QueryResult query={onCall} height={420}>
          {({ on_call }) => <OnCallOfPerson person={person} onCall={on_call} />}
        </QueryResult>
      )}
      {action !== undefined && (
        <PersonActionDialog action={action} person={person} onClose={() => setAction(undefined)} />
      )}
    </Page>
  );
}

/** When the person's current shifts end, and when their next shifts begin. */
function handoffsOf(onCall: Schemas['UserOnCall'] | undefined): string[] {
  if (onCall === undefined) return [];
  return [...onCall.current_shifts.map(({ end }) => end), ...onCall.next_shifts.map(({ start }) => start)];
}

function About({ person }: { readonly person: Person }) {
  const me = useMe();
  return (
    <Group gap="4px 12px">
      <Anchor href={`mailto:${person.email}`} size="sm" underline="always" c="inherit">
        {person.email}
      </Anchor>
      <LocalTime person={person} />
      <Badge variant="light" color="gray">
        {ROLES[person.role].label}
      </Badge>
      {person.seat === 'viewer' && (
        <Badge variant="light" color="gray">
          {SEATS.viewer.label}
        </Badge>
      )}
      {person.id === me.id && (
        <Text span size="sm">
          This is you:{' '}
          <Anchor component={Link} to="/settings" inherit underline="always">
            settings
          </Anchor>
        </Text>
      )}
    </Group>
  );
}

/** The person's local time, to see whether it is a good time to call. */
function LocalTime({ person }: { readonly person: Person }) {
  const { organization } = useSession();
  const now = useNow();
  const zone = person.time_zone ?? organization.time_zone;
  return (
    <Text span size="sm" title={zone}>
      {written(now, zone, 'time')} in {cityOf(zone)} ({offsetOf(now, zone)})
    </Text>
  );
}
