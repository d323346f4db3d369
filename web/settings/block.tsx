/** A block of the settings: title, explanation and controls. */
import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface BlockProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Block({ title, about, actions, children }: BlockProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box miw={0} flex="1 1 260px">
            <Title order={2}>{title}</Title>
            {about !== undefined && (
              <Text c="dimmed" size="sm" component="div" mt={4} maw={560}>
                {about}
              </Text>
            )}
          </Box>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
