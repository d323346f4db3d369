/**
 * Deletes expired rows: audit entries, deliveries, messages of the built-in chat, ended sessions, sign-in links and counters of attempts. Also finishes
 * interrupted erasures, and encrypts again what a former secret encrypted.
 * Works in small batches with pauses; an interrupted sweep is continued by the next one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from '../../db/driver/database.ts';
import {
  deleteAuditEntries,
  deleteDeliveries,
  deleteExpiredLinks,
  deleteIdempotencyKeyCounts,
  deleteIdempotencyKeys,
  deleteIdleSessions,
  deleteOldSessions,
  messagesOfKeptDeliveries,
  organizationIds,
} from '../../db/jobs/retention.ts';
import { deleteLocalMessages, localMessagesAfter } from '../../db/people/erasure.ts';
import { deleteAttemptsBefore } from '../../db/sign-in/sign-in-attempts.ts';
import { DAY_MS } from '../../time/units.ts';
import { renewFeedTokens } from '../calendars/calendar-feeds.ts';
import { finishErasures } from '../people/erasure.ts';
import { KEPT_MS } from '../shared/idempotency.ts';
import type { Services } from '../shared/services.ts';
import { MAX_AGE_MS, MAX_IDLE_MS } from '../sign-in/sessions.ts';
import { renewWebhookSecrets } from '../webhooks/webhook-secrets.ts';

/** On SQLite nobody else can write during a batch: it takes a few milliseconds. */
const ROWS_PER_BATCH = 500;

/** Other requests on SQLite run only in these pauses. */
const BETWEEN_BATCHES_MS = 20;

/** One for each destination, and one for each card of an open coverage request. */
const MAX_KEPT = 100_000;

/** Days; undefined means for ever. */
export interface Retention {
  readonly auditLogDays: number | undefined;
  readonly deliveryDays: number | undefined;
  readonly endedSessionDays: number | undefined;
}

export type Swept = Readonly<
  Record<'auditEntries' | 'deliveries' | 'localMessages' | 'sessions' | 'links' | 'erasures', number>
>;

/** Returns the number of deleted rows. If `isStopping`, it leaves the rest to the next run. */
export async function sweep(services: Services, retention: Retention, isStopping = () => false): Promise<Swept> {
  const { db, clock } = services;
  const now = clock.now();
  const limit = ROWS_PER_BATCH;

  async function inBatches(deleteSome: (tx: Transaction) => Promise<number>): Promise<number> {
    let total = 0;
    while (!isStopping()) {
      // READ COMMITTED: nothing is decided, and if two workers delete the same rows, the later one finds them gone.
      const deleted = await db.queueTransaction(deleteSome);
      total += deleted;
      if (deleted < limit) break;
      await wait(BETWEEN_BATCHES_MS);
    }
    return total;
  }

  const swept = { auditEntries: 0, deliveries: 0, localMessages: 0, sessions: 0, links: 0, erasures: 0 };
  const { auditLogDays, deliveryDays, endedSessionDays } = retention;
  if (auditLogDays !== undefined) {
    const before = now - auditLogDays * DAY_MS;
    for (const { id: organizationId } of await db.all(organizationIds, {})) {
      swept.auditEntries += await inBatches((tx) => tx.run(deleteAuditEntries, { organizationId, before, limit }));
    }
  }
  if (deliveryDays !== undefined) {
    const before = now - deliveryDays * DAY_MS;
    swept.deliveries = await inBatches((tx) => tx.run(deleteDeliveries, { before, now, limit }));
    swept.localMessages = await sweepLocalMessages(services, before, isStopping);
  }
  if (endedSessionDays !== undefined) {
    const ended = now - endedSessionDays * DAY_MS;
    const idle = await inBatches((tx) => tx.run(deleteIdleSessions, { before: ended - MAX_IDLE_MS, limit }));
    const old = await inBatches((tx) => tx.run(deleteOldSessions, { before: ended - MAX_AGE_MS, limit }));
    swept.sessions = idle + old;
  }
  swept.links = await inBatches((tx) => tx.run(deleteExpiredLinks, { before: now, limit }));
  await inBatches((tx) => tx.run(deleteIdempotencyKeys, { before: now - KEPT_MS, limit }));
  await db.queueTransaction((tx) => tx.run(deleteIdempotencyKeyCounts, { before: now - DAY_MS }));
  await db.queueTransaction((tx) => tx.run(deleteAttemptsBefore, { windowStart: now - DAY_MS }));
  swept.erasures = await finishErasures(services, isStopping);
  await renewFeedTokens(services, isStopping);
  await renewWebhookSecrets(services, isStopping);
  return swept;
}

/** Deletes old messages of the built-in chat, but for those of deliveries that are kept: they may still be replaced. */
async function sweepLocalMessages({ db }: Services, before: number, isStopping: () => boolean): Promise<number> {
  const stillThere = await db.all(messagesOfKeptDeliveries, { before: before + DAY_MS, limit: MAX_KEPT });
  const kept = new Set<string | null>(stillThere.map(({ chat_message_id }) => chat_message_id));
  const limit = ROWS_PER_BATCH;
  let total = 0;
  for (const { id: organizationId } of await db.all(organizationIds, {})) {
    let afterId = '';
    while (!isStopping()) {
      const rows = await db.all(localMessagesAfter, { organizationId, afterId, limit });
      const old = rows.filter(({ created_at }) => created_at < before);
      const ids = old.map(({ id }) => id).filter((id) => !kept.has(id));
      if (ids.length > 0)
        total += await db.queueTransaction((tx) => tx.run(deleteLocalMessages, { organizationId, ids }));
      if (old.length < limit) break;
      afterId = old.at(-1)?.id ?? afterId;
      await wait(BETWEEN_BATCHES_MS);
    }
  }
  return total;
}
