/** Rule CH-6: composes messages about a coverage request, from its current state. */
import { askedForYouMessage, cannotCoverMessage, lateMessage } from '../../../chat/answers.ts';
import {
  amountOf,
  coverageAcceptedMessage,
  coverageAskedMessage,
  coverageSettledMessage,
  type Person,
  type ShiftToCover,
} from '../../../chat/messages.ts';
import type { ChatLine, ChatMessage } from '../../../chat/provider.ts';
import { channelsOfSchedules } from '../../../db/chat/chat-links.ts';
import { type CoverageRequestRow, coverageRequestById } from '../../../db/coverage/coverage-requests.ts';
import type { Queryable, Transaction } from '../../../db/driver/database.ts';
import { lockSchedules, scheduleById } from '../../../db/schedules/schedules.ts';
import { peopleIn } from '../../../engine/differences.ts';
import type { Interval } from '../../../engine/schedule.ts';
import type { Timeline } from '../../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../../ids.ts';
import { type Acceptance, loadAcceptancesOf, openShifts, shiftsAsked, statusOf } from '../../coverage/acceptances.ts';
import { loadSchedules, workingOnly } from '../../schedules/timelines.ts';
import type { Services } from '../../shared/services.ts';
import type {
  AskedForYouEvent,
  CannotCoverEvent,
  CoverageCardEvent,
  CoverageTakenEvent,
  LateClickEvent,
} from '../chat-events.ts';
import { loadPeople, type People } from '../chat-people.ts';
import { coveragePage, schedulePage } from './page-links.ts';

type ShiftOf = Interval & { readonly scheduleId: ScheduleId };

/** Used instead of a channel: schedules with and without channels. */
const EVERYWHERE = Symbol('everywhere');

/** More than the people of any shift. */
const EVERYBODY = 10_000;

/**
 * The card of a request; once the request is decided, its result. No card is sent for a request that is decided before anyone can have seen its card,
 * or to a channel that is no longer linked. But a posted card is always updated.
 */
export async function composeCoverageCard(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  { requestId, userId, isReminder = false, isPossiblyTold = false }: CoverageCardEvent,
  isReplacement: boolean,
): Promise<ChatMessage | undefined> {
  const row = await tx.first(coverageRequestById, { organizationId, id: requestId });
  if (row === undefined) return undefined;
  const now = services.clock.now();
  const isPending = statusOf(row, now) === 'pending';
  if (!isPending && !isReplacement && !isPossiblyTold) return undefined;
  const acceptances = await loadAcceptancesOf(tx, row);
  const asked = isPending ? openShifts(row, acceptances, now) : shiftsAsked(row);
  const place = userId === undefined ? channelId : EVERYWHERE;
  const held = isPending && isReminder ? await stillHeld(tx, row, asked, now) : asked;
  if (held.length === 0 && isReminder && !isReplacement) return undefined;
  const shifts = await shiftsToldIn(services, tx, organizationId, place, held);
  if (shifts.length === 0 && !isReplacement) return undefined;
  const people = await peopleOf(tx, row, acceptances);
  const card = {
    requestId,
    requester: people.name(row.user_id),
    askedBy: row.asked_by === null ? undefined : people.name(row.asked_by),
    isReminder,
    reason: row.reason,
    shifts,
    inAll: amountIn(held),
    taken: isPending ? acceptances.map((acceptance) => takenLine(acceptance, people)) : [],
    url: coveragePage(services, requestId),
  };
  return isPending ? coverageAskedMessage(card) : coverageSettledMessage(card, outcomeOf(row, acceptances, people));
}

/** The shifts that the requester is still on call for. */
async function stillHeld<S extends ShiftOf>(
  tx: Transaction,
  { organization_id: organizationId, user_id }: CoverageRequestRow,
  shifts: readonly S[],
  now: number,
): Promise<S[]> {
  const timelines = await timelinesOf(tx, organizationId, shifts, now);
  return shifts.filter(({ scheduleId, start, end }) => {
    const timeline = timelines.get(scheduleId);
    return timeline && peopleIn(timeline, { start: Math.max(start, now), end }, EVERYBODY).includes(user_id);
  });
}

async function timelinesOf(
  tx: Transaction,
  organizationId: OrganizationId,
  shifts: readonly ShiftOf[],
  now: number,
): Promise<Map<ScheduleId, Timeline>> {
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const rows = await tx.all(lockSchedules, { organizationId, ids });
  const within = { start: now, end: Math.max(now, ...shifts.map(({ end }) => end)) };
  const loads = workingOnly(await loadSchedules(tx, organizationId, rows, within));
  return new Map(loads.map(({ row, timeline }) => [row.id, timeline]));
}

/** For the requester. Nothing once the request is decided. */
export async function composeAskedForYou(
  services: Services,
  db: Queryable,
  organizationId: OrganizationId,
  event: AskedForYouEvent,
): Promise<ChatMessage | undefined> {
  const about = await loadPending(services, db, organizationId, event);
  return about && askedForYouMessage(about);
}

/** Nothing while the request is open: then the button works. */
export async function composeLateClick(
  services: Services,
  db: Queryable,
  organizationId: OrganizationId,
  { requestId }: LateClickEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const row = await db.first(coverageRequestById, { organizationId, id: requestId });
  if (row === undefined || statusOf(row, now) === 'pending') return undefined;
  const people = await peopleOf(db, row);
  const { accepted_by: by, accepted_at: at, status } = row;
  return lateMessage({
    taken: by === null ? undefined : { by: people.name(by), msAgo: now - (at ?? now) },
    isCanceled: status === 'canceled',
    requester: people.name(row.user_id),
    url: coveragePage(services, requestId),
  });
}

/** Nothing once the request is decided: then it no longer matters. */
export async function composeCannotCover(
  services: Services,
  db: Queryable,
  organizationId: OrganizationId,
  event: CannotCoverEvent,
): Promise<ChatMessage | undefined> {
  const about = await loadPending(services, db, organizationId, event);
  return about && cannotCoverMessage(about);
}

/** The person, and how much of the request is still open; undefined once the request is decided. */
async function loadPending(
  services: Services,
  db: Queryable,
  organizationId: OrganizationId,
  { requestId, by }: AskedForYouEvent | CannotCoverEvent,
) {
  const now = services.clock.now();
  const row = await db.first(coverageRequestById, { organizationId, id: requestId });
  if (row === undefined || statusOf(row, now) !== 'pending') return undefined;
  const people = await loadPeople(db, organizationId, [by]);
  const amount = amountOf(amountIn(openShifts(row, await loadAcceptancesOf(db, row), now)));
  return { who: people.name(by), amount, url: coveragePage(services, requestId) };
}

function peopleOf(db: Queryable, row: CoverageRequestRow, acceptances: readonly Acceptance[] = []): Promise<People> {
  const others = [row.accepted_by, row.asked_by].flatMap((id) => id ?? []);
  return loadPeople(db, row.organization_id, [row.user_id, ...others, ...acceptances.map(({ by }) => by)]);
}

function amountIn(shifts: readonly Interval[]): { readonly count: number; readonly ms: number } {
  return { count: shifts.length, ms: shifts.reduce((sum, { start, end }) => sum + end - start, 0) };
}

/** Only what is still true: shifts that are over, or that others have now, are left out. */
export async function composeCoverageTaken(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  { requester, acceptor, shifts, userId }: CoverageTakenEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const left = shifts.filter(({ end }) => end > now);
  if (left.length === 0) return undefined;
  const timelines = await timelinesOf(tx, organizationId, left, now);
  const held = left.filter(({ scheduleId, start, end }) => {
    const timeline = timelines.get(scheduleId);
    return timeline && peopleIn(timeline, { start: Math.max(start, now), end }, EVERYBODY).includes(acceptor);
  });
  const place = userId === undefined ? channelId : EVERYWHERE;
  const told = await shiftsToldIn(services, tx, organizationId, place, held);
  if (told.length === 0) return undefined;
  const people = await loadPeople(tx, organizationId, [requester, acceptor]);
  if (userId !== undefined) {
    const nameFor = (id: UserId) => ({ name: id === userId ? 'you' : people.name(id) });
    return coverageAcceptedMessage({ requester: nameFor(requester), acceptor: nameFor(acceptor), shifts: told });
  }
  const [relieved] = people.mentioned([requester], 'taken_off_call');
  const [covering] = people.mentioned([acceptor], 'put_on_call');
  return coverageAcceptedMessage({ requester: relieved as Person, acceptor: covering as Person, shifts: told });
}

/** Includes parts that were taken before the rest was canceled or expired. */
function outcomeOf(
  { accepted_by, status, user_id }: CoverageRequestRow,
  acceptances: readonly Acceptance[],
  people: People,
): ChatLine {
  if (accepted_by !== null && acceptances.length <= 1) {
    return [{ person: { name: people.name(accepted_by) } }, ' took it.'];
  }
  const taken = acceptances.flatMap((acceptance) => [...takenLine(acceptance, people), ' ']);
  if (accepted_by !== null) return taken.slice(0, -1);
  return status === 'canceled'
    ? [...taken, { person: { name: people.name(user_id) } }, ' no longer asks.']
    : [...taken, acceptances.length === 0 ? 'Nobody took it in time.' : 'Nobody took the rest in time.'];
}

function takenLine({ by, shifts }: Acceptance, people: People): ChatLine {
  return [{ person: { name: people.name(by) } }, ` took ${amountOf(amountIn(shifts))}.`];
}

/** Shifts of the channel's schedules. A deleted schedule is not announced. */
async function shiftsToldIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  place: string | typeof EVERYWHERE,
  shifts: readonly ShiftOf[],
): Promise<ShiftToCover[]> {
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const links = place === EVERYWHERE ? [] : await tx.all(channelsOfSchedules, { organizationId, ids });
  const linked =
    place === EVERYWHERE ? ids : links.flatMap((link) => (link.channel_id === place ? [link.schedule_id] : []));
  const found = await Promise.all(linked.map((id) => tx.first(scheduleById, { organizationId, id })));
  const rows = new Map(found.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  return shifts.flatMap(({ scheduleId, start, end }) => {
    const row = rows.get(scheduleId);
    const url = schedulePage(services, scheduleId);
    return row === undefined ? [] : [{ schedule: row.name, zone: row.time_zone, url, start, end }];
  });
}
