/** The user group and the channels of each schedule in the chat. */
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { LeaseId, OrganizationId, ScheduleId } from '../../ids.ts';
import { claimStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type ChatGroupRow = Selectable<Tables['chat_groups']>;

type GroupKey = { organizationId: OrganizationId; id: string };
type ScheduleKey = { organizationId: OrganizationId; scheduleId: ScheduleId };

export const chatGroupById = statement((q, p: GroupKey) =>
  q
    .selectFrom('chat_groups')
    .select(columns.chat_groups)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const chatGroupsByIds = statement(
  (q, p: { organizationId: OrganizationId; groupIds: readonly string[] }, { listed }) =>
    q
      .selectFrom('chat_groups')
      .select(columns.chat_groups)
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.groupIds)),
);

export const chatGroupOfSchedule = statement((q, p: ScheduleKey) =>
  q
    .selectFrom('schedule_chat_groups')
    .innerJoin('chat_groups', (join) =>
      join
        .onRef('chat_groups.organization_id', '=', 'schedule_chat_groups.organization_id')
        .onRef('chat_groups.id', '=', 'schedule_chat_groups.group_id'),
    )
    .select(columns.chat_groups)
    .where('schedule_chat_groups.organization_id', '=', p.organizationId)
    .where('schedule_chat_groups.schedule_id', '=', p.scheduleId),
);

export const schedulesOfChatGroup = statement((q, p: GroupKey) =>
  q
    .selectFrom('schedule_chat_groups')
    .innerJoin('schedules', 'schedules.id', 'schedule_chat_groups.schedule_id')
    .select(columns.schedules)
    .where('schedule_chat_groups.organization_id', '=', p.organizationId)
    .where('schedule_chat_groups.group_id', '=', p.id)
    .orderBy('schedule_chat_groups.schedule_id'),
);

/** A row for each schedule that has a group, by group. */
export const groupsOfSchedulesPage = statement(
  (q, p: { organizationId: OrganizationId; limit: number; offset: number }) =>
    q
      .selectFrom('schedule_chat_groups')
      .innerJoin('chat_groups', (join) =>
        join
          .onRef('chat_groups.organization_id', '=', 'schedule_chat_groups.organization_id')
          .onRef('chat_groups.id', '=', 'schedule_chat_groups.group_id'),
      )
      .select(['schedule_chat_groups.schedule_id', 'chat_groups.id', 'chat_groups.name', 'chat_groups.handle'])
      .where('schedule_chat_groups.organization_id', '=', p.organizationId)
      .orderBy('schedule_chat_groups.group_id')
      .orderBy('schedule_chat_groups.schedule_id')
      .limit(p.limit)
      .offset(p.offset),
);

export const groupsOfSchedulesTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('schedule_chat_groups')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

/** In all organizations: groups that have to follow a change, the longest due first. Claimed until the end of the transaction; other workers skip them. */
export const dueChangedGroups = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('chat_groups')
      .select(columns.chat_groups)
      .where('sync_due_at', '<=', p.now)
      .whereRef('change_count', '>', 'synced_count')
      .orderBy('sync_due_at')
      .limit(p.limit),
  ),
);

/** In all organizations: a group that some worker is changing. */
export const groupBeingChanged = statement((q, p: { now: number }) =>
  q
    .selectFrom('chat_groups')
    .select('id')
    .where('sync_due_at', '>', p.now)
    .whereRef('change_count', '>', 'synced_count')
    .where('lease_id', 'is not', null)
    .limit(1),
);

/** The same as `dueChangedGroups` with groups that are only compared with the chat. */
export const dueChatGroups = claimStatement((q, p: { now: number; limit: number }, { skippingLocked }) =>
  skippingLocked(
    q
      .selectFrom('chat_groups')
      .select(columns.chat_groups)
      .where('sync_due_at', '<=', p.now)
      .orderBy('sync_due_at')
      .limit(p.limit),
  ),
);

/** If another worker had it, that one died, perhaps in the middle of a change: then the state in the chat is unknown. */
export const leaseChatGroup = writeStatement((q, p: GroupKey & { leaseId: LeaseId; until: number; now: number }) =>
  q
    .updateTable('chat_groups')
    .set((eb) => ({
      lease_id: p.leaseId,
      sync_due_at: p.until,
      unsure_at: eb.case().when('lease_id', 'is', null).then(eb.ref('unsure_at')).else(p.now).end(),
    }))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** Changes nothing if another worker has the group. */
export const renewGroupLease = writeStatement((q, p: GroupKey & { leaseId: LeaseId; until: number }) =>
  q
    .updateTable('chat_groups')
    .set({ sync_due_at: p.until })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('lease_id', '=', p.leaseId),
);

/** Stores the group with these names. The chat may not show them yet. */
export const putChatGroup = writeStatement(
  (
    q,
    p: GroupKey & {
      name: string;
      handle: string;
      /** With a lease: when that ends. */
      dueAt: number;
      /** The lease of the caller who syncs it; null if a worker has to. */
      leaseId: LeaseId | null;
      now: number;
    },
  ) =>
    q
      .insertInto('chat_groups')
      .values({
        organization_id: p.organizationId,
        id: p.id,
        name: p.name,
        handle: p.handle,
        change_count: 1,
        sync_due_at: p.dueAt,
        lease_id: p.leaseId,
        created_at: p.now,
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'id']).doUpdateSet((eb) => ({
          name: p.name,
          handle: p.handle,
          change_count: eb('chat_groups.change_count', '+', 1),
          sync_due_at: p.dueAt,
          lease_id: p.leaseId,
          known_json: null,
        })),
      ),
);

export const markChatGroup = writeStatement((q, p: GroupKey & { now: number }) =>
  q
    .updateTable('chat_groups')
    .set((eb) => ({ change_count: eb('change_count', '+', 1), sync_due_at: dueOnceMarked(eb, p.now) }))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/**
 * Notes that the state of the group in the chat is unknown: two workers may have written it. `unsure_at` always changes, so that
 * a sync that is already running notices.
 */
export const doubtChatGroup = writeStatement((q, p: GroupKey & { now: number }) =>
  q
    .updateTable('chat_groups')
    .set((eb) => ({
      sync_due_at: dueOnceMarked(eb, p.now),
      unsure_at: eb
        .case()
        .when('unsure_at', '>=', p.now)
        .then(eb('unsure_at', '+', 1))
        .else(p.now)
        .end(),
    }))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** Changes nothing if the group has changed since `changeCount` and `unsureAt` (0 for null) were read, or if another worker has it. */
export const noteGroupSynced = writeStatement(
  (
    q,
    p: GroupKey & {
      leaseId: LeaseId;
      changeCount: number;
      unsureAt: number;
      leftOutJson: string;
      knownJson: string;
      dueAt: number | null;
      now: number;
    },
  ) =>
    q
      .updateTable('chat_groups')
      .set({
        synced_count: p.changeCount,
        synced_at: p.now,
        sync_error: null,
        failures: 0,
        left_out_json: p.leftOutJson,
        known_json: p.knownJson,
        unsure_at: null,
        sync_due_at: p.dueAt,
        lease_id: null,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id)
      .where('change_count', '=', p.changeCount)
      .where((eb) => eb(eb.fn.coalesce('unsure_at', eb.lit(0)), '=', p.unsureAt))
      .where('lease_id', '=', p.leaseId),
);

/** Changes nothing if another worker has the group. */
export const noteGroupFailed = writeStatement(
  (q, p: GroupKey & { leaseId: LeaseId; error: string; failures: number; dueAt: number; unsureAt: number | null }) =>
    q
      .updateTable('chat_groups')
      .set({
        sync_error: p.error,
        failures: p.failures,
        sync_due_at: p.dueAt,
        unsure_at: p.unsureAt,
        lease_id: null,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id)
      .where('lease_id', '=', p.leaseId),
);

/** Postpones the sync. Changes nothing if another worker has the group. */
export const postponeGroupSync = writeStatement(
  (q, p: GroupKey & { leaseId: LeaseId; dueAt: number; unsureAt: number | null }) =>
    q
      .updateTable('chat_groups')
      .set({ sync_due_at: p.dueAt, unsure_at: p.unsureAt, lease_id: null })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id)
      .where('lease_id', '=', p.leaseId),
);

/** Gives the schedules of one group another group. */
export const moveChatGroup = writeStatement((q, p: GroupKey & { newId: string }) =>
  q
    .updateTable('schedule_chat_groups')
    .set({ group_id: p.newId })
    .where('organization_id', '=', p.organizationId)
    .where('group_id', '=', p.id),
);

export const linkChatGroup = insertRow('schedule_chat_groups', { key: ['schedule_id'], replaced: ['group_id'] });

export const unlinkChatGroup = writeStatement((q, p: ScheduleKey) =>
  q
    .deleteFrom('schedule_chat_groups')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId),
);

export const chatChannelsPage = statement((q, p: ScheduleKey & { limit: number; offset: number }) =>
  q
    .selectFrom('schedule_chat_channels')
    .select(columns.schedule_chat_channels)
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .orderBy('created_at')
    .orderBy('channel_id')
    .limit(p.limit)
    .offset(p.offset),
);

export const chatChannelsTotal = statement((q, p: ScheduleKey) =>
  q
    .selectFrom('schedule_chat_channels')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId),
);

/** A row for each channel of each schedule, by schedule. */
export const channelsOfAllSchedulesPage = statement(
  (q, p: { organizationId: OrganizationId; limit: number; offset: number }) =>
    q
      .selectFrom('schedule_chat_channels')
      .select(['schedule_id', 'channel_id', 'channel_name'])
      .where('organization_id', '=', p.organizationId)
      .orderBy('schedule_id')
      .orderBy('channel_id')
      .limit(p.limit)
      .offset(p.offset),
);

export const channelsOfAllSchedulesTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('schedule_chat_channels')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

/** Changes nothing if the channel is already linked. */
export const linkChatChannel = insertRow('schedule_chat_channels', 'skip');

export const renameChatChannel = writeStatement((q, p: ScheduleKey & { channelId: string; channelName: string }) =>
  q
    .updateTable('schedule_chat_channels')
    .set({ channel_name: p.channelName })
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('channel_id', '=', p.channelId),
);

export const unlinkChatChannel = writeStatement((q, p: ScheduleKey & { channelId: string }) =>
  q
    .deleteFrom('schedule_chat_channels')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('channel_id', '=', p.channelId),
);

export const unlinkChatChannels = writeStatement((q, p: ScheduleKey) =>
  q
    .deleteFrom('schedule_chat_channels')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId),
);

/** Who is on call according to the last message in the channel; null if unknown. */
export const storeToldUsers = writeStatement((q, p: ScheduleKey & { channelId: string; toldUsersJson: string }) =>
  q
    .updateTable('schedule_chat_channels')
    .set({ told_users_json: p.toldUsersJson })
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('channel_id', '=', p.channelId),
);

/** The channels of several schedules at once. */
export const channelsOfSchedules = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[] }, { listed }) =>
    q
      .selectFrom('schedule_chat_channels')
      .select(['schedule_id', 'channel_id', 'told_users_json'])
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .orderBy('schedule_id')
      .orderBy('channel_id'),
);

/**
 * Marks the groups of several schedules at once. The organization is a condition on the groups only: with one on the links, SQLite would prefer it
 * and scan all links of the organization.
 */
export const markChatGroupsOf = writeStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; now: number }, { listed }) =>
    q
      .updateTable('chat_groups')
      .set((eb) => ({ change_count: eb('change_count', '+', 1), sync_due_at: dueOnceMarked(eb, p.now) }))
      .where('organization_id', '=', p.organizationId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('schedule_chat_groups')
          .select('group_id')
          .where('schedule_id', ...listed(p.ids)),
      ),
);

/** Due at once. But the delay after a failure of the chat stays, and a worker that has the group notices the mark by itself. */
function dueOnceMarked(eb: ExpressionBuilder<Tables, 'chat_groups'>, now: number) {
  return eb
    .case()
    .when('failures', '>', 0)
    .then(eb.ref('sync_due_at'))
    .when('lease_id', 'is not', null)
    .then(eb.ref('sync_due_at'))
    .else(now)
    .end();
}
