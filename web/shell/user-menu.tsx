/** Behind the reader's avatar: their settings, and the way out. */
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { PersonAvatar } from '../people/person.tsx';
import { useSession } from '../session/session.tsx';
import { useSignOut } from '../session/sign-out.ts';
import { notifyFailed } from '../ui/feedback/notify.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './shell.module.css';

interface UserMenuProps {
  readonly label: string;
  readonly isOpenAtFirst: boolean;
}

export function UserMenu({ label, isOpenAtFirst }: UserMenuProps) {
  const { user } = useSession();
  const signOut = useSignOut('/session/', ({ message }) => notifyFailed('You are still signed in', message));
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Not open from the start: the menu gives the focus back to the element that had it when it opened.
  useEffect(() => {
    if (!isOpenAtFirst) return;
    button.current?.focus();
    setOpen(true);
  }, [isOpenAtFirst]);
  return (
    <Menu position="bottom-end" width={220} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UnstyledButton ref={button} className={classes.user ?? ''} aria-label={label}>
          <PersonAvatar person={user} size={28} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="bright" truncate dir="auto">
            {user.name}
          </Text>
          {user.email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings" leftSection={<Icon name="settings" size={16} />}>
          Settings
        </Menu.Item>
        <Menu.Item component={Link} to="/settings/api-keys" leftSection={<Icon name="key" size={16} />}>
          API keys
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
