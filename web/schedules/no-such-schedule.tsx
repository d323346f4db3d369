import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { ApiProblem } from '../api/client.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';

export function isNoSuchSchedule(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

export function NoSuchSchedule() {
  return (
    <Page title="Schedule">
      <Empty
        title="There is no such schedule"
        action={
          <Button component={Link} to="/" variant="default" mt="sm">
            All schedules
          </Button>
        }
      >
        It may have been deleted, or the link is not whole.
      </Empty>
    </Page>
  );
}
