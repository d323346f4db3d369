/**
 * Rule CH-6: messages about coverage requests. The request is a message with buttons; when the request ends, that message is updated and
 * loses its buttons. Only an acceptance is a new message, since it changes who is on call.
 */
import { channelsOfSchedules } from '../../db/chat/chat-links.ts';
import {
  type CoverageRequestRow,
  coverageRequestsToExpire,
  expireCoverageRequest,
} from '../../db/coverage/coverage-requests.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { peopleInLayers } from '../../db/jobs/reminders.ts';
import type { UserRow } from '../../db/people/users.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { CoverageRequestId, OrganizationId, UserId } from '../../ids.ts';
import { writeAuditEntry } from '../audit/audit-log.ts';
import { type CoverageCardEvent, type CoverageTakenEvent, readEvent } from '../chat/chat-events.ts';
import {
  composeAskedForYou,
  composeCannotCover,
  composeCoverageCard,
  composeCoverageTaken,
} from '../chat/messages/coverage-words.ts';
import { outgoingOf } from '../jobs/change-notifications.ts';
import { enqueue, messagesAbout, type Outgoing } from '../jobs/deliveries.ts';
import { notificationsTo, notificationTo } from '../notifications/notify-people.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { announce, loadSubscriptions } from '../webhooks/announcements.ts';
import { coverageFact } from '../webhooks/coverage-facts.ts';
import { askedUsers, loadAcceptancesOf, loadDeclines } from './acceptances.ts';

const EXPIRED_PER_BATCH = 100;

export interface CoverageRequestKey {
  readonly organizationId: OrganizationId;
  readonly id: CoverageRequestId;
}

type CoveredShift = CoverageTakenEvent['shifts'][number];

export async function notifyCoverageRequested(
  services: Services,
  tx: Transaction,
  row: CoverageRequestRow,
  shifts: readonly CoveredShift[],
): Promise<void> {
  await postCards(services, tx, row, shifts, { kind: 'coverage card', requestId: row.id });
  if (row.asked_by !== null) await notifyAskedFor(services, tx, row, row.asked_by);
}

/** Rule COV-7: the only place that sends reminders of open requests. */
export async function notifyCoverageStillOpen(
  services: Services,
  tx: Transaction,
  row: CoverageRequestRow,
  open: readonly CoveredShift[],
): Promise<void> {
  await postCards(services, tx, row, open, { kind: 'coverage card', requestId: row.id, isReminder: true });
}

/** Rule COV-6: to the channels of the schedules and their people, or only to those who are asked. */
async function postCards(
  services: Services,
  tx: Transaction,
  row: CoverageRequestRow,
  shifts: readonly CoveredShift[],
  event: CoverageCardEvent,
): Promise<void> {
  const { organization_id: organizationId, id } = row;
  const outgoing: Outgoing[] = [];
  const channels = askedUsers(row) === undefined ? await channelsFor(tx, organizationId, shifts) : [];
  for (const destinationId of channels) {
    const message = await composeCoverageCard(services, tx, organizationId, destinationId, event, false);
    if (message !== undefined) outgoing.push({ destinationId, message, event, subjectId: id });
  }
  const isInChannel = outgoing.length > 0;
  const [first, ...others] = await peopleToAsk(services, tx, row, shifts);
  const card =
    first && (await composeCoverageCard(services, tx, organizationId, '', { ...event, userId: first }, false));
  if (first !== undefined && card !== undefined) {
    const personal = [first, ...others].map((userId) => ({
      event: { ...event, userId },
      message: card,
      subjectId: id,
      isInChannel,
    }));
    outgoing.push(...(await notificationsTo(services, tx, organizationId, personal)));
  }
  await enqueue(services, tx, organizationId, outgoing);
}

/** The people who are asked, or everyone in the rotations of the schedules; without the requester and people who declined. */
async function peopleToAsk(
  { clock }: Services,
  tx: Transaction,
  row: CoverageRequestRow,
  shifts: readonly CoveredShift[],
): Promise<UserId[]> {
  const { organization_id: organizationId } = row;
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const [people, declines] = await waitForAll([
    tx.all(peopleInLayers, { organizationId, ids, now: clock.now() }),
    loadDeclines(tx, row),
  ]);
  const skipped = new Set([
    row.user_id,
    ...(row.asked_by === null ? [] : [row.asked_by]),
    ...declines.map(({ userId }) => userId),
  ]);
  return [...new Set(askedUsers(row) ?? people.map(({ id }) => id))].filter((userId) => !skipped.has(userId));
}

/** Rule COV-6: tells the requester that somebody asks for them. */
async function notifyAskedFor(services: Services, tx: Transaction, row: CoverageRequestRow, by: UserId): Promise<void> {
  const { organization_id: organizationId, id, user_id: userId } = row;
  const event = { kind: 'cover asked for you', requestId: id, userId, by } as const;
  const message = await composeAskedForYou(services, tx, organizationId, event);
  if (message === undefined) return;
  await enqueue(
    services,
    tx,
    organizationId,
    await notificationsTo(services, tx, organizationId, [{ event, message }]),
  );
}

/** `handoffs`: the schedules in which it changes who is on call now. */
export async function notifyCoverageAccepted(
  services: Services,
  tx: Transaction,
  key: CoverageRequestKey,
  taken: Pick<CoverageTakenEvent, 'requester' | 'acceptor' | 'shifts'>,
  handoffs: readonly { readonly row: ScheduleRow; readonly before: readonly UserId[] }[],
): Promise<void> {
  const { organizationId, id } = key;
  await settle(services, tx, key);
  const shifts = taken.shifts.map(({ scheduleId, start, end }) => ({ scheduleId, start, end }));
  const event = { kind: 'coverage taken', requestId: id, ...taken, shifts } as const;
  const outgoing: Outgoing[] = [];
  for (const destinationId of await channelsFor(tx, organizationId, shifts)) {
    const message = await composeCoverageTaken(services, tx, organizationId, destinationId, event);
    if (message !== undefined) outgoing.push({ destinationId, message, event });
  }
  const isInChannel = outgoing.length > 0;
  const personal = { ...event, userId: taken.requester };
  const message = await composeCoverageTaken(services, tx, organizationId, '', personal);
  if (message !== undefined) {
    const told = [{ event: personal, message, isInChannel }];
    outgoing.push(...(await notificationsTo(services, tx, organizationId, told)));
  }
  await enqueue(services, tx, organizationId, [...outgoing, ...(await handoffMessages(services, tx, key, handoffs))]);
}

async function handoffMessages(
  services: Services,
  tx: Transaction,
  { organizationId }: CoverageRequestKey,
  handoffs: Parameters<typeof notifyCoverageAccepted>[4],
): Promise<Outgoing[]> {
  if (handoffs.length === 0) return [];
  const links = await tx.all(channelsOfSchedules, { organizationId, ids: handoffs.map(({ row }) => row.id) });
  const toTell = handoffs.flatMap(({ row, before }) =>
    links
      .filter(({ schedule_id }) => schedule_id === row.id)
      .map(({ channel_id, told_users_json }) => ({
        row,
        event: { kind: 'schedule', scheduleId: row.id, before, news: [] } as const,
        channelId: channel_id,
        toldJson: told_users_json,
      })),
  );
  return outgoingOf(services, tx, organizationId, toTell);
}

export async function notifyCoverageCanceled(
  services: Services,
  tx: Transaction,
  key: CoverageRequestKey,
): Promise<void> {
  await settle(services, tx, key);
}

/** Rule COV-2: expires pending requests whose end has passed, and returns their number. */
export async function expireCoverageRequests(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(coverageRequestsToExpire, { now, limit: EXPIRED_PER_BATCH });
    for (const row of due) {
      const { organization_id: organizationId, id } = row;
      await tx.run(expireCoverageRequest, { organizationId, id, now });
      await settle(services, tx, { organizationId, id });
      await writeAuditEntry(services, tx, { organizationId }, { action: 'coverage_request.expired', targetId: id });
      const expired = { ...row, expired_at: now };
      const fact = coverageFact('coverage_request.expired', {
        row: expired,
        acceptances: await loadAcceptancesOf(tx, expired),
        now,
      });
      await announce(services, tx, organizationId, await loadSubscriptions(tx, organizationId), [fact]);
    }
    return due.length;
  });
}

/** Tells the requester that somebody declined; the request does not change. */
export async function notifyCannotCover(
  services: Services,
  tx: Transaction,
  { organizationId, id }: CoverageRequestKey,
  { requester, by }: { readonly requester: UserRow; readonly by: UserId },
): Promise<void> {
  const event = { kind: 'cover declined', requestId: id, userId: requester.id, by } as const;
  const message = await composeCannotCover(services, tx, organizationId, event);
  if (message === undefined) return;
  await enqueue(services, tx, organizationId, notificationTo(services, organizationId, requester, { event, message }));
}

/** Updates the posted cards. */
async function settle(services: Services, tx: Transaction, { organizationId, id }: CoverageRequestKey): Promise<void> {
  const outgoing: Outgoing[] = [];
  for (const earlier of await messagesAbout(tx, organizationId, id)) {
    const { destination_id: destinationId, event_json } = earlier;
    const known = event_json === null ? undefined : readEvent(event_json);
    const event = known ?? ({ kind: 'coverage card', requestId: id } as const);
    if (event.kind !== 'coverage card' || (event_json !== null && known === undefined)) continue;
    if (earlier.replaces_id !== null) continue;
    const message = await composeCoverageCard(services, tx, organizationId, destinationId, event, true);
    if (message !== undefined) outgoing.push({ destinationId, message, event, replacesId: earlier.id });
  }
  await enqueue(services, tx, organizationId, outgoing);
}

/** A channel of several schedules gets all their shifts in one message; a schedule without channels gets none. */
async function channelsFor(
  tx: Transaction,
  organizationId: OrganizationId,
  shifts: readonly CoveredShift[],
): Promise<Set<string>> {
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const links = await tx.all(channelsOfSchedules, { organizationId, ids });
  return new Set(links.map(({ channel_id }) => channel_id));
}
