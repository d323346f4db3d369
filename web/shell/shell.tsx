/** The frame around every page: navigation, and the menu of the signed-in user. */
import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { followChanges } from '../api/live.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { PersonAvatar } from '../people/person.tsx';
import { type Action, usePermissions } from '../session/permissions.ts';
import { useSession } from '../session/session.tsx';
import { useSignOut } from '../session/sign-out.ts';
import { notifyFailed } from '../ui/feedback/notify.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { AsOf, LateNote } from './freshness.tsx';
import { Notices } from './notices.tsx';
import classes from './shell.module.css';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly needs?: Action;
}

const PLACES: readonly Place[] = [
  { to: '/', label: 'Now', icon: 'now' },
  { to: '/coverage', label: 'Coverage', icon: 'coverage' },
  { to: '/teams', label: 'Teams', icon: 'teams' },
  { to: '/people', label: 'People', icon: 'people' },
  { to: '/load', label: 'Load', icon: 'load', needs: 'cover' },
];

/** Shown at the bottom of the navigation. */
const REMOTE_PLACES: readonly Place[] = [
  { to: '/audit-log', label: 'Audit log', icon: 'log', needs: 'read audit log' },
  { to: '/settings', label: 'Settings', icon: 'settings' },
];

export function Shell({ children }: { readonly children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { organization } = useSession();
  const client = useQueryClient();
  useEffect(() => followChanges(client), [client]);
  return (
    <AppShell
      layout="alt"
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
      transitionDuration={0}
    >
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px={{ base: 'sm', sm: 'lg' }} justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <MenuButton isOpen={isOpen} onClick={toggle} />
            <Brand hiddenFrom="sm" onGo={close} />
            <Text size="sm" fw={500} c="dimmed" truncate visibleFrom="sm">
              {organization.name}
            </Text>
          </Group>
          <Group gap={6} wrap="nowrap">
            <PaletteButton />
            <AsOf />
            <SchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Pages">
        <Group className={classes.top ?? ''} gap="xs" wrap="nowrap">
          <MenuButton isOpen={isOpen} onClick={toggle} />
          <Brand onGo={close} />
        </Group>
        {PLACES.map((place) => (
          <PlaceLink key={place.to} place={place} onGo={close} />
        ))}
        <span className={classes.between} />
        {REMOTE_PLACES.map((place) => (
          <PlaceLink key={place.to} place={place} onGo={close} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="main">
        <LateNote />
        <Notices />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function MenuButton({ isOpen, onClick }: { readonly isOpen: boolean; readonly onClick: () => void }) {
  return (
    <Burger opened={isOpen} onClick={onClick} hiddenFrom="sm" size="sm" aria-label="Menu" aria-expanded={isOpen} />
  );
}

function Brand({ hiddenFrom, onGo }: { readonly hiddenFrom?: 'sm'; readonly onGo: () => void }) {
  return (
    <Box {...(hiddenFrom !== undefined && { hiddenFrom })}>
      <Link to="/" className={classes.brand ?? ''} onClick={onGo}>
        <img src="/app/icon.svg" alt="" width={24} height={24} />
        <span>Watchbill</span>
      </Link>
    </Box>
  );
}

function PlaceLink({ place, onGo }: { readonly place: Place; readonly onGo: () => void }) {
  const [path] = useLocation();
  const { to, label, icon, needs } = place;
  const { data } = usePermissions();
  if (needs !== undefined && !data?.actions.includes(needs)) return null;
  const isHere = to === '/' ? path === '/' || path.startsWith('/schedules') : path.startsWith(to);
  return (
    <Link to={to} className={classes.place ?? ''} {...(isHere && { 'aria-current': 'page' as const })} onClick={onGo}>
      <Icon name={icon} />
      {label}
    </Link>
  );
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}

function UserMenu() {
  const { user } = useSession();
  const signOut = useSignOut('/session/', ({ message }) => notifyFailed('You are still signed in', message));
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.user ?? ''} aria-label={`${user.name}: settings and sign-out`}>
          <PersonAvatar person={user} size={28} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="bright" truncate>
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
