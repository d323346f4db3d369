/** What a calendar reads from a feed: rules ICAL-2 and ICAL-3. */
import { createHash } from 'node:crypto';
import type { OpenFeedRow } from '../../db/calendar-feeds.ts';
import type { AcceptanceFilter } from '../../db/coverage/coverage-answers.ts';
import { type BoundRead, bindRead } from '../../db/driver/statement.ts';
import { teamById } from '../../db/people/teams.ts';
import { type ScheduleRow, scheduleById, schedulesOfUser } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import { asSingleLine } from '../../harmless-text.ts';
import type { ScheduleId, TeamId, UserId } from '../../ids.ts';
import { createRowCache } from '../../row-cache.ts';
import { loadAcceptancesIn, readsOfAcceptancesIn } from '../coverage/acceptances.ts';
import { loadUsersOf } from '../people/users.ts';
import { prefetchSchedules, readSchedulesPage } from '../schedules/schedule-list.ts';
import {
  firstBatch,
  loadInBatches,
  readsAbout,
  requireWorking,
  usersWithin,
  workingOnly,
} from '../schedules/timelines.ts';
import type { Services } from '../shared/services.ts';
import { Work } from '../shared/work.ts';
import { type Cover, coversByPerson, eventsOf, intervalOfFeed } from './calendar-events.ts';
import {
  type CalendarEntry,
  type CalendarWords,
  entryOf,
  SHIFTS_FOR_AN_ENTRY,
  writeCalendar,
} from './calendar-text.ts';

export interface Calendar {
  readonly tag: string;
  /** Written when it is asked for: most calendars only want to know whether anything changed. */
  text(): Promise<Buffer>;
}

/** Part of the tag: raise it when the same entries are written in another way. */
const FORMAT = 2;

/** The schedules of a team that its feed reads. Together they have more events than a feed shows. */
const ALL_SCHEDULES = { page: 1, per_page: 500 };

/** Far more than the people of a feed take in a year. */
const MAX_COVERED_SHIFTS = 20_000;

/** What is being read or was read; a refusal too, so that it costs no more the second time (rule BUD-6). */
const cached = createRowCache<OpenFeedRow, { readonly today: number; readonly calendar: Promise<Calendar> }>();

const WORK = { narrow: 'Subscribe to fewer schedules.' };

export async function readCalendar(services: Services, feed: OpenFeedRow, publicUrl: string): Promise<Calendar> {
  const { today } = intervalOfFeed(services.clock.now());
  const last = cached.get(feed);
  if (last?.today === today) {
    // Another request may have failed for a reason that is over.
    const calendar = await last.calendar.catch(rethrowRefusal);
    if (calendar !== undefined) return calendar;
  }
  const calendar = composeCalendar(services, feed, publicUrl);
  cached.set(feed, { today, calendar });
  return calendar;
}

function rethrowRefusal(error: unknown): undefined {
  if (error instanceof AppError && error.status < 500 && error.code !== 'too_many_requests') throw error;
}

async function composeCalendar(services: Services, feed: OpenFeedRow, publicUrl: string): Promise<Calendar> {
  const { user_id: userId } = feed;
  using work = new Work({ userId }, WORK);
  const { name, entries } = await contentOf(services, feed, publicUrl, work);
  const tag = createHash('sha256').update(JSON.stringify([FORMAT, name]));
  for (const entry of entries) {
    tag.update(JSON.stringify(entry));
    if (work.isDueAfter(1)) await work.turn();
  }
  let text: Promise<Buffer> | undefined;
  return {
    tag: tag.digest('base64url'),
    text() {
      text ??= writeInSlices(userId, name, entries);
      return text;
    },
  };
}

/** As bytes: many calendars read the same text. */
async function writeInSlices(userId: UserId, name: string, entries: readonly CalendarEntry[]): Promise<Buffer> {
  using work = new Work({ userId }, WORK);
  return Buffer.from(await writeCalendar(name, entries, work));
}

async function contentOf({ db, clock }: Services, feed: OpenFeedRow, publicUrl: string, work: Work) {
  const { organization_id: organizationId, user_id: userId } = feed;
  const within = intervalOfFeed(clock.now());
  const { name, rows } = await subjectOf(db, feed, within.start);
  const ids = rows.map(({ id }) => id);
  const [first, ...others] = readsAbout(organizationId, firstBatch(ids), within);
  const takenShifts = takenIn(feed, ids, within);
  db.prefetch?.(first, () => [...others, ...readsOfAcceptancesIn(takenShifts)]);
  const loads = await loadInBatches(db, organizationId, rows, within, work);
  // An error keeps what the calendar has: without its events the schedule would look free.
  if (feed.kind === 'schedule') loads.forEach(requireWorking);
  const isOwn = feed.kind === 'mine';
  const events = await eventsOf(workingOnly(loads), within, work, isOwn ? userId : undefined);
  const covers = events.some(({ isOverride }) => isOverride) ? await loadCovers(db, takenShifts, work) : [];
  const people = new Set([
    ...events.flatMap((event) => [event.userId, ...event.others]),
    ...covers.map(({ of }) => of),
  ]);
  const findUser = await loadUsersOf(db, usersWithin(organizationId, ids, within), people);
  const words: CalendarWords = {
    isOwn,
    covers: coversByPerson(covers),
    nameOf: (id) => asSingleLine(findUser(id).name),
    pageOf: ({ schedule }) => `${publicUrl}/app/schedules/${schedule.id}`,
  };
  const entries: CalendarEntry[] = [];
  for (const event of events) {
    entries.push(entryOf(event, words, feed));
    if (work.isDueAfter(SHIFTS_FOR_AN_ENTRY)) await work.turn();
  }
  return { name, entries };
}

/** The first queries of `readCalendar`. What a feed shows never changes, so they can be sent together with the query for the feed. */
export function readsOfFeed(feed: OpenFeedRow, now: number): readonly BoundRead[] {
  const { organization_id: organizationId, user_id: userId, kind, subject_id } = feed;
  const within = intervalOfFeed(now);
  if (kind === 'mine') return [bindRead(schedulesOfUser, { organizationId, userId, since: within.start })];
  if (kind === 'team') {
    return prefetchSchedules({ organizationId, userId }, { team_id: subject_id as TeamId, ...ALL_SCHEDULES }, now);
  }
  const id = subject_id as ScheduleId;
  return [
    bindRead(scheduleById, { organizationId, id }),
    ...readsAbout(organizationId, [id], within),
    ...readsOfAcceptancesIn(takenIn(feed, [id], within)),
  ];
}

/** Finds the shifts in these schedules that somebody took from another. */
function takenIn(
  { organization_id: organizationId }: OpenFeedRow,
  scheduleIds: readonly ScheduleId[],
  within: Interval,
) {
  return { organizationId, scheduleIds, endsAfter: within.start };
}

/** A deleted schedule or team gives an empty calendar: with an error, old events would stay in people’s calendars. */
async function subjectOf(
  db: Services['db'],
  { organization_id: organizationId, user_id: userId, kind, subject_id }: OpenFeedRow,
  since: number,
): Promise<{ readonly name: string; readonly rows: readonly ScheduleRow[] }> {
  if (kind === 'mine') {
    return { name: 'My on-call shifts', rows: await db.all(schedulesOfUser, { organizationId, userId, since }) };
  }
  if (kind === 'schedule') {
    const row = await db.first(scheduleById, { organizationId, id: subject_id as ScheduleId });
    return { name: nameOf(row), rows: row === undefined ? [] : [row] };
  }
  const teamId = subject_id as TeamId;
  const [team, { rows }] = await Promise.all([
    db.first(teamById, { organizationId, id: teamId }),
    readSchedulesPage(db, { organizationId, teamId }, ALL_SCHEDULES),
  ]);
  return { name: nameOf(team), rows: team === undefined ? [] : rows };
}

function nameOf(subject: { readonly name: string } | undefined): string {
  return subject === undefined ? 'On call' : `On call: ${asSingleLine(subject.name)}`;
}

async function loadCovers(db: Services['db'], takenShifts: AcceptanceFilter, work: Work): Promise<Cover[]> {
  const acceptances = await loadAcceptancesIn(db, takenShifts, { work, mostShifts: MAX_COVERED_SHIFTS });
  // The latest first: somebody may have taken a shift that they had given away.
  return acceptances.reverse().flatMap(({ by, of, shifts }) => shifts.map((shift) => ({ ...shift, by, of })));
}
