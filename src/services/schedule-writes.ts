/** Rule STO-6: stores what was planned. All statements go out together, so that the database is waited for once. */
import { markChatGroupsOf, unlinkChatChannels } from '../db/chat-links.ts';
import type { Transaction } from '../db/database.ts';
import { deleteNewsOfSchedules, insertNews } from '../db/news.ts';
import {
  deleteOverrides,
  endOverrides,
  endOverrideUsers,
  insertOverrides,
  insertOverrideUsers,
} from '../db/overrides.ts';
import { cutReigns, insertRevisions } from '../db/revisions.ts';
import {
  endScheduleUsers,
  insertSchedule,
  linkTeams,
  putScheduleUsers,
  unlinkTeams,
  updateSchedule,
} from '../db/schedules.ts';
import { leaveOverride, replaceOverrideUsers } from '../db/user-deactivation.ts';
import type { OrganizationId, UserId } from '../ids.ts';
import { writeAuditEntries } from './audit-log.ts';
import type { SchedulePlan } from './schedule-plan.ts';
import type { Services } from './services.ts';

interface Author {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** In their order; several may be of the same schedule. The schedules are locked. */
export async function writePlans(
  services: Services,
  tx: Transaction,
  author: Author,
  plans: readonly SchedulePlan[],
): Promise<void> {
  if (plans.length === 0) return;
  await Promise.all([
    ...plans.flatMap((plan) => [
      tx.run(plan.before.isNew ? insertSchedule : updateSchedule, {
        ...plan.state.row,
        organizationId: author.organizationId,
      }),
      ...revisionWrites(tx, author, plan),
      ...overrideWrites(tx, author, plan),
      ...teamWrites(tx, author, plan),
      ...(plan.state.row.deleted_at === null ? [] : leftoversOf(tx, author, plan)),
    ]),
    ...newsOf(services, tx, plans),
    ...groupMarksOf(tx, author, plans),
    writeAuditEntries(
      services,
      tx,
      author,
      plans.flatMap(({ audit }) => audit),
    ),
    ...(plans.some(({ isShiftChange }) => isShiftChange) ? [tx.wakeWorkers()] : []),
  ]);
}

function revisionWrites(tx: Transaction, { organizationId, userId }: Author, plan: SchedulePlan): Promise<unknown>[] {
  const { revisions, standing, state, now } = plan;
  const { id } = state.row;
  const writes: Promise<unknown>[] = [];
  if (revisions.length > 0) {
    const key = { organizationId, scheduleId: id };
    const records = revisions.map(({ number, validFrom, reignEnd, layer }) => ({
      number,
      valid_from: validFrom,
      reign_end: reignEnd,
      layer_json: JSON.stringify(layer),
    }));
    writes.push(
      tx.run(cutReigns, { ...key, validFrom: Math.min(...revisions.map(({ validFrom }) => validFrom)) }),
      tx.run(insertRevisions, { ...key, revisions: records, createdBy: userId, createdAt: now }),
    );
  }
  if (standing !== undefined) {
    const users = [...standing].map(([user_id, until_at]) => ({ user_id, until_at }));
    // A change does not reach into the past: whoever stood in the layers only then is left as they are.
    writes.push(tx.run(endScheduleUsers, { organizationId, id, now }));
    if (users.length > 0) writes.push(tx.run(putScheduleUsers, { organizationId, id, users }));
  }
  return writes;
}

function overrideWrites(
  tx: Transaction,
  { organizationId, userId }: Author,
  { overrides: { added, ended, removed, left }, state, now }: SchedulePlan,
): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  if (ended.length > 0) {
    const which = { organizationId, ids: ended, at: now };
    writes.push(tx.run(endOverrides, which), tx.run(endOverrideUsers, which));
  }
  if (removed.length > 0) writes.push(tx.run(deleteOverrides, { organizationId, ids: removed }));
  for (const { id, userId: leaving, users } of left) {
    writes.push(
      tx.run(replaceOverrideUsers, { organizationId, id, usersJson: JSON.stringify(users) }),
      tx.run(leaveOverride, { organizationId, overrideId: id, userId: leaving }),
    );
  }
  if (added.length > 0) {
    const overrides = added.map(({ id, start, end, rank, users }) => ({
      id,
      schedule_id: state.row.id,
      start_at: start,
      end_at: end,
      rank,
      users_json: JSON.stringify(users),
    }));
    const users = added.flatMap(({ id, end, users }) =>
      users.map((user_id) => ({ override_id: id, user_id, end_at: end })),
    );
    writes.push(
      tx.run(insertOverrides, { organizationId, overrides, createdBy: userId, createdAt: now }),
      tx.run(insertOverrideUsers, { organizationId, users }),
    );
  }
  return writes;
}

function teamWrites(tx: Transaction, { organizationId }: Author, { teamIds, state }: SchedulePlan): Promise<unknown>[] {
  if (teamIds === undefined) return [];
  const key = { organizationId, id: state.row.id };
  const teams = teamIds.map((team_id, position) => ({ team_id, position }));
  return [tx.run(unlinkTeams, key), ...(teams.length > 0 ? [tx.run(linkTeams, { ...key, teams })] : [])];
}

/** What of a deleted schedule is no history. */
function leftoversOf(tx: Transaction, { organizationId }: Author, { state }: SchedulePlan): Promise<unknown>[] {
  const { id } = state.row;
  return [
    tx.run(unlinkChatChannels, { organizationId, scheduleId: id }),
    tx.run(deleteNewsOfSchedules, { organizationId, ids: [id] }),
  ];
}

function newsOf({ newId }: Services, tx: Transaction, plans: readonly SchedulePlan[]): Promise<unknown>[] {
  return plans.flatMap(({ news, state: { row }, now }) =>
    news.map((one) =>
      tx.run(insertNews, {
        organizationId: row.organization_id,
        scheduleId: row.id,
        id: newId('news'),
        newsJson: JSON.stringify(one),
        createdAt: now,
      }),
    ),
  );
}

function groupMarksOf(tx: Transaction, { organizationId }: Author, plans: readonly SchedulePlan[]): Promise<unknown>[] {
  const changed = plans.filter(({ isShiftChange }) => isShiftChange);
  if (changed.length === 0) return [];
  const ids = [...new Set(changed.map(({ state }) => state.row.id))];
  return [tx.run(markChatGroupsOf, { organizationId, ids, now: Math.max(...changed.map(({ now }) => now)) })];
}
