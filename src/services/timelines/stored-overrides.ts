/** An override between its row, the plans of changes, and the answer. A new column is read, written and shown here. */
import type { OverrideRow } from '../../db/schedules/overrides.ts';
import type { NewRow } from '../../db/schema/row-writes.ts';
import type { Interval, Override } from '../../engine/schedule.ts';
import type { OverrideId, ScheduleId, UserId } from '../../ids.ts';
import type { User } from '../../schemas/people/users.ts';
import type { ScheduleOverride } from '../../schemas/schedules/overrides.ts';
import { formatInstant } from '../../time/iso.ts';
import { readIds } from '../shared/stored-values.ts';

export interface StoredOverride extends Interval {
  readonly id: OverrideId;
  readonly scheduleId: ScheduleId;
  /** Rule OVR-1: of two that overlap, the one with the higher rank wins. */
  readonly rank: number;
  /** Undefined if they cannot be read. */
  readonly users: readonly UserId[] | undefined;
  readonly createdBy: UserId;
  readonly createdAt: number;
  /** Set if it was deleted while it was running: its past stays. */
  readonly deletedAt: number | null;
  readonly reason: string | null;
  readonly changedBy: UserId | null;
  readonly changedAt: number | null;
  readonly managedBy: string | null;
}

export interface ReadableOverride extends StoredOverride {
  readonly users: readonly UserId[];
}

/** What is chosen when an override is created. */
export type ChosenOverride = Override & Partial<Pick<StoredOverride, 'reason' | 'managedBy'>>;

export function newOverride(
  { start, end, users, reason = null, managedBy = null }: ChosenOverride,
  made: Pick<StoredOverride, 'id' | 'scheduleId' | 'rank' | 'createdBy' | 'createdAt'>,
): ReadableOverride {
  return { ...made, start, end, users, deletedAt: null, reason, changedBy: null, changedAt: null, managedBy };
}

/** Rule STO-5: an override whose users cannot be read is shown, and changed, as one without users. */
export function readable(override: StoredOverride): ReadableOverride {
  return { ...override, users: override.users ?? [] };
}

export function overrideOf(row: OverrideRow): StoredOverride {
  return {
    id: row.id,
    scheduleId: row.schedule_id,
    start: row.start_at,
    end: row.end_at,
    rank: row.rank,
    users: readIds<UserId>(row.users_json),
    createdBy: row.created_by,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    reason: row.reason,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
    managedBy: row.managed_by,
  };
}

export function rowOfOverride(override: ReadableOverride): NewRow<'overrides'> {
  return {
    id: override.id,
    schedule_id: override.scheduleId,
    start_at: override.start,
    end_at: override.end,
    rank: override.rank,
    users_json: JSON.stringify(override.users),
    created_by: override.createdBy,
    created_at: override.createdAt,
    deleted_at: override.deletedAt,
    reason: override.reason,
    changed_by: override.changedBy,
    changed_at: override.changedAt,
    managed_by: override.managedBy,
  };
}

export function presentOverride(override: ReadableOverride, findUser: (id: UserId) => User): ScheduleOverride {
  const { reason, changedBy, changedAt, managedBy } = override;
  return {
    id: override.id,
    start: formatInstant(override.start),
    end: formatInstant(override.end),
    users: override.users.map(findUser),
    ...(reason !== null && { reason }),
    created_by: findUser(override.createdBy),
    created_at: formatInstant(override.createdAt),
    ...(changedBy !== null && { changed_by: findUser(changedBy) }),
    ...(changedAt !== null && { changed_at: formatInstant(changedAt) }),
    ...(managedBy !== null && { managed_by: managedBy }),
  };
}

/** Everyone whom the answer names. */
export function peopleOf({ users, createdBy, changedBy }: ReadableOverride): UserId[] {
  return [...users, createdBy, ...(changedBy === null ? [] : [changedBy])];
}
