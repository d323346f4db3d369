/** The short form of `npm run chaos`: every fault once. Sites run in parallel, since most of the time is spent waiting. */
import { after, before, describe, it } from 'node:test';
import {
  cutConnections,
  fillDisk,
  forgetConnections,
  killServer,
  killWorker,
  limitFiles,
  lockSqlite,
  silence,
  slowDown,
  stopPostgres,
} from '../chaos/faults.ts';
import { canMount } from '../chaos/full-disk.ts';
import { onPostgres, onSmallDisk, onSqlite } from '../chaos/grounds.ts';
import { play, type Scenario } from '../chaos/scenario.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres-server.ts';

/** Seven clients at each site, so that one of them is usually in the middle of something. */
const LENGTH = { rounds: 1, handoffsMs: 20_000, pauseMs: 200, writesInBetween: 10 };

const ON_SQLITE: Scenario = {
  name: 'on SQLite: server and worker killed, database locked by another process, files must not grow',
  readsGoOn: true,
  open: onSqlite(killServer, killWorker, lockSqlite, limitFiles),
};

/** Not everyone who runs the tests may mount a disk. */
const WITHOUT_ROOM: readonly Scenario[] = (await canMount())
  ? [{ name: 'on SQLite: disk full', readsGoOn: true, open: onSmallDisk(fillDisk) }]
  : [];

const ON_POSTGRES: Scenario = {
  name: 'on PostgreSQL: server and worker killed, database stopped at once, slow, connections cut',
  open: onPostgres(killServer, killWorker, stopPostgres, slowDown, cutConnections),
};

const WITHOUT_ANSWER: Scenario = {
  name: 'on PostgreSQL: silent, and connections forgotten',
  handoffsOvertake: true,
  open: onPostgres(silence, forgetConnections),
};

describe('no confirmed write is lost, and the service recovers by itself', { concurrency: true }, () => {
  let stopped: PostgresServer;
  let other: PostgresServer;
  before(async () => {
    [stopped, other] = await Promise.all([startPostgres(), startPostgres()]);
  });
  after(async () => {
    await Promise.all([stopped.remove(), other.remove()]);
  });

  function holds(scenario: Scenario, postgres: () => PostgresServer): void {
    it(scenario.name, async () => {
      const { failure } = await play(scenario, postgres(), LENGTH);
      if (failure !== undefined) throw failure;
    });
  }

  holds(ON_POSTGRES, () => stopped);
  for (const scenario of [WITHOUT_ANSWER, ON_SQLITE, ...WITHOUT_ROOM]) holds(scenario, () => other);
});
