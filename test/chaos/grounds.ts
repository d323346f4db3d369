/** The databases for chaos runs, each new and empty, with the faults that happen there. */
import { randomUUID } from 'node:crypto';
import type { DatabaseConfig } from '../../src/config/database.ts';
import { startProxy } from '../support/fakes/proxy.ts';
import { createSqlite } from '../support/servers/databases.ts';
import type { PostgresServer } from '../support/servers/postgres-server.ts';
import type { Fault, PostgresGround, SqliteGround } from './faults.ts';
import { openSmallDisk, type SmallDisk } from './full-disk.ts';

export interface Ground {
  readonly config: DatabaseConfig;
  /** The number of serving nodes; 1 by default. */
  readonly nodes?: number;
  /** In this order. */
  readonly faults: readonly Fault[];
  /** Measurements that have no column in the table. */
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

/** A separate database, reached through a proxy that can be made slow or faulty. */
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
