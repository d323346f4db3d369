/** The layout of every page: a title, which is also the title of the window, and its actions. */
import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** A picture beside the title, such as an avatar. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, about, mark, actions, children }: PageProps) {
  useTitle(title);
  return (
    <Stack gap="lg" className="page">
      <Group justify="space-between" align="flex-start" gap="sm" wrap={mark === undefined ? 'wrap' : 'nowrap'}>
        <Group gap="md" wrap="nowrap" align="center" miw={0}>
          {mark}
          <Box miw={0}>
            <Title order={1}>{title}</Title>
            {about !== undefined && (
              <Text c="dimmed" size="sm" component="div" mt={4}>
                {about}
              </Text>
            )}
          </Box>
        </Group>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Watchbill`;
  }, [title]);
}

/** As high as most pages, so that the page does not jump when it is loaded. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" className="page" role="status" aria-busy="true" aria-label="Loading">
      <Skeleton height={34} width={220} />
      <Skeleton height={160} />
      <Skeleton height={160} />
      <Skeleton height={160} />
    </Stack>
  );
}
