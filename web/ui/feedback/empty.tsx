import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty state: why there is nothing, and what to do next. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder px="lg" py={40} className="empty">
      <Stack gap={6} align="center" ta="center">
        <EmptyDial />
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

/** The dial of the brand without any arcs. */
function EmptyDial() {
  return (
    <svg className="empty-dial" width={44} height={44} viewBox="0 0 44 44" aria-hidden="true">
      <circle cx={22} cy={22} r={18} strokeDasharray="31.7 6" strokeWidth={4} />
      <path d="M22 13v9l6 3.5" strokeWidth={3} />
    </svg>
  );
}
