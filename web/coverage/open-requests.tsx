import { Button, Paper } from '@mantine/core';
import { Link } from 'wouter';
import { useAll } from '../api/queries.ts';
import { useMay } from '../session/permissions.ts';
import { useMe } from '../session/session.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import classes from './coverage.module.css';
import { type CoverageRequest, isAskedOf } from './request.ts';
import { RequestRow } from './request-row.tsx';
import { useZonesOf } from './zones.ts';

export function OpenRequests() {
  const me = useMe();
  const pending = useAll('/coverage_requests/', { params: { query: { status: 'pending' } } }, 'coverage_requests');
  return (
    <QueryResult query={pending} height={220}>
      {(requests) => <OthersRequests requests={requests.filter(({ user }) => user.id !== me.id)} />}
    </QueryResult>
  );
}

function OthersRequests({ requests }: { readonly requests: readonly CoverageRequest[] }) {
  const me = useMe();
  const mayCover = useMay('cover');
  const mayTake = (request: CoverageRequest) =>
    mayCover && isAskedOf(request, me.id) && request.remaining_shifts.length > 0;
  const zoneOf = useZonesOf(requests);
  if (requests.length === 0) {
    return <Empty title="Nobody is asking for cover">When someone does, you find it here and on the first page.</Empty>;
  }
  return (
    <Paper withBorder px="md">
      <ul className={classes.rows} aria-label="Open requests">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} zoneOf={zoneOf}>
            <Button
              component={Link}
              to={`/coverage/${request.id}`}
              variant={mayTake(request) ? 'filled' : 'default'}
              size="xs"
              aria-label={`See what ${request.user.name} asks for`}
            >
              {mayTake(request) ? 'See and take' : 'See it'}
            </Button>
          </RequestRow>
        ))}
      </ul>
    </Paper>
  );
}
