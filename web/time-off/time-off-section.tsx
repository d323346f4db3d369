/** The reader's own time off, in the settings. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../session/session.tsx';
import { Block } from '../settings/block.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { Icon } from '../ui/icons.tsx';
import { ImportTimeOff } from './import-time-off.tsx';
import { useTimeOff } from './time-off.ts';
import { NewTimeOff } from './time-off-form.tsx';
import { TimeOffList, useMayChange } from './time-off-list.tsx';

export function TimeOffSection() {
  const me = useMe();
  const mayChange = useMayChange(me);
  const timeOff = useTimeOff(me.id);
  const [isAdding, setAdding] = useState(false);
  return (
    <Block
      title="Time off"
      about="Others see when you are away, but not why. Time off does not change who is on call: ask for cover of your shifts."
      actions={
        mayChange && (
          <Group gap="xs">
            <ImportTimeOff person={me} />
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
              Time off
            </Button>
          </Group>
        )
      }
    >
      <QueryResult query={timeOff} height={120}>
        {(list) => (
          <>
            {list.length === 0 && (
              <Empty title="No time off is entered">
                {mayChange
                  ? 'Enter it here, or import it from a calendar file (.ics).'
                  : 'Viewers are never on call, and need no time off.'}
              </Empty>
            )}
            {/* Also if it is empty: the form of an entry that somebody else deletes stays open. */}
            <TimeOffList person={me} timeOff={list} />
          </>
        )}
      </QueryResult>
      {isAdding && <NewTimeOff person={me} onClose={() => setAdding(false)} />}
    </Block>
  );
}
