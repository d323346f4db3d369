/** The frame of the sign-in pages: the form, and on wide screens the dial beside it. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dial } from '../ui/dial.tsx';
import { useTitle } from '../ui/frame/page.tsx';
import classes from './sign-in-frame.module.css';

interface SignInFrameProps {
  /** The title of the window. */
  readonly title: string;
  readonly heading: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function SignInFrame({ title, heading, about, children }: SignInFrameProps) {
  useTitle(title);
  return (
    <div className={classes.room}>
      <main className={classes.matter}>
        <div className={classes.brand}>
          <img src="/app/icon.svg" alt="" width={28} height={28} />
          <span>Watchbill</span>
        </div>
        <Stack gap="lg" className={classes.form ?? ''}>
          <div>
            <Title order={1} className={classes.heading ?? ''}>
              {heading}
            </Title>
            {about !== undefined && (
              <Text c="dimmed" component="div" mt={6}>
                {about}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </main>
      <aside className={classes.panel} aria-hidden="true">
        <Dial />
        <p className={classes.motto}>Somebody has the watch.</p>
      </aside>
    </div>
  );
}
