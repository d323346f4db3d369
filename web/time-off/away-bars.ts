/** Time off and public holidays as bars of a timeline. */
import type { Interval } from '../../src/engine/schedule.ts';
import type { Named } from '../people/named.ts';
import type { Bar } from '../timeline/bars.ts';

export interface Away extends Interval {
  readonly person: Named;
  /** The name of a public holiday; absent for time off. */
  readonly holiday?: string;
}

/** Adds to each bar the people who have time off in a part of it. */
export function withAway(bars: readonly Bar[], away: readonly Away[]): readonly Bar[] {
  const timeOff = Map.groupBy(
    away.filter(({ holiday }) => holiday === undefined),
    ({ person }) => person.id,
  );
  if (timeOff.size === 0) return bars;
  return bars.map((bar) => {
    const absent = bar.users.filter(({ id }) =>
      timeOff.get(id)?.some((one) => one.start < bar.end && bar.start < one.end),
    );
    return absent.length === 0 ? bar : { ...bar, away: absent };
  });
}

/** Separate bars for time off and holidays. A holiday that several people share is one bar. */
export function awayBars(away: readonly Away[]): Bar[] {
  const groups = Map.groupBy(away, ({ person, start, end, holiday }) =>
    holiday === undefined ? `${person.id} ${start}` : `${holiday} ${start} ${end}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { start, end, holiday } = first;
    const users = group.map(({ person }) => person);
    return holiday === undefined
      ? { start, end, kind: 'time off' as const, users }
      : { start, end, kind: 'holiday' as const, users, title: holiday };
  });
}
