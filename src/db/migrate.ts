/**
 * Brings a database to the shape that this version needs. Migrations are numbered by their place in the list, each runs
 * once, and all that are due run in one transaction that no other process can be in at the same time: several nodes may
 * start at once. Done migrations are never edited; a change is a new one at the end.
 *
 * When none is due, nothing is locked or written: a node that only reads also starts on a replica, which refuses both.
 */
import { AppError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import type { Database, Queryable } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { auditLogFilters } from './migrations/0002-audit-log-filters.ts';
import { chat } from './migrations/0003-chat.ts';
import { reigns } from './migrations/0004-reigns.ts';
import { worker } from './migrations/0005-worker.ts';
import { signIn } from './migrations/0006-sign-in.ts';
import { searching } from './migrations/0007-searching.ts';
import { oidcIdentities } from './migrations/0008-oidc-identities.ts';
import { countedSchedules } from './migrations/0009-counted-schedules.ts';
import { statement } from './statement.ts';

export interface Migration {
  readonly name: string;
  /** `id` is the column type of identifiers. */
  readonly statements: (types: { readonly id: string }) => readonly string[];
}

const MIGRATIONS: readonly Migration[] = [
  firstTables,
  auditLogFilters,
  chat,
  reigns,
  worker,
  signIn,
  searching,
  oidcIdentities,
  countedSchedules,
];

const countOfApplied = statement((q, _: Record<never, never>) =>
  q.selectFrom('migrations').select((eb) => eb.fn.countAll<number>().as('count')),
);

/** Gives the names of the migrations that were due. */
export async function migrate(db: Database, clock: Clock): Promise<string[]> {
  if (dueAfter(await appliedIn(db).catch(noneUnlessUnavailable)).length === 0) return [];
  return db.exclusively(async (tx) => {
    await tx.execute(
      'create table if not exists migrations (number bigint primary key, name text not null, applied_at bigint not null)',
    );
    const applied = await appliedIn(tx);
    const due = dueAfter(applied);
    for (const [i, { name, statements }] of due.entries()) {
      for (const sql of statements({ id: tx.idType })) await tx.execute(sql);
      await tx.execute(`insert into migrations values (${applied + i + 1}, '${name}', ${clock.now()})`);
    }
    return due.map(({ name }) => name);
  });
}

async function appliedIn(db: Queryable): Promise<number> {
  return (await db.first(countOfApplied, {}))?.count ?? 0;
}

/** In an empty database the table that is asked is not there yet. Whatever else is wrong will be in the way of the migrations too. */
function noneUnlessUnavailable(error: unknown): number {
  if (error instanceof AppError) throw error;
  return 0;
}

function dueAfter(applied: number): readonly Migration[] {
  if (applied <= MIGRATIONS.length) return MIGRATIONS.slice(applied);
  throw new Error(
    `the database has ${applied} migrations, this version of Watchbill knows ${MIGRATIONS.length}: run the newer version`,
  );
}
