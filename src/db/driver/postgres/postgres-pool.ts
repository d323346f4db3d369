/**
 * The pool of connections to PostgreSQL. Each connection belongs to a generation. After a failover or a migration the current
 * generation is retired: its connections would all fail in the same way, so none of them is used again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../database.ts';
import { createSlots } from '../slots.ts';
import { connectionTo, settingsSql, TIMEOUT_MS } from './postgres-connection.ts';
import { isTooManyConnections, rethrowTranslated, translated } from './postgres-errors.ts';
import { destroyConnection } from './postgres-wake.ts';

/** Wait before the next attempt when PostgreSQL refuses a connection and the pool has none open: a random time in this range. */
const REFUSED_MS = [100, 200] as const;

/** Instants and counts fit a number; without this `pg` returns 64-bit integers as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

export interface PostgresPool {
  /** Waits for a free connection, at most for the time of a statement. */
  connect(): Promise<pg.PoolClient>;
  /** Retires the generation of this connection. Of several connections that fail for the same reason, only the first does. */
  retireGenerationOf(client: pg.PoolClient): void;
  retireGeneration(): void;
  counts: NonNullable<Database['connections']>;
  end(): Promise<void>;
}

interface PoolOptions {
  readonly url: string;
  readonly poolSize: number;
  /** False behind a pooler in transaction mode, where no limit can be set for a whole connection. */
  readonly hasSessions: boolean;
  readonly onConnectionError: () => void;
  readonly onRetirement: () => void;
}

export function createPostgresPool({
  url,
  poolSize,
  hasSessions,
  onConnectionError,
  onRetirement,
}: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: poolSize,
    // Statements that do not wait for each other are sent together, and take one round trip.
    pipeline: true,
    types,
  });
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process. So would one that
  // breaks in a transaction: the caller that waits for its response gets the error anyway.
  pool.on('error', () => undefined);
  // When PostgreSQL accepts no more connections, the limit drops to the number of open ones, so that callers wait for one of those.
  const slots = createSlots(poolSize, 'a connection to the database');
  pool.on('release', slots.give);
  let generation = 0;
  const generationOf = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    client.on('error', onConnectionError);
    generationOf.set(client, generation);
    // PgBouncer refuses these settings as start parameters. The first statement does not wait for this query.
    if (hasSessions) client.query(settingsSql('session')).catch(() => destroyConnection(client));
  });

  async function connect(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    for (let isFirst = false; ; isFirst = true) {
      await slots.take(giveUpAt, isFirst).catch(rethrowTranslated);
      const client = await connectInSlot(giveUpAt);
      if (client === undefined) continue;
      if (generationOf.get(client) === generation) return client;
      client.release(true);
    }
  }

  /**
   * Undefined if PostgreSQL accepts no more connections while some are open: the slot is released, and the caller waits for one
   * of those.
   */
  async function connectInSlot(giveUpAt: number): Promise<pg.PoolClient | undefined> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        const mayRetry = isTooManyConnections(error) && performance.now() < giveUpAt;
        if (mayRetry) slots.lower(pool.totalCount);
        if (!mayRetry || pool.totalCount > 0) slots.give();
        if (!mayRetry) throw translated(error);
        if (pool.totalCount > 0) return undefined;
      }
      const [least, most] = REFUSED_MS;
      await delay(least + Math.random() * (most - least));
    }
  }

  function retireGeneration(): void {
    generation++;
    onRetirement();
  }

  return {
    connect,
    retireGeneration,
    retireGenerationOf(client) {
      if (generationOf.get(client) === generation) retireGeneration();
    },
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: slots.waiting() }),
    end: () => pool.end(),
  };
}
