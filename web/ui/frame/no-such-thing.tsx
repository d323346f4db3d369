/** The page for something that does not exist, or no longer exists. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { ApiProblem } from '../../api/client.ts';
import { Empty } from '../feedback/empty.tsx';
import { Page } from './page.tsx';

export function isNoSuchThing(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

interface NoSuchThingProps {
  /** Its noun in a sentence: "schedule". */
  readonly noun: string;
  /** The page that lists the others of its kind. */
  readonly others: { readonly to: string; readonly label: string };
}

export function NoSuchThing({ noun, others }: NoSuchThingProps) {
  return (
    <Page title={noun.charAt(0).toUpperCase() + noun.slice(1)}>
      <Empty
        title={`There is no such ${noun}`}
        action={
          <Button component={Link} to={others.to} variant="default" mt="sm">
            {others.label}
          </Button>
        }
      >
        It may have been deleted, or the link is incomplete.
      </Empty>
    </Page>
  );
}
