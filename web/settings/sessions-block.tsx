import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { useSignOut } from '../session/sign-out.ts';
import { fromNow, msOf } from '../time/format.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { Confirm } from '../ui/feedback/confirm.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';
import { browserName } from './browser-name.ts';
import classes from './rows.module.css';

const READ = 100;
const SHOWN = 8;

export function SessionsBlock() {
  const sessions = useGet('/user/sessions/', { params: { query: { per_page: READ } } });
  const [isAsking, setAsking] = useState(false);
  const signOut = useSignOut('/user/sessions/');
  return (
    <Block
      title="Where you are signed in"
      about="A browser that is not used for 30 days is signed out automatically."
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <QueryResult query={sessions} height={64}>
        {({ sessions, meta }) => (
          <>
            <Stack gap={0} component="ul" className={classes.rows ?? ''}>
              {latestFirst(sessions)
                .slice(0, SHOWN)
                .map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
            </Stack>
            {meta.total > SHOWN && (
              <Text size="sm" c="dimmed">
                … and {meta.total - SHOWN} more.
              </Text>
            )}
          </>
        )}
      </QueryResult>
      <Confirm
        isOpen={isAsking}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        keep="Stay signed in"
        isBusy={signOut.isPending}
        error={signOut.error}
        onConfirm={() => signOut.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">
          Every browser that you are signed in with is signed out, this one too. API keys go on working.
        </Text>
      </Confirm>
    </Block>
  );
}

/** This session first, then the latest. */
function latestFirst(sessions: readonly Schemas['Session'][]): Schemas['Session'][] {
  const latest = sessions.toSorted((a, b) => msOf(b.last_seen_at) - msOf(a.last_seen_at));
  return latest.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
}

function SessionRow({ session }: { readonly session: Schemas['Session'] }) {
  const now = useNow();
  return (
    <li className={classes.row}>
      <Group gap="xs">
        <Text fw={500} size="sm">
          {browserName(session.browser)}
        </Text>
        {session.is_current && <Badge variant="light">This one</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        Last seen {fromNow(session.last_seen_at, now)} · signed in <Moment at={session.created_at} shape="date" />
      </Text>
    </li>
  );
}
