/** What has to be done so that a schedule has the user group that the file names. */
import type { UserGroup } from '../../api-client/schema.d.ts';
import type { FileUserGroup } from '../file/file.ts';
import type { Organization, ScheduleWithPlans } from '../organization.ts';
import type { Matched } from './matching.ts';

export interface GroupChange {
  /** Undefined: the schedule leaves its group. */
  readonly wanted: FileUserGroup | undefined;
  readonly before: UserGroup | undefined;
  /**
   * The schedule leaves its group first. Otherwise the service would rename the group, and with it the group of schedules that keep
   * theirs.
   */
  readonly isReplaced: boolean;
}

/** Undefined when the group is right, or the file does not name one. */
export function groupChange(
  wanted: FileUserGroup | null | undefined,
  existing: ScheduleWithPlans | undefined,
  { schedules }: Organization,
  handleOf: (schedule: ScheduleWithPlans) => string | undefined,
): GroupChange | undefined {
  if (wanted === undefined) return undefined;
  const before = existing?.group;
  if (wanted === null) return before && { wanted: undefined, before, isReplaced: false };
  const names = { name: wanted.name.trim(), handle: wanted.handle };
  if (before === undefined) return { wanted: names, before, isReplaced: false };
  if (before.handle === names.handle) {
    return before.name === names.name ? undefined : { wanted: names, before, isReplaced: false };
  }
  const others = schedules.filter((other) => other !== existing);
  const staysWithOthers = others.some((other) => other.group?.id === before.id && handleOf(other) !== names.handle);
  const isThere = others.some(({ group }) => group?.handle === names.handle);
  return { wanted: names, before, isReplaced: staysWithOthers || isThere };
}

/** The handle that a schedule of the organization has, once the file is applied. */
export function handlesAfter(
  wanted: readonly { readonly chat_user_group?: FileUserGroup | null }[],
  { schedules }: Matched,
): (schedule: ScheduleWithPlans) => string | undefined {
  const groups = new Map(schedules.map((schedule, i) => [schedule, wanted[i]?.chat_user_group]));
  return (schedule) => {
    const group = groups.get(schedule);
    return (group === undefined ? schedule.group : group)?.handle;
  };
}
