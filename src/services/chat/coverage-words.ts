/** Rule CH-6: composes messages about a coverage request, from its current state. */
import { cannotCoverMessage, lateMessage } from '../../chat/answers.ts';
import {
  amountOf,
  coverageAcceptedMessage,
  coverageAskedMessage,
  coverageSettledMessage,
  type Person,
  type ShiftToCover,
} from '../../chat/messages.ts';
import type { ChatLine, ChatMessage } from '../../chat/provider.ts';
import { channelsOfSchedules } from '../../db/chat-links.ts';
import { type CoverageRequestRow, coverageRequestById } from '../../db/coverage-requests.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { lockSchedules, scheduleById } from '../../db/schedules.ts';
import { peopleIn } from '../../engine/differences.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { readShifts } from '../coverage/coverage-shifts.ts';
import { loadSchedules, workingOnly } from '../schedules/timelines.ts';
import type { Services } from '../shared/services.ts';
import type { CannotCoverEvent, CoverageCardEvent, CoverageTakenEvent, LateClickEvent } from './chat-events.ts';
import { loadPeople, type People } from './chat-people.ts';
import { coveragePage, schedulePage } from './page-links.ts';

type ShiftOf = Interval & { readonly scheduleId: ScheduleId };

/** More than stand in any shift. */
const EVERYBODY = 10_000;

/**
 * The card that asks; once the request is decided, how. One that is decided before anyone saw it needs no card, and neither does a channel
 * that is no longer linked; but a card that was posted is always brought up to date.
 */
export async function composeCoverageCard(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  { requestId }: CoverageCardEvent,
  isReplacement: boolean,
): Promise<ChatMessage | undefined> {
  const row = await tx.first(coverageRequestById, { organizationId, id: requestId });
  if (row === undefined) return undefined;
  const now = services.clock.now();
  const isPending = statusOf(row, now) === 'pending';
  if (!isPending && !isReplacement) return undefined;
  const asked = isPending ? shiftsLeft(row, now) : (readShifts(row.shifts_json) ?? []);
  const shifts = await shiftsToldIn(services, tx, organizationId, channelId, asked);
  if (shifts.length === 0 && !isReplacement) return undefined;
  const people = await peopleOf(tx, row);
  const card = {
    requestId,
    requester: people.name(row.user_id),
    reason: row.reason,
    shifts,
    inAll: amountIn(asked),
    url: coveragePage(services, requestId),
  };
  return isPending ? coverageAskedMessage(card) : coverageSettledMessage(card, outcomeOf(row, people));
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

/** Nothing once the request is decided: it no longer matters who cannot. */
export async function composeCannotCover(
  services: Services,
  db: Queryable,
  organizationId: OrganizationId,
  { requestId, userId }: CannotCoverEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const row = await db.first(coverageRequestById, { organizationId, id: requestId });
  if (row === undefined || statusOf(row, now) !== 'pending') return undefined;
  const people = await loadPeople(db, organizationId, [userId]);
  const amount = amountOf(amountIn(shiftsLeft(row, now)));
  return cannotCoverMessage({ who: people.name(userId), amount, url: coveragePage(services, requestId) });
}

function peopleOf(db: Queryable, row: CoverageRequestRow): Promise<People> {
  return loadPeople(db, row.organization_id, [row.user_id, ...(row.accepted_by === null ? [] : [row.accepted_by])]);
}

/** Those that are not over. */
function shiftsLeft({ shifts_json }: CoverageRequestRow, now: number) {
  return (readShifts(shifts_json) ?? []).filter(({ end }) => end > now);
}

function amountIn(shifts: readonly Interval[]): { readonly count: number; readonly ms: number } {
  return { count: shifts.length, ms: shifts.reduce((sum, { start, end }) => sum + end - start, 0) };
}

/** What of it still holds: shifts that are over, or that went to others since, are left out. */
export async function composeCoverageTaken(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  { requester, acceptor, shifts }: CoverageTakenEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const left = shifts.filter(({ end }) => end > now);
  if (left.length === 0) return undefined;
  const ids = [...new Set(left.map(({ scheduleId }) => scheduleId))];
  const rows = await tx.all(lockSchedules, { organizationId, ids });
  const within = { start: now, end: Math.max(...left.map(({ end }) => end)) };
  const loads = workingOnly(await loadSchedules(tx, organizationId, rows, within));
  const timelines = new Map(loads.map(({ row, timeline }) => [row.id, timeline]));
  const held = left.filter(({ scheduleId, start, end }) => {
    const timeline = timelines.get(scheduleId);
    return timeline && peopleIn(timeline, { start: Math.max(start, now), end }, EVERYBODY).includes(acceptor);
  });
  const told = await shiftsToldIn(services, tx, organizationId, channelId, held);
  if (told.length === 0) return undefined;
  const people = await loadPeople(tx, organizationId, [requester, acceptor]);
  const [relieved] = people.mentioned([requester], 'taken_off_call');
  const [covering] = people.mentioned([acceptor], 'put_on_call');
  return coverageAcceptedMessage({ requester: relieved as Person, acceptor: covering as Person, shifts: told });
}

/** Rule COV-2. */
export function statusOf({ status, end_at, expired_at }: CoverageRequestRow, now: number) {
  return status === 'pending' && (end_at <= now || expired_at !== null) ? 'expired' : status;
}

function outcomeOf({ accepted_by, status, user_id }: CoverageRequestRow, people: People): ChatLine {
  if (accepted_by !== null) return [{ person: { name: people.name(accepted_by) } }, ' took it.'];
  return status === 'canceled'
    ? [{ person: { name: people.name(user_id) } }, ' no longer asks.']
    : ['Nobody took it in time.'];
}

/** Of several schedules, those that the channel is linked to. A schedule that was deleted since is told nowhere. */
async function shiftsToldIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  shifts: readonly ShiftOf[],
): Promise<ShiftToCover[]> {
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const links = await tx.all(channelsOfSchedules, { organizationId, ids });
  const linked = links.flatMap(({ channel_id, schedule_id }) => (channel_id === channelId ? [schedule_id] : []));
  const found = await Promise.all(linked.map((id) => tx.first(scheduleById, { organizationId, id })));
  const rows = new Map(found.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  return shifts.flatMap(({ scheduleId, start, end }) => {
    const row = rows.get(scheduleId);
    const url = schedulePage(services, scheduleId);
    return row === undefined ? [] : [{ schedule: row.name, zone: row.time_zone, url, start, end }];
  });
}
