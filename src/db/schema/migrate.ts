/**
 * Migrates a database to this version. Migrations are numbered by their position in the list, and each runs once. All due ones run in one transaction
 * under an exclusive lock, since several nodes may start at once. Finished migrations are never edited; a change is a new one at the end.
 *
 * From 1.0 on, nodes are upgraded one after the other, so older nodes run on the changed tables, and may restart there. So each migration says which is
 * the oldest node that may run beside it (`oldestPeer`), and that is stored with it: a node that finds unknown migrations starts only if all of them
 * allow it. A migration adds what older nodes can ignore; what they need is removed by a later release, whose migration no longer allows them (expand,
 * then contract). No node that is older than migration 40 may run beside it.
 *
 * If none is due, nothing is locked or written: so a read-only node also starts on a replica, which refuses both.
 */
import { AppError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import type { Database, ExclusiveTransaction, Queryable } from '../driver/database.ts';
import { type RowOf, statement } from '../driver/statement.ts';
import { columns } from './columns.ts';
import type { LaterMigration, Migration } from './migration.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { auditLogFilters } from './migrations/0002-audit-log-filters.ts';
import { chat } from './migrations/0003-chat.ts';
import { revisionValidity } from './migrations/0004-revision-validity.ts';
import { worker } from './migrations/0005-worker.ts';
import { signIn } from './migrations/0006-sign-in.ts';
import { searching } from './migrations/0007-searching.ts';
import { oidcIdentities } from './migrations/0008-oidc-identities.ts';
import { countedSchedules } from './migrations/0009-counted-schedules.ts';
import { brokenSchedules } from './migrations/0010-broken-schedules.ts';
import { outboxOrder } from './migrations/0011-outbox-order.ts';
import { departures } from './migrations/0012-departures.ts';
import { deletedSchedules } from './migrations/0013-deleted-schedules.ts';
import { formerEmails } from './migrations/0014-former-emails.ts';
import { emailKeys } from './migrations/0015-email-keys.ts';
import { auditAddresses } from './migrations/0016-audit-addresses.ts';
import { keysOfAll } from './migrations/0017-keys-of-all.ts';
import { retention } from './migrations/0018-retention.ts';
import { chatLeases } from './migrations/0019-chat-leases.ts';
import { chatEvents } from './migrations/0020-chat-events.ts';
import { display } from './migrations/0021-display.ts';
import { overrideReasons } from './migrations/0022-override-reasons.ts';
import { calendarRules } from './migrations/0023-calendar-rules.ts';
import { organizationSetup } from './migrations/0024-organization-setup.ts';
import { calendarFeeds } from './migrations/0025-calendar-feeds.ts';
import { idempotencyKeys } from './migrations/0026-idempotency-keys.ts';
import { webhooks } from './migrations/0027-webhooks.ts';
import { externalIds } from './migrations/0028-external-ids.ts';
import { notifications } from './migrations/0029-notifications.ts';
import { timeOff } from './migrations/0030-time-off.ts';
import { coverageAnswers } from './migrations/0031-coverage-answers.ts';
import { noticeWatch } from './migrations/0032-notice-watch.ts';
import { coverageAsks } from './migrations/0033-coverage-asks.ts';
import { limits } from './migrations/0034-limits.ts';
import { turnsPerYearOfSchedules } from './migrations/0035-turns-per-year.ts';
import { renames } from './migrations/0036-renames.ts';
import { changedGroups } from './migrations/0037-changed-groups.ts';
import { scheduleNames } from './migrations/0038-schedule-names.ts';
import { reopenedRequests } from './migrations/0039-reopened-requests.ts';
import { contract } from './migrations/0040-contract.ts';
import { moreAsCode } from './migrations/0041-more-as-code.ts';
import { idempotencyLimits } from './migrations/0042-idempotency-limits.ts';

/** Migrations of the first edition, recorded in the table `migrations`. */
const FIRST_EDITION: readonly Migration[] = [
  firstTables,
  auditLogFilters,
  chat,
  revisionValidity,
  worker,
  signIn,
  searching,
  oidcIdentities,
  countedSchedules,
];

/** Numbered from 10 on, recorded in `later_migrations`. */
export const LATER: readonly LaterMigration[] = [
  brokenSchedules,
  outboxOrder,
  departures,
  deletedSchedules,
  formerEmails,
  emailKeys,
  auditAddresses,
  keysOfAll,
  retention,
  chatLeases,
  chatEvents,
  display,
  overrideReasons,
  calendarRules,
  organizationSetup,
  calendarFeeds,
  idempotencyKeys,
  webhooks,
  externalIds,
  notifications,
  timeOff,
  coverageAnswers,
  noticeWatch,
  coverageAsks,
  limits,
  turnsPerYearOfSchedules,
  renames,
  changedGroups,
  scheduleNames,
  reopenedRequests,
  contract,
  moreAsCode,
  idempotencyLimits,
];

/** The database was migrated by a version that does not allow this one beside it. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

const countOfFirstEdition = statement((q, _: Record<never, never>) =>
  q.selectFrom('migrations').select((eb) => eb.fn.countAll<number>().as('count')),
);

const laterMigrations = statement((q, _: Record<never, never>) =>
  q.selectFrom('later_migrations').select(columns.later_migrations).orderBy('number'),
);

type LaterMigrationRow = RowOf<typeof laterMigrations>;

/** Returns the names of the migrations that were due. `later` is for tests. */
export async function migrate(db: Database, clock: Clock, later = LATER): Promise<string[]> {
  const known = [...FIRST_EDITION, ...later];
  if ((await lastApplied(db, known.length)) >= known.length) return [];
  return db.exclusively(async (tx) => {
    await createTables(tx);
    const applied = await lastApplied(tx, known.length);
    const due = known.slice(applied);
    for (const [i, migration] of due.entries()) {
      for (const sql of migration.statements({ id: tx.idType })) await tx.execute(sql);
      await migration.run?.(tx);
      await record(tx, applied + i + 1, migration, clock.now());
    }
    return due.map(({ name }) => name);
  });
}

/** For a command that creates no database. */
export async function requireTables(db: Queryable): Promise<void> {
  if ((await lastApplied(db, FIRST_EDITION.length + LATER.length)) > 0) return;
  throw new AppError('unprocessable_entity', 'The database is empty: start the service once, with "serve".');
}

/** For a node that does not migrate. */
export async function requireMigrated(db: Queryable): Promise<void> {
  const known = FIRST_EDITION.length + LATER.length;
  if ((await lastApplied(db, known)) >= known) return;
  throw new AppError('service_unavailable', 'The database is not migrated to this version yet: run "migrate" first.');
}

async function createTables(tx: ExclusiveTransaction): Promise<void> {
  const shared = 'number bigint primary key, name text not null, applied_at bigint not null';
  await tx.execute(`create table if not exists migrations (${shared})`);
  await tx.execute(`create table if not exists later_migrations (${shared}, oldest_peer bigint not null)`);
}

async function record(
  tx: ExclusiveTransaction,
  number: number,
  migration: Migration | LaterMigration,
  now: number,
): Promise<void> {
  const values = `${number}, '${migration.name}', ${now}`;
  await tx.execute(
    'oldestPeer' in migration
      ? `insert into later_migrations (number, name, applied_at, oldest_peer) values (${values}, ${migration.oldestPeer})`
      : `insert into migrations (number, name, applied_at) values (${values})`,
  );
}

/** The number of the last migration that was applied. Throws `NewerDatabaseError` unless this node may run beside it. */
async function lastApplied(db: Queryable, known: number): Promise<number> {
  const first = await db.first(countOfFirstEdition, {}).catch(undefinedUnlessUnavailable);
  const later: readonly LaterMigrationRow[] =
    (await db.all(laterMigrations, {}).catch(undefinedUnlessUnavailable)) ?? [];
  const refusing = later.find(({ number, oldest_peer }) => number > known && oldest_peer > known);
  if (refusing !== undefined) {
    throw new NewerDatabaseError(
      `the database was migrated by a newer version of Watchbill: "${refusing.name}" (migration ${refusing.number}) needs a version ` +
        `that knows migration ${refusing.oldest_peer}, and this one knows ${known}. Run the newer version.`,
    );
  }
  return later.at(-1)?.number ?? first?.count ?? 0;
}

/** In an empty database, or one of the first edition, the table does not exist yet. */
function undefinedUnlessUnavailable(error: unknown): undefined {
  if (error instanceof AppError) throw error;
}
