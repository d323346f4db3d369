/**
 * Entity tags: a caller who sends the tag that it has read changes a thing only if nobody has changed it since. A tag is a hash of stored data, so
 * all nodes compute the same tag. Each service checks it in the transaction of the change.
 */
import { hash } from 'node:crypto';
import type { UnguardedReads } from '../../db/driver/database.ts';
import { type ScheduleRow, teamsOfSchedules } from '../../db/schedules/schedules.ts';
import { AppError } from '../../errors.ts';
import { memoizeByRow } from '../../process/row-cache.ts';
import type { UserGroup } from '../../schemas/chat.ts';
import type { CalendarRules, UserHolidays } from '../../schemas/people/calendar-rules.ts';
import type { Organization } from '../../schemas/people/organizations.ts';
import type { Team } from '../../schemas/people/teams.ts';
import type { User } from '../../schemas/people/users.ts';
import type { ScheduleOverride } from '../../schemas/schedules/overrides.ts';
import type { Schedule } from '../../schemas/schedules/schedules.ts';
import type { TimeOff } from '../../schemas/time-off.ts';
import type { Webhook } from '../../schemas/webhooks.ts';

/** The tags that the caller accepts. Undefined: any state. `none`: there must be no such thing yet. */
export type ExpectedTags = 'any' | 'none' | readonly string[] | undefined;

/** 132 bits: enough that no two states of a thing share a tag. */
const TAG_LENGTH = 22;

/** All that the API shows of such a thing is stored in its row. */
export const tagOf: (thing: Organization | Team | User) => string = memoizeByRow(hashOf);

/** The fields that the tag of a schedule depends on, from a response or from a row. */
type Tagged = Pick<Schedule, 'id' | 'name' | 'time_zone' | 'current_revision'> & {
  readonly description?: string | null;
  readonly external_id?: string | null;
  readonly managed_by?: string | null;
  readonly teams: readonly { readonly id: string }[];
};

/**
 * The fields that `PATCH` can change. A new layer has a new revision. The people on call now and the names of users and teams are left out, because
 * they change without a change to the schedule.
 */
export const tagOfSchedule = memoizeByRow(
  ({ id, name, description, time_zone, current_revision, teams, external_id, managed_by }: Tagged): string =>
    hashOf([
      id,
      name,
      description ?? null,
      time_zone,
      current_revision,
      teams.map((team) => team.id),
      external_id ?? null,
      managed_by ?? null,
    ]),
);

/** The fields that `PATCH` can change, from a response or from a row. */
export function tagOfOverride({
  id,
  start,
  end,
  users,
  reason,
}: Pick<ScheduleOverride, 'id' | 'start' | 'end' | 'reason'> & {
  readonly users: readonly { readonly id: string }[];
}): string {
  return hashOf([id, start, end, users.map((user) => user.id), reason ?? null]);
}

/** The fields that `PATCH` can change: whether its endpoint answers is not among them. */
export function tagOfWebhook({
  id,
  url,
  description,
  events,
  schedule_ids,
  team_ids,
  enabled,
  external_id,
  managed_by,
}: Webhook): string {
  return hashOf([
    id,
    url,
    description ?? null,
    events,
    schedule_ids ?? null,
    team_ids ?? null,
    enabled,
    external_id ?? null,
    managed_by ?? null,
  ]);
}

/** The fields that `PATCH` can change, as the reader sees them: who may not see the reason gets a tag that does not depend on it. */
export function tagOfTimeOff({ id, start, end, reason }: Pick<TimeOff, 'id' | 'start' | 'end' | 'reason'>): string {
  return hashOf([id, start, end, reason ?? null]);
}

/** The fields that `PUT` can change: not its members, and not the state of its sync. */
export function tagOfUserGroup({ id, name, handle }: UserGroup): string {
  return hashOf([id, name, handle]);
}

/** The tag of the rules of the organization, or of the holidays of a user. */
export function tagOfRules(rules: CalendarRules | UserHolidays): string {
  return hashOf(rules);
}

/** Throws 412 if the caller expects other tags. */
export function requireTag(expected: ExpectedTags, tag: string): void {
  if (expected === undefined || expected === 'any') return;
  if (expected === 'none' || !expected.includes(tag)) throw new AppError('precondition_failed');
}

export async function requireScheduleTag(db: UnguardedReads, row: ScheduleRow, expected: ExpectedTags): Promise<void> {
  if (expected === undefined) return;
  const teams = await db.all(teamsOfSchedules, { organizationId: row.organization_id, ids: [row.id] });
  requireTag(expected, tagOfSchedule({ ...row, current_revision: row.latest_revision, teams }));
}

function hashOf(facts: object): string {
  return hash('sha256', JSON.stringify(facts), 'base64url').slice(0, TAG_LENGTH);
}
