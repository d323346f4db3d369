/** Rule CH-6: composes messages about a coverage request, from its current state. */
import { askedForYouMessage, cannotCoverMessage, coverEndedMessage, lateMessage } from '../../chat/answers.ts';
import {
  amountOf,
  coverageAcceptedMessage,
  coverageAskedMessage,
  coverageSettledMessage,
  type Person,
  type ShiftToCover,
} from '../../chat/messages.ts';
import type { ChatLine, ChatMessage } from '../../chat/provider.ts';
import { type CoverageRequestRow, coverageRequestById } from '../../db/coverage/coverage-requests.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { usersByIds } from '../../db/people/users.ts';
import { lockSchedules } from '../../db/schedules/schedule-locks.ts';
import { peopleIn } from '../../engine/differences.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { loadPeople, type People, peopleIn as peopleAmong } from '../chat-links/chat-people.ts';
import { type Acceptance, acceptancesOf, shiftsAsked, shiftsCovered, statusOf } from '../coverage-state/acceptances.ts';
import {
  NOTHING_OPEN,
  type OpenParts,
  openPartsOf,
  type TimelinesNow,
  timelinesIn,
  workOfMessages,
} from '../coverage-state/open-parts.ts';
import {
  loadPlaces,
  loadRequestState,
  type RequestPlaces,
  type RequestState,
  schedulesAsked,
  schedulesIn,
  usersNamedIn,
} from '../coverage-state/request-state.ts';
import type {
  AskedForYouEvent,
  CannotCoverEvent,
  CoverageCardEvent,
  CoverageTakenEvent,
  CoverEndedEvent,
  LateClickEvent,
} from '../outbox/chat-events.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { loadSchedules, readSchedules } from '../timelines/timelines.ts';
import { coveragePage, schedulePage } from './page-links.ts';

type ShiftOf = Interval & { readonly scheduleId: ScheduleId };

/** Used instead of a channel: schedules with and without channels. */
const EVERYWHERE = Symbol('everywhere');

/** More than the people of any shift. */
const EVERYBODY = 10_000;

/** What messages about a request are composed from. */
export interface CardState {
  readonly request: RequestState;
  readonly places: RequestPlaces;
  /** Nothing once the request is decided. */
  readonly open: OpenParts;
}

export async function composeCoverageCard(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  event: CoverageCardEvent,
  isReplacement: boolean,
): Promise<ChatMessage | undefined> {
  const row = await tx.first(coverageRequestById, { organizationId, id: event.requestId });
  if (row === undefined || isNeverTold(services, row, event, isReplacement)) return undefined;
  const card = await loadCard(services, tx, row);
  const shifts = shiftsOnCard(services, card, channelId, event);
  return isReplacement || shifts.length > 0 ? coverageCard(services, card, event, shifts) : undefined;
}

/** The request was decided before anyone can have seen its card. */
function isNeverTold(
  { clock }: Services,
  row: CoverageRequestRow,
  { isPossiblyTold = false }: CoverageCardEvent,
  isReplacement: boolean,
): boolean {
  return statusOf(row, clock.now()) !== 'pending' && !isReplacement && !isPossiblyTold;
}

export async function loadCard({ clock }: Services, tx: Transaction, row: CoverageRequestRow): Promise<CardState> {
  const { organization_id: organizationId } = row;
  const now = clock.now();
  const isPending = statusOf(row, now) === 'pending';
  const [timelines, request, places] = await waitForAll([
    // First: it locks the schedules.
    isPending ? timelinesOf(tx, organizationId, shiftsAsked(row), now) : Promise.resolve(undefined),
    loadRequestState(tx, row),
    loadPlaces(tx, organizationId, schedulesAsked(row)),
  ]);
  if (timelines === undefined) return { request, places, open: NOTHING_OPEN };
  const answered = { row, acceptances: acceptancesOf(row, request.answers) };
  return { request, places, open: await openPartsOf(answered, timelines, now, workOfMessages(row)) };
}

/** The shifts that the card shows there. With none, no card is sent; but a posted card is always updated. */
export function shiftsOnCard(
  services: Services,
  { request: { row }, places, open }: CardState,
  channelId: string,
  { userId }: CoverageCardEvent,
): ShiftToCover[] {
  const isPending = statusOf(row, services.clock.now()) === 'pending';
  const asked = isPending ? allOpen(open) : shiftsAsked(row);
  return shiftsToldIn(services, places, userId === undefined ? channelId : EVERYWHERE, asked);
}

/** The card of a request; once the request is decided, its result. */
function coverageCard(
  services: Services,
  { request: { row, answers, users }, open }: CardState,
  event: CoverageCardEvent,
  shifts: readonly ShiftToCover[],
): ChatMessage {
  const { requestId, isReminder = false, isReopened = false } = event;
  const isPending = statusOf(row, services.clock.now()) === 'pending';
  const acceptances = acceptancesOf(row, answers);
  const asked = isPending ? allOpen(open) : shiftsAsked(row);
  const people = peopleAmong(users);
  const card = {
    requestId,
    requester: people.name(row.user_id),
    askedBy: row.asked_by === null ? undefined : people.name(row.asked_by),
    isReminder,
    isReopened,
    reason: row.reason,
    shifts,
    inAll: amountIn(asked),
    takeable: amountIn(open.takeable),
    taken: isPending ? stillTaken(acceptances).map((acceptance) => takenLine(acceptance, people)) : [],
    url: coveragePage(services, requestId),
  };
  return isPending ? coverageAskedMessage(card) : coverageSettledMessage(card, outcomeOf(row, acceptances, people));
}

function allOpen({ takeable, unknown }: OpenParts): ShiftOf[] {
  return [...takeable, ...unknown].sort((a, b) => a.start - b.start);
}

/** Without what is open again, because the person who took it left. */
function stillTaken(acceptances: readonly Acceptance[]): Acceptance[] {
  return acceptances
    .map((acceptance) => ({ ...acceptance, shifts: shiftsCovered(acceptance) }))
    .filter(({ shifts }) => shifts.length > 0);
}

/** The shifts that the user is still on call for. */
function heldBy<S extends ShiftOf>(userId: UserId, shifts: readonly S[], timelines: TimelinesNow, now: number): S[] {
  return shifts.filter(({ scheduleId, start, end }) => {
    const timeline = timelines.get(scheduleId);
    if (timeline === undefined || timeline === 'broken') return false;
    return peopleIn(timeline, { start: Math.max(start, now), end }, EVERYBODY).includes(userId);
  });
}

async function timelinesOf(
  tx: Transaction,
  organizationId: OrganizationId,
  shifts: readonly ShiftOf[],
  now: number,
): Promise<TimelinesNow> {
  const ids = schedulesIn(shifts);
  const within = { start: now, end: Math.max(now, ...shifts.map(({ end }) => end)) };
  const [rows, reads] = await waitForAll([
    tx.all(lockSchedules, { organizationId, ids }),
    readSchedules(tx, organizationId, ids, within),
  ]);
  return timelinesIn(await loadSchedules(tx, organizationId, rows, within, reads));
}

/** For the requester. Nothing once the request is decided. */
export async function composeAskedForYou(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  event: AskedForYouEvent,
): Promise<ChatMessage | undefined> {
  const about = await pendingPart(services, tx, organizationId, event);
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
  const people = await loadPeople(db, organizationId, usersNamedIn(row));
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
  tx: Transaction,
  organizationId: OrganizationId,
  event: CannotCoverEvent,
): Promise<ChatMessage | undefined> {
  const about = await pendingPart(services, tx, organizationId, event);
  return about && cannotCoverMessage(about);
}

/** Only what is still true: shifts that are over, or that others have now, are left out. */
export async function composeCoverEnded(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  event: CoverEndedEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const row = await tx.first(coverageRequestById, { organizationId, id: event.requestId });
  const coming = event.shifts.filter(({ end }) => end > now);
  if (row === undefined || coming.length === 0) return undefined;
  const timelines = await timelinesOf(tx, organizationId, coming, now);
  const inBroken = coming.filter(({ scheduleId }) => timelines.get(scheduleId) === 'broken');
  const held = [...heldBy(event.userId, coming, timelines, now), ...inBroken];
  if (held.length === 0) return undefined;
  const users = await tx.all(usersByIds, { organizationId, ids: [event.by] });
  return coverEndedMessage({
    who: peopleAmong(users).name(event.by),
    amount: amountOf(amountIn(held)),
    isOpen: statusOf(row, now) === 'pending',
    url: coveragePage(services, row.id),
  });
}

/** The person, and how much of the request is still open; undefined once the request is decided. */
async function pendingPart(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  { requestId, by }: AskedForYouEvent | CannotCoverEvent,
) {
  const row = await tx.first(coverageRequestById, { organizationId, id: requestId });
  if (row === undefined || statusOf(row, services.clock.now()) !== 'pending') return undefined;
  const { request, open } = await loadCard(services, tx, row);
  const amount = amountOf(amountIn(allOpen(open)));
  return { who: peopleAmong(request.users).name(by), amount, url: coveragePage(services, row.id) };
}

function amountIn(shifts: readonly Interval[]): { readonly count: number; readonly ms: number } {
  return { count: shifts.length, ms: shifts.reduce((sum, { start, end }) => sum + end - start, 0) };
}

export async function composeCoverageTaken(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  channelId: string,
  event: CoverageTakenEvent,
): Promise<ChatMessage | undefined> {
  const now = services.clock.now();
  const left = event.shifts.filter(({ end }) => end > now);
  if (left.length === 0) return undefined;
  const timelines = await timelinesOf(tx, organizationId, left, now);
  const [places, users] = await waitForAll([
    loadPlaces(tx, organizationId, schedulesIn(left)),
    tx.all(usersByIds, { organizationId, ids: [event.requester, event.acceptor] }),
  ]);
  const told = shiftsTaken(services, { places, timelines }, channelId, event);
  if (told.length === 0) return undefined;
  const { requester, acceptor, userId } = event;
  const people = peopleAmong(users);
  if (userId !== undefined) {
    const nameFor = (id: UserId) => ({ name: id === userId ? 'you' : people.name(id) });
    return coverageAcceptedMessage({ requester: nameFor(requester), acceptor: nameFor(acceptor), shifts: told });
  }
  const [relieved] = people.mentioned([requester], 'taken_off_call');
  const [covering] = people.mentioned([acceptor], 'put_on_call');
  return coverageAcceptedMessage({ requester: relieved as Person, acceptor: covering as Person, shifts: told });
}

/** The shifts that a message about them names there. Only what is still true: shifts that are over, or that others have now, are left out. */
export function shiftsTaken(
  services: Services,
  { places, timelines }: Pick<CardState, 'places'> & { readonly timelines: TimelinesNow },
  channelId: string,
  { acceptor, shifts, userId }: CoverageTakenEvent,
): ShiftToCover[] {
  const now = services.clock.now();
  const left = shifts.filter(({ end }) => end > now);
  const held = heldBy(acceptor, left, timelines, now);
  return shiftsToldIn(services, places, userId === undefined ? channelId : EVERYWHERE, held);
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
function shiftsToldIn(
  services: Services,
  { schedules, channels }: RequestPlaces,
  place: string | typeof EVERYWHERE,
  shifts: readonly ShiftOf[],
): ShiftToCover[] {
  const linked = new Set(channels.filter(({ channel_id }) => channel_id === place).map((link) => link.schedule_id));
  return shifts.flatMap(({ scheduleId, start, end }) => {
    const row = place === EVERYWHERE || linked.has(scheduleId) ? schedules.get(scheduleId) : undefined;
    const url = schedulePage(services, scheduleId);
    return row === undefined ? [] : [{ schedule: row.name, zone: row.time_zone, url, start, end }];
  });
}
