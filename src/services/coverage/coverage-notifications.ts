/**
 * Rule CH-6: messages about coverage requests. The request is a message with buttons; when the request ends, that message is updated and
 * loses its buttons. Only an acceptance is a new message, since it changes who is on call.
 */
import {
  type CoverageRequestRow,
  coverageRequestsToExpire,
  expireCoverageRequest,
} from '../../db/coverage/coverage-requests.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { peopleInLayers } from '../../db/jobs/reminders.ts';
import type { DeliveryRow } from '../../db/outbox/deliveries.ts';
import type { UserRow } from '../../db/people/users.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { acceptancesOf, askedUsers, declinesIn, shiftsAsked } from '../coverage-state/acceptances.ts';
import { type CoverageEvent, coverageFact, type Part } from '../coverage-state/coverage-facts.ts';
import type { OpenParts, TimelinesNow } from '../coverage-state/open-parts.ts';
import { type RequestState, schedulesIn } from '../coverage-state/request-state.ts';
import { toChannel } from '../messages/change-notifications.ts';
import { type CardState, loadCard, shiftsOnCard, shiftsTaken } from '../messages/coverage-words.ts';
import { withSomethingToTellIn } from '../messages/schedule-words.ts';
import { notificationsAmong, notificationTo, type Recipient } from '../notifications/notify-people.ts';
import { type CoverageCardEvent, type CoverageTakenEvent, readEvent } from '../outbox/chat-events.ts';
import { enqueue, messagesAbout, type Outgoing } from '../outbox/outbox.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { announce, loadSubscriptions, type Subscription } from '../webhooks/announcements.ts';

type CoveredShift = CoverageTakenEvent['shifts'][number];

const EXPIRED_PER_BATCH = 100;

/** A new request; `inLayers` are people in the layers of its schedules. */
export async function notifyCoverageRequested(
  services: Services,
  tx: Transaction,
  card: CardState,
  inLayers: readonly Recipient[],
): Promise<void> {
  const { row } = card.request;
  await enqueue(services, tx, row.organization_id, [
    ...cards(services, card, inLayers, { kind: 'coverage card', requestId: row.id }),
    ...askedForNotification(services, card),
  ]);
}

/** Rule COV-7: the only place that sends reminders of open requests. */
export async function notifyCoverageStillOpen(
  services: Services,
  tx: Transaction,
  row: CoverageRequestRow,
  open: readonly CoveredShift[],
): Promise<void> {
  const { organization_id: organizationId, id } = row;
  const event = { kind: 'coverage card', requestId: id, isReminder: true } as const;
  const card = await loadCard(services, tx, row);
  const inLayers = await tx.all(peopleInLayers, {
    organizationId,
    ids: schedulesIn(open),
    now: services.clock.now(),
  });
  await enqueue(services, tx, organizationId, cards(services, card, inLayers, event));
}

/** Rule COV-6: to the channels of the schedules and their people, or only to those who are asked. */
function cards(
  services: Services,
  card: CardState,
  inLayers: readonly Recipient[],
  event: CoverageCardEvent,
): Outgoing[] {
  const { row, users } = card.request;
  const { organization_id: organizationId, id } = row;
  const channels = askedUsers(row) === undefined ? channelsIn(card.places) : [];
  const inChannels = channels
    .filter((destinationId) => shiftsOnCard(services, card, destinationId, event).length > 0)
    .map((destinationId) => ({ destinationId, event, subjectId: id }));
  const people = peopleToAsk(card.request, inLayers);
  // The same for all of them.
  const isToAsk =
    people[0] !== undefined && shiftsOnCard(services, card, '', { ...event, userId: people[0] }).length > 0;
  if (!isToAsk) return inChannels;
  const shiftAt = firstStart(shiftsAsked(row), services.clock.now());
  const personal = people.map((userId) => ({
    event: { ...event, userId },
    subjectId: id,
    isInChannel: inChannels.length > 0,
    by: row.asked_by ?? row.user_id,
    shiftAt,
  }));
  return [...inChannels, ...notificationsAmong(services, organizationId, [...inLayers, ...users], personal)];
}

/** The people who are asked, or everyone in the rotations of the schedules; without the requester and people who declined. */
function peopleToAsk({ row, answers }: RequestState, inLayers: readonly Recipient[]): UserId[] {
  const skipped = new Set([row.user_id, row.asked_by, ...declinesIn(answers).map(({ userId }) => userId)]);
  return [...new Set(askedUsers(row) ?? inLayers.map(({ id }) => id))].filter((userId) => !skipped.has(userId));
}

/** Rule COV-6: tells the requester that somebody asks for them. */
function askedForNotification(services: Services, card: CardState): Outgoing[] {
  const { request } = card;
  const { organization_id: organizationId, id, user_id: userId, asked_by: by } = request.row;
  if (by === null) return [];
  const event = { kind: 'cover asked for you', requestId: id, userId, by } as const;
  const shiftAt = firstStart(shiftsAsked(request.row), services.clock.now());
  return notificationsAmong(services, organizationId, request.users, [{ event, by, shiftAt }]);
}

/** The first start of the shifts that are not over. */
function firstStart(shifts: readonly Interval[], now: number): number | undefined {
  const starts = shifts.filter(({ end }) => end > now).map(({ start }) => start);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

export interface Handoff {
  readonly row: ScheduleRow;
  readonly before: readonly UserId[];
}

/** The state after an acceptance. */
export interface AcceptedCard extends CardState {
  readonly timelines: TimelinesNow;
}

/** `card` is the state after the acceptance; `handoffs`: the schedules in which it changes who is on call now. */
export async function notifyCoverageAccepted(
  services: Services,
  tx: Transaction,
  card: AcceptedCard,
  posted: readonly DeliveryRow[],
  taken: Pick<CoverageTakenEvent, 'requester' | 'acceptor' | 'shifts'>,
  handoffs: readonly Handoff[],
): Promise<void> {
  const { organization_id: organizationId, id } = card.request.row;
  const shifts = taken.shifts.map(({ scheduleId, start, end }) => ({ scheduleId, start, end }));
  const event = { kind: 'coverage taken', requestId: id, ...taken, shifts } as const;
  const inChannels = channelsIn(card.places)
    .filter((destinationId) => shiftsTaken(services, card, destinationId, event).length > 0)
    .map((destinationId) => ({ destinationId, event }));
  const personal = { ...event, userId: taken.requester };
  const isToTell = shiftsTaken(services, card, '', personal).length > 0;
  const by = taken.acceptor;
  const shiftAt = firstStart(shifts, services.clock.now());
  const isInChannel = inChannels.length > 0;
  const told = isToTell ? [{ event: personal, isInChannel, by, shiftAt }] : [];
  await enqueue(services, tx, organizationId, [
    ...cardUpdates(posted),
    ...inChannels,
    ...notificationsAmong(services, organizationId, card.request.users, told),
    ...handoffMessages(services, card, handoffs),
  ]);
}

function handoffMessages(
  services: Services,
  { places, timelines }: AcceptedCard,
  handoffs: readonly Handoff[],
): Outgoing[] {
  const toTell = handoffs.flatMap(({ row, before }) =>
    places.channels
      .filter(({ schedule_id }) => schedule_id === row.id)
      .map(({ channel_id, told_users_json }) => ({
        row,
        event: { kind: 'schedule', scheduleId: row.id, before, changes: [] } as const,
        channelId: channel_id,
        toldJson: told_users_json,
      })),
  );
  const working = [...timelines].flatMap(([id, timeline]) => (timeline === 'broken' ? [] : [[id, timeline] as const]));
  return withSomethingToTellIn(services, new Map(working), toTell).map(toChannel);
}

/** `row`: the request as it will be, canceled or expired. `cards`: updates of its posted cards, to be enqueued. */
export async function loadSettled(
  services: Services,
  tx: Transaction,
  row: CoverageRequestRow,
): Promise<OpenRequest & { readonly cards: Outgoing[] }> {
  const [posted, card] = await waitForAll([
    messagesAbout(tx, row.organization_id, row.id),
    loadCard(services, tx, row),
  ]);
  return { ...card, cards: cardUpdates(posted) };
}

/** Rule COV-2: expires pending requests whose end has passed, and returns their number. */
export async function expireCoverageRequests(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(coverageRequestsToExpire, { now, limit: EXPIRED_PER_BATCH });
    for (const row of due) {
      const { organization_id: organizationId, id } = row;
      await tx.run(expireCoverageRequest, { organizationId, id, now });
      const expired = { ...row, expired_at: now, next_reminder_at: null };
      const settled = await loadSettled(services, tx, expired);
      await enqueue(services, tx, organizationId, settled.cards);
      await writeAuditEntry(services, tx, { organizationId }, { action: 'coverage_request.expired', targetId: id });
      const subscriptions = await loadSubscriptions(tx, organizationId);
      await announceRequests(services, tx, subscriptions, organizationId, { type: 'coverage_request.expired' }, [
        settled,
      ]);
    }
    return due.length;
  });
}

/** Tells the requester that somebody declined; the request does not change. */
export async function notifyCannotCover(
  services: Services,
  tx: Transaction,
  card: Pick<CardState, 'request' | 'open'>,
  { requester, by }: { readonly requester: UserRow; readonly by: UserId },
): Promise<void> {
  const { row } = card.request;
  const { organization_id: organizationId, id } = row;
  const event = { kind: 'cover declined', requestId: id, userId: requester.id, by } as const;
  const shiftAt = firstStart(shiftsAsked(row), services.clock.now());
  const notification = { event, by, shiftAt };
  await enqueue(services, tx, organizationId, notificationTo(services, organizationId, requester, notification));
}

/**
 * Rule TRU-3: `part.by` left, and no longer covers. The people who are asked get the card again, since an updated message notifies nobody. `causedBy`:
 * who deactivated them.
 */
export async function notificationsOfReopening(
  services: Services,
  tx: Transaction,
  card: CardState,
  part: Part,
  causedBy: UserId,
): Promise<Outgoing[]> {
  const { row, users } = card.request;
  const { organization_id: organizationId, id } = row;
  const now = services.clock.now();
  const [posted, inLayers] = await waitForAll([
    messagesAbout(tx, organizationId, id),
    tx.all(peopleInLayers, { organizationId, ids: schedulesIn(part.shifts), now }),
  ]);
  const shifts = part.shifts.map(({ scheduleId, start, end }) => ({ scheduleId, start, end }));
  const event = { kind: 'cover ended', requestId: id, userId: row.user_id, by: part.by, shifts } as const;
  const told = { event, by: causedBy, shiftAt: firstStart(shifts, now) };
  const isPending = row.status === 'pending';
  const again = { kind: 'coverage card', requestId: id, isReminder: true, isReopened: true } as const;
  return [
    ...(isPending ? cardUpdates(posted) : []),
    ...(isPending ? cards(services, card, inLayers, again) : []),
    ...notificationsAmong(services, organizationId, users, [told]),
  ];
}

/** A request as it is now. */
export interface OpenRequest {
  readonly request: RequestState;
  readonly open: OpenParts;
}

/** Tells the webhooks. */
export async function announceRequests(
  services: Services,
  tx: Transaction,
  subscriptions: readonly Subscription[],
  organizationId: OrganizationId,
  event: CoverageEvent,
  requests: readonly OpenRequest[],
): Promise<void> {
  const now = services.clock.now();
  const facts = requests.map(({ request: { row, answers }, open }) => {
    const declinedBy = declinesIn(answers).map(({ userId }) => userId);
    const acceptances = acceptancesOf(row, answers);
    return coverageFact(event, { row, acceptances, declinedBy, remaining: open.takeable, now });
  });
  const known = new Map(requests.flatMap(({ request }) => request.users.map((user) => [user.id, user] as const)));
  await announce(services, tx, organizationId, subscriptions, facts, known);
}

/** `posted`: all messages about the request. */
function cardUpdates(posted: readonly DeliveryRow[]): Outgoing[] {
  return posted.flatMap(({ id, destination_id: destinationId, event_json, replaces_id }) => {
    const event = event_json === null ? undefined : readEvent(event_json);
    if (event?.kind !== 'coverage card' || replaces_id !== null) return [];
    return [{ destinationId, event, replacesId: id }];
  });
}

/** A channel of several schedules gets all their shifts in one message; a schedule without channels gets none. */
function channelsIn({ channels }: CardState['places']): string[] {
  return [...new Set(channels.map(({ channel_id }) => channel_id))];
}
