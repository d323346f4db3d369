/** Reads who is away on a timeline: time off and public holidays of its people. */
import { useMemo } from 'react';
import type { Interval } from '../../src/engine/schedule.ts';
import { useGet } from '../api/queries.ts';
import type { Named } from '../people/named.ts';
import { instantText, msOf } from '../time/format.ts';
import type { Away } from './away-bars.ts';

/** The server's limit for one request. More people do not fit on a timeline. */
const MAX_PEOPLE = 100;

const NOBODY: readonly Away[] = [];

interface AwayAnswer {
  readonly away: readonly Away[];
  /** Whether the server has responded, with success or failure. */
  readonly isKnown: boolean;
}

export function useAway(people: readonly Named[], { start, end }: Interval): AwayAnswer {
  const named = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  const userIds = [...named.keys()].sort().slice(0, MAX_PEOPLE).join(',');
  const query = { user_ids: userIds, from: instantText(start), to: instantText(end) };
  const { data, error } = useGet('/away/', { params: { query } }, { enabled: userIds !== '', keepPrevious: true });
  const away = useMemo(() => {
    if (data === undefined) return NOBODY;
    return data.away.flatMap(({ user_id, time_off, holidays }) => {
      const person = named.get(user_id);
      if (person === undefined) return [];
      return [
        ...time_off.map((one) => ({ person, start: msOf(one.start), end: msOf(one.end) })),
        ...holidays.map((one) => ({ person, start: msOf(one.start), end: msOf(one.end), holiday: one.name })),
      ];
    });
  }, [data, named]);
  return { away, isKnown: data !== undefined || error !== null || userIds === '' };
}
