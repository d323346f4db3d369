/**
 * Rule STO-4: detects whether anything was committed since the last check of PostgreSQL. On a primary, no transaction has become visible while the
 * start time of the server and the current snapshot stay the same: a commit either raises the snapshot's `xmax` or leaves its list of running
 * transactions, and transaction ids are never reused. On a standby the list is always empty, so the text can stay the same while rows change; there
 * the result is always unknown. A promotion keeps the start time of the server, so the check also reads whether it is in recovery.
 *
 * Checks have their own connection, so that they do not wait behind transactions. At most one check runs at a time: callers who come meanwhile share
 * the next one, which begins after they came. Without a connection the result is unknown at once, while a new one is opened. A lost connection may
 * mean another server, or one that lost commits: the next state then counts as a change even if it looks the same.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { ServerId } from '../read-cache.ts';

/** A check takes PostgreSQL a fraction of a millisecond. After this, reads do without it. */
const CHECK_TIMEOUT_MS = 1_000;

/** Between two attempts to connect. */
const RECONNECT_MS = 1_000;

/** How soon a standby is checked again for a promotion. */
const STANDBY_MS = 1_000;

export interface Checks {
  /** Checks, and calls `onState` first if the state has changed. Returns whether the state is known. */
  check(): Promise<boolean>;
  /** The next state counts as a change, even if it looks the same. */
  forget(): void;
  /** Connects again for the next check, perhaps to another server. */
  reconnect(): void;
  close(): Promise<void>;
}

/** For databases without checks: the state is always unknown. */
export const noChecks: Checks = {
  check: async () => false,
  forget: () => undefined,
  reconnect: () => undefined,
  close: async () => undefined,
};

export interface CheckOptions {
  readonly connection: pg.ClientConfig;
  readonly statement: { readonly name: string; readonly text: string };
  /** The server that the rows of the new state come from; undefined: unknown, or a standby. */
  readonly onState: (server: ServerId | undefined) => void;
}

/** For identifying a server: text, since a date would lose its microseconds. */
export const SERVER_ID = 'pg_postmaster_start_time()::text';

/** One column instead of three: the driver spends time on each. */
export const CHECK_SQL = `select concat_ws('|', pg_is_in_recovery(), ${SERVER_ID}, pg_current_snapshot()) as state`;

interface State {
  readonly isStandby: boolean;
  readonly server: ServerId;
}

function stateOf(text: string): State {
  const [isStandby, server = ''] = text.split('|');
  return { isStandby: isStandby !== 'f', server };
}

export function createChecks({ connection, statement, onState }: CheckOptions): Checks {
  let client: pg.Client | undefined;
  let connecting: pg.Client | undefined;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  /** As the server wrote it. */
  let last: string | undefined;
  let isStandbyUntil = Number.NEGATIVE_INFINITY;
  /** The running check, and the next one. */
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  function forget(): void {
    last = undefined;
    onState(undefined);
  }

  function drop(dropped: pg.Client): void {
    dropped.connection.stream.destroy();
    if (dropped !== client) return;
    client = undefined;
    forget();
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...connection, query_timeout: CHECK_TIMEOUT_MS });
    // Without a listener, a connection that breaks would end the process.
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    connecting = fresh;
    await fresh.connect().then(
      () => {
        client = fresh;
      },
      () => drop(fresh),
    );
    connecting = undefined;
  }

  function connectSoon(): void {
    if (isClosed || connecting !== undefined || performance.now() < lastAttemptAt + RECONNECT_MS) return;
    lastAttemptAt = performance.now();
    void connect();
  }

  async function ask(): Promise<boolean> {
    const asked = client;
    if (asked === undefined) {
      connectSoon();
      return false;
    }
    if (performance.now() < isStandbyUntil) return false;
    try {
      const { rows } = await asked.query<{ readonly state: string }>(statement);
      return asked === client && see(rows[0]?.state ?? '');
    } catch {
      drop(asked);
      return false;
    }
  }

  function see(text: string): boolean {
    if (text === last) return true;
    const state = stateOf(text);
    if (state.isStandby) {
      isStandbyUntil = performance.now() + STANDBY_MS;
      if (last !== undefined) forget();
      return false;
    }
    last = text;
    onState(state.server);
    return true;
  }

  /** Requests that arrive in the next turn of the event loop share it too. */
  async function begin(): Promise<boolean> {
    await running;
    await nextTurn();
    running = next;
    next = undefined;
    const isKnown = await ask();
    running = undefined;
    return isKnown;
  }

  return {
    check() {
      next ??= begin();
      return next;
    },
    forget,
    reconnect() {
      if (client !== undefined) drop(client);
    },
    async close() {
      isClosed = true;
      if (connecting !== undefined) drop(connecting);
      await client?.end();
    },
  };
}
