/** The databases that a site stands on, each new and empty, with the faults that are to happen there. */
import { randomUUID } from 'node:crypto';
import type { DatabaseConfig } from '../../src/config.ts';
import { startProxy } from '../support/fakes/proxy.ts';
import { createSqlite } from '../support/servers/databases.ts';
import type { PostgresServer } from '../support/servers/postgres-server.ts';
import type { Fault, PostgresGround, SqliteGround } from './faults.ts';
import { openSmallDisk, type SmallDisk } from './full-disk.ts';

export interface Ground {
  readonly config: DatabaseConfig;
  /** How many nodes serve; one, if nothing is said. */
  readonly nodes?: number;
  /** They happen in this order. */
  readonly faults: readonly Fault[];
  /** What was measured there and has no column in the table. */
  readonly notes?: readonly string[];
  remove(): Promise<void>;
}

export type OpenGround = (postgres: PostgresServer) => Promise<Ground>;

export function onSqlite(...faults: readonly Fault<SqliteGround>[]): OpenGround {
  return async () => {
    const { config, remove } = await createSqlite();
    return { config, faults: on(config, faults), remove };
  };
}

export function onSmallDisk(...faults: readonly Fault<SmallDisk>[]): OpenGround {
  return async () => {
    const disk = await openSmallDisk();
    const config = { kind: 'sqlite', path: `${disk.folder}/watchbill.db` } as const;
    return { config, faults: on(disk, faults), remove: disk.remove };
  };
}

/** In a database of its own, with a way to it that can be made bad. */
export function onPostgres(...faults: readonly Fault<PostgresGround>[]): OpenGround {
  return async (postgres) => {
    const name = `watchbill_${randomUUID().replaceAll('-', '')}`;
    await postgres.createDatabase(name);
    const proxy = await startProxy(postgres.port);
    const urlAt = (port: number) => `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
    const ground = { proxy, postgres, directUrl: urlAt(postgres.port) };
    return { config: { kind: 'postgres', url: urlAt(proxy.port) }, faults: on(ground, faults), remove: proxy.stop };
  };
}

export function on<G>(ground: G, faults: readonly Fault<G>[]): Fault[] {
  return faults.map((fault) => (site) => fault(site, ground));
}
