import { Button, Paper } from '@mantine/core';
import { Link } from 'wouter';
import { useAll } from '../api/queries.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { CancelRequest } from './cancel-request.tsx';
import classes from './coverage.module.css';
import type { CoverageRequest } from './request.ts';
import { RequestRow } from './request-row.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useZonesOf } from './zones.ts';

export function MyRequests() {
  const mine = useAll('/user/coverage_requests/', {}, 'coverage_requests');
  return (
    <QueryResult query={mine} height={220}>
      {(requests) => <Requests requests={requests.toReversed()} />}
    </QueryResult>
  );
}

/** Newest first. */
function Requests({ requests }: { readonly requests: readonly CoverageRequest[] }) {
  const zoneOf = useZonesOf(requests);
  if (requests.length === 0) {
    return (
      <Empty
        title="You have not asked for cover"
        action={
          <Button component={Link} to="/coverage?tab=ask" variant="default" mt="sm">
            Ask for cover
          </Button>
        }
      >
        When you cannot take a shift, ask for cover: the colleague who accepts is put on call in your place.
      </Empty>
    );
  }
  return (
    <Paper withBorder px="md">
      <ul className={classes.rows} aria-label="My requests">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} isMine zoneOf={zoneOf}>
            <StatusBadge request={request} />
            {request.status === 'pending' && <CancelRequest id={request.id} />}
          </RequestRow>
        ))}
      </ul>
    </Paper>
  );
}
