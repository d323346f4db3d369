/**
 * Every statement has the same result on both databases, for the same rows and parameters. So a suite whose logic does not depend on the database can
 * run on SQLite alone.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Database, type Queryable, type QueueTransaction, UniqueViolation } from '../../src/db/driver/database.ts';
import { openDatabase } from '../../src/db/driver/open.ts';
import {
  type ClaimStatement,
  type Parameters,
  type ReadStatement,
  type Statement,
  statement,
  type WriteStatement,
} from '../../src/db/driver/statement.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import type { Tables } from '../../src/db/schema/tables.ts';
import { AppError } from '../../src/errors.ts';
import { fillWithExamples } from '../support/plans/example-rows.ts';
import { variantsOf } from '../support/plans/parameter-variants.ts';
import { type StatementShape, shapeOf } from '../support/plans/statement-shape.ts';
import { type StoredStatement, storedStatements } from '../support/plans/stored-statements.ts';
import { storedTables } from '../support/plans/stored-tables.ts';
import { createPostgres, createSqlite, type TestDatabase } from '../support/servers/databases.ts';

type Row = Readonly<Record<string, unknown>>;

/** The result of a statement: the rows or the number of affected rows, and the tables afterwards; or why it failed. */
interface Outcome {
  readonly rows?: readonly Row[];
  readonly touched?: number;
  readonly error?: string;
  readonly tables?: Readonly<Record<string, readonly Row[]>>;
}

/** By the column that they sort by. Of rows that are due at the same time, a worker may take any first. */
const TIES_IN_ANY_ORDER: Readonly<Record<string, string>> = {
  'chat-links.dueChangedGroups': 'sync_due_at',
  'chat-links.dueChatGroups': 'sync_due_at',
  'coverage-requests.coverageRequestsToExpire': 'end_at',
  'coverage-requests.coverageRequestsToRemind': 'next_reminder_at',
  'delivery-queues.dueQueues': 'due_at',
  'due-work.dueHandoffs': 'next_change_at',
  'change-notifications.schedulesWithDueNotifications': 'notifications_due_at',
  'reminders.dueReminders': 'next_reminder_at',
};

/** These can violate two unique indexes at once. Which one is reported depends on the database; no service distinguishes them. */
const VIOLATE_ANY_INDEX = ['api-keys.insertApiKey', 'sessions.insertSession', 'users.updateUser'];

const MAX_SHOWN_LENGTH = 600;

class RollBack extends Error {}

describe('every statement', () => {
  const places: TestDatabase[] = [];
  const statements: (StoredStatement & { readonly shape: StatementShape })[] = [];
  let sqlite: Database;
  let postgres: Database;
  let tables: readonly string[];
  let cascades: ReadonlyMap<string, readonly string[]>;

  before(async () => {
    places.push(await createSqlite('migrated'), await createPostgres('migrated'));
    const opened = await Promise.all(places.map(({ config }) => openDatabase(config)));
    [sqlite, postgres] = opened as [Database, Database];
    for (const db of opened) {
      await migrate(db, { now: () => 0 });
      await fillWithExamples(db);
    }
    tables = [...(await storedTables(sqlite, 'sqlite')).keys()].filter((table) => !/migrations$/.test(table));
    cascades = await cascadesOf(sqlite);
    for (const stored of await storedStatements()) statements.push({ ...stored, shape: await shapeOf(sqlite, stored) });
  });
  after(async () => {
    await sqlite.close();
    await postgres.close();
    for (const place of places) await place.remove();
  });

  it('is tested on the same rows, in every table', async () => {
    const ours = await contentOf(sqlite, tables);
    assert.deepEqual(await contentOf(postgres, tables), ours);
    assert.deepEqual(
      tables.filter((table) => ours[table]?.length === 0),
      [],
    );
  });

  it('that reads returns the same rows', async () => {
    const reads = statements.filter(({ shape }) => shape.kind === 'read');
    await compareAll(reads, (db, read, parameters) => db.queueTransaction((tx) => outcomeOf(tx, read, parameters)));
  });

  it('that writes changes the same rows, or fails for the same reason', async () => {
    const original = await contentOf(sqlite, tables);
    const writes = statements.filter(({ shape }) => shape.kind !== 'read');
    await compareAll(writes, async (db, write, parameters) => {
      const { kind, table = '' } = write.shape;
      const written = [table, ...(kind === 'delete' ? (cascades.get(table) ?? []) : [])];
      let outcome: Outcome = {};
      const work = db.queueTransaction(async (tx) => {
        outcome = await outcomeOf(tx, write, parameters);
        if (isEffective(outcome)) outcome = { ...outcome, tables: await contentOf(tx, written) };
        throw new RollBack();
      });
      await assert.rejects(work, RollBack);
      return outcome;
    });
    assert.deepEqual(await contentOf(sqlite, tables), original);
    assert.deepEqual(await contentOf(postgres, tables), original);
  });

  it('exists, if it is listed as an exception', () => {
    const names = new Set(statements.map(({ name }) => name));
    const exceptions = [...Object.keys(TIES_IN_ANY_ORDER), ...VIOLATE_ANY_INDEX];
    assert.deepEqual(
      exceptions.filter((name) => !names.has(name)),
      [],
    );
  });

  async function compareAll(
    compared: typeof statements,
    carryOut: (db: Database, wanted: (typeof statements)[number], parameters: Parameters) => Promise<Outcome>,
  ): Promise<void> {
    const differences: string[] = [];
    const withoutEffect: string[] = [];
    for (const wanted of compared) {
      const { name, example, shape } = wanted;
      let hasEffect = false;
      for (const parameters of variantsOf(example, shape.parameters, shape.kind !== 'read')) {
        const ours = await carryOut(sqlite, wanted, parameters);
        const theirs = await carryOut(postgres, wanted, parameters);
        hasEffect ||= isEffective(ours);
        if (isSame(wanted, parameters, ours, theirs)) continue;
        const shown = [parameters, ...briefly(ours, theirs)].map(shortened);
        differences.push([name, ...shown].join('\n  '));
        // The other failures probably have the same cause.
        break;
      }
      if (!hasEffect) withoutEffect.push(name);
    }
    if (differences.length > 0) assert.fail(`SQLite, then PostgreSQL:\n${differences.join('\n')}`);
    const remedy = 'extend example-rows.ts or parameter-variants.ts';
    assert.deepEqual(withoutEffect, [], `with none of their parameters, these find or touch a row: ${remedy}`);
  }
});

/** The tables whose rows are deleted together with rows of a table. */
async function cascadesOf(db: Database): Promise<Map<string, string[]>> {
  const sql = `select "table" as parent, name as child from sqlite_schema, pragma_foreign_key_list(name) where on_delete = 'CASCADE'`;
  const references = (await db.exclusively((tx) => tx.execute(sql))) as { parent: string; child: string }[];
  const below = (parent: string): string[] =>
    references.filter((reference) => reference.parent === parent).flatMap(({ child }) => [child, ...below(child)]);
  return new Map(references.map(({ parent }) => [parent, [...new Set(below(parent))]]));
}

async function outcomeOf(
  tx: QueueTransaction,
  { statement: wanted, shape }: { readonly statement: Statement<Parameters, unknown>; readonly shape: StatementShape },
  parameters: Parameters,
): Promise<Outcome> {
  try {
    if (!shape.givesRows) return { touched: await tx.run(wanted as WriteStatement<Parameters, unknown>, parameters) };
    const find =
      wanted.kind === 'claim'
        ? tx.claim(wanted as ClaimStatement<Parameters, unknown>, parameters)
        : tx.all(wanted as ReadStatement<Parameters, unknown>, parameters);
    const rows = (await find) as readonly Row[];
    return { rows: shape.isOrdered ? rows : sorted(rows) };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** The same text for both databases. Rethrows anything unexpected. */
function reasonOf(error: unknown): string {
  if (error instanceof UniqueViolation) return error.message;
  if (error instanceof AppError && error.code === 'not_found') return error.code;
  if (!(error instanceof Error)) throw error;
  if (/^CHECK constraint failed|violates check constraint/.test(error.message)) return 'check';
  if (/^NOT NULL constraint failed|violates not-null constraint/.test(error.message)) return 'not null';
  throw error;
}

const contentStatements = new Map<string, ReadStatement<Parameters, unknown>>();

async function contentOf(db: Queryable, tables: readonly string[]): Promise<Record<string, readonly Row[]>> {
  const content: Record<string, readonly Row[]> = {};
  for (const table of tables) {
    const all = contentStatements.get(table) ?? statement((q) => q.selectFrom(table as keyof Tables).selectAll());
    contentStatements.set(table, all);
    content[table] = sorted((await db.all(all, {})) as readonly Row[]);
  }
  return content;
}

function isSame(
  { name, shape }: { readonly name: string; readonly shape: StatementShape },
  { limit }: Parameters,
  ours: Outcome,
  theirs: Outcome,
): boolean {
  if (VIOLATE_ANY_INDEX.includes(name) && isNotUnique(ours)) return isNotUnique(theirs);
  // The caller only asks whether there is a row: each database may return another.
  if (shape.isLimited && !shape.isOrdered) return ours.rows?.length === theirs.rows?.length;
  const column = TIES_IN_ANY_ORDER[name];
  if (column === undefined || ours.rows === undefined || theirs.rows === undefined)
    return isDeepStrictEqual(ours, theirs);
  const last = ours.rows.length === limit ? ours.rows.at(-1)?.[column] : undefined;
  const certain = (rows: readonly Row[]) => sorted(rows.filter((row) => row[column] !== last));
  const times = (rows: readonly Row[]) => rows.map((row) => row[column]);
  return (
    isDeepStrictEqual(times(ours.rows), times(theirs.rows)) &&
    isDeepStrictEqual(certain(ours.rows), certain(theirs.rows))
  );
}

function isNotUnique({ error }: Outcome): boolean {
  return error?.startsWith('not unique') ?? false;
}

/** A total of 0 means that nothing was found. */
function isEffective({ rows = [], touched = 0 }: Outcome): boolean {
  return touched > 0 || rows.some((row) => Object.values(row).some((value) => value !== null && value !== 0));
}

function sorted(rows: readonly Row[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: textOf(row) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ row }) => row);
}

/** Without the rows that both have. */
function briefly(ours: Outcome, theirs: Outcome): [Outcome, Outcome] {
  const without = (outcome: Outcome, other: Outcome) => ({
    ...outcome,
    ...(outcome.tables && {
      tables: Object.fromEntries(
        Object.entries(outcome.tables).map(([table, rows]) => {
          const same = new Set(other.tables?.[table]?.map(textOf));
          return [table, rows.filter((row) => !same.has(textOf(row)))];
        }),
      ),
    }),
  });
  return [without(ours, theirs), without(theirs, ours)];
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
}

function shortened(value: unknown): string {
  const text = textOf(value);
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}
