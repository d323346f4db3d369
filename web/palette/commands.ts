/** The commands of the palette: go to a page, or start something there. */
import type { Action } from '../session/permissions.ts';
import type { IconName } from '../ui/icons.tsx';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Its page; absent for the override, whose schedule is chosen in the palette. */
  readonly to?: string;
  /** Other words that find it. */
  readonly also?: string;
  readonly needs?: Action;
}

export const COMMANDS: readonly Command[] = [
  { id: 'on-call', label: 'Who is on call now', icon: 'now', to: '/', also: 'home schedules' },
  { id: 'new-override', label: 'New override…', icon: 'plus', also: 'swap replace', needs: 'cover' },
  { id: 'ask', label: 'Ask for cover', icon: 'coverage', to: '/coverage?tab=ask', also: 'coverage', needs: 'cover' },
  { id: 'new-schedule', label: 'New schedule', icon: 'plus', to: '/schedules/new', needs: 'create schedule' },
  { id: 'coverage', label: 'Coverage', icon: 'coverage', to: '/coverage', also: 'requests' },
  { id: 'teams', label: 'Teams', icon: 'teams', to: '/teams' },
  { id: 'people', label: 'People', icon: 'people', to: '/people', also: 'users' },
  { id: 'load', label: 'Load', icon: 'load', to: '/load', also: 'hours report', needs: 'cover' },
  { id: 'audit-log', label: 'Audit log', icon: 'log', to: '/audit-log', needs: 'read audit log' },
  { id: 'settings', label: 'Settings', icon: 'settings', to: '/settings', also: 'profile time zone' },
  {
    id: 'time-off',
    label: 'Time off',
    icon: 'calendar',
    to: '/settings/time-off',
    also: 'away vacation holiday',
    needs: 'cover',
  },
  { id: 'appearance', label: 'Appearance', icon: 'settings', to: '/settings/appearance', also: 'dark light dates' },
  { id: 'api-keys', label: 'API keys', icon: 'key', to: '/settings/api-keys' },
];

/** The permitted commands with a word that starts with the text; all of them if the text is empty. */
export function commandsFor(typed: string, actions: readonly Action[]): Command[] {
  const words = typed.toLowerCase().split(/\s+/);
  return COMMANDS.filter(({ label, also = '', needs }) => {
    const text = ` ${label} ${also}`.toLowerCase();
    return words.every((word) => text.includes(` ${word}`)) && (needs === undefined || actions.includes(needs));
  });
}
