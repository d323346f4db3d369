/** The frame around every page: navigation, and the menu of the signed-in user. */
import {
  ActionIcon,
  Box,
  Burger,
  Group,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { followChanges } from '../api/live.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { PersonAvatar } from '../people/person.tsx';
import { type Action, usePermissions } from '../session/permissions.ts';
import { useSession } from '../session/session.tsx';
import { later } from '../ui/frame/later.tsx';
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

/** While a dialog hides the scroll bar, the library keeps what has this class as wide as it was. */
const BESIDE_SCROLL_BAR = 'right-scroll-bar-position';

const UserMenu = later(async () => (await import('./user-menu.tsx')).UserMenu);

export function Shell({ children }: { readonly children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { organization } = useSession();
  const client = useQueryClient();
  useEffect(() => followChanges(client), [client]);
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <header className={`${classes.header} ${BESIDE_SCROLL_BAR}`}>
        <Group h="100%" px={{ base: 'sm', sm: 'lg' }} justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <MenuButton isOpen={isOpen} onClick={toggle} />
            <Brand hiddenFrom="sm" onGo={close} />
            <Text size="sm" fw={500} c="dimmed" truncate dir="auto" visibleFrom="sm">
              {organization.name}
            </Text>
          </Group>
          <Group gap={6} wrap="nowrap">
            <PaletteButton />
            <AsOf />
            <SchemeSwitch />
            <UserMenuButton />
          </Group>
        </Group>
      </header>
      <nav className={classes.navbar} aria-label="Pages" data-open={isOpen}>
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
      </nav>
      <main id="main" className={classes.main}>
        <LateNote />
        <Notices />
        {children}
      </main>
    </>
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

/**
 * A click before the menu is there, or while it comes, is not lost: the menu then comes open. If the menu takes the place of the button while the mouse
 * is pressed, neither of the two gets the click; so the button waits for the release.
 */
function UserMenuButton() {
  const { user } = useSession();
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  const label = `${user.name}: settings and sign-out`;
  const avatar = <PersonAvatar person={user} size={28} />;
  const button = (
    <UnstyledButton
      className={classes.user ?? ''}
      aria-label={label}
      aria-haspopup="menu"
      onPointerDown={() => addEventListener('pointerup', want, { once: true })}
      onClick={want}
    >
      {avatar}
    </UnstyledButton>
  );
  const link = (
    <Link to="/settings" className={classes.user ?? ''} aria-label={label}>
      {avatar}
    </Link>
  );
  return <UserMenu label={label} isOpenAtFirst={isWanted} fallback={button} missing={link} />;
}
