/** Wakes workers on PostgreSQL: by `listen` and `notify`, or by polling once a second. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { IS_READ_ONLY_SQL } from './postgres-connection.ts';
import { isTooManyConnections } from './postgres-errors.ts';

const CHANNEL = 'watchbill';
export const WAKE = `notify ${CHANNEL}`;

const QUERY_TIMEOUT_MS = 5_000;
const RECONNECT_MS = 1_000;

/** How often the connection is tested. Meanwhile workers poll every 15 s. */
const LISTEN_CHECK_MS = 15_000;

const POLL_INTERVAL_MS = 1_000;

/**
 * Listens on its own connection. If it breaks, it is replaced and the listener is called, because a notification may have been
 * missed.
 */
export async function listen(config: pg.ClientConfig, listener: () => void): Promise<() => void> {
  let isOver = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...config, query_timeout: QUERY_TIMEOUT_MS });
    fresh.on('notification', listener);
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      destroyConnection(fresh);
      throw error;
    }
    fresh.once('end', reconnect);
    client = fresh;
    if (isOver) await fresh.end();
  }

  async function reconnect(): Promise<void> {
    while (!isOver) {
      try {
        await connect();
        listener();
        return;
      } catch {
        await delay(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }

  // Until a connection is free, workers poll.
  await connect().catch((error) => {
    if (!isTooManyConnections(error)) throw error;
    void reconnect();
  });
  // A connection that only listens does not notice that the server is gone, or is no longer the primary.
  const checking = setInterval(() => {
    const asked = client;
    asked?.query(IS_READ_ONLY_SQL).then(
      ({ rows }) => rows[0].is_read_only && destroyConnection(asked),
      () => destroyConnection(asked),
    );
  }, LISTEN_CHECK_MS).unref();
  return () => {
    isOver = true;
    clearInterval(checking);
    void client?.end();
  };
}

/** For poolers without lasting connections, on which nobody can listen. */
export function pollEverySecond(listener: () => void): () => void {
  const looking = setInterval(listener, POLL_INTERVAL_MS).unref();
  return () => clearInterval(looking);
}

/** Closes the socket at once: a regular end could take as long as the abandoned work. */
export function destroyConnection(client: pg.Client): void {
  client.connection.stream.destroy();
}
