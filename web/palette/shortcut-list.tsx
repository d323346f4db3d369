import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import classes from './palette.module.css';
import { commandKey, hasSingleKeys, PLACES, setSingleKeys } from './shortcuts.ts';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
  readonly isSingle: boolean;
}

function shortcuts(): Shortcut[] {
  return [
    { keys: [commandKey(), 'K'], does: 'Open the command palette', isSingle: false },
    { keys: ['/'], does: 'The same', isSingle: true },
    { keys: ['?'], does: 'This list', isSingle: true },
    ...Object.entries(PLACES).map(([key, { label }]) => ({
      keys: ['g', key],
      does: `Go to ${label}`,
      isSingle: true,
    })),
    { keys: ['Esc'], does: 'Close the dialog', isSingle: false },
  ];
}

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <dl className={classes.shortcuts}>
          {shortcuts().map(({ keys, does, isSingle }) => (
            <Fragment key={does}>
              <dt data-off={isSingle && !isOn}>{does}</dt>
              <dd>
                <Group gap={4} component="span" display="inline-flex">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </dd>
            </Fragment>
          ))}
        </dl>
        <Switch
          label="Shortcuts of a single key"
          description="Saved in this browser."
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setSingleKeys(checked);
            setOn(checked);
          }}
        />
        <Text size="sm" c="dimmed">
          On a timeline, arrow keys go from shift to shift, and Enter opens one.
        </Text>
      </Stack>
    </Modal>
  );
}
