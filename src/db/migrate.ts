/**
 * Brings a database to the shape that this version needs. Migrations are numbered by their place in the list, each runs
 * once, and all that are due run in one transaction that no other process can be in at the same time: several nodes may
 * start at once. Done migrations are never edited; a change is a new one at the end.
 */
import type { Clock } from '../time/clock.ts';
import type { Database } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { auditLogFilters } from './migrations/0002-audit-log-filters.ts';
import { chat } from './migrations/0003-chat.ts';
import { reigns } from './migrations/0004-reigns.ts';
import { worker } from './migrations/0005-worker.ts';
import { signIn } from './migrations/0006-sign-in.ts';
import { searching } from './migrations/0007-searching.ts';
import { oidcIdentities } from './migrations/0008-oidc-identities.ts';
import { countedSchedules } from './migrations/0009-counted-schedules.ts';

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

/** Gives the names of the migrations that were due. */
export function migrate(db: Database, clock: Clock): Promise<string[]> {
  return db.exclusively(async (tx) => {
    await tx.execute(
      'create table if not exists migrations (number bigint primary key, name text not null, applied_at bigint not null)',
    );
    const applied = (await tx.execute('select number from migrations')).length;
    if (applied > MIGRATIONS.length) {
      throw new Error(
        `the database has ${applied} migrations, this version of Watchbill knows ${MIGRATIONS.length}: run the newer version`,
      );
    }
    const due = MIGRATIONS.slice(applied);
    for (const [i, { name, statements }] of due.entries()) {
      for (const sql of statements({ id: tx.idType })) await tx.execute(sql);
      await tx.execute(`insert into migrations values (${applied + i + 1}, '${name}', ${clock.now()})`);
    }
    return due.map(({ name }) => name);
  });
}
