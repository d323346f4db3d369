import { Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Draft } from '../draft-fields.ts';
import type { Problems } from '../problems.ts';
import type { ChangeDraft } from '../use-draft.ts';

/** The props of each part of the form: those values of the draft that it shows, and the problems with them. */
export interface FieldsProps<Field extends keyof Draft> {
  readonly draft: Pick<Draft, Field>;
  readonly problems: Problems;
  readonly onChange: ChangeDraft;
}

/** Whether a part of the form with these fields would be drawn as before: for `memo`. */
export function isSamePart<Field extends keyof Draft>(fields: readonly Field[]) {
  return <Props extends FieldsProps<Field>>(before: Props, after: Props): boolean => {
    const { draft, problems, ...rest } = after;
    return (
      fields.every((field) => before.draft[field] === draft[field]) &&
      fields.every((field) => problemOf(before.problems, field) === problemOf(problems, field)) &&
      Object.entries(rest).every(([name, value]) => before[name as keyof Props] === value)
    );
  };
}

function problemOf(problems: Problems, field: keyof Draft): string | undefined {
  return problems[field as keyof Problems];
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
