/**
 * Notifies owners and admins of problems, each kind once until it is over. A failure schedules a check a minute later, since most failures pass
 * within seconds. While there is a problem, the organization is checked again and again, to see when it is over.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { adminsOf, dueNoticeWatches, type NoticeWatchRow, updateNoticeWatch } from '../../db/jobs/notice-watch.ts';
import type { OrganizationId } from '../../ids.ts';
import type { Notice } from '../../schemas/notices.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { currentNotices } from '../notifications/notices.ts';
import { notificationTo } from '../notifications/notify-people.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Services } from '../shared/services.ts';
import { readIds } from '../shared/stored-values.ts';

const BATCH_SIZE = 50;

/** More owners and admins than anyone should have. */
const MAX_ADMINS = 100;

const LOOKS_AGAIN_MS = 5 * MINUTE_MS;

/** Checks due organizations, and returns their number. */
export async function tellAdmins(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(dueNoticeWatches, { now: services.clock.now(), limit: BATCH_SIZE });
    for (const watch of due) await lookAt(services, tx, watch);
    return due.length;
  });
}

async function lookAt(
  services: Services,
  tx: Transaction,
  { organization_id: organizationId, told_json }: NoticeWatchRow,
) {
  const now = services.clock.now();
  const notices = await currentNotices(tx, organizationId, now);
  const told = readIds<string>(told_json) ?? [];
  const fresh = notices.filter(({ kind }) => !told.includes(kind));
  await updateWatch(tx, organizationId, notices, now);
  if (fresh.length === 0) return;
  const admins = await tx.all(adminsOf, { organizationId, limit: MAX_ADMINS });
  const outgoing = admins.flatMap((admin) =>
    fresh.flatMap((notice) =>
      notificationTo(services, organizationId, admin, {
        event: { kind: 'service problem', userId: admin.id, notice: notice.kind },
      }),
    ),
  );
  await enqueue(services, tx, organizationId, outgoing);
}

async function updateWatch(tx: Transaction, organizationId: OrganizationId, notices: readonly Notice[], now: number) {
  const toldJson = JSON.stringify(notices.map(({ kind }) => kind));
  await tx.run(updateNoticeWatch, {
    organizationId,
    dueAt: notices.length === 0 ? null : now + LOOKS_AGAIN_MS,
    toldJson,
  });
}
