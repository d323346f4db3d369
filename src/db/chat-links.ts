/** Which user group and which channels of the chat belong to which schedules. */
import type { Selectable } from 'kysely';
import type { OrganizationId, ScheduleId } from '../ids.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type ChatGroupRow = Selectable<Tables['chat_groups']>;

type GroupKey = { organizationId: OrganizationId; id: string };
type ScheduleKey = { organizationId: OrganizationId; scheduleId: ScheduleId };

export const chatGroupById = statement((q, p: GroupKey) =>
  q.selectFrom('chat_groups').selectAll().where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

export const chatGroupOfSchedule = statement((q, p: ScheduleKey) =>
  q
    .selectFrom('schedule_chat_groups')
    .innerJoin('chat_groups', (join) =>
      join
        .onRef('chat_groups.organization_id', '=', 'schedule_chat_groups.organization_id')
        .onRef('chat_groups.id', '=', 'schedule_chat_groups.group_id'),
    )
    .selectAll('chat_groups')
    .where('schedule_chat_groups.organization_id', '=', p.organizationId)
    .where('schedule_chat_groups.schedule_id', '=', p.scheduleId),
);

export const schedulesOfChatGroup = statement((q, p: GroupKey) =>
  q
    .selectFrom('schedule_chat_groups')
    .innerJoin('schedules', 'schedules.id', 'schedule_chat_groups.schedule_id')
    .selectAll('schedules')
    .where('schedule_chat_groups.organization_id', '=', p.organizationId)
    .where('schedule_chat_groups.group_id', '=', p.id)
    .orderBy('schedules.id'),
);

/** Remembers the group, under these names, as one that the chat may not yet show as it should be. */
export const putChatGroup = statement((q, p: GroupKey & { name: string; handle: string; now: number }) =>
  q
    .insertInto('chat_groups')
    .values({
      organization_id: p.organizationId,
      id: p.id,
      name: p.name,
      handle: p.handle,
      change_count: 1,
      sync_due_at: p.now,
      created_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet((eb) => ({
        name: p.name,
        handle: p.handle,
        change_count: eb('chat_groups.change_count', '+', 1),
        sync_due_at: p.now,
      })),
    ),
);

export const markChatGroup = statement((q, p: GroupKey & { now: number }) =>
  q
    .updateTable('chat_groups')
    .set((eb) => ({ change_count: eb('change_count', '+', 1), sync_due_at: p.now }))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** Nothing happens when the group has changed again since `changeCount` was read. */
export const clearChatGroup = statement((q, p: GroupKey & { changeCount: number }) =>
  q
    .updateTable('chat_groups')
    .set({ sync_due_at: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('change_count', '=', p.changeCount),
);

export const linkChatGroup = statement((q, p: ScheduleKey & { groupId: string; createdAt: number }) =>
  q
    .insertInto('schedule_chat_groups')
    .values({
      organization_id: p.organizationId,
      schedule_id: p.scheduleId,
      group_id: p.groupId,
      created_at: p.createdAt,
    })
    .onConflict((conflict) => conflict.column('schedule_id').doUpdateSet({ group_id: p.groupId })),
);

export const unlinkChatGroup = statement((q, p: ScheduleKey) =>
  q
    .deleteFrom('schedule_chat_groups')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId),
);

export const chatChannelsPage = statement((q, p: ScheduleKey & { limit: number; offset: number }) =>
  q
    .selectFrom('schedule_chat_channels')
    .selectAll()
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

/** Nothing happens when the channel is linked already. */
export const linkChatChannel = statement(
  (q, p: ScheduleKey & { channelId: string; channelName: string; createdAt: number }) =>
    q
      .insertInto('schedule_chat_channels')
      .values({
        organization_id: p.organizationId,
        schedule_id: p.scheduleId,
        channel_id: p.channelId,
        channel_name: p.channelName,
        created_at: p.createdAt,
      })
      .onConflict((conflict) => conflict.doNothing()),
);

export const renameChatChannel = statement((q, p: ScheduleKey & { channelId: string; channelName: string }) =>
  q
    .updateTable('schedule_chat_channels')
    .set({ channel_name: p.channelName })
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('channel_id', '=', p.channelId),
);

export const unlinkChatChannel = statement((q, p: ScheduleKey & { channelId: string }) =>
  q
    .deleteFrom('schedule_chat_channels')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('channel_id', '=', p.channelId),
);
