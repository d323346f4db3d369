/** Reads who is away on a timeline: time off and public holidays of its people. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Interval } from '../../src/engine/schedule.ts';
import type { GetAnswer } from '../api/client.ts';
import { getPageQuery } from '../api/queries.ts';
import type { Named } from '../people/named.ts';
import { instantText, msOf } from '../time/format.ts';
import type { Away } from './away-bars.ts';

/** The server's limit for one request. */
const PEOPLE_PER_READ = 100;

/** More people do not fit on a page. */
const MAX_READS = 10;

type AwayOfUser = GetAnswer<'/away/'>['away'][number];

interface AwayAnswer {
  readonly away: readonly Away[];
  /** Whether the server has responded, with success or failure. */
  readonly isKnown: boolean;
}

/** The interval must not move with the clock: each tick would send a request. */
export function useAway(people: readonly Named[], { start, end }: Interval): AwayAnswer {
  const named = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  // The end of what is shown can lie in the past: a page that slept has a newer clock than its data.
  const ids = start < end ? [...named.keys()].sort() : [];
  const times = { from: instantText(start), to: instantText(end) };
  const reads = Array.from({ length: Math.min(MAX_READS, Math.ceil(ids.length / PEOPLE_PER_READ)) }, (_, i) =>
    ids.slice(i * PEOPLE_PER_READ, (i + 1) * PEOPLE_PER_READ).join(','),
  );
  const { answers, isKnown } = useQueries({
    queries: reads.map((userIds, i) => ({
      ...getPageQuery('/away/', { params: { query: { user_ids: userIds, ...times } } }, i),
      placeholderData: keepPreviousData,
    })),
    combine: combineReads,
  });
  const away = useMemo(() => answers.flatMap((answer) => awayIn(answer, named)), [answers, named]);
  return { away, isKnown };
}

function combineReads(reads: readonly { readonly data: GetAnswer<'/away/'> | undefined; readonly error: unknown }[]) {
  return {
    answers: reads.flatMap(({ data }) => data?.away ?? []),
    isKnown: reads.every(({ data, error }) => data !== undefined || error !== null),
  };
}

function awayIn({ user_id, time_off, holidays }: AwayOfUser, people: ReadonlyMap<string, Named>): Away[] {
  const person = people.get(user_id);
  if (person === undefined) return [];
  return [
    ...time_off.map((one) => ({ person, start: msOf(one.start), end: msOf(one.end) })),
    ...holidays.map((one) => ({ person, start: msOf(one.start), end: msOf(one.end), holiday: one.name })),
  ];
}
