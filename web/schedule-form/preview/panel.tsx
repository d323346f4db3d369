/** A panel beside the form, with a choice of how far it looks ahead. */
import { Group, Paper, SegmentedControl, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** The label of the choice, for screen readers. */
  readonly choice: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

export function Panel({ title, choice, choices, chosen, onChoose, children }: PanelProps) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} id={id}>
            {title}
          </Title>
          <SegmentedControl size="xs" aria-label={choice} value={chosen} data={[...choices]} onChange={onChoose} />
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
