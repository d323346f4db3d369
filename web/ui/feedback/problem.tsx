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
  /** What it is about, for the note in a form when it is deleted: "webhook". */
  readonly noun?: string;
  /** The expected height of the content, so that nothing jumps when it arrives. */
  readonly height?: number;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query, a skeleton while it is loading, or its error. What was deleted stays while a form is open. */
export function QueryResult<T>({ query, noun, height = 120, children }: AnsweredProps<T>) {
  const { data, error, isKept } = useKept(query);
  const obstacle = useObstacle();
  if (data !== undefined) {
    const deleted = noun === undefined ? 'This was deleted' : `This ${noun} was deleted`;
    const here = isKept ? (obstacle ?? lossText(error, deleted)) : obstacle;
    return <ObstacleContext value={here}>{children(data)}</ObstacleContext>;
  }
  if (error !== null) return <ProblemNote error={error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={height} role="status" aria-busy="true" aria-label="Loading" />;
}
