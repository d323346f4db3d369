/**
 * The tables, as both databases have them. Instants are epoch milliseconds; `…_json` is JSON as text. Rows stay in
 * services/: nothing above them sees a column name.
 */
import type { ColumnType, Generated } from 'kysely';
import type { AuditEntryId, LeaseId, OrganizationId, UserId } from '../../ids.ts';
import type { OutboxTables } from './tables/outbox.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ScheduleTables } from './tables/schedules.ts';

export interface Tables extends PeopleTables, ScheduleTables, OutboxTables {
  audit_log: {
    id: AuditEntryId;
    organization_id: OrganizationId;
    actor_id: UserId | null;
    action: string;
    target_id: string;
    detail_json: string;
    created_at: number;
    /** Where the request came from; null for the command line, the worker, and entries that the first edition wrote. */
    address: Generated<string | null>;
  };
  /** Rule IDEM-1: requests with an idempotency key, and their answers. */
  idempotency_keys: {
    organization_id: OrganizationId;
    user_id: UserId;
    route: string;
    idempotency_key: string;
    /** A hash of the path and the body. */
    fingerprint: string;
    /** Lease of the request that runs, or ran. */
    lease_id: LeaseId;
    started_at: number;
    /** Null until it is answered. */
    status: ColumnType<number | null, number | null | undefined, number | null>;
    response_json: ColumnType<string | null, string | null | undefined, string | null>;
    /** In place of a large response: what finds it again, such as an id. */
    kept_json: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Rule OPS-4: how many keys a user has used on a day. */
  idempotency_key_counts: {
    organization_id: OrganizationId;
    user_id: UserId;
    /** Its first instant, in UTC. */
    day: number;
    count: number;
  };
  /** Those of the first edition, and one more, so that it does not start: see migrate.ts. */
  migrations: {
    number: number;
    name: string;
    applied_at: number;
  };
  later_migrations: {
    number: number;
    name: string;
    applied_at: number;
    /** The number of the newest migration that a node must know to run beside this one. */
    oldest_peer: number;
  };
}
