/**
 * Brings user groups in the chat up to date (rule CH-4). A group is enabled while a schedule has it. Its members are the people who are on call now in
 * any of these schedules.
 *
 * A change marks the group: it raises `change_count` and sets `sync_due_at`, in its own transaction. A worker leases the group and moves `sync_due_at`
 * to the end of the lease. If the count was raised during a sync, the sync starts again. A worker that lost its lease writes nothing more. If it may
 * have changed the chat by then, it sets `unsure_at`, and the next sync first reads what the chat has. So the last worker that changed the chat knew
 * the latest state, provided that the chat carries out calls in their order.
 *
 *   due ── taken ──→ leased ── the chat is as it should be ──→ due for the next look at the chat, or never once no schedule has the group
 *    ↑                  ├───── it is not the group's turn ───→ due when it is
 *    │                  ├───── the chat or we failed ────────→ due after a wait that a mark does not shorten
 *    └── marked         ├───── the chat refused for good ────→ due in 15 minutes: someone may put it right by hand
 *                       └───── the worker died ──────────────→ due when the lease runs out
 */
import { ChatError, type ChatGroup, type ChatProvider } from '../../chat/provider.ts';
import {
  type ChatGroupRow,
  chatGroupById,
  doubtChatGroup,
  leaseChatGroup,
  moveChatGroup,
  noteGroupFailed,
  noteGroupSynced,
  postponeGroupSync,
  putChatGroup,
  renewGroupLease,
  schedulesOfChatGroup,
} from '../../db/chat/chat-links.ts';
import { lockSchedule } from '../../db/schedules/schedule-locks.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { LeaseId, OrganizationId } from '../../ids.ts';
import { counters } from '../../process/counters.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { CALLS_LEASE_MS, type Lease, type LeaseKind, type LeaseTerm, LostLease, withLease } from '../outbox/leases.ts';
import { askForLook } from '../outbox/notice-looks.ts';
import { type Failure, isDatabaseUnavailable, retryDelayMs } from '../outbox/retries.ts';
import type { Services } from '../shared/services.ts';
import { fill, findOrCreateUserGroup, type Outcome, retire } from './chat-group-changes.ts';
import { lookAtGroup } from './chat-group-known.ts';
import { CLOCK_DIFFERENCE_MS, LIST_SHARED_MS } from './chat-group-list.ts';
import { wantedMembers } from './chat-group-members.ts';

/**
 * How often a group is compared with the chat, where somebody may have changed it by hand. Together with the minute for which a
 * list is shared, such a change is found within 15 minutes.
 */
const RECONCILE_MS = 14 * MINUTE_MS;

const TRY_REFUSED_AGAIN_MS = 15 * MINUTE_MS;

/** When a change that was made without reading the chat is checked: as soon as a shared list can show it. */
const CHECK_AFTER_MS = LIST_SHARED_MS + CLOCK_DIFFERENCE_MS;

/** The chat counts calls in a minute. A longer wait is a failure: admins are told. */
const LONGEST_TURN_MS = MINUTE_MS;

/** How long a sync starts calls. Their number depends on lookups, and on changes in the meantime. */
const SYNCING_MS = MINUTE_MS;

const CHANGES: ReadonlySet<PropertyKey> = new Set([
  'renameUserGroup',
  'setUserGroupMembers',
  'enableUserGroup',
  'disableUserGroup',
] satisfies (keyof ChatProvider)[]);

export type GroupKey = { readonly organizationId: OrganizationId; readonly id: string };

export const GROUP_LEASES: LeaseKind<ChatGroupRow, GroupKey> = {
  leaseMs: CALLS_LEASE_MS,
  keyOf,
  take: leaseChatGroup,
  renew: renewGroupLease,
};

/** Progress of a sync. */
interface Progress {
  readonly isWaitedFor: boolean;
  /** Whether the group in the chat may differ from the stored state: a change has begun, or the chat showed another state. */
  isUnsure: boolean;
  /** The `change_count` of the state that it brings about. */
  changeCount: number;
}

/** For a caller who waits for the result: throws on failure. A worker retries. */
export function syncUserGroup(services: Services, key: GroupKey, lease: LeaseTerm): Promise<void> {
  return syncGroup(services, key, lease, true);
}

/**
 * Stores a failure, unless the database failed, and throws it. A worker that has lost the lease leaves the group to its new
 * holder.
 */
export async function syncGroup(
  services: Services,
  key: GroupKey,
  taken: LeaseTerm,
  isWaitedFor: boolean,
): Promise<void> {
  const { db, clock } = services;
  const progress: Progress = { isWaitedFor, isUnsure: false, changeCount: 0 };
  try {
    await withLease(services, GROUP_LEASES, key, taken, async (lease) => {
      const connected = services.chatOf(key.organizationId);
      if (connected === undefined) throw new ChatError('connection lost', 'No chat is connected.');
      const chat = guarded(connected, lease, progress);
      let isSettled = false;
      while (!isSettled) isSettled = await syncOnce(services, chat, key, lease, progress);
    });
    counters.groupSyncs.done += 1;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const isLost =
      error instanceof LostLease ||
      !(await noteFailure(services, key, taken.leaseId, failureOf(services, key.id, error), progress));
    if (isLost && progress.isUnsure)
      await db.queueTransaction((tx) => tx.run(doubtChatGroup, { ...key, now: clock.now() }));
    if (!(error instanceof LostLease)) throw error;
  }
}

/**
 * The chat, guarded: no call starts without the lease or after the time limit of a sync, even if the clock is set in the
 * meantime.
 */
function guarded(chat: ChatProvider, lease: Lease, progress: Progress): ChatProvider {
  const startUntil = performance.now() + SYNCING_MS;
  return new Proxy(chat, {
    get(_, name) {
      const member = Reflect.get(chat, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        await lease.hold();
        if (performance.now() >= startUntil) {
          throw new ChatError(
            'unavailable',
            'The chat answers too slowly: a minute was not enough for the user group.',
          );
        }
        const { isUnsure } = progress;
        progress.isUnsure ||= CHANGES.has(name);
        try {
          return await member.apply(chat, given);
        } catch (error) {
          // A chat that asks for a later retry has changed nothing.
          if (error instanceof ChatError && error.retryAfterMs !== undefined) progress.isUnsure = isUnsure;
          throw error;
        }
      };
    },
  });
}

/** A bug of ours is retried like a chat that is down. */
function failureOf({ log }: Services, groupId: string, error: unknown): Failure {
  if (error instanceof ChatError) return error;
  log?.error('a user group could not be synced', { group: groupId, error });
  const message = 'Watchbill failed to sync this user group. The log has the details under the id of the group.';
  return { message, retry: 'soon' };
}

/** False if the group changed in the meantime. Its row is read before its schedules: a change in between raises its count. */
async function syncOnce(
  services: Services,
  chat: ChatProvider,
  key: GroupKey,
  lease: Lease,
  progress: Progress,
): Promise<boolean> {
  const { db, clock } = services;
  const row = await db.first(chatGroupById, key);
  if (row === undefined) throw new Error(`there is no chat group ${key.id}`);
  if (row.lease_id !== lease.id) throw new LostLease('another worker has the group');
  progress.changeCount = row.change_count;
  const schedules = await db.all(schedulesOfChatGroup, key);
  const { group: actual, isFromChat } = await lookAtGroup(chat, row, progress.isWaitedFor);
  progress.isUnsure ||= isFromChat;
  const outcome = await (schedules.length === 0
    ? retire(chat, row, actual)
    : follow(services, chat, row, actual, schedules)
  ).catch(async (error) => {
    const isGone = error instanceof ChatError && error.failure === 'group gone';
    if (isFromChat || !isGone) throw error;
    // It was deleted since it was last seen: the chat has to be asked.
    await db.queueTransaction((tx) => tx.run(doubtChatGroup, { ...key, now: clock.now() }));
    return undefined;
  });
  if (outcome === undefined) return false;
  const now = clock.now();
  const synced = {
    ...key,
    leaseId: lease.id,
    changeCount: row.change_count,
    unsureAt: row.unsure_at ?? 0,
    leftOutJson: JSON.stringify(outcome.leftOut),
    knownJson: JSON.stringify(outcome.group),
    dueAt: schedules.length === 0 ? null : now + (isFromChat ? RECONCILE_MS : CHECK_AFTER_MS),
    now,
  };
  return (await db.queueTransaction((tx) => tx.run(noteGroupSynced, synced))) > 0;
}

/** Undefined if the schedules had to get another group. */
async function follow(
  services: Services,
  chat: ChatProvider,
  row: ChatGroupRow,
  actual: ChatGroup | undefined,
  schedules: readonly ScheduleRow[],
): Promise<Outcome | undefined> {
  if (actual === undefined) {
    await replaceGone(services, chat, row);
    return undefined;
  }
  const { id, name, handle } = row;
  const wanted = await wantedMembers(services, chat, row.organization_id, schedules);
  // The members stay: an empty group would alert nobody.
  const filled = wanted === undefined ? { group: actual, leftOut: [] } : await fill(chat, actual, wanted);
  // Renamed last: a name that the chat refuses must not keep people out of the group.
  if (actual.name !== name || actual.handle !== handle) await chat.renameUserGroup(id, { name, handle });
  return {
    group: { ...filled.group, name, handle },
    leftOut: [...(wanted?.leftOut ?? []), ...filled.leftOut],
  };
}

/** The group was deleted in the chat, by hand or with the workspace. The new group is due at once; the old one no longer has schedules. */
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
    await tx.run(putChatGroup, { organizationId, id: newId, name, handle, dueAt: now, leaseId: null, now });
    await tx.run(moveChatGroup, { organizationId, id, newId });
    await tx.wakeWorkers();
  });
}

/** A permanent refusal does not delay the next change: that change may fix it. False if another worker has the group. */
async function noteFailure(
  { db, clock }: Services,
  key: GroupKey,
  leaseId: LeaseId,
  failure: Failure,
  { isUnsure, changeCount }: Progress,
): Promise<boolean> {
  const isForGood = failure.retry === 'never';
  const isItsTurnLater =
    failure instanceof ChatError &&
    failure.failure === 'waits for its turn' &&
    (failure.retryAfterMs ?? 0) <= LONGEST_TURN_MS;
  const isNoted = await db.transaction(async (tx) => {
    const now = clock.now();
    const row = await tx.first(chatGroupById, key);
    const failures = row?.failures ?? 0;
    const unsureAt = isUnsure ? now : (row?.unsure_at ?? null);
    const dueAt = now + (isForGood ? TRY_REFUSED_AGAIN_MS : retryDelayMs(failure, failures));
    const lease = { ...key, leaseId, dueAt, unsureAt };
    const isMarked = row !== undefined && row.change_count > changeCount;
    const noted = isItsTurnLater
      ? await tx.run(postponeGroupSync, { ...lease, dueAt: isMarked ? now : dueAt })
      : await tx.run(noteGroupFailed, { ...lease, error: failure.message, failures: isForGood ? 0 : failures + 1 });
    await tx.wakeWorkers();
    return noted > 0;
  });
  if (isNoted && !isItsTurnLater) {
    await db.queueTransaction((tx) => askForLook(tx, key.organizationId, clock.now()));
    counters.groupSyncs[isForGood ? 'failed' : 'retried'] += 1;
  }
  return isNoted;
}

function keyOf({ organization_id, id }: ChatGroupRow): GroupKey {
  return { organizationId: organization_id, id };
}
