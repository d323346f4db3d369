/**
 * Rules CH-3 and CH-5: a schedule's user group in the chat. Only the caller who attaches a group waits for the chat, which is called first and
 * outside any transaction.
 */
import { ChatError, type ChatGroup, type ChatGroupNames, type ChatProvider } from '../../chat/provider.ts';
import { auditLogStatements } from '../../db/audit-log.ts';
import {
  type ChatGroupRow,
  chatGroupById,
  chatGroupOfSchedule,
  groupsOfSchedulesPage,
  groupsOfSchedulesTotal,
  linkChatGroup,
  markChatGroup,
  putChatGroup,
  schedulesOfChatGroup,
} from '../../db/chat/chat-links.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { usersByIds } from '../../db/people/users.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { AppError } from '../../errors.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { type Caller, hasPermission } from '../../permissions.ts';
import type {
  FollowedUserGroup,
  GroupSync,
  LeftOutUsers,
  NewUserGroup,
  UserGroup,
  UserGroupOfSchedule,
} from '../../schemas/chat.ts';
import { formatInstant } from '../../time/iso.ts';
import { findOrCreateUserGroup } from '../chat-groups/chat-group-changes.ts';
import { readLeftOut, usersOnCall } from '../chat-groups/chat-group-members.ts';
import { GROUP_LEASES, syncUserGroup } from '../chat-groups/chat-group-sync.ts';
import { detachChatOf } from '../chat-links/chat-group-marks.ts';
import { type LeaseTerm, newLease } from '../outbox/leases.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOfUserGroup } from '../shared/entity-tags.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import { getScheduleRow, getScheduleToChange, lockScheduleRow } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { getChat } from './chat-connection.ts';

const ATTACHED = 'schedule.chat_user_group_attached';
const RENAMED = 'schedule.chat_user_group_renamed';

export async function getUserGroup(services: Services, caller: Caller, id: string): Promise<FollowedUserGroup> {
  const { db } = services;
  const group = await findGroupRow(db, await getScheduleRow(db, caller, id));
  if (group === undefined) throw noGroup(id);
  const sync = await syncOf(services, group);
  const members = await membersOf(services, group, sync);
  return { id: group.id, name: group.name, handle: group.handle, members, sync };
}

/** The groups as Watchbill stores them; the chat is not asked. */
export async function listUserGroups(
  { db }: Services,
  { organizationId }: Caller,
  request: PageRequest,
): Promise<{ user_groups: UserGroupOfSchedule[]; meta: PageMeta }> {
  const list = { page: groupsOfSchedulesPage, total: groupsOfSchedulesTotal };
  const { rows, meta } = await readPage(db, list, { organizationId }, request);
  const groups = rows.map(({ id, name, handle, schedule_id }) => ({ id, name, handle, schedule_id }));
  return { user_groups: groups, meta };
}

/**
 * The chat is not part of any transaction: the group is found, created or renamed there first, and stored afterwards. If the schedule loses the
 * renamed group meanwhile, the group gets its old names back, and the call starts again. The tag is checked before and after the call of the chat.
 * If two callers bring different groups, the later one wins, and a worker disables the other group.
 */
export async function attachUserGroup(
  services: Services,
  caller: Caller,
  id: string,
  wanted: NewUserGroup,
  expected?: ExpectedTags,
): Promise<UserGroup> {
  const names = { name: wanted.name.trim(), handle: wanted.handle };
  for (;;) {
    // In one transaction: a schedule that is deleted between two reads would look like one without a group, and would get a new one.
    const { schedule, own } = await changeAs(services, caller, async (tx, caller) => {
      const schedule = await getScheduleToChange(services, tx, caller, id);
      const own = await findGroupRow(tx, schedule);
      requireGroupTag(expected, own);
      return { schedule, own };
    });
    const chat = getChat(services, caller);
    const requireFound = (found: ChatGroup) => requireTakeOver(services, caller, found);
    const group = { id: await groupInChat(chat, own, names, requireFound), ...names };
    const renamed = own?.id === group.id ? own : undefined;
    let lease: LeaseTerm | undefined;
    try {
      lease = await storeGroup(services, caller, schedule, renamed, group, expected);
    } finally {
      if (lease === undefined) await giveBack(services, chat, caller, renamed, group);
    }
    if (lease !== undefined) {
      await syncUserGroup(services, { organizationId: caller.organizationId, id: group.id }, lease);
      return group;
    }
  }
}

/**
 * Links the group to the schedule, and leases it for the sync that follows; a worker that has the lease loses it. Undefined if the schedule no longer
 * has the group that was renamed for it.
 */
function storeGroup(
  services: Services,
  caller: Caller,
  { id: scheduleId }: ScheduleRow,
  renamed: ChatGroupRow | undefined,
  group: UserGroup,
  expected: ExpectedTags,
): Promise<LeaseTerm | undefined> {
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    const now = services.clock.now();
    const schedule = await getScheduleToChange(services, tx, caller, scheduleId);
    await lockScheduleRow(tx, caller, scheduleId);
    const previous = await findGroupRow(tx, schedule);
    requireGroupTag(expected, previous);
    if (renamed !== undefined && previous?.id !== renamed.id) return undefined;
    const lease = newLease(services, GROUP_LEASES);
    await tx.run(putChatGroup, { organizationId, ...group, leaseId: lease.leaseId, dueAt: lease.until, now });
    await tx.wakeWorkers();
    if (previous?.id !== group.id) {
      const link = { organization_id: organizationId, schedule_id: scheduleId, group_id: group.id, created_at: now };
      await tx.run(linkChatGroup, link);
      if (previous !== undefined) await tx.run(markChatGroup, { organizationId, id: previous.id, now });
    }
    const entry = { targetId: scheduleId, detail: { user_group: group } };
    if (previous?.id !== group.id) {
      await writeAuditEntry(services, tx, caller, { action: ATTACHED, ...entry });
    } else if (!hasNames(previous, group) || !(await isRenameToldOf(tx, scheduleId, renamed, group))) {
      await writeAuditEntry(services, tx, caller, { action: RENAMED, ...entry });
    }
    return lease;
  });
}

/**
 * Between the rename in the chat and the transaction that stores it, a call for another schedule may have found the group under its new name and
 * stored it. This call still counts as the rename, unless a call for the same schedule has already reported it.
 */
async function isRenameToldOf(
  tx: Transaction,
  scheduleId: ScheduleId,
  renamed: ChatGroupRow | undefined,
  group: UserGroup,
): Promise<boolean> {
  if (renamed === undefined || hasNames(renamed, group)) return true;
  const filters = { targetId: scheduleId, action: RENAMED };
  const { page } = auditLogStatements(filters);
  const latest = await tx.first(page, { organizationId: renamed.organization_id, ...filters, limit: 1, offset: 0 });
  return latest?.detail_json === JSON.stringify({ user_group: group });
}

/**
 * The schedule did not get the group. The group may have been renamed, its own one or one that was found by its handle: it gets its stored names
 * back. A worker disables a group that no schedule has.
 */
async function giveBack(
  { db, clock }: Services,
  chat: ChatProvider,
  { organizationId }: Caller,
  renamed: ChatGroupRow | undefined,
  group: UserGroup,
): Promise<void> {
  // Not those that were read at first: somebody else may have renamed it since.
  const names = (await db.first(chatGroupById, { organizationId, id: group.id })) ?? renamed;
  if (names !== undefined) await chat.renameUserGroup(group.id, names);
  if (renamed !== undefined) return;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const isKnown = (await tx.run(markChatGroup, { organizationId, id: group.id, now })) > 0;
    if (!isKnown) await tx.run(putChatGroup, { organizationId, ...group, dueAt: now, leaseId: null, now });
    await tx.wakeWorkers();
  });
}

export function detachUserGroup(
  services: Services,
  caller: Caller,
  id: string,
  expected?: ExpectedTags,
): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    const { id: scheduleId } = await getScheduleToChange(services, tx, caller, id);
    const group = await detachChatOf(services, tx, organizationId, scheduleId);
    if (group === undefined) throw noGroup(id);
    requireTag(expected, tagOfUserGroup(group));
    await writeAuditEntry(services, tx, caller, {
      action: 'schedule.chat_user_group_detached',
      targetId: scheduleId,
      detail: { user_group: group.id },
    });
  });
}

/**
 * An existing group of the chat loses its members to the schedule. Only an admin may take over a group that Watchbill does not
 * manage. A managed group may be shared by users who may change all its schedules.
 */
async function requireTakeOver(services: Services, caller: Caller, { id, handle }: ChatGroup): Promise<void> {
  await changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    if (await hasPermission(caller, 'change organization')) return;
    if ((await tx.first(chatGroupById, { organizationId, id })) === undefined) {
      throw new AppError(
        'forbidden',
        `The chat already has a user group @${handle}. Only an admin can take it over; choose another handle.`,
      );
    }
    for (const schedule of await tx.all(schedulesOfChatGroup, { organizationId, id })) {
      await getScheduleToChange(services, tx, caller, schedule.id);
    }
  });
}

/** The id of the group for the schedule: its own one renamed, an existing one with the handle, or a new one. */
async function groupInChat(
  chat: ChatProvider,
  own: ChatGroupRow | undefined,
  names: ChatGroupNames,
  requireFound: (found: ChatGroup) => Promise<void>,
): Promise<string> {
  if ((await chat.plan()) === 'free') throw new ChatError('paid plan needed');
  const group = (own && (await chat.findUserGroup(own.id))) ?? (await findOrCreateUserGroup(chat, names, requireFound));
  if (group.name !== names.name || group.handle !== names.handle) await chat.renameUserGroup(group.id, names);
  return group.id;
}

function findGroupRow(db: Queryable, { organization_id, id }: ScheduleRow): Promise<ChatGroupRow | undefined> {
  return db.first(chatGroupOfSchedule, { organizationId: organization_id, scheduleId: id });
}

/** Without a group, no tag is current. */
function requireGroupTag(expected: ExpectedTags, group: ChatGroupRow | undefined): void {
  if (group === undefined) {
    if (expected !== undefined && expected !== 'none') throw new AppError('precondition_failed');
  } else if (expected === 'none') {
    throw new AppError('precondition_failed', `The schedule already has the user group @${group.handle}.`);
  } else requireTag(expected, tagOfUserGroup(group));
}

function hasNames(row: ChatGroupRow, { name, handle }: ChatGroupNames): boolean {
  return row.name === name && row.handle === handle;
}

/** People on call now in the schedules of the group, without those who were left out. */
async function membersOf(
  services: Services,
  { organization_id: organizationId, id }: ChatGroupRow,
  { left_out }: GroupSync,
): Promise<FollowedUserGroup['members']> {
  const schedules = await services.db.all(schedulesOfChatGroup, { organizationId, id });
  const onCall = (await usersOnCall(services, organizationId, schedules)) ?? [];
  const isLeftOut = new Set(left_out.map(({ user }) => user.id));
  return onCall.filter((user) => !isLeftOut.has(user.id)).map(({ id, name }) => ({ id, name }));
}

async function syncOf({ db, clock }: Services, row: ChatGroupRow): Promise<GroupSync> {
  const [leftOut = []] = await leftOutOf(db, row.organization_id, [row]);
  return {
    state: stateOf(row, clock.now()),
    ...(row.synced_at !== null && { last_success_at: formatInstant(row.synced_at) }),
    ...(row.sync_error !== null && { last_error: row.sync_error }),
    left_out: leftOut,
  };
}

/** For each of the groups, who was left out and why. */
export async function leftOutOf(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly Pick<ChatGroupRow, 'left_out_json'>[],
): Promise<LeftOutUsers[]> {
  const leftOut = rows.map(({ left_out_json }) => readLeftOut(left_out_json));
  const ids = [...new Set(leftOut.flat().map(({ user_id }) => user_id))];
  const users = new Map((await db.all(usersByIds, { organizationId, ids })).map((user) => [user.id, user]));
  return leftOut.map((own) =>
    own.flatMap(({ user_id, reason }) => {
      const user = users.get(user_id);
      return user === undefined ? [] : [{ user: { id: user_id, name: user.name }, reason }];
    }),
  );
}

function stateOf(
  { sync_error, change_count, synced_count, sync_due_at, unsure_at }: ChatGroupRow,
  now: number,
): GroupSync['state'] {
  if (sync_error !== null) return 'failing';
  const isOverdue = sync_due_at !== null && sync_due_at <= now;
  return synced_count < change_count || isOverdue || unsure_at !== null ? 'pending' : 'in_sync';
}

function noGroup(scheduleId: string): AppError {
  return new AppError('not_found', `The schedule ${scheduleId} has no user group in the chat.`);
}
