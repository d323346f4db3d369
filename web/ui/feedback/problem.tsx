/** Error messages from the server with a button to retry, and the three states of a query. */
import { Alert, Button, Group, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lossText, ObstacleContext, useKept, useObstacle } from '../forms/unsaved-input.ts';

interface ProblemNoteProps {
  readonly error: Error | null | undefined;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Renders nothing without an error. */
export function ProblemNote({ error, title = 'That did not work', onRetry }: ProblemNoteProps) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      {error.message}
      {onRetry !== undefined && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}

interface AnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  /** The note in an open form when somebody else deletes the thing that it is about: "This webhook was deleted". */
  readonly deletedText?: string;
  /** The expected height of the content, so that nothing jumps when it arrives. */
  readonly height?: number;
  readonly children: (data: T) => ReactNode;
}

const DELETED = 'What you are editing was deleted';

/** Renders the data of a query, a skeleton while it is loading, or its error. What was deleted stays while a form is open. */
export function QueryResult<T>({ query, deletedText = DELETED, height = 120, children }: AnsweredProps<T>) {
  const { data, error, isKept } = useKept(query);
  const obstacle = useObstacle();
  if (data !== undefined) {
    const here = isKept ? (obstacle ?? lossText(error, deletedText)) : obstacle;
    return <ObstacleContext value={here}>{children(data)}</ObstacleContext>;
  }
  if (error !== null) return <ProblemNote error={error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={height} role="status" aria-busy="true" aria-label="Loading" />;
}
