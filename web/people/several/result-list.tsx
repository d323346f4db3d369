import { Badge, Table, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.ts';
import classes from './several.module.css';

export type Result = Schemas['UserBatchResult'] & {
  /** The number of the line in the pasted text. */
  readonly line: number;
};

interface ResultListProps {
  readonly results: readonly Result[];
  /** The text for people who are, or will be, created. */
  readonly created: string;
}

/** One row for each person, in the same order. */
export function ResultList({ results, created }: ResultListProps) {
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length;
  return (
    <>
      <Text size="sm" role="status">
        {created}: {results.length - skipped}. Skipped: {skipped}.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className={classes.results} aria-label="Lines" tabIndex={0}>
        <Table verticalSpacing="xs" aria-label="Lines">
          <Table.Tbody>
            {results.map((result, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they do not move, and two may be the same
              <Table.Tr key={i}>
                <Table.Td c="dimmed">{result.line}</Table.Td>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {result.name ?? result.email}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {[result.name === undefined ? undefined : result.email, result.time_zone, result.reason]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  {result.outcome === 'created' ? (
                    <Badge variant="light">New</Badge>
                  ) : (
                    <Badge variant="light" color="gray">
                      Skipped
                    </Badge>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
