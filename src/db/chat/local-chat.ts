/** Groups and messages of the built-in chat workspace. */
import type { Kysely, Selectable } from 'kysely';
import type { LocalChatGroupId, LocalChatMessageId, OrganizationId } from '../../ids.ts';
import { type ReadStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow, updateRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type LocalChatGroupRow = Selectable<Tables['local_chat_groups']>;
export type LocalChatMessageRow = Selectable<Tables['local_chat_messages']>;

type GroupKey = { organizationId: OrganizationId; id: LocalChatGroupId };

export const localGroupById = statement((q, p: GroupKey) =>
  q
    .selectFrom('local_chat_groups')
    .select(columns.local_chat_groups)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

export const localGroupByHandle = statement((q, p: { organizationId: OrganizationId; handle: string }) =>
  q
    .selectFrom('local_chat_groups')
    .select(columns.local_chat_groups)
    .where('organization_id', '=', p.organizationId)
    .where('handle', '=', p.handle),
);

export const localGroupsPage = statement((q, p: { organizationId: OrganizationId; limit: number; offset: number }) =>
  q
    .selectFrom('local_chat_groups')
    .select(columns.local_chat_groups)
    .where('organization_id', '=', p.organizationId)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const localGroupsTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('local_chat_groups')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

/** Inserts nothing if another group has the handle. */
export const insertLocalGroup = insertRow('local_chat_groups', 'skip');

export const renameLocalGroup = updateRow('local_chat_groups', ['name', 'handle']);

export const setLocalGroupMembers = updateRow('local_chat_groups', ['members_json']);

export const setLocalGroupEnabled = updateRow('local_chat_groups', ['is_enabled']);

export const insertLocalMessage = insertRow('local_chat_messages');

export const updateLocalMessage = writeStatement(
  (q, p: { organizationId: OrganizationId; id: LocalChatMessageId; channelId: string; text: string }) =>
    q
      .updateTable('local_chat_messages')
      .set({ text: p.text })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id)
      .where('channel_id', '=', p.channelId),
);

/** Filters and order of messages. */
export type LocalMessageFilters = { readonly channelId?: string };

type Wanted = { readonly organizationId: OrganizationId } & LocalMessageFilters;

interface LocalMessageList {
  readonly page: ReadStatement<Wanted & { limit: number; offset: number }, LocalChatMessageRow>;
  readonly total: ReadStatement<Wanted, { total: number }>;
}

const lists = new Map<string, LocalMessageList>();

/** One statement for each combination of filters and order, so that each uses its index. */
export function localMessageListBy(filters: LocalMessageFilters, order: 'asc' | 'desc'): LocalMessageList {
  const key = [order, ...Object.keys(filters)].join();
  const list = lists.get(key) ?? buildList(filters, order);
  lists.set(key, list);
  return list;
}

function buildList(filters: LocalMessageFilters, order: 'asc' | 'desc'): LocalMessageList {
  const matching = (q: Kysely<Tables>, wanted: Wanted) => {
    const p = wanted as Required<Wanted>;
    return q
      .selectFrom('local_chat_messages')
      .where('organization_id', '=', p.organizationId)
      .$if('channelId' in filters, (query) => query.where('channel_id', '=', p.channelId));
  };
  return {
    page: statement((q, p: Wanted & { limit: number; offset: number }) =>
      matching(q, p).select(columns.local_chat_messages).orderBy('id', order).limit(p.limit).offset(p.offset),
    ),
    total: statement((q, p: Wanted) => matching(q, p).select((eb) => eb.fn.countAll<number>().as('total'))),
  };
}
