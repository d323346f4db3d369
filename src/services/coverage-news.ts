/**
 * Rule CH-6: what the channels hear of coverage requests. The message that asks has a button; however the request ends, that
 * message says so and the button goes. Only an acceptance is told anew, since it changes who is on call.
 */
import { coverageAcceptedMessage, coverageAskedMessage, type ShiftToCover, settledMessage } from '../chat/messages.ts';
import type { ChatLine } from '../chat/provider.ts';
import { channelsOfSchedules } from '../db/chat-links.ts';
import { coverageRequestsToExpire, expireCoverageRequest } from '../db/coverage-requests.ts';
import type { Transaction } from '../db/database.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import type { Interval } from '../engine/schedule.ts';
import type { CoverageRequestId, OrganizationId, ScheduleId, UserId } from '../ids.ts';
import { personOf } from './chat-people.ts';
import { enqueue, replaceMessagesAbout } from './deliveries.ts';
import type { Services } from './services.ts';
import { loadUsers } from './users.ts';

const EXPIRED_AT_ONCE = 100;

export interface CoverageRequestKey {
  readonly organizationId: OrganizationId;
  readonly id: CoverageRequestId;
}

/** What is to be covered, or is. */
export interface CoverageTimes {
  readonly shifts: readonly (Interval & { readonly scheduleId: ScheduleId })[];
  /** Those that the shifts are of, if not more. */
  readonly schedules: readonly ScheduleRow[];
}

export async function tellCoverageAsked(
  services: Services,
  tx: Transaction,
  { organizationId, id }: CoverageRequestKey,
  { requester, reason, ...times }: CoverageTimes & { readonly requester: UserId; readonly reason: string },
): Promise<void> {
  const channels = await shiftsByChannel(tx, organizationId, times);
  if (channels.size === 0) return;
  const findUser = await loadUsers(tx, organizationId, [requester]);
  const asked = { requestId: id, requester: personOf(findUser(requester)), reason };
  const outgoing = [...channels].map(([destinationId, shifts]) => ({
    destinationId,
    message: coverageAskedMessage({ ...asked, shifts }),
    subjectId: id,
  }));
  await enqueue(services, tx, organizationId, outgoing);
}

export async function tellCoverageAccepted(
  services: Services,
  tx: Transaction,
  key: CoverageRequestKey,
  { requester, acceptor, ...times }: CoverageTimes & { readonly requester: UserId; readonly acceptor: UserId },
): Promise<void> {
  const { organizationId } = key;
  const findUser = await loadUsers(tx, organizationId, [requester, acceptor]);
  const people = { requester: personOf(findUser(requester)), acceptor: personOf(findUser(acceptor)) };
  await settle(services, tx, key, [{ person: people.acceptor }, ' took it.']);
  const channels = await shiftsByChannel(tx, organizationId, times);
  const outgoing = [...channels].map(([destinationId, shifts]) => ({
    destinationId,
    message: coverageAcceptedMessage({ ...people, shifts }),
  }));
  await enqueue(services, tx, organizationId, outgoing);
}

export async function tellCoverageCanceled(
  services: Services,
  tx: Transaction,
  key: CoverageRequestKey,
): Promise<void> {
  await settle(services, tx, key, ['Canceled.']);
}

/** Rule COV-2: notices those whose end has passed while they were pending, and gives how many. */
export async function expireCoverageRequests(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(coverageRequestsToExpire, { now, limit: EXPIRED_AT_ONCE });
    for (const { organization_id: organizationId, id } of due) {
      await tx.run(expireCoverageRequest, { organizationId, id, now });
      await settle(services, tx, { organizationId, id }, ['Expired: nobody took it.']);
    }
    return due.length;
  });
}

async function settle(
  services: Services,
  tx: Transaction,
  { organizationId, id }: CoverageRequestKey,
  outcome: ChatLine,
): Promise<void> {
  await replaceMessagesAbout(services, tx, organizationId, id, (earlier) => settledMessage(earlier, outcome));
}

/** A channel of several schedules hears of all their shifts at once; a schedule without channels is told nowhere. */
async function shiftsByChannel(
  tx: Transaction,
  organizationId: OrganizationId,
  { shifts, schedules }: CoverageTimes,
): Promise<Map<string, ShiftToCover[]>> {
  const rows = new Map(schedules.map((row) => [row.id, row]));
  const ids = [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
  const links = await tx.all(channelsOfSchedules, { organizationId, ids });
  const channels = new Map<string, ShiftToCover[]>();
  for (const [channelId, linked] of Map.groupBy(links, (link) => link.channel_id)) {
    const told = new Set(linked.map(({ schedule_id }) => schedule_id));
    const toldShifts = shifts.flatMap(({ scheduleId, start, end }) => {
      const row = told.has(scheduleId) ? rows.get(scheduleId) : undefined;
      return row === undefined ? [] : [{ schedule: row.name, zone: row.time_zone, start, end }];
    });
    channels.set(channelId, toldShifts);
  }
  return channels;
}
