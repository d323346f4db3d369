import { Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Draft } from '../draft-fields.ts';
import type { Problems } from '../problems.ts';

/** The props of each part of the form. */
export interface FieldsProps {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}
