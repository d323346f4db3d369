import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
