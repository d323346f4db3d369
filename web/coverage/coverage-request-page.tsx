/** One coverage request: who asks, why and for which shifts; what taking it would change; and how it ended. */
import { Alert, Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../api/queries.ts';
import { PersonName } from '../people/person.tsx';
import { useMay } from '../session/permissions.ts';
import { useMe } from '../session/session.tsx';
import { Moment } from '../time/moment.tsx';
import { ProblemNote, QueryResult } from '../ui/feedback/problem.tsx';
import { isNoSuchThing, NoSuchThing } from '../ui/frame/no-such-thing.tsx';
import { Page } from '../ui/frame/page.tsx';
import { Icon } from '../ui/icons.tsx';
import { Answers } from './answers.tsx';
import { CancelRequest } from './cancel-request.tsx';
import classes from './coverage.module.css';
import { refusalInWords } from './refusals.ts';
import { type CoverageRequest, extentOf, isAskedOf } from './request.ts';
import { RequestedShifts } from './requested-shifts.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TakeBar } from './take-bar.tsx';
import { isLeftOut, type TakeableShift, useTakeable } from './takeable.ts';

export function CoverageRequestPage({ id }: { readonly id: string }) {
  const query = useGet('/coverage_requests/{coverage_request_id}', { params: { path: { coverage_request_id: id } } });
  const me = useMe();
  const request = query.data?.coverage_request;
  const isMine = request?.user.id === me.id;
  const isForOther = request?.asked_by?.id === me.id;
  if (request === undefined && isNoSuchThing(query.error)) {
    return <NoSuchThing noun="coverage request" others={{ to: '/coverage', label: 'Open requests' }} />;
  }
  const title = request === undefined ? 'Coverage request' : `Cover for ${isMine ? 'you' : request.user.name}`;
  return (
    <Page
      title={title}
      about={
        <Anchor component={Link} to={isMine ? '/coverage?tab=mine' : '/coverage'} size="sm">
          {isMine ? 'Your requests' : 'Open requests'}
        </Anchor>
      }
      {...(request?.status === 'pending' && (isMine || isForOther) && { actions: <CancelRequest id={id} /> })}
    >
      <QueryResult query={query} height={320}>
        {({ coverage_request }) => (
          <Request request={coverage_request} isMine={isMine} onRefused={() => void query.refetch()} />
        )}
      </QueryResult>
    </Page>
  );
}

interface RequestProps {
  readonly request: CoverageRequest;
  readonly isMine: boolean;
  readonly onRefused: () => void;
}

function Request({ request, isMine, onRefused }: RequestProps) {
  const me = useMe();
  const isAsked = useMay('cover') && isAskedOf(request, me.id) && request.status === 'pending';
  const mayTake = isAsked && request.remaining_shifts.length > 0;
  const [leftOut, setLeftOut] = useState<readonly TakeableShift[]>([]);
  const [refusal, setRefusal] = useState<Error | null>(null);
  const noteTry = (error: Error | null) => {
    setRefusal(error);
    if (error !== null) onRefused();
  };
  const { schedules } = extentOf(request.shifts);
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Group justify="space-between" gap="xs">
            <Group gap="xs" fw={500} fz="sm">
              <PersonName person={request.user} />
              <Text c="dimmed" size="sm" span>
                asked <Moment at={request.created_at} />
              </Text>
            </Group>
            <StatusBadge request={request} />
          </Group>
          <blockquote className={classes.reason}>{request.reason}</blockquote>
          <Answers request={request} />
          <Outcome request={request} isMine={isMine} />
        </Stack>
      </Paper>
      {mayTake && <Text>Choose what you can take. These people are on call at the requested times:</Text>}
      {isAsked && !mayTake && (
        <Text>There is nothing to take now. These people are on call at the requested times:</Text>
      )}
      {schedules.map((schedule) => (
        <RequestedShifts
          key={schedule.id}
          request={request}
          schedule={schedule}
          {...(mayTake && { choice: { leftOut, onChange: setLeftOut } })}
        />
      ))}
      <ProblemNote error={refusalInWords(refusal)} />
      {mayTake && <Taking request={request} leftOut={leftOut} onTried={noteTry} />}
    </Stack>
  );
}

interface TakingProps extends Pick<RequestProps, 'request'> {
  readonly onTried: (refusal: Error | null) => void;
  readonly leftOut: readonly TakeableShift[];
}

function Taking({ request, leftOut, onTried }: TakingProps) {
  const takeable = useTakeable(request);
  if (takeable === undefined) return null;
  const chosen = takeable.filter((shift) => !isLeftOut(shift, leftOut));
  return <TakeBar request={request} takeable={takeable} chosen={chosen} onTried={onTried} />;
}

function Outcome({ request, isMine }: Omit<RequestProps, 'onRefused'>) {
  const me = useMe();
  const { status, accepted_by, accepted_at, user } = request;
  if (status === 'pending') {
    return isMine ? (
      <Text size="sm" c="dimmed">
        {request.acceptances.length === 0
          ? 'Nobody has taken this yet. Until someone does, the shifts stay yours.'
          : 'What nobody has taken stays yours.'}
      </Text>
    ) : null;
  }
  if (accepted_by !== undefined && accepted_at !== undefined) {
    const isByMe = accepted_by.id === me.id;
    return (
      <Alert color="teal" variant="outline" role="status" icon={<Icon name="check" />}>
        {isByMe ? 'You took' : `${accepted_by.name} took`} these shifts on <Moment at={accepted_at} />.{' '}
        {isByMe ? 'You are' : `${accepted_by.name} is`} on call in {isMine ? 'your place' : `place of ${user.name}`}.
      </Alert>
    );
  }
  const whose = isMine ? 'yours' : `with ${user.name}`;
  return (
    <Text size="sm" c="dimmed">
      {status === 'canceled' ? 'This request was canceled.' : 'Nobody took this in time.'} The shifts stayed {whose}.
    </Text>
  );
}
