import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says why there is nothing, and what to do next. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl" className="empty">
      <Stack gap="xs" align="center" ta="center">
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text c="dimmed" size="sm" maw={460} component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}
