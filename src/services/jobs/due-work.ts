/**
 * Background work. Each kind of work has a due time in the database, written by the change that causes it, and a function that runs a
 * batch of what is due and returns how much that was.
 */
import {
  earliestDue,
  requeueDepartures,
  requeueGapWatches,
  requeueGroupSyncs,
  requeueHandoffs,
  requeueNoticeWatches,
  requeueNotifications,
  requeueQueues,
} from '../../db/jobs/due-work.ts';
import { claimDueGroups, syncDueGroups } from '../chat-groups/chat-group-work.ts';
import { expireCoverageRequests } from '../coverage/coverage-notifications.ts';
import { sendCoverageReminders } from '../coverage/coverage-reminders.ts';
import { claimDueQueues, deliverDue } from '../deliveries/deliveries.ts';
import { processDepartures } from '../departures/departures.ts';
import { sendChangeNotifications } from '../messages/change-notifications.ts';
import type { ClaimTasks } from '../outbox/parallel-work.ts';
import type { Services } from '../shared/services.ts';
import { nextTurn } from '../shared/turns.ts';
import { lookForGaps } from './gap-watch.ts';
import { processHandoffs } from './handoffs.ts';
import { tellAdmins } from './notice-watch.ts';
import { sendReminders } from './reminders.ts';

const WORK = {
  handoff: processHandoffs,
  changeNotification: sendChangeNotifications,
  reminder: sendReminders,
  delivery: (services) => deliverDue(services, 'chat'),
  webhook: (services) => deliverDue(services, 'webhook'),
  mail: (services) => deliverDue(services, 'mail'),
  gap: lookForGaps,
  notice: tellAdmins,
  groupSync: syncDueGroups,
  expiry: expireCoverageRequests,
  coverageReminder: sendCoverageReminders,
  departure: processDepartures,
} as const satisfies Record<string, (services: Services, isStopping?: () => boolean) => Promise<number>>;

export type WorkKind = keyof typeof WORK;

/** Work that waits for other systems. Each kind has its own share: slow endpoints must not delay the chat or mail. */
const PARALLEL_WORK: Readonly<Partial<Record<WorkKind, ClaimTasks>>> = {
  delivery: (services, limit) => claimDueQueues(services, limit, 'chat'),
  webhook: (services, limit) => claimDueQueues(services, limit, 'webhook'),
  mail: (services, limit) => claimDueQueues(services, limit, 'mail'),
  groupSync: claimDueGroups,
};

export const WORK_KINDS = Object.keys(WORK) as WorkKind[];

/** Long work ends early when `isStopping`. */
export function runDueBatch(services: Services, kind: WorkKind, isStopping?: () => boolean): Promise<number> {
  return WORK[kind](services, isStopping);
}

/** Claims tasks of a kind of work that runs several at once; undefined for other kinds. */
export function findParallelWork(kind: WorkKind): ClaimTasks | undefined {
  return PARALLEL_WORK[kind];
}

/** The next due time of each kind of work; null if nothing waits. */
export async function nextDue({ db }: Services): Promise<Readonly<Partial<Record<WorkKind, number | null>>>> {
  return (await db.first(earliestDue, {})) ?? {};
}

/** Runs all due work of every kind, and work that becomes due by it. */
export async function runAllDue(services: Services): Promise<void> {
  let done: number;
  do {
    done = 0;
    for (const kind of WORK_KINDS) {
      done += await runDueBatch(services, kind);
      await nextTurn('the worker');
    }
  } while (done > 0);
}

const REQUEUES = [
  requeueHandoffs,
  requeueNotifications,
  requeueQueues,
  requeueGroupSyncs,
  requeueDepartures,
  requeueGapWatches,
  requeueNoticeWatches,
];

/** After the clock was set back: earlier people may be on call again, and delays would be too long. */
export async function recheckEverything({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  // READ COMMITTED: nothing is decided, and SERIALIZABLE would fail whenever a worker moves one of these times.
  await db.queueTransaction(async (tx) => {
    for (const requeue of REQUEUES) await tx.run(requeue, { now });
    await tx.wakeWorkers();
  });
}
