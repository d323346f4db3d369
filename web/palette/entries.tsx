/** The entries of the palette: commands, and what the server finds. */
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useGet } from '../api/queries.ts';
import { PersonAvatar } from '../people/person.tsx';
import { usePermissions } from '../session/permissions.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { commandsFor } from './commands.ts';

const PER_KIND = 6;
/** Debounce, so that typing a word sends one request. */
const WAIT_MS = 150;

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
  readonly mark: ReactNode;
  /** Its page; absent for an override, which needs a schedule first. */
  readonly to?: string;
}

export interface Kind {
  readonly label: string;
  readonly entries: readonly Entry[];
}

export interface Entries {
  readonly kinds: readonly Kind[];
  readonly error: Error | null;
  /** Whether the response for the typed text is still on its way. */
  readonly isLooking: boolean;
}

export function useEntries(typed: string, isForOverride: boolean): Entries {
  const actions = usePermissions().data?.actions ?? [];
  const [asked] = useDebouncedValue(typed, WAIT_MS);
  const found = useGet(
    '/search',
    { params: { query: { query: asked, per_kind: PER_KIND } } },
    { enabled: asked !== '', keepPrevious: true },
  );
  const some = useGet(
    '/schedules',
    { params: { query: { per_page: PER_KIND } } },
    { enabled: isForOverride && typed === '' },
  );
  // While waiting, only show earlier results that still match: another one must not be chosen by mistake.
  const fits = (text: string) => text.toLowerCase().includes(typed.toLowerCase());
  const { users = [], teams = [], schedules = [] } = typed === '' ? {} : (found.data?.found ?? {});
  const isLooking = typed !== '' && (typed !== asked || found.isFetching);
  const { error } = found;
  if (isForOverride) {
    const choices = typed === '' ? (some.data?.schedules ?? []) : schedules.filter(({ name }) => fits(name));
    const entries = choices.map(({ id, name }) => ({
      id,
      label: name,
      mark: <Mark name="plus" />,
      to: `/schedules/${id}?override=new`,
    }));
    return { kinds: kindsOf([{ label: 'Override in', entries }]), error, isLooking: isLooking || some.isFetching };
  }
  const kinds = kindsOf([
    {
      label: typed === '' ? 'Go to' : 'Actions',
      entries: commandsFor(typed, actions).map(({ id, label, icon, to }) => ({
        id,
        label,
        mark: <Mark name={icon} />,
        ...(to !== undefined && { to }),
      })),
    },
    {
      label: 'People',
      entries: users
        .filter(({ name, email }) => fits(name) || fits(email))
        .map((person) => ({
          id: person.id,
          label: person.name,
          about: person.email,
          mark: <PersonAvatar person={person} size={24} />,
          to: `/people/${person.id}`,
        })),
    },
    {
      label: 'Schedules',
      entries: schedules
        .filter(({ name }) => fits(name))
        .map(({ id, name }) => ({ id, label: name, mark: <Mark name="now" />, to: `/schedules/${id}` })),
    },
    {
      label: 'Teams',
      entries: teams
        .filter(({ name }) => fits(name))
        .map(({ id, name }) => ({ id, label: name, mark: <Mark name="teams" />, to: `/teams/${id}` })),
    },
  ]);
  return { kinds, error, isLooking };
}

function kindsOf(kinds: readonly Kind[]): Kind[] {
  return kinds.filter(({ entries }) => entries.length > 0);
}

function Mark({ name }: { readonly name: IconName }) {
  return <Icon name={name} size={18} />;
}
