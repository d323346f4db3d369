/**
 * Rule COV-7: reminders of a request that is still open, before its first open shift. The request stores when the next reminder is due. A run sends
 * what was due since then and moves that time past now, in one transaction: so each reminder is sent once, by one node.
 */
import { coverageRequestsToRemind, setNextCoverageReminder } from '../../db/coverage/coverage-requests.ts';
import { loadAcceptancesOf, openShifts } from '../coverage-state/acceptances.ts';
import type { Services } from '../shared/services.ts';
import { notifyCoverageStillOpen } from './coverage-notifications.ts';
import { isReminderDue, nextReminderAt } from './reminder-times.ts';

const BATCH_SIZE = 100;

/** Returns the number of requests that were checked. */
export async function sendCoverageReminders(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(coverageRequestsToRemind, { now, limit: BATCH_SIZE });
    for (const row of due) {
      const { organization_id: organizationId, id, next_reminder_at: since } = row;
      const open = openShifts(row, await loadAcceptancesOf(tx, row), now);
      await tx.run(setNextCoverageReminder, { organizationId, id, nextReminderAt: nextReminderAt(open, now) });
      if (isReminderDue(open, now, since ?? now)) await notifyCoverageStillOpen(services, tx, row, open);
    }
    return due.length;
  });
}
