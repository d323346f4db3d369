/** What a calendar reads from a feed: rules ICAL-2 and ICAL-3. */
import { createHash } from 'node:crypto';
import type { OpenFeedRow } from '../../db/calendar-feeds.ts';
import type { AcceptanceFilter } from '../../db/coverage/coverage-answers.ts';
import { teamById } from '../../db/people/teams.ts';
import { type ScheduleRow, scheduleById, schedulesOfUser } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError } from '../../errors.ts';
import type { ScheduleId, TeamId, UserId } from '../../ids.ts';
import { createRowCache } from '../../process/row-cache.ts';
import { asSingleLine } from '../../text/harmless-text.ts';
import { loadAcceptancesIn } from '../coverage-state/acceptances.ts';
import { loadUsersOf } from '../people/users.ts';
import { readSchedulesPage } from '../schedules/schedule-list.ts';
import { readWithRows } from '../shared/read-with-rows.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { Work } from '../shared/work.ts';
import {
  loadInBatches,
  loadSchedules,
  readSchedules,
  requireWorking,
  type ScheduleLoad,
  usersWithin,
  workingOnly,
} from '../timelines/timelines.ts';
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
  const within = intervalOfFeed(clock.now());
  const { name, loads, about } = await loadSubject(db, feed, within, work);
  const [findUsers, taken] = about;
  // An error keeps what the calendar has: without its events the schedule would look free.
  if (feed.kind === 'schedule') loads.forEach(requireWorking);
  const isOwn = feed.kind === 'mine';
  const events = await eventsOf(workingOnly(loads), within, work, isOwn ? feed.user_id : undefined);
  const covers = events.some(({ isOverride }) => isOverride) ? taken : [];
  const people = new Set([
    ...events.flatMap((event) => [event.userId, ...event.others]),
    ...covers.map(({ of }) => of),
  ]);
  const findUser = await findUsers(people);
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

interface Subject {
  readonly name: string;
  readonly loads: readonly ScheduleLoad[];
  readonly about: Awaited<ReturnType<typeof readAbout>>;
}

/** A deleted schedule or team gives an empty calendar: with an error, old events would stay in people’s calendars. */
async function loadSubject(db: Services['db'], feed: OpenFeedRow, within: Interval, work: Work): Promise<Subject> {
  const { organization_id: organizationId, kind, subject_id } = feed;
  if (kind === 'schedule') {
    const id = subject_id as ScheduleId;
    const [row, [reads, about]] = await readWithRows(
      () => db.first(scheduleById, { organizationId, id }),
      () => waitForAll([readSchedules(db, organizationId, [id], within), readAbout(db, feed, [id], within, work)]),
    );
    const rows = row === undefined ? [] : [row];
    return { name: nameOf(row), loads: await loadSchedules(db, organizationId, rows, within, reads), about };
  }
  const { name, rows } = await readSubject(db, feed, within.start);
  const ids = rows.map(({ id }) => id);
  const [loads, about] = await waitForAll([
    loadInBatches(db, organizationId, rows, within, work),
    readAbout(db, feed, ids, within, work),
  ]);
  return { name, loads, about };
}

/** The people of these schedules, and what they took from others. */
function readAbout(
  db: Services['db'],
  { organization_id: organizationId }: OpenFeedRow,
  ids: readonly ScheduleId[],
  within: Interval,
  work: Work,
) {
  return waitForAll([
    loadUsersOf(db, usersWithin(organizationId, ids, within)),
    loadCovers(db, { organizationId, scheduleIds: ids, endsAfter: within.start }, work),
  ]);
}

async function readSubject(
  db: Services['db'],
  { organization_id: organizationId, user_id: userId, kind, subject_id }: OpenFeedRow,
  since: number,
): Promise<{ readonly name: string; readonly rows: readonly ScheduleRow[] }> {
  if (kind === 'mine') {
    return { name: 'My on-call shifts', rows: await db.all(schedulesOfUser, { organizationId, userId, since }) };
  }
  const teamId = subject_id as TeamId;
  const [team, { rows }] = await waitForAll([
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
