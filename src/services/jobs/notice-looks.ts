/** Asks for a look at the problems of an organization, after something failed there: see notice-watch.ts. */
import type { Transaction } from '../../db/driver/database.ts';
import { watchNotices } from '../../db/jobs/notice-watch.ts';
import type { OrganizationId } from '../../ids.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** When a failure is a notice: see notices.ts. */
const LOOK_AFTER_MS = MINUTE_MS + 1;

/** Before any queue is locked, as when admins are told: two transactions then never wait for each other. */
export async function askForLook(tx: Transaction, organizationId: OrganizationId, now: number): Promise<void> {
  await tx.run(watchNotices, { organizationId, dueAt: now + LOOK_AFTER_MS });
}
