/** Imports time off from a calendar file, and shows what happened to each event. */
import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import type { Person } from '../session/session.tsx';
import { notifyFailed } from '../ui/feedback/notify.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './time-off.module.css';

const MAX_BYTES = 1_000_000;

interface ImportTimeOffProps {
  readonly person: Person;
  readonly size?: 'xs' | 'sm';
}

export function ImportTimeOff({ person, size = 'sm' }: ImportTimeOffProps) {
  const importing = useChange(async (file: File) => importFile(person.id, file));
  const [isShown, setShown] = useState(false);
  function send(file: File | null) {
    if (file === null) return;
    importing.mutate(file, {
      onSuccess: () => setShown(true),
      onError: ({ message }) => notifyFailed('The calendar was not imported', message),
    });
  }
  return (
    <>
      <FileButton accept=".ics,text/calendar" onChange={send} inputProps={{ 'aria-label': 'Calendar file' }}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size={size}
            leftSection={<Icon name="calendar" size={16} />}
            loading={importing.isPending}
          >
            From a calendar…
          </Button>
        )}
      </FileButton>
      {isShown && importing.data !== undefined && (
        <Modal opened onClose={() => setShown(false)} title="The calendar is imported" centered>
          <Outcome result={importing.data} onClose={() => setShown(false)} />
        </Modal>
      )}
    </>
  );
}

type Result = Awaited<ReturnType<typeof importFile>>;

function Outcome({ result, onClose }: { readonly result: Result; readonly onClose: () => void }) {
  const { created, changed, unchanged, skipped, colliding_shifts_total: colliding } = result;
  return (
    <Stack>
      <Text size="sm">
        {created} new, {changed} changed, {unchanged} unchanged.
        {colliding > 0 && ` ${colliding === 1 ? 'One shift collides' : `${colliding} shifts collide`}: see the list.`}
      </Text>
      {skipped.length > 0 && (
        <div>
          <Text size="sm" fw={550}>
            These could not be imported:
          </Text>
          <ul className={classes.skipped}>
            {skipped.map(({ summary, reason }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same name
              <li key={i}>
                {summary === '' ? 'An event without a name' : `“${summary}”`}: {reason}.
              </li>
            ))}
          </ul>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

async function importFile(userId: string, file: File) {
  if (file.size > MAX_BYTES) throw new Error('The file has more than 1 MB.');
  const calendar = textOf(await file.arrayBuffer());
  const params = { path: { user_id: userId } };
  return unwrap(api.POST('/users/{user_id}/time_off/import', { params, body: { calendar } }));
}

/** Other bytes than UTF-8 would become replacement characters in the names of events. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is not UTF-8 text. Export it again as UTF-8.');
  }
}
