/** The text of a bar, for screen readers and the card. */
import type { Named } from '../people/named.ts';
import { namesOf } from '../people/person.tsx';
import { cityOf, writtenInterval } from '../time/format.ts';
import { withZone } from '../time/zone-mark.ts';
import type { Bar } from './bars.ts';

export interface Zones {
  /** The reader's zone. */
  readonly mine: string;
  readonly schedule: string;
}

/** `Ada: Mon 23 Mar, 17:00 – Tue 24 Mar, 17:00 (Mon 23 Mar, 09:00 – Tue 24 Mar, 09:00 in Berlin), override` */
export function barText(bar: Bar, { mine, schedule }: Zones): string {
  const who = whoIn(bar);
  const here = writtenInterval(bar.start, bar.end, mine);
  const there = writtenInterval(bar.start, bar.end, schedule);
  const elsewhere = here === there ? '' : ` (${there} in ${cityOf(schedule)})`;
  const away = bar.away === undefined ? '' : `, ${awayText(bar.away)}`;
  return `${who}: ${withZone(here, mine, bar.start, bar.end)}${elsewhere}${bar.kind === 'override' ? ', override' : ''}${away}`;
}

/** `Ada is away in this time` */
export function awayText(away: readonly Named[]): string {
  return `${namesOf(away)} ${away.length === 1 ? 'is' : 'are'} away in this time`;
}

function whoIn({ kind, users, title = '' }: Pick<Bar, 'kind' | 'users' | 'title'>): string {
  if (kind === 'time off') return `${namesOf(users)} is away`;
  if (kind === 'holiday') return `${title}, public holiday of ${namesOf(users)}`;
  if (kind === 'gap') return 'Nobody';
  if (kind === 'before') return 'Before the schedule was created';
  return kind === 'off hours' ? 'Off hours' : namesOf(users);
}

/** Why these people are on call, in a few words. */
export function reasonText({ kind, users, replaces = [] }: Bar): string {
  if (kind === 'gap') return 'Nobody is on call';
  if (kind === 'before') return 'The schedule did not exist yet';
  if (kind === 'off hours') return 'Outside the windows of the rotation';
  if (kind === 'time off') return 'Time off';
  if (kind === 'holiday') return 'Public holiday';
  if (kind === 'rotation') return 'From the rotation';
  if (replaces.length === 0) return 'Override, where nobody would be';
  const others = replaces.filter(({ id }) => !users.some((user) => user.id === id));
  return others.length === 0 ? 'Override' : `Override, in place of ${namesOf(others)}`;
}
