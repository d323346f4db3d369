/**
 * Brings user groups in the chat to the state that their schedules want (rule CH-4): enabled while a schedule has the group,
 * named as asked, with those in it who are on call now in any of its schedules.
 *
 * A change to that state marks the group in its own transaction, by raising `change_count` and setting `sync_due_at`. A worker
 * takes it by moving `sync_due_at` to the end of its lease. A sync that finds the mark raised again since it began does it all
 * again: so whoever touches the chat last has seen the latest state, however many nodes sync the same group at once.
 *
 *   due ── taken ──→ leased ── the chat is as it should be ──→ due in 15 minutes, or never once no schedule has the group
 *    ↑                  ├───── the chat or we failed ────────→ due after a wait that a mark does not shorten
 *    └── marked         ├───── the chat refused for good ────→ due in 15 minutes: someone may put it right by hand
 *                       └───── the worker died ──────────────→ due when the lease runs out
 */
import {
  CALL_TIMEOUT_MS,
  ChatError,
  type ChatGroup,
  type ChatGroupNames,
  type ChatProvider,
  MOST_CALLS_FOR_A_GROUP,
} from '../chat/provider.ts';
import { counters } from '../counters.ts';
import {
  type ChatGroupRow,
  chatGroupById,
  chatGroupOfSchedule,
  dueChatGroups,
  leaseChatGroup,
  markChatGroup,
  markChatGroupsOf,
  moveChatGroup,
  noteGroupFailed,
  noteGroupSynced,
  putChatGroup,
  schedulesOfChatGroup,
  unlinkChatGroup,
} from '../db/chat-links.ts';
import type { Transaction } from '../db/database.ts';
import { lockSchedule, type ScheduleRow } from '../db/schedules.ts';
import type { OrganizationId, ScheduleId } from '../ids.ts';
import { MINUTE_MS } from '../time/units.ts';
import { type LeftOut, type WantedMembers, wantedMembers } from './chat-group-members.ts';
import { type Failure, isDatabaseAway, leaseMsFor, waitAfter } from './retries.ts';
import type { Services } from './services.ts';

/** How often a group is looked at though nothing changed here: someone may have changed it in the chat. */
const RECONCILE_MS = 15 * MINUTE_MS;

/** How long a sync goes on to start calls. How many it needs depends on whom it has to look up, and on changes meanwhile. */
const SYNCING_MS = MINUTE_MS;
export const LEASE_MS = leaseMsFor(SYNCING_MS, MOST_CALLS_FOR_A_GROUP * CALL_TIMEOUT_MS);
const GROUPS_AT_ONCE = 20;

/** Who is on call in those schedules, or how the chat knows them, may have changed. */
export async function markGroupsOf(
  { clock }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
): Promise<void> {
  if ((await tx.run(markChatGroupsOf, { organizationId, ids, now: clock.now() })) > 0) await tx.wakeWorkers();
}

/**
 * Takes the schedule's group from it, and gives the group's id if there was one; a worker tells the chat. When the schedule
 * goes too, this comes first: its rows here go with it.
 */
export async function detachChatOf(
  { clock }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  scheduleId: ScheduleId,
): Promise<string | undefined> {
  await tx.first(lockSchedule, { organizationId, id: scheduleId });
  const group = await tx.first(chatGroupOfSchedule, { organizationId, scheduleId });
  if (group === undefined) return undefined;
  await tx.run(unlinkChatGroup, { organizationId, scheduleId });
  await tx.run(markChatGroup, { organizationId, id: group.id, now: clock.now() });
  await tx.wakeWorkers();
  return group.id;
}

/** Syncs groups that are due, and gives how many they were. */
export async function syncDueGroups(services: Services): Promise<number> {
  const groups = await services.db.queueTransaction(async (tx) => {
    const now = services.clock.now();
    const due = await tx.claim(dueChatGroups, { now, limit: GROUPS_AT_ONCE });
    for (const group of due) await tx.run(leaseChatGroup, { ...keyOf(group), until: now + LEASE_MS });
    return due;
  });
  // One that fails must not keep the worker from waiting for the others.
  const results = await Promise.allSettled(
    groups.map((group) => syncUserGroup(services, group.organization_id, group.id)),
  );
  for (const result of results) if (result.status === 'rejected' && isDatabaseAway(result.reason)) throw result.reason;
  return groups.length;
}

/** Throws what failed. It is noted, and a worker tries again, unless it is the database. */
export async function syncUserGroup(services: Services, organizationId: OrganizationId, id: string): Promise<void> {
  try {
    const connected = services.chatOf(organizationId);
    if (connected === undefined) throw new ChatError('connection lost', 'No chat is connected.');
    const chat = untilTimeIsUp(connected);
    let isSettled = false;
    while (!isSettled) isSettled = await syncOnce(services, chat, organizationId, id);
    counters.groupSyncs.done += 1;
  } catch (error) {
    if (!isDatabaseAway(error)) await noteFailure(services, { organizationId, id }, failureOf(services, id, error));
    throw error;
  }
}

/** The same chat, but no call starts so late that it could go on when the lease has run out; also when the clock is set meanwhile. */
function untilTimeIsUp(chat: ChatProvider): ChatProvider {
  const startUntil = performance.now() + SYNCING_MS;
  return new Proxy(chat, {
    get(_, name) {
      const member = Reflect.get(chat, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        if (performance.now() >= startUntil) {
          throw new ChatError(
            'unavailable',
            'The chat answers too slowly: a minute was not enough for the user group.',
          );
        }
        return member.apply(chat, given);
      };
    },
  });
}

/** A fault of ours is retried as a chat that is down. */
function failureOf({ log }: Services, groupId: string, error: unknown): Failure {
  if (error instanceof ChatError) return error;
  log?.error('a user group could not be synced', { group: groupId, error });
  const message = 'Watchbill failed to sync this user group. The log has the details under the id of the group.';
  return { message, retry: 'soon' };
}

/** The group of the chat that has the handle, or else a new one. `requireFound` throws where the found one must not be used. */
export async function findOrCreateUserGroup(
  chat: ChatProvider,
  names: ChatGroupNames,
  requireFound: (found: ChatGroup) => Promise<void> = async () => {},
): Promise<ChatGroup> {
  const found = await chat.findUserGroupByHandle(names.handle);
  if (found !== undefined) {
    await requireFound(found);
    return found;
  }
  return chat.createUserGroup(names).catch(async (error) => {
    // Someone else may have made it just now.
    const made = error instanceof ChatError && (await chat.findUserGroupByHandle(names.handle));
    if (!made) throw error;
    await requireFound(made);
    return made;
  });
}

/** False when the group changed meanwhile. Its row is read before its schedules: a change in between raises its count. */
async function syncOnce(
  services: Services,
  chat: ChatProvider,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  const { db, clock } = services;
  const row = await db.first(chatGroupById, { organizationId, id });
  if (row === undefined) throw new Error(`there is no chat group ${id}`);
  const schedules = await db.all(schedulesOfChatGroup, { organizationId, id });
  const leftOut = schedules.length === 0 ? await retire(chat, id) : await follow(services, chat, row, schedules);
  if (leftOut === undefined) return false;
  const now = clock.now();
  const synced = {
    organizationId,
    id,
    changeCount: row.change_count,
    leftOutJson: JSON.stringify(leftOut),
    dueAt: schedules.length === 0 ? null : now + RECONCILE_MS,
    now,
  };
  return (await db.queueTransaction((tx) => tx.run(noteGroupSynced, synced))) > 0;
}

/** No schedule has the group any more. */
async function retire(chat: ChatProvider, id: string): Promise<readonly LeftOut[]> {
  const actual = await chat.findUserGroup(id);
  if (actual?.isEnabled === true) await chat.disableUserGroup(id);
  return [];
}

/** Gives who had to be left out; undefined when the schedules had to be given another group. */
async function follow(
  services: Services,
  chat: ChatProvider,
  row: ChatGroupRow,
  schedules: readonly ScheduleRow[],
): Promise<readonly LeftOut[] | undefined> {
  const actual = await chat.findUserGroup(row.id);
  if (actual === undefined) {
    await replaceGone(services, chat, row);
    return undefined;
  }
  const wanted = await wantedMembers(services, chat, row.organization_id, schedules);
  // The members stay: an empty group would page nobody.
  const refused = wanted && (await fill(chat, actual, wanted));
  // Last of all: a name that the chat refuses must not keep people out.
  if (actual.name !== row.name || actual.handle !== row.handle) await chat.renameUserGroup(row.id, row);
  return [...(wanted?.leftOut ?? []), ...(refused ?? [])];
}

/** The group is gone from the chat, by hand or with the workspace. The new one is due at once, the old one has no schedules. */
async function replaceGone({ db, clock }: Services, chat: ChatProvider, row: ChatGroupRow): Promise<void> {
  const { name, handle } = row;
  const { id: newId } = await findOrCreateUserGroup(chat, { name, handle });
  if (newId === row.id) throw new ChatError('unavailable', `The chat did not show the user group @${handle} just now.`);
  const { organizationId, id } = keyOf(row);
  const now = clock.now();
  await db.transaction(async (tx) => {
    // Each schedule guards its link: a handoff of one marks the group that it reads there.
    for (const schedule of await tx.all(schedulesOfChatGroup, { organizationId, id })) {
      await tx.first(lockSchedule, { organizationId, id: schedule.id });
    }
    await tx.run(putChatGroup, { organizationId, id: newId, name, handle, dueAt: now, now });
    await tx.run(moveChatGroup, { organizationId, id, newId });
    await tx.wakeWorkers();
  });
}

/**
 * Enabled while someone is in it. Where nobody is, that is the bot; a chat that does not take the bot has the group disabled
 * instead, so that it does not go on calling those who were on call before. Members come first: a group that is disabled for
 * that reason is not enabled, only to be disabled again, each time that it is looked at. Gives whom the chat did not take.
 */
async function fill(chat: ChatProvider, actual: ChatGroup, { members }: WantedMembers): Promise<LeftOut[]> {
  const chatIds = members.map(({ chatId }) => chatId);
  const refused = await putMembers(chat, actual, chatIds);
  const isFilled = refused.length < chatIds.length || (await putBot(chat, actual));
  if (isFilled && !actual.isEnabled) await chat.enableUserGroup(actual.id);
  if (!isFilled && actual.isEnabled) await chat.disableUserGroup(actual.id);
  return members
    .filter(({ chatId }) => refused.includes(chatId))
    .map(({ userId, chatId }) => ({
      user_id: userId,
      reason: `The chat does not take ${chatId} into a user group: they have left, or are a guest or a bot.`,
    }));
}

async function putBot(chat: ChatProvider, actual: ChatGroup): Promise<boolean> {
  return (await putMembers(chat, actual, [await chat.botUserId()])).length === 0;
}

/** Gives those whom the chat does not take; they do not keep the others out. With nobody left, nothing is changed. */
async function putMembers(
  chat: ChatProvider,
  actual: ChatGroup,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const isAsWanted = new Set(actual.memberIds).symmetricDifference(new Set(memberIds)).size === 0;
  if (isAsWanted || memberIds.length === 0) return [];
  try {
    await chat.setUserGroupMembers(actual.id, memberIds);
    return [];
  } catch (error) {
    if (!(error instanceof ChatError) || error.failure !== 'unknown members') throw error;
    const others = memberIds.filter((id) => !error.memberIds.includes(id));
    if (others.length === memberIds.length) throw error;
    return [...error.memberIds, ...(await putMembers(chat, actual, others))];
  }
}

/** What was refused for good counts as no failure that a change would have to wait for: the change may be what was needed. */
async function noteFailure(
  { db, clock }: Services,
  key: { organizationId: OrganizationId; id: string },
  failure: Failure,
): Promise<void> {
  const isForGood = failure.retry === 'never';
  await db.transaction(async (tx) => {
    const failures = (await tx.first(chatGroupById, key))?.failures ?? 0;
    await tx.run(noteGroupFailed, {
      ...key,
      error: failure.message,
      failures: isForGood ? 0 : failures + 1,
      dueAt: clock.now() + (isForGood ? RECONCILE_MS : waitAfter(failure, failures)),
    });
    await tx.wakeWorkers();
  });
  counters.groupSyncs[isForGood ? 'failed' : 'retried'] += 1;
}

function keyOf({ organization_id, id }: ChatGroupRow): { organizationId: OrganizationId; id: string } {
  return { organizationId: organization_id, id };
}
