/**
 * SQLite, through `node:sqlite`. One connection writes and one reads: a transaction may wait for other work between its statements, and others must
 * not read its unfinished state. WAL lets both run at once.
 *
 * Transactions form a queue. Each is `IMMEDIATE`: it has the write lock from its first statement on, so it never fails half-way because another
 * process, such as the command line, wrote in between. While another process has the lock, we wait for it ourselves: SQLite's own wait would block
 * everything else in this process.
 *
 * Rule BUD-9: a transaction whose work waits for something until its deadline is rolled back, and the next one begins.
 *
 * Rule STO-1: only SQLite itself opens or closes the database file, its `-wal` and its `-shm`. On POSIX, closing any descriptor of a file drops every
 * lock that the process has on it, including SQLite's; then a second process writes inside our transaction.
 */
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '../../../process/folders.ts';
import { anyOrganization } from '../../people/organizations.ts';
import {
  COMMIT_POLL_MS,
  type Database,
  type DatabaseLimits,
  type ExclusiveTransaction,
  type QueueTransaction,
  requireWritable,
  TRANSACTION_TIMEOUT_MS,
  tookTooLong,
} from '../database.ts';
import { createReadCache } from '../read-cache.ts';
import { isChangedOrUnknown, oncePerTurn, watchCommits } from './sqlite-commits.ts';
import { watchDisk } from './sqlite-disk.ts';
import { codeOf, SQLITE_BUSY, translated, translating } from './sqlite-errors.ts';
import { watchDatabaseFile } from './sqlite-file.ts';
import { statementsOn } from './sqlite-statements.ts';

/** How long a transaction waits for another process, and how often it checks. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_POLL_MS = 5;

/** How often a worker checks for writes of other processes. */
const ELSEWHERE_POLL_MS = 500;

/** The only server. */
const THIS_FILE = 'this file';

/** One kind for all: SQLite has one writer at a time, so every transaction is serializable, and exclusive. */
type WriterTransaction = QueueTransaction & ExclusiveTransaction;

type Work<T> = (tx: WriterTransaction) => Promise<T>;

interface OpenTransaction {
  readonly tx: WriterTransaction;
  /** Sends what was left until the end. */
  sendLast(): void;
  end(): void;
}

export function openSqlite(
  path: string,
  { transactionTimeoutMs = TRANSACTION_TIMEOUT_MS }: DatabaseLimits = {},
): Database {
  makeFolder(dirname(path), 0o700);
  const writer = asOwnerOnly(path, () => connect(path));
  writer.exec('pragma busy_timeout = 0');
  const reader = connect(path);
  const file = watchDatabaseFile(path);
  const reads = oncePerTurn(watchCommits(reader));
  const listeners = new Set<() => void>();
  const commitListeners = new Set<() => void>();
  let wakesWorkers = false;
  const statements = statementsOn(writer);
  let queue: Promise<unknown> = Promise.resolve();

  /** After its end, statements are refused: they would be part of the next transaction. */
  function newTransaction(): OpenTransaction {
    let isOver = false;
    const lasts: (() => void)[] = [];
    const open = () => {
      if (isOver) throw new Error('the transaction is over');
      return statements;
    };
    return {
      tx: {
        isTransaction: true,
        all: async (statement, parameters) => open().all(statement, parameters),
        first: async (statement, parameters) => open().first(statement, parameters),
        claim: async (statement, parameters) => open().all(statement, parameters),
        run: async (statement, parameters) => open().run(statement, parameters),
        send: (statement, parameters) => open().send(statement, parameters),
        sendPair: (pair, parameters) => open().sendPair(pair, parameters),
        async wakeWorkers() {
          open();
          wakesWorkers = true;
        },
        beforeCommit: (last) => lasts.push(last),
        async execute(sql) {
          open();
          return translating(() => writer.prepare(sql).all());
        },
        idType: 'text',
      },
      sendLast() {
        for (const last of lasts) last();
      },
      end() {
        isOver = true;
      },
    };
  }

  async function transact<T>(work: Work<T>, beginUntil: number, endUntil: number): Promise<T> {
    file.requireKept();
    await begin(writer, beginUntil);
    wakesWorkers = false;
    const transaction = newTransaction();
    try {
      const result = await workedUntil(endUntil, transaction, work);
      translating(() => writer.exec('commit'));
      file.check();
      reads.look();
      if (wakesWorkers) for (const listener of listeners) listener();
      for (const listener of commitListeners) listener();
      return result;
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback');
      throw error;
    }
  }

  /** Both limits begin now, not with its turn: otherwise the end of the queue would wait as often as there are others before it. */
  function enqueue<T>(work: Work<T>, timeoutMs: number): Promise<T> {
    const calledAt = performance.now();
    const result = queue.then(() => transact(work, calledAt + BUSY_TIMEOUT_MS, calledAt + timeoutMs));
    queue = result.catch(disk.noteFailure);
    return result;
  }

  function transaction<T>(work: Work<T>): Promise<T> {
    return enqueue(work, transactionTimeoutMs);
  }

  const disk = watchDisk(dirname(path), () => transaction(rewriteFirstPage));

  const { all } = statementsOn(reader);
  const remembered = createReadCache(
    async (statement, parameters) => ({ rows: await all(statement, parameters), server: THIS_FILE }),
    () => {
      file.requireKept();
      if (reads.hasChanged()) remembered.forget(THIS_FILE);
      return true;
    },
  );
  remembered.forget(THIS_FILE);

  return {
    all: remembered.all,
    first: remembered.first,
    isLocal: true,
    asOneReader: (work) => work(),
    transaction,
    lockingTransaction: transaction,
    queueTransaction: transaction,
    exclusively: (work) => enqueue(work, Number.POSITIVE_INFINITY),
    onCommit(listener) {
      const hasChangedElsewhere = watchCommits(writer);
      const polling = setInterval(() => {
        if (isChangedOrUnknown(hasChangedElsewhere)) listener();
      }, COMMIT_POLL_MS).unref();
      commitListeners.add(listener);
      return () => {
        commitListeners.delete(listener);
        clearInterval(polling);
      };
    },
    async onWake(listener) {
      // On the writer, whose own commits do not count: those wake `listeners` when there is work.
      const hasChangedElsewhere = watchCommits(writer);
      const polling = setInterval(() => {
        if (isChangedOrUnknown(hasChangedElsewhere)) listener();
      }, ELSEWHERE_POLL_MS).unref();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        clearInterval(polling);
      };
    },
    async checkReady(wanted) {
      await remembered.first(anyOrganization, {});
      if (wanted === 'reads') return;
      requireWritable(isWritable(path));
      await disk.requireWrites();
    },
    onLost: file.onLost,
    async close() {
      await queue;
      file.close();
      reader.close();
      writer.close();
    },
  };
}

/**
 * Only the owner may read the database: SQLite gives `-wal` and `-shm` the mode of the file. Existing files are changed if they
 * are ours.
 */
function asOwnerOnly<T>(path: string, open: () => T): T {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && found.uid === process.geteuid?.() && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  }
  const before = process.umask(0o077);
  try {
    return open();
  } finally {
    process.umask(before);
  }
}

/** With the same content: SQLite does not compare. */
async function rewriteFirstPage(tx: ExclusiveTransaction): Promise<void> {
  const [row] = await tx.execute('pragma user_version');
  const { user_version } = row as { readonly user_version: number };
  await tx.execute(`pragma user_version = ${user_version}`);
}

/** Checks permissions only: taking the write lock, or opening the file, would disturb writers. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs the work, and ends the transaction when the work ends or its time is up. Late work is abandoned: its statements are refused from then on. Work
 * that waits only for its statements always ends in time, since SQLite's statements return at once.
 */
async function workedUntil<T>(giveUpAt: number, transaction: OpenTransaction, work: Work<T>): Promise<T> {
  const { tx, sendLast, end } = transaction;
  const whole = async () => {
    const result = await work(tx);
    sendLast();
    return result;
  };
  if (giveUpAt === Number.POSITIVE_INFINITY) return whole().finally(end);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const expire = () => {
    end();
    reject(tookTooLong());
  };
  const deadline = setTimeout(expire, giveUpAt - performance.now());
  try {
    return await Promise.race([whole(), late]);
  } finally {
    clearTimeout(deadline);
    end();
  }
}

async function begin(writer: DatabaseSync, giveUpAt: number): Promise<void> {
  for (;;) {
    try {
      writer.exec('begin immediate');
      return;
    } catch (error) {
      if (codeOf(error) !== SQLITE_BUSY || performance.now() >= giveUpAt) throw translated(error);
    }
    await delay(BUSY_POLL_MS);
  }
}

/** `FULL`: confirmed writes survive a power failure. */
export function connect(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  return connection;
}
