/** The button and the keys that open the palette. The palette is loaded when it is first opened. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useCallback, useState } from 'react';
import { loaded } from '../ui/frame/loaded.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './palette.module.css';
import { commandKey, type Opened, useShortcuts } from './shortcuts.ts';

const Palette = loaded(async () => (await import('./palette.tsx')).Palette);
const ShortcutList = loaded(async () => (await import('./shortcut-list.tsx')).ShortcutList);

export function PaletteButton() {
  const [opened, setOpened] = useState<Opened>();
  const open = useCallback((what: Opened) => setOpened(what), []);
  const close = useCallback(() => setOpened(undefined), []);
  useShortcuts(open);
  return (
    <>
      <UnstyledButton className={classes.button ?? ''} visibleFrom="sm" onClick={() => open('palette')}>
        <Icon name="search" size={16} />
        <span>Search</span>
        <span aria-hidden="true">
          <Kbd size="xs">{commandKey()} K</Kbd>
        </span>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label="Search"
        onClick={() => open('palette')}
      >
        <Icon name="search" />
      </ActionIcon>
      {opened === 'palette' && <Palette onClose={close} onHelp={() => open('help')} />}
      {opened === 'help' && <ShortcutList onClose={close} />}
    </>
  );
}
