/** Schedules a check for problems of an organization after a failure or a refused identity: see notice-watch.ts. */
import type { Transaction } from '../../db/driver/database.ts';
import { watchNotices } from '../../db/jobs/notice-watch.ts';
import type { OrganizationId } from '../../ids.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** When a failure becomes a notice: see notices.ts. */
const LOOK_AFTER_MS = MINUTE_MS + 1;

/** Called before any queue is locked, as when admins are notified: so two transactions never deadlock. */
export async function askForLook(tx: Transaction, organizationId: OrganizationId, now: number): Promise<void> {
  await tx.run(watchNotices, { organizationId, dueAt: now + LOOK_AFTER_MS });
}
