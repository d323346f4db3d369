/** The frame of the pages before one is signed in: one card in the middle, and nothing else. */
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../ui/page.tsx';
import classes from './door.module.css';

interface DoorProps {
  /** Of the window. */
  readonly title: string;
  readonly heading: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function Door({ title, heading, about, children }: DoorProps) {
  useTitle(title);
  return (
    <main className={classes.room}>
      <Stack gap="xl" w="100%" maw={400}>
        <div className={classes.brand}>
          <img src="/app/icon.svg" alt="" width={34} height={34} />
          <span>Watchbill</span>
        </div>
        <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }} radius="lg">
          <Stack gap="lg">
            <div>
              <Title order={1}>{heading}</Title>
              {about !== undefined && (
                <Text c="dimmed" size="sm" component="div" mt={6}>
                  {about}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </main>
  );
}
