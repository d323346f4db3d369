/**
 * Rule CH-6: messages about coverage requests. The request is a message with buttons; when the request ends, that message is updated and
 * loses its buttons. Only an acceptance is a new message, since it changes who is on call.
 */
import { channelsOfSchedules } from '../../db/chat-links.ts';
import { coverageRequestsToExpire, expireCoverageRequest } from '../../db/coverage-requests.ts';
import type { Transaction } from '../../db/driver/database.ts';
import type { ScheduleRow } from '../../db/schedules.ts';
import type { CoverageRequestId, OrganizationId, UserId } from '../../ids.ts';
import { type CoverageTakenEvent, readEvent } from '../chat/chat-events.ts';
import { composeCannotCover, composeCoverageCard, composeCoverageTaken } from '../chat/coverage-words.ts';
import { outgoingOf } from '../jobs/change-notifications.ts';
import { enqueue, messagesAbout, type Outgoing } from '../jobs/deliveries.ts';
import type { Services } from '../shared/services.ts';
import { announce, loadSubscriptions } from '../webhooks/announcements.ts';
import { coverageFact } from '../webhooks/coverage-facts.ts';

const EXPIRED_PER_BATCH = 100;

export interface CoverageRequestKey {
  readonly organizationId: OrganizationId;
  readonly id: CoverageRequestId;
}

type CoveredShift = CoverageTakenEvent['shifts'][number];

export async function notifyCoverageRequested(
  services: Services,
  tx: Transaction,
  { organizationId, id }: CoverageRequestKey,
  shifts: readonly CoveredShift[],
): Promise<void> {
  const event = { kind: 'coverage card', requestId: id } as const;
  const outgoing: Outgoing[] = [];
  for (const destinationId of await channelsFor(tx, organizationId, shifts)) {
    const message = await composeCoverageCard(services, tx, organizationId, destinationId, event, false);
    if (message !== undefined) outgoing.push({ destinationId, message, event, subjectId: id });
  }
  await enqueue(services, tx, organizationId, outgoing);
}

/** `handoffs`: the schedules in which others are on call now because of it. */
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
  await enqueue(services, tx, organizationId, [...outgoing, ...(await handoffMessages(services, tx, key, handoffs))]);
}

async function handoffMessages(
  services: Services,
  tx: Transaction,
  { organizationId }: CoverageRequestKey,
  handoffs: Parameters<typeof notifyCoverageAccepted>[4],
): Promise<Outgoing[]> {
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

/** Rule COV-2: notices those whose end has passed while they were pending, and gives how many. */
export async function expireCoverageRequests(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(coverageRequestsToExpire, { now, limit: EXPIRED_PER_BATCH });
    for (const row of due) {
      const { organization_id: organizationId, id } = row;
      await tx.run(expireCoverageRequest, { organizationId, id, now });
      await settle(services, tx, { organizationId, id });
      const fact = coverageFact('coverage_request.expired', { ...row, status: 'expired' });
      await announce(services, tx, organizationId, await loadSubscriptions(tx, organizationId), [fact]);
    }
    return due.length;
  });
}

/** Tells the one who asked, once, that someone cannot; the request stays as it is. False when they have heard it already. */
export async function notifyCannotCover(
  services: Services,
  tx: Transaction,
  { organizationId, id }: CoverageRequestKey,
  { userId, requesterChatId }: { readonly userId: UserId; readonly requesterChatId: string },
): Promise<boolean> {
  const event = { kind: 'cannot cover', requestId: id, userId } as const;
  const earlier = await messagesAbout(tx, organizationId, id);
  if (earlier.some(({ event_json }) => event_json === JSON.stringify(event))) return false;
  const message = await composeCannotCover(services, tx, organizationId, event);
  if (message === undefined) return false;
  await enqueue(services, tx, organizationId, [{ destinationId: requesterChatId, message, event, subjectId: id }]);
  return true;
}

/** Brings the cards that asked up to date. */
async function settle(services: Services, tx: Transaction, { organizationId, id }: CoverageRequestKey): Promise<void> {
  const event = { kind: 'coverage card', requestId: id } as const;
  const outgoing: Outgoing[] = [];
  for (const earlier of await messagesAbout(tx, organizationId, id)) {
    const { destination_id: destinationId, event_json } = earlier;
    const isCard = event_json === null || readEvent(event_json)?.kind === 'coverage card';
    if (!isCard || earlier.replaces_id !== null) continue;
    const message = await composeCoverageCard(services, tx, organizationId, destinationId, event, true);
    if (message !== undefined) outgoing.push({ destinationId, message, event, replacesId: earlier.id });
  }
  await enqueue(services, tx, organizationId, outgoing);
}

/** A channel of several schedules hears of all their shifts at once; a schedule without channels is told nowhere. */
async function channelsFor(
  tx: Transaction,
  organizationId: OrganizationId,
  shifts: readonly CoveredShift[],
): Promise<Set<string>> {
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const links = await tx.all(channelsOfSchedules, { organizationId, ids });
  return new Set(links.map(({ channel_id }) => channel_id));
}
