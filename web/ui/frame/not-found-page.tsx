import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../feedback/empty.tsx';
import { Page } from './page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Empty
        title="There is no page at this address"
        action={
          <Button component={Link} to="/" variant="default" mt="sm">
            Who is on call now
          </Button>
        }
      />
    </Page>
  );
}
